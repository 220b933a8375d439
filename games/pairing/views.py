"""The page of the queue, and what its form does when the page has no line open."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.players import current_player
from cribsite.posts import only_post
from games.pairing import queue
from games.pairing.readings import hindrance, read
from games.pairing.regions import look, region_html
from games.refusals import Malformed, NotForRanked, Refused
from games.tables import RANKED_SIZES


@never_cache
@require_safe
def quick_game(request: HttpRequest) -> HttpResponse:
    """Who waits for a ranked game; its socket keeps the page fresh and the player there."""
    return _page(request)


def _page(request: HttpRequest, error: str = "", status: int = 200) -> HttpResponse:
    player = current_player(request)
    reading = read([player.pk] if player else [])
    shown = look(reading, player.pk if player else None, hindrance(player))
    context = {
        "region": region_html(shown),
        # once is enough: the line at the top of the page would say the same
        "told_below": shown.hindrance.reason,
        # said by the region itself
        "form_error": "" if error == shown.hindrance.reason else error,
    }
    return render(request, "pairing/ranked.html", context, status=status)


@only_post("quick-game")
def search(request: HttpRequest) -> HttpResponse:
    """Look for a game. A refusal says why, at the buttons."""
    player = current_player(request)
    sizes = {str(size): size for size in RANKED_SIZES}
    try:
        if player is None:
            raise NotForRanked(_("Ranked games are for people with an account."))
        queue.search(player, sizes.get(request.POST.get("size", "")))
    except Malformed as refusal:
        return _page(request, refusal.reason, status=422)
    except Refused as refusal:
        return _page(request, refusal.reason, status=409)
    return redirect("quick-game")


@only_post("quick-game")
def stop(request: HttpRequest) -> HttpResponse:
    """Look for a game no longer."""
    player = current_player(request)
    if player is not None:
        queue.stop(player.pk)
    return redirect("quick-game")
