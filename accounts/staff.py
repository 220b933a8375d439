"""Moderators and administrators: their pages answer only with the second step."""

import time
from collections.abc import Callable
from functools import wraps

from allauth.account.authentication import get_authentication_records
from allauth.mfa.utils import is_mfa_enabled
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from accounts.models import User
from accounts.players import current_player
from accounts.sanctions.rights import Right
from accounts.sanctions.standing import bar_against

# For how long a code that was given opens their pages, in seconds.
OPEN_FOR = 12 * 3600
PAGES = ("/moderation/", "/admin/")

Answer = Callable[[HttpRequest], HttpResponse]
View = Callable[..., HttpResponse]


def second_step(get_response: Answer) -> Answer:
    """Middleware: staff come to their pages only with a second step, used within half a day, and
    only while they are not suspended themselves.

    Who is no staff is left to the pages themselves, which refuse.
    """

    def answer(request: HttpRequest) -> HttpResponse:
        if request.path_info.startswith(PAGES) and request.user.is_staff and request.user.is_active:
            player = current_player(request)
            if player is not None and bar_against(player.pk) is not None:
                # Who may not play does not judge others either.
                return redirect("standing")
            if not is_mfa_enabled(request.user):
                messages.warning(
                    request,
                    _(
                        "The pages of moderators and administrators need two-factor log-in, so "
                        "that a password alone opens nothing. Set it up here."
                    ),
                )
                return redirect("mfa_activate_totp")
            if not _was_used(request):
                messages.warning(
                    request, _("The pages of moderators and administrators ask for your code once.")
                )
                back = urlencode({"next": request.get_full_path()})
                return redirect(f"{reverse('mfa_reauthenticate')}?{back}")
        return get_response(request)

    return answer


def leads_to_staff(request: HttpRequest) -> bool:
    """Whether the page that follows this one, once it is confirmed who asks, is one of staff's."""
    following = request.POST.get("next") or request.GET.get("next") or ""
    return following.startswith(PAGES)


def _was_used(request: HttpRequest) -> bool:
    records = get_authentication_records(request, request.user)
    since = time.time() - OPEN_FOR
    return any(record.get("method") == "mfa" and record.get("at", 0) > since for record in records)


def needs(right: Right) -> Callable[[View], View]:
    """A page for staff with that right. Anybody else is refused; who is nobody yet logs in."""

    def decorate(view: View) -> View:
        @never_cache
        @wraps(view)
        def answer(request: HttpRequest, **where: object) -> HttpResponse:
            if not request.user.is_authenticated:
                return redirect_to_login(request.get_full_path())
            require(request, right)
            return view(request, **where)

        return answer

    return decorate


def require(request: HttpRequest, right: Right) -> None:
    """Raises PermissionDenied for who has not that right."""
    if not request.user.is_staff or not request.user.has_perm(right.permission):
        raise PermissionDenied


def staff_of(request: HttpRequest) -> User:
    """The user of a page that `needs` a right."""
    assert isinstance(request.user, User)
    return request.user
