"""One's own data as a file, and deleting the account."""

from typing import Any

from allauth.account.decorators import reauthentication_required
from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import departures
from accounts.export import exported
from accounts.models import User
from accounts.players import current_player
from cribsite.posts import only_post


@never_cache
@only_post("account")
def export(request: HttpRequest) -> HttpResponse:
    """All that the site keeps of who asks, as a download."""
    player = current_player(request)
    user = request.user if isinstance(request.user, User) else None
    if player is None and user is None:
        return redirect("account_login")
    whose = f"user-{user.pk}" if user else f"player-{player.pk if player else 0}"
    if not ratelimit.consume(request, action="export", key=whose):
        messages.error(request, _("That was often enough for now. Try again in an hour."))
        return redirect("account")
    name = f"cribbage-{timezone.now():%Y-%m-%d}.json"
    return JsonResponse(
        exported(user, player),
        # No indent: it would take several times as long, for a file that programs read.
        json_dumps_params={"ensure_ascii": False},
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@never_cache
@login_required
@reauthentication_required(allow_get=True)
@require_http_methods(["GET", "HEAD", "POST"])
def delete_account(request: HttpRequest) -> HttpResponse:
    """What it means to delete the account, and the button that asks for it: by the password."""
    assert isinstance(request.user, User)
    context: dict[str, Any] = {
        "days": departures.GRACE.days,
        "minded": request.user.is_staff,
        "asked": departures.departure_of(request.user),
    }
    if request.method != "POST":
        return render(request, "account/delete.html", context)
    if request.user.is_staff:
        return render(request, "account/delete.html", context, status=403)
    departures.ask(request.user)
    messages.success(
        request, _("Your account will be deleted. Until then you can keep it with one button.")
    )
    return redirect("account")


@login_required
@only_post("account")
def keep_account(request: HttpRequest) -> HttpResponse:
    """The account stays after all."""
    assert isinstance(request.user, User)
    if departures.keep(request.user):
        messages.success(request, _("Your account stays, with everything in it."))
    return redirect("account")
