"""Elo on a scale that fits a game of luck. Pure arithmetic on whole hundredths of a point.

A rating of 1500 points is 150_000 here.  The expected score of A against B is
1 / (1 + 10^((B - A) / 2000 points)); what a game moves is K times the difference between the
result and the expectation, as Arpad Elo has it.  Chess's scale of 400 points would claim far more
skill than a hand of cards shows (docs/ratings.md).  Every game sums to zero: what the rule about
leavers leaves over goes to the house.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import floor

START = 150_000
SCALE = 200_000.0
# K in points, for fewer than so many rated games of that kind.
K_NEW, NEW_BELOW = 20, 30
K_KNOWN, KNOWN_BELOW = 15, 100
K_SETTLED = 10
WIN, DRAW, LOSS = 1.0, 0.5, 0.0


@dataclass(frozen=True, slots=True)
class Changes:
    """What one game moves, in hundredths: by seat, and what goes to the house. They sum to 0."""

    by_seat: tuple[int, ...]
    house: int = 0


def k_factor(games: int) -> int:
    """K in points for somebody with so many rated games of that kind behind them."""
    if games < NEW_BELOW:
        return K_NEW
    return K_KNOWN if games < KNOWN_BELOW else K_SETTLED


def expected(rating: float, other: float) -> float:
    """The expected score, 0 to 1, of a rating against another, both in hundredths."""
    return 1.0 / (1.0 + 10.0 ** ((other - rating) / SCALE))


def rate2(ra: int, rb: int, na: int, nb: int, s: float) -> tuple[int, int]:
    """The changes of A and B, with ratings in hundredths and games played; A's result is `s`."""
    gain = _transfer((k_factor(na) + k_factor(nb)) / 2, s, expected(ra, rb))
    return gain, -gain


def rate_free(
    ratings: Sequence[int], games: Sequence[int], places: Sequence[int]
) -> tuple[int, ...]:
    """Each for itself: every pair as a game of two by its places (1 is first, equal is level),
    divided by the number of opponents."""
    changes = [0] * len(ratings)
    for a, b in combinations(range(len(ratings)), 2):
        k = (k_factor(games[a]) + k_factor(games[b])) / 2 / (len(ratings) - 1)
        gain = _transfer(k, score(places[a], places[b]), expected(ratings[a], ratings[b]))
        changes[a] += gain
        changes[b] -= gain
    return tuple(changes)


def rate_partners(
    ratings: Sequence[int], games: Sequence[int], s: float
) -> tuple[int, int, int, int]:
    """Seats 0 and 2 against 1 and 3, `s` the result of 0 and 2: by the means of the sides,
    with half the mean K, the same for both partners."""
    k = sum(map(k_factor, games)) / 4 / 2
    gain = _transfer(k, s, expected((ratings[0] + ratings[2]) / 2, (ratings[1] + ratings[3]) / 2))
    return gain, -gain, gain, -gain


def rate_partners_left(
    ratings: Sequence[int], games: Sequence[int], s: float, left: Collection[int]
) -> tuple[int, int, int, int, int]:
    """The same when some seats have left: they take a loss, nobody else falls; last, the house."""
    result = rate_partners(ratings, games, s)
    lost = (
        rate_partners(ratings, games, LOSS)[0],
        rate_partners(ratings, games, WIN)[1],
    )
    by_seat = [lost[seat % 2] if seat in left else max(result[seat], 0) for seat in range(4)]
    return by_seat[0], by_seat[1], by_seat[2], by_seat[3], -sum(by_seat)


def score(place: int, other: int) -> float:
    """What a place (1 is first) scores against another: 1, ½ or 0."""
    return WIN if place < other else LOSS if place > other else DRAW


def changes(
    ratings: Sequence[int],
    games: Sequence[int],
    places: Sequence[int],
    left: Collection[int] = (),
) -> Changes:
    """What a game moves, with two to four seats.

    `places` by seat, 1 is first; with four seats they are those of the sides. `left` are the
    seats whose owners were gone at the end: with two and three their places tell all of it.
    """
    if len(ratings) == 2:
        gain = rate2(ratings[0], ratings[1], games[0], games[1], score(places[0], places[1]))
        return Changes(gain)
    if len(ratings) == 3:
        return Changes(rate_free(ratings, games, places))
    s = score(places[0], places[1])
    if not left:
        return Changes(rate_partners(ratings, games, s))
    *by_seat, house = rate_partners_left(ratings, games, s, left)
    return Changes(tuple(by_seat), house)


def _transfer(k: float, s: float, expectation: float) -> int:
    """K points times what was not expected, in whole hundredths, half away from zero."""
    exact = 100.0 * k * (s - expectation)
    size = floor(abs(exact) + 0.5)
    return size if exact > 0 else -size
