"""A player's games, and what others may know of a player."""

import re

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.blocks import has_blocked
from accounts.models import Player
from accounts.players import current_player
from accounts.renaming import allowed
from games.histories import finished, played, unfinished
from ratings.history import summaries
from ratings.meetings import between_two

PAGE_NUMBER = re.compile(r"[0-9]{1,4}")


@never_cache
@require_safe
def my_games(request: HttpRequest) -> HttpResponse:
    """Running and finished games, with a way back to each."""
    player = current_player(request)
    asked = request.GET.get("page", "1")
    page = int(asked) if PAGE_NUMBER.fullmatch(asked) else 1
    over, more = finished(player, page) if player else ([], False)
    context = {
        "unfinished": unfinished(player) if player else [],
        "ratings": summaries(player) if player and page == 1 else [],
        "finished": over,
        "page": page,
        "more": more,
    }
    return render(request, "games/mine.html", context)


@never_cache
@require_safe
def profile(request: HttpRequest, pk: int) -> HttpResponse:
    """Name, since when, games played, and ratings."""
    shown, player = get_object_or_404(Player, pk=pk), current_player(request)
    own = shown == player
    context = {
        "shown": shown,
        "played": played(shown),
        "ratings": summaries(shown),
        "own": own,
        "name_kept": allowed.why_not(shown) if own else "",
        "met": player is not None and not own and bool(between_two(player, shown)),
        "other": not own and shown.kind != Player.Kind.CPU and shown.left_at is None,
        "blocked": player is not None and has_blocked(player.pk, shown.pk),
    }
    return render(request, "games/profile.html", context)
