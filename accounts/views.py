"""A player's own things: the name, and being forgotten on this device."""

from django.contrib import messages
from django.contrib.auth import logout
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from accounts.names import NameForm
from accounts.players import current_player, take_player
from cribsite.posts import only_post


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
    named = current_player(request)
    if named is not None and request.POST.get("back") == "profile":
        return redirect("profile", pk=named.pk)
    return redirect("landing")


@only_post("landing")
def forget(request: HttpRequest) -> HttpResponse:
    """Sign out of this device; a guest's seats stay taken, but nobody can play them any more."""
    logout(request)
    messages.success(request, _("This device has forgotten you."))
    return redirect("landing")
