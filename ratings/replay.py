"""Playing a mode's ledger again from its first game."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby
from operator import itemgetter

from django.db.models import Max, Min, QuerySet

from ratings import elo
from ratings.models import Entry, Settlement

# Settlements of all kinds of play.
STRETCH = 20_000


@dataclass(frozen=True, slots=True)
class Played:
    """A settled game as the formula needs it, by seat."""

    settlement: int
    players: tuple[int, ...]
    places: tuple[int, ...]
    left: tuple[int, ...]


@dataclass
class Standings:
    """Ratings in hundredths and numbers of games by player, and what the house has."""

    values: dict[int, int] = field(default_factory=lambda: defaultdict(lambda: elo.START))
    games: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    house: int = 0

    def play(self, game: Played) -> elo.Changes:
        """One more game; what it moved."""
        values, games = self.values, self.games
        moved = elo.changes(
            [values[player] for player in game.players],
            [games[player] for player in game.players],
            game.places,
            game.left,
        )
        for player, change in zip(game.players, moved.by_seat, strict=True):
            values[player] += change
            games[player] += 1
        self.house += moved.house
        return moved


def played(games: QuerySet[Settlement]) -> Iterator[Played]:
    """These settled games, in the order in which they were settled.

    By stretches of the ledger, none of which takes long: all together they are read faster than
    through one cursor, for which the database makes a plan to be quick with its first rows. Only
    who holds the mode reads them all at one moment.
    """
    ends = games.aggregate(first=Min("pk"), last=Max("pk"))
    if ends["first"] is None:
        return
    for start in range(ends["first"], ends["last"] + 1, STRETCH):
        stretch = games.filter(pk__gte=start, pk__lt=start + STRETCH)
        rows = (
            Entry.objects.filter(settlement__in=stretch.values("pk"), seat__isnull=False)
            .order_by("settlement", "seat")
            .values_list("settlement", "player", "place", "left")
        )
        for settlement, seats in groupby(rows, key=itemgetter(0)):
            _settlement, players, places, gone = zip(*seats, strict=True)
            left = tuple(seat for seat, away in enumerate(gone) if away) if any(gone) else ()
            yield Played(settlement, players, places, left)


def replay(games: Iterable[Played], without: Collection[int] = ()) -> Standings:
    """Where everybody stands after these games, leaving out those of some players."""
    standings = Standings()
    for game in games:
        if not without or not any(player in without for player in game.players):
            standings.play(game)
    return standings
