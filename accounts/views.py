"""A player's own things: the account, the name, whom one blocks, and where one is logged in."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.utils import is_mfa_enabled
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts import blocks, mutes, told
from accounts.devices import devices, end_sessions
from accounts.models import Player
from accounts.names import NameForm
from accounts.players import current_player, take_player
from accounts.renaming import allowed
from accounts.sanctions import standing
from cribsite.posts import only_post


@never_cache
@require_safe
def account(request: HttpRequest) -> HttpResponse:
    """All that a player can set. A guest has a name, the chat and blocked players; who is new may
    log in.
    """
    player = current_player(request)
    if player is None and not request.user.is_authenticated:
        return redirect("account_login")
    context: dict[str, Any] = {
        "blocked": blocks.blocked_by(player) if player else [],
        "answers": told.unread(player).count() if player else 0,
        "muted": mutes.muted_by(player) if player else [],
        "name_kept": allowed.why_not(player) if player else "",
        "in_force": len(standing.in_force(player.pk)) if player else 0,
        "chat_hidden": mutes.hides_chat(player) if player else False,
    }
    if request.user.is_authenticated:
        context |= {
            "address": EmailAddress.objects.filter(user=request.user, primary=True).first(),
            "second_step": is_mfa_enabled(request.user),
            "devices": len(devices(request)),
        }
    return render(request, "account/settings.html", context)


@never_cache
@login_required
@require_safe
def sessions(request: HttpRequest) -> HttpResponse:
    """Where the account is logged in."""
    return render(request, "account/sessions.html", {"devices": devices(request)})


@only_post("landing")
def choose_name(request: HttpRequest) -> HttpResponse:
    """Rename the player of this device. An unusable name changes nothing."""
    form = NameForm(request.POST)
    if not form.is_valid():
        messages.error(request, str(form.errors["name"][0]))
    elif form.cleaned_data["name"]:
        try:
            player = take_player(request, form.cleaned_data["name"])
        except ValidationError as error:
            messages.error(request, error.message)
        else:
            messages.success(request, _("You are now called %(name)s.") % {"name": player.name})
    else:
        messages.error(request, _("Choose a name with at least one letter."))
    return _back(request, current_player(request))


def _back(request: HttpRequest, shown: Player | None) -> HttpResponse:
    """To the page on which the form was."""
    back = request.POST.get("back")
    if back == "account":
        return redirect("account")
    if shown is not None and back == "profile":
        return redirect("profile", pk=shown.pk)
    return redirect("landing")


@only_post("landing")
def forget(request: HttpRequest) -> HttpResponse:
    """Sign out of this device; a guest's seats stay taken, but nobody can play them any more."""
    logout(request)
    messages.success(request, _("This device has forgotten you."))
    return redirect("landing")


@only_post("profile")
def block(request: HttpRequest, pk: int) -> HttpResponse:
    """Block the player of that profile, or say there why not."""
    other = get_object_or_404(Player, pk=pk)
    player = current_player(request)
    if player is None:
        messages.error(request, _("Play a game or log in first: then you can block somebody."))
        return redirect("profile", pk=pk)
    try:
        blocks.block(player, other)
    except ValidationError as error:
        messages.error(request, error.message)
    else:
        messages.success(request, _("You have blocked %(name)s.") % {"name": other.name})
    return redirect("profile", pk=pk)


@only_post("profile")
def unblock(request: HttpRequest, pk: int) -> HttpResponse:
    """Take the block of that player back."""
    other = get_object_or_404(Player, pk=pk)
    player = current_player(request)
    if player is not None:
        blocks.unblock(player, other)
        messages.success(request, _("%(name)s is not blocked any more.") % {"name": other.name})
    return _back(request, other)


@only_post("account", same=False)
def unmute(request: HttpRequest, pk: int) -> HttpResponse:
    """Hear that player again at tables."""
    other = get_object_or_404(Player, pk=pk)
    player = current_player(request)
    if player is not None:
        mutes.unmute(player, other)
        messages.success(request, _("%(name)s is not muted any more.") % {"name": other.name})
    return redirect("account")


@only_post("account", same=False)
def hide_chat(request: HttpRequest) -> HttpResponse:
    """Hide the chat of all tables from the player, or show it again."""
    player = current_player(request)
    if player is not None:
        hidden = request.POST.get("hidden") == "true"
        mutes.hide_chat(player, hidden=hidden)
        said = _("The chat is hidden.") if hidden else _("The chat is shown again.")
        messages.success(request, said)
    return redirect("account")


@login_required
@only_post("sessions")
def end_session(request: HttpRequest) -> HttpResponse:
    """Log one of the account's other devices out, or all of them."""
    which = request.POST.get("session", "")
    others = [each for each in devices(request) if not each.here]
    ending = [each for each in others if which in (str(each.pk), "others")]
    end_sessions(request, {each.pk for each in ending})
    if len(ending) == 1:
        messages.success(request, _("%(device)s is logged out.") % {"device": ending[0].name})
    elif ending:
        messages.success(request, _("Every other device is logged out."))
    else:
        messages.info(request, _("That device was logged out already."))
    return redirect("sessions")
