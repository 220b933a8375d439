"""Pages that belong to no part of the game."""

from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache


@never_cache
def health(request: HttpRequest) -> HttpResponse:
    """Whether this process answers and reaches its database."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return HttpResponse("ok\n", content_type="text/plain")


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form came without its token: say what to do, not how the check works."""
    return render(request, "403_csrf.html", status=403)
