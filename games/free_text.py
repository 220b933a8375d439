"""Who may write words of one's own: accounts that have finished some games. Others have phrases."""

from functools import lru_cache

from django.conf import settings
from django.utils.translation import ngettext

from accounts.models import Player
from games.models import Game, Seat
from games.ranked.endings import WITHOUT_RESULT

# Of players whose games are asked for again.
KEPT = 10_000

# Once true it stays true: as many as there are accounts that talk, and small.
_old_enough: set[int] = set()


def may_write(player_id: int) -> bool:
    """Whether the player may write words of one's own now."""
    if player_id not in _old_enough and _is_old_enough(player_id):
        _old_enough.add(player_id)
    return player_id in _old_enough


@lru_cache(KEPT)
def may_write_during(player_id: int, game_id: int) -> bool:
    """The same for what a page shows: asked once a game, however often the table changes."""
    return may_write(player_id)


def why_not() -> str:
    """Why somebody has the ready phrases only, as a sentence."""
    games = settings.FREE_TEXT_GAMES
    return ngettext(
        "With an account and %(games)s finished game you can write your own words here.",
        "With an account and %(games)s finished games you can write your own words here.",
        games,
    ) % {"games": games}


def _is_old_enough(player_id: int) -> bool:
    if not Player.objects.filter(pk=player_id, kind=Player.Kind.ACCOUNT).exists():
        return False
    wanted: int = settings.FREE_TEXT_GAMES
    # Who left a game, or had a computer finish it, has not finished it.
    finished = Seat.objects.filter(player=player_id, hold="", game__status=Game.Status.OVER)
    return finished.exclude(game__ending__in=WITHOUT_RESULT).order_by()[:wanted].count() >= wanted
