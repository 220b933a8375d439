"""Addresses that forms are sent to: opened by hand, or by a reload, they lead to the form."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect

View = Callable[..., HttpResponse]


def only_post(form_page: str, *, same: bool = True) -> Callable[[View], View]:
    """A view for POST alone; who comes by GET is sent to `form_page`.

    By the same arguments, unless that page is one for all of them.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def answer(request: HttpRequest, **where: Any) -> HttpResponse:
            if request.method == "POST":
                return view(request, **where)
            if request.method in ("GET", "HEAD"):
                return redirect(form_page, **(where if same else {}))
            return HttpResponseNotAllowed(["GET", "HEAD", "POST"])

        return answer

    return decorate
