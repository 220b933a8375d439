"""The games of a player: those to go back to, and those that are over."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import Player
from games.board.words import listed
from games.cribbage.state import side_of
from games.models import Game, Seat
from ratings.taken_out import taken_out

LONGEST_RUNNING = 50
PAGE = 50


@dataclass(frozen=True, slots=True)
class ListedGame:
    """A game in a list; `result` is a sentence once it is over."""

    url: str
    title: str
    status: str
    result: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Played:
    """How many games a player has finished, in all and by the number of seats."""

    total: int
    by_seats: tuple[tuple[int, int], ...]


def unfinished(player: Player) -> list[ListedGame]:
    """Games and tables the player can go back to, newest first, fifty at most."""
    # A rematch that the player has not agreed to is no game of theirs yet.
    no_rematch = Q(game__rematch=False)
    waiting = Q(game__status=Game.Status.WAITING) & (no_rematch | Q(ready=True))
    seats = _seats(player).filter(Q(game__status=Game.Status.PLAYING) | waiting)
    return listed_games(seats[:LONGEST_RUNNING])


def finished(player: Player, page: int = 1) -> tuple[list[ListedGame], bool]:
    """A page of fifty finished games, newest first, and whether there are more."""
    start = (max(1, page) - 1) * PAGE
    seats = list(_seats(player).filter(game__status=Game.Status.OVER)[start : start + PAGE + 1])
    return listed_games(seats[:PAGE]), len(seats) > PAGE


def latest(player: Player, count: int) -> list[ListedGame]:
    """The player's newest games that have begun, whatever has become of them."""
    return listed_games(latest_seats(player, count))


def latest_seats(player: Player, count: int) -> list[Seat]:
    """The player's seats in these games."""
    return list(_seats(player).exclude(game__started_at=None)[:count])


def played(player: Player) -> Played:
    """The player's finished games, counted."""
    sizes = (
        Game.objects.filter(status=Game.Status.OVER, seats__player=player)
        .values("pk")
        .annotate(size=Count("seats__game__seats", distinct=True))
        .values_list("size", flat=True)
    )
    counted = dict.fromkeys((2, 3, 4), 0)
    for size in sizes:
        counted[size] = counted.get(size, 0) + 1
    return Played(sum(counted.values()), tuple(counted.items()))


def _seats(player: Player) -> QuerySet[Seat]:
    return (
        Seat.objects.filter(player=player)
        .select_related("game__table")
        .prefetch_related("game__seats__player")
        .order_by("-game__created_at", "-pk")
    )


def listed_games(seats: Iterable[Seat]) -> list[ListedGame]:
    """Games as the owners of these seats find them in a list."""
    found = list(seats)
    ranked = [seat.game_id for seat in found if seat.game.ranked]
    out = taken_out(ranked) if ranked else {}
    return [_listed_game(seat, is_out=seat.game_id in out) for seat in found]


def _listed_game(seat: Seat, *, is_out: bool) -> ListedGame:
    game, result = seat.game, _result(seat)
    if is_out:
        result = _("%(result)s, taken out of the ratings") % {"result": result}
    return ListedGame(
        url=reverse("game", args=[game.table.code, game.number])
        if game.status == Game.Status.OVER
        else reverse("table", args=[game.table.code]),
        title=_title(seat),
        status=str(Game.Status(game.status).label),
        result=result,
        at=game.ended_at or game.created_at,
    )


def _title(seat: Seat) -> str:
    game = seat.game
    others = [other for other in game.seats.all() if other.pk != seat.pk]
    if not others:
        return _("Waiting for somebody to sit down")
    # With four, who plays with whom is settled when the game begins.
    partners = len(others) == 3 and game.started_at is not None
    own = side_of(4, seat.number)
    beside: list[str] = []
    against: list[str] = []
    for other in others:
        is_across = partners and side_of(4, other.number) != own
        (against if is_across else beside).append(other.player.name)
    if not against:
        return _("With %(names)s") % {"names": listed(beside)}
    return _("With %(partner)s against %(names)s") % {
        "partner": listed(beside),
        "names": listed(against),
    }


def _result(seat: Seat) -> str:
    game = seat.game
    if game.status != Game.Status.OVER or game.state is None:
        return ""
    scores = game.state["scores"]
    own = side_of(len(game.seats.all()), seat.number)
    said = " : ".join(
        [str(scores[own])] + [str(score) for side, score in enumerate(scores) if side != own]
    )
    won = game.winner == own
    match game.ending:
        case Game.Ending.DRAW:
            result = _("Drawn, %(scores)s")
        case Game.Ending.EMPTY:
            result = _("Drawn, %(scores)s (nobody was left)")
        case Game.Ending.VOID:
            result = _("Void, %(scores)s")
        case Game.Ending.ANNULLED:
            result = _("Void, %(scores)s (by a moderator)")
        case Game.Ending.RULING if game.winner is None:
            result = _("Drawn, %(scores)s (by a moderator)")
        case Game.Ending.RULING:
            result = (
                _("Won, %(scores)s (by a moderator)")
                if won
                else _("Lost, %(scores)s (by a moderator)")
            )
        case Game.Ending.RESIGNED:
            result = _("Won, %(scores)s (resigned)") if won else _("Lost, %(scores)s (resigned)")
        case Game.Ending.CLAIMED:
            result = _("Won, %(scores)s (claimed)") if won else _("Lost, %(scores)s (claimed)")
        case Game.Ending.STAYED:
            result = (
                _("Won, %(scores)s (somebody had left)")
                if won
                else _("Lost, %(scores)s (somebody had left)")
            )
        case _:
            result = _("Won, %(scores)s") if won else _("Lost, %(scores)s")
    return result % {"scores": said}
