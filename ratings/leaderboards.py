"""Who is on a leaderboard, in which place, and what somebody lacks who is not."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, QuerySet

from accounts.models import Player
from accounts.sanctions.models import Kind, Sanction
from ratings.models import Rating
from ratings.uncertainty import Shown, shown

GAMES, OPPONENTS, RECENT = 100, 15, timedelta(days=60)
PAGE = 50


@dataclass(frozen=True, slots=True)
class Place:
    """A line of the board. Equal ratings have the same rank."""

    rank: int
    player_id: int
    name: str
    rating: Shown
    games: int


@dataclass(frozen=True, slots=True)
class Own:
    """Where a player stands: `rank` on `page`, or None with what is missing."""

    rating: Shown
    games: int
    rank: int | None = None
    page: int | None = None
    games_missing: int = 0
    opponents_missing: int = 0
    away: bool = False
    taken_off: bool = False


def board(mode: int, now: datetime) -> QuerySet[Rating]:
    """The ratings on the board, the highest first; the older player first among equals.

    Whoever has left the site, or was taken off the boards by a moderator, is on none.
    """
    gone = Player.objects.filter(kind=Player.Kind.ACCOUNT, left_at__isnull=False)
    there = Rating.objects.exclude(player__in=gone)
    on_it = there.filter(
        mode=mode, games__gte=GAMES, opponents__gte=OPPONENTS, last_at__gt=now - RECENT
    )
    return on_it.exclude(player__in=_taken_off().values("player")).order_by("-value", "player_id")


def _taken_off() -> QuerySet[Sanction]:
    return Sanction.objects.in_force().filter(kind=Kind.BOARDS)


def places(mode: int, page: int, now: datetime) -> tuple[list[Place], int]:
    """A page of the board, counted from 1, and how many players are on the whole board."""
    on_it = board(mode, now)
    total = on_it.count()
    start = (page - 1) * PAGE
    # In two steps: the first is answered by the index alone, however far down the page is.
    found = list(on_it.values_list("player_id", "value")[start : start + PAGE])
    rows = {
        row.player_id: row
        for row in Rating.objects.filter(
            mode=mode, player__in=[player for player, _ in found]
        ).select_related("player")
    }
    lines: list[Place] = []
    rank, above = 0, None
    for number, (player, value) in enumerate(found, start + 1):
        if above is None and start:
            rank = 1 + on_it.filter(value__gt=value).count()
        elif value != above:
            rank = number
        above, row = value, rows[player]
        rating = shown(value, row.games)
        lines.append(Place(rank, player, row.player.name, rating, row.games))
    return lines, total


def own_place(mode: int, player: Player, now: datetime) -> Own | None:
    """The player's place, or what is missing for one; None for who has no rated game there."""
    rows = Rating.objects.filter(mode=mode, player=player, games__gt=0)
    row = rows.annotate(taken_off=Exists(_taken_off().filter(player=OuterRef("player")))).first()
    if row is None or row.last_at is None:
        return None
    rating = shown(row.value, row.games)
    away = row.last_at <= now - RECENT
    games, opponents = max(0, GAMES - row.games), max(0, OPPONENTS - row.opponents)
    if games or opponents or away or row.taken_off:
        return Own(rating, row.games, None, None, games, opponents, away, row.taken_off)
    above = board(mode, now).filter(value__gt=row.value).count()
    level = board(mode, now).filter(value=row.value, player__lt=player.pk).count()
    return Own(rating, row.games, 1 + above, 1 + (above + level) // PAGE)
