"""Playing a mode's ledger again from its first game."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field

from django.contrib.postgres.aggregates import ArrayAgg
from django.db.models import QuerySet

from ratings import elo
from ratings.models import Settlement

BATCH = 5_000


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
    """These settled games, in the order in which they were settled."""
    by_seat = {
        name: ArrayAgg(f"entries__{name}", order_by="entries__seat")
        for name in ("player", "place", "left")
    }
    rows = (
        games.filter(entries__seat__isnull=False)
        .order_by("pk")
        .values_list("pk")
        .annotate(players=by_seat["player"], places=by_seat["place"], gone=by_seat["left"])
    )
    for pk, players, places, gone in rows.iterator(BATCH):
        left = tuple(seat for seat, away in enumerate(gone) if away) if any(gone) else ()
        yield Played(pk, tuple(players), tuple(places), left)


def replay(games: Iterable[Played], without: Collection[int] = ()) -> Standings:
    """Where everybody stands after these games, leaving out those of some players."""
    standings = Standings()
    for game in games:
        if not without or not any(player in without for player in game.players):
            standings.play(game)
    return standings
