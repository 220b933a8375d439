"""What is imposed on a player, told to the player, and what the player can answer."""

from collections.abc import Mapping

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import Player
from accounts.players import current_player
from accounts.sanctions import imposing, past
from accounts.sanctions.models import LONGEST_APPEAL, TO_BE_READ, Sanction
from accounts.sanctions.rulings import rulings_on
from accounts.sanctions.standing import sentence
from cribsite.posts import only_post


@never_cache
@require_safe
def standing(request: HttpRequest) -> HttpResponse:
    """What was imposed on this player and what holds; how to appeal."""
    player = current_player(request)
    if player is None:
        return redirect("account_login")
    return _page(request, player)


@only_post("standing", same=False)
def acknowledge(request: HttpRequest, pk: int) -> HttpResponse:
    """The player has read it."""
    imposing.acknowledge(_own(request, pk))
    return redirect("standing")


@only_post("standing", same=False)
def appeal(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask for another moderator's look. What is refused is said at the form."""
    sanction = _own(request, pk)
    text = request.POST.get("text", "").replace("\r\n", "\n")
    try:
        if len(text) > LONGEST_APPEAL or "\0" in text:
            raise ValidationError(_("Up to 1000 characters, please."))
        imposing.appeal(sanction, text)
    except ValidationError as error:
        refused = {"pk": pk, "error": error.message, "text": text[:LONGEST_APPEAL]}
        return _page(request, sanction.player, refused)
    messages.success(request, _("Your appeal is sent. Another moderator looks at it."))
    return redirect("standing")


def _own(request: HttpRequest, pk: int) -> Sanction:
    player = current_player(request)
    return get_object_or_404(Sanction.objects.select_related("player"), pk=pk, player=player)


def _page(
    request: HttpRequest, player: Player, refused: Mapping[str, object] | None = None
) -> HttpResponse:
    holding = {each.pk for each in Sanction.objects.in_force().filter(player=player)}
    shown = [
        {
            "sanction": each,
            "holds": each.pk in holding,
            "sentence": sentence(each) if each.pk in holding else past.sentence(each),
            "ending": "" if each.pk in holding else past.ending(each),
            "to_be_read": each.pk in holding and each.kind in TO_BE_READ,
            "appeal": getattr(each, "appeal", None),
            "refused": refused if refused and refused["pk"] == each.pk else None,
        }
        for each in Sanction.objects.filter(player=player).select_related("appeal")
    ]
    status = 422 if refused else 200
    context = {"shown": shown, "rulings": rulings_on(player)}
    return render(request, "account/standing.html", context, status=status)
