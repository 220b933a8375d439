"""Checking the ledger against itself and against the formula."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import log

from django.db.models import Sum

from ratings import elo
from ratings.counting import COUNTED, Tally, standing
from ratings.models import Entry, Meeting, Rating, Settlement
from ratings.replay import Played, Standings, replay
from ratings.results import are_opponents

BATCH = 5_000
TALLIED = ("games", "wins", "draws", "losses")


@dataclass
class Audit:
    """What was found in one mode. `loss` is the mean log-loss of the expectation for each pair of
    opponents with a winner, to be compared with a coin's, ln 2; None without such a pair."""

    mode: int
    games: int
    problems: list[str]
    loss: float | None


def audit(mode: int) -> Audit:
    """Check one mode: sums, every change by the formula, and what is counted from the ledger."""
    walk = _Walk(mode)
    problems = [*_unbalanced(mode), *walk.problems(), *_miscounted(mode)]
    return Audit(mode, walk.games, problems, walk.loss / walk.pairs if walk.pairs else None)


def _unbalanced(mode: int) -> Iterator[str]:
    sums = Entry.objects.filter(mode=mode).values("settlement").annotate(sum=Sum("change"))
    for row in sums.exclude(sum=0).order_by("settlement"):
        yield f"settlement {row['settlement']}: its entries sum to {row['sum']}"


def _miscounted(mode: int) -> Iterator[str]:
    found = standing(mode)
    for row in Rating.objects.filter(mode=mode).order_by("player_id").iterator(BATCH):
        counted = found.ratings.pop(row.player_id, Rating(player_id=row.player_id, mode=mode))
        for name in COUNTED:
            if getattr(row, name) != getattr(counted, name):
                yield (
                    f"player {row.player_id}: {name} is {getattr(row, name)}, "
                    f"the ledger says {getattr(counted, name)}"
                )
    for player in found.ratings:
        yield f"player {player}: has entries and no rating"
    for met in (
        Meeting.objects.filter(mode=mode).order_by("player_id", "opponent_id").iterator(BATCH)
    ):
        tally = found.met.pop((met.player_id, met.opponent_id), Tally())
        for name in TALLIED:
            if getattr(met, name) != getattr(tally, name):
                yield (
                    f"{met}: {name} is {getattr(met, name)}, the ledger says {getattr(tally, name)}"
                )
    for player, opponent in found.met:
        yield f"player {player} against {opponent}: has games and no row"


class _Walk:
    """The ledger of a mode from its first settlement on, done again beside it."""

    def __init__(self, mode: int) -> None:
        self.mode = mode
        self.games = 0
        self.pairs = 0
        self.loss = 0.0
        self.now = Standings()
        self.counting: dict[int, Played] = {}

    def problems(self) -> Iterator[str]:
        settlements = Settlement.objects.filter(mode=self.mode).order_by("pk")
        ledger = Entry.objects.filter(mode=self.mode).order_by("settlement", "seat")
        entries = ledger.iterator(BATCH)
        ahead = next(entries, None)
        for settlement in settlements.iterator(BATCH):
            own: list[Entry] = []
            while ahead is not None and ahead.settlement_id <= settlement.pk:
                own.append(ahead)
                ahead = next(entries, None)
            before = {each.player_id: each for each in own if each.player_id is not None}
            for player, entry in before.items():
                known = (self.now.values[player], self.now.games[player])
                if (entry.before, entry.games_before) != known:
                    yield f"settlement {settlement.pk}: player {player} did not stand there"
            if self._due(settlement, own) != {each.player_id: each.change for each in own}:
                yield f"settlement {settlement.pk}: not what the formula gives"

    def _due(self, settlement: Settlement, own: list[Entry]) -> dict[int | None, int]:
        """What the settlement has to move, by player; None is the house. It is moved here too."""
        if settlement.kind == Settlement.Kind.GAME:
            return self._game(settlement, own)
        if settlement.kind == Settlement.Kind.VOID:
            return self._void(settlement)
        return self._replay(settlement)

    def _game(self, settlement: Settlement, own: list[Entry]) -> dict[int | None, int]:
        seated = [each for each in own if each.seat is not None]
        game = Played(
            settlement.pk,
            tuple(each.player_id or 0 for each in seated),
            tuple(each.place or 0 for each in seated),
            tuple(number for number, each in enumerate(seated) if each.left),
        )
        self._predict(game)
        self.games += 1
        self.counting[settlement.pk] = game
        moved = self.now.play(game)
        due: dict[int | None, int] = dict(zip(game.players, moved.by_seat, strict=True))
        if moved.house:
            due[None] = moved.house
        return due

    def _void(self, settlement: Settlement) -> dict[int | None, int]:
        assert settlement.voids_id is not None
        game = self.counting.pop(settlement.voids_id, None)
        due: dict[int | None, int] = {}
        for player, change in Entry.objects.filter(settlement=settlement.voids_id).values_list(
            "player", "change"
        ):
            due[player] = -change
            if player is None:
                self.now.house -= change
            else:
                self.now.values[player] -= change
        for player in game.players if game is not None else ():
            self.now.games[player] -= 1
        return due

    def _replay(self, settlement: Settlement) -> dict[int | None, int]:
        removed = settlement.removed_id
        self.counting = {
            pk: game for pk, game in self.counting.items() if removed not in game.players
        }
        new = replay(self.counting.values())
        due: dict[int | None, int] = {
            player: new.values[player] - value
            for player, value in self.now.values.items()
            if new.values[player] != value or player == removed
        }
        if new.house != self.now.house:
            due[None] = new.house - self.now.house
        self.now = new
        return due

    def _predict(self, game: Played) -> None:
        """How well the ratings foresaw the game."""
        seats = len(game.players)
        values: list[float] = [self.now.values[player] for player in game.players]
        if seats == 4:
            values = [(values[0] + values[2]) / 2, (values[1] + values[3]) / 2] * 2
        for one, other in [(0, 1)] if seats == 4 else combinations(range(seats), 2):
            s = elo.score(game.places[one], game.places[other])
            if s == elo.DRAW or not are_opponents(seats, one, other):
                continue
            expectation = elo.expected(values[one], values[other])
            self.loss -= log(expectation if s == elo.WIN else 1 - expectation)
            self.pairs += 1
