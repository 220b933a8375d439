"""Who plays whom: people who wait go in, groups come out. No database, no clock.

Two fit when their ratings differ by no more than either of them accepts, and neither has blocked
the other. At a table everybody must fit everybody. Whoever waits longest is served first, by the
nearest in rating. As windows come in a handful of widths, those who wait are kept by width and in
the order of their ratings: the nearest ones are found by bisection.
"""

from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from heapq import merge
from itertools import combinations
from math import inf

# Ratings are whole hundredths of a point; waits are seconds.
NARROWEST = 200_00
WIDER_BY, EVERY_SECONDS = 50_00, 10
OPEN_AFTER_SECONDS = 60

Blocked = Collection[frozenset[int]]
Place = tuple[int, int]
"""A rating, and the number in the order of waiting."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """Somebody who looks for a game: rating in hundredths, seconds waited."""

    player: int
    rating: int
    waited: float

    @property
    def window(self) -> float:
        """How far another's rating may be from one's own."""
        if self.waited >= OPEN_AFTER_SECONDS:
            return inf
        return NARROWEST + WIDER_BY * int(max(0.0, self.waited) // EVERY_SECONDS)


def fit(one: Waiting, other: Waiting, blocked: Blocked = ()) -> bool:
    """Whether these two may meet."""
    apart = abs(one.rating - other.rating)
    return apart <= min(one.window, other.window) and (
        frozenset((one.player, other.player)) not in blocked
    )


def groups(size: int, people: Collection[Waiting], blocked: Blocked = ()) -> list[list[Waiting]]:
    """Tables of `size` that can be filled now, each in the order of its seats.

    Whoever was in the queue first is served first; nobody is in two groups. The work is
    O(n log n) in the number of people as long as few of them have blocked each other: of a dozen
    who fit somebody, some always fit one another (the widths are 200 to 450 points, or open).
    """
    order = sorted(people, key=lambda each: (-each.waited, each.player))
    room = _Room(order)
    found = []
    for number in range(len(order)):
        if not room.holds(number):
            continue
        # whoever comes later has been looked at from here
        room.leave([number])
        group = _group(size, number, order, room, blocked)
        if group:
            room.leave(group[1:])
            found.append(_seated([order[each] for each in group]))
    return found


def _group(
    size: int, first: int, order: Sequence[Waiting], room: "_Room", blocked: Blocked
) -> list[int]:
    """The nearest who fit the first and one another; [] when there are too few."""
    seen: list[int] = []
    for other in room.nearest(first):
        if not fit(order[first], order[other], blocked):
            continue
        friends = [each for each in seen if fit(order[each], order[other], blocked)]
        for rest in combinations(friends, size - 2):
            if all(fit(order[one], order[two], blocked) for one, two in combinations(rest, 2)):
                return [first, *rest, other]
        seen.append(other)
    return []


def _seated(group: list[Waiting]) -> list[Waiting]:
    """In the order of the seats; of four the highest and the lowest play the middle two."""
    if len(group) < 4:
        return group
    highest, second, third, lowest = sorted(group, key=lambda each: (-each.rating, each.player))
    return [highest, second, lowest, third]


class _Room:
    """Those who still wait, by the width of their window, upwards and downwards by rating."""

    def __init__(self, order: Sequence[Waiting]) -> None:
        self._order = order
        self._waiting = set(range(len(order)))
        self._rows: dict[tuple[float, int], list[Place]] = {}
        for number, each in enumerate(order):
            for way in (1, -1):
                row = self._rows.setdefault((each.window, way), [])
                row.append((way * each.rating, number))
        for row in self._rows.values():
            row.sort()

    def holds(self, number: int) -> bool:
        """Whether that one still waits."""
        return number in self._waiting

    def leave(self, numbers: Collection[int]) -> None:
        """They do not wait any more."""
        for number in numbers:
            self._waiting.remove(number)
            each = self._order[number]
            for way in (1, -1):
                row = self._rows[each.window, way]
                del row[bisect_left(row, (way * each.rating, number))]

    def nearest(self, number: int) -> Iterator[int]:
        """Those in whose window this one is, and who are in its own, nearest first.

        Of those who are equally far away, who waits longest.
        """
        first = self._order[number]
        ways = [
            _outwards(row, way, first.rating, min(width, first.window))
            for (width, way), row in self._rows.items()
        ]
        for _apart, other in merge(*ways):
            yield other


def _outwards(row: Sequence[Place], way: int, rating: int, width: float) -> Iterator[Place]:
    """How far away, and who; those of the same rating are met on the way upwards only."""
    start = (way * rating, -1 if way == 1 else inf)
    for index in range(bisect_left(row, start), len(row)):
        place, number = row[index]
        apart = place - way * rating
        if apart > width:
            return
        yield apart, number
