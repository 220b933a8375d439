"""What ratings know of a game: who took which place, and who had left. No cards."""

from collections.abc import Sequence
from dataclasses import dataclass

from ratings.elo import DRAW, LOSS, WIN, score


@dataclass(frozen=True, slots=True)
class SeatResult:
    """One seat's place; 1 is first, level ones have the same, partners that of their side.

    `left`: its owner was gone at the end, whatever the CPU in the seat did.
    """

    player_id: int
    place: int
    left: bool = False


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended, by seat. `ending` is one of Settlement.Ending."""

    game_id: int
    ending: str
    seats: tuple[SeatResult, ...]
    first_dealer: int | None = None

    @property
    def mode(self) -> int:
        """The kind of play: the number of seats."""
        return len(self.seats)


def are_opponents(mode: int, seat: int, other: int) -> bool:
    """Whether two different seats play against each other; with four, partners sit across."""
    return mode != 4 or (seat - other) % 2 == 1


def overall(seats: Sequence[SeatResult], seat: int) -> float:
    """What the game was for a seat, as its history counts it: won (1), drawn (½) or lost (0).

    With three, only the first has won.
    """
    own = seats[seat]
    if len(seats) == 4 and own.left:
        return LOSS
    if len({each.place for each in seats}) == 1:
        return DRAW
    return WIN if own.place == 1 else LOSS


def between(seats: Sequence[SeatResult], seat: int, other: int) -> float:
    """What the game was between two opponents: who left has lost to who stayed."""
    one, two = seats[seat], seats[other]
    if len(seats) == 4 and one.left != two.left:
        return LOSS if one.left else WIN
    return score(one.place, two.place)
