"""All games of a player in one kind of play, read once: how the rating went, the first deals."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Q

from accounts.models import Player
from ratings.chart import Chart, Point, chart
from ratings.history import removals_of
from ratings.models import Entry, Mode, Rating, Settlement

# Only these may leave everybody level (cribbage itself can't).
PERHAPS_LEVEL = (Settlement.Ending.DRAW, Settlement.Ending.EMPTY, Settlement.Ending.RULED)
STEP = (
    "settlement", "settlement__at", "settlement__kind", "settlement__voids", "settlement__ending",
    "settlement__first_dealer", "seat", "place", "left", "before", "change", "games_before",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Dealt:
    """How the games went whose first deal was the player's (or the side's), or was not."""

    first: bool
    games: int
    wins: int

    @property
    def share(self) -> int:
        """Games won, in whole percent."""
        return round(100 * self.wins / self.games) if self.games else 0


@dataclass(frozen=True, slots=True)
class Career:
    """`dealt` has the own first deals (with four, the side's), then the others'."""

    chart: Chart | None
    dealt: tuple[Dealt, Dealt]


class _Game(NamedTuple):
    """One game of the player's as the first deals need it."""

    settlement: int
    ending: str
    first_dealer: int
    seat: int
    place: int
    left: bool


def career(player: Player, row: Rating) -> Career:
    """`row` is how the player stands now in that kind of play."""
    mode = row.mode
    found = Entry.objects.filter(player=player, mode=mode).order_by("settlement")
    points: list[Point] = []
    games: list[_Game] = []
    voided: set[int | None] = set()
    for (
        pk,
        at,
        kind,
        voids,
        ending,
        dealer,
        seat,
        place,
        left,
        before,
        change,
        played,
    ) in found.values_list(*STEP):
        if not points:
            points.append(Point(at, before, 0))
        points.append(Point(at, before + change, played + (seat is not None)))
        if kind == Settlement.Kind.VOID:
            voided.add(voids)
        elif seat is not None and dealer is not None:
            games.append(_Game(pk, ending, dealer, seat, place, left))
    if points:
        # What was taken back since has taken games with it.
        points[-1] = Point(points[-1].at, row.value, row.games)
    gone = voided | _taken_out(player, mode)
    return Career(
        chart(points), _dealt([each for each in games if each.settlement not in gone], mode)
    )


def _dealt(games: Sequence[_Game], mode: int) -> tuple[Dealt, Dealt]:
    doubtful = [each.settlement for each in games if each.ending in PERHAPS_LEVEL]
    decided = set(
        Entry.objects.filter(settlement__in=doubtful, place__gt=1).values_list(
            "settlement", flat=True
        )
        if doubtful
        else ()
    )
    counted = {True: [0, 0], False: [0, 0]}
    for each in games:
        own = each.seat == each.first_dealer
        if mode == Mode.FOUR:
            own = (each.seat - each.first_dealer) % 2 == 0
        first = each.place == 1 and not (mode == Mode.FOUR and each.left)
        won = first and (each.ending not in PERHAPS_LEVEL or each.settlement in decided)
        counted[own][0] += 1
        counted[own][1] += won
    return Dealt(True, *counted[True]), Dealt(False, *counted[False])


def _taken_out(player: Player, mode: int) -> set[int]:
    """The player's games that a replay took out."""
    removals = removals_of([mode])
    if not removals:
        return set()
    gone = Q()
    for (_mode, removed), replay in removals.items():
        gone |= Q(player=removed, settlement__lt=replay)
    own = Entry.objects.filter(player=player, mode=mode, seat__isnull=False)
    games = Entry.objects.filter(gone, mode=mode, settlement__in=own.values("settlement"))
    return set(games.values_list("settlement", flat=True))
