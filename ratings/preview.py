"""What a game would change, said before it is played."""

from collections.abc import Sequence
from dataclasses import dataclass

from ratings import elo
from ratings.models import Rating


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's rating in hundredths and rated games in one mode, before a game."""

    value: int = elo.START
    games: int = 0


@dataclass(frozen=True, slots=True)
class Stake:
    """What a game would move for one seat, in hundredths, and how likely it is to win.

    With three, `win` is for the first place, `loss` for the last. `chance` is 0 to 1: of the
    seat's side; with three, its share of what the pairs are expected to score.
    """

    win: int
    draw: int
    loss: int
    chance: float


def standings(mode: int, players: Sequence[int]) -> list[Standing]:
    """Where these players stand in a mode, in their order."""
    rows = Rating.objects.filter(mode=mode, player__in=players)
    known = {row.player_id: Standing(row.value, row.games) for row in rows}
    return [known.get(player, Standing()) for player in players]


def stakes(seats: Sequence[Standing]) -> tuple[Stake, ...]:
    """What is at stake for every seat of a game of two to four."""
    return tuple(
        Stake(
            win=_change(seats, seat, first=True),
            draw=_changes(seats, [1] * len(seats))[seat],
            loss=_change(seats, seat, first=False),
            chance=_chance(seats, seat),
        )
        for seat in range(len(seats))
    )


def _change(seats: Sequence[Standing], seat: int, *, first: bool) -> int:
    """With everybody else level: for the seat itself only its own place matters."""
    own = {seat, (seat + 2) % 4} if len(seats) == 4 else {seat}
    places = [(1 if (number in own) == first else 2) for number in range(len(seats))]
    return _changes(seats, places)[seat]


def _changes(seats: Sequence[Standing], places: Sequence[int]) -> tuple[int, ...]:
    values, games = [seat.value for seat in seats], [seat.games for seat in seats]
    return elo.changes(values, games, places).by_seat


def _chance(seats: Sequence[Standing], seat: int) -> float:
    if len(seats) == 4:
        sides = [(seats[side].value + seats[side + 2].value) / 2 for side in (0, 1)]
        return elo.expected(sides[seat % 2], sides[1 - seat % 2])
    others = [other for number, other in enumerate(seats) if number != seat]
    expected = sum(elo.expected(seats[seat].value, other.value) for other in others)
    return expected / (len(seats) * (len(seats) - 1) / 2)
