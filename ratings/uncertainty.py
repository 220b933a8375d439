"""How sure a rating is, and how it is said. Pure: whole hundredths of a point in, text out.

The spread is what this Elo was seen to have in simulations of 500 players (docs/ratings.md): the
standard deviation of the rating around the strength that it is to tell.
"""

from dataclasses import dataclass
from itertools import pairwise

# Rated games, and the standard deviation in points after so many.
SIMULATED = ((30, 92.0), (100, 89.0), (400, 71.0), (1000, 66.0))
KNOWN_FROM = SIMULATED[0][0]
MINUS = "\N{MINUS SIGN}"


@dataclass(frozen=True, slots=True)
class Shown:
    """A rating for people: whole points, and the spread as "± 89", or "?" while it is unknown."""

    points: str
    spread: str

    @property
    def known(self) -> bool:
        """Whether there are enough games to say how sure it is."""
        return self.spread != "?"

    def __str__(self) -> str:
        return f"{self.points} {self.spread}"


def deviation(games: int) -> float | None:
    """The standard deviation in points after so many rated games; None for fewer than 30."""
    if games < KNOWN_FROM:
        return None
    for (fewer, high), (more, low) in pairwise(SIMULATED):
        if games < more:
            return high + (low - high) * (games - fewer) / (more - fewer)
    return SIMULATED[-1][1]


def shown(value: int, games: int) -> Shown:
    """A rating in hundredths after so many games."""
    spread = deviation(games)
    return Shown(whole(value), "?" if spread is None else f"± {round(spread)}")


def whole(value: int) -> str:
    """Hundredths as whole points, half up."""
    return str((value + 50) // 100)


def exact(value: int) -> str:
    """Hundredths as points with both decimals."""
    return f"{MINUS if value < 0 else ''}{abs(value) // 100}.{abs(value) % 100:02}"


def signed(change: int) -> str:
    """What a game moved, in hundredths, as points with their sign."""
    return f"+{exact(change)}" if change > 0 else exact(change)
