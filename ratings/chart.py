"""The drawing of a rating over time, for a template: where its lines go. Pure geometry.

The drawing is `WIDTH` by `HEIGHT` user units and stretched to its place on the page; the numbers
beside it are text of the page, so that they are as large as any other.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import NamedTuple

from ratings import elo
from ratings.uncertainty import KNOWN_FROM, Shown, deviation, shown

WIDTH, HEIGHT = 1000.0, 300.0
# No more points than a screen can tell apart.
MOST_POINTS = 240
# Steps between the lines of the grid, in points.
STEPS = (10, 20, 50, 100, 200, 500, 1000)
MOST_LINES = 6
# A table by days for so long a time in days, then by months.
BY_DAYS = 45


class Point(NamedTuple):
    """A rating in hundredths as it was from then on, after so many rated games."""

    at: datetime
    value: int
    games: int


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the table beside the drawing: how a day or a month ended."""

    at: datetime
    rating: Shown
    games: int


@dataclass(frozen=True, slots=True)
class Chart:
    """`levels` are the numbers at the grid's lines from the top, `grid` their heights; `early` is
    the line while the spread is unknown, `line` and `band` what follows."""

    levels: tuple[int, ...]
    grid: tuple[float, ...]
    early: str
    line: str
    band: str
    dates: tuple[datetime, ...]
    lowest: int
    highest: int
    by_days: bool
    table: tuple[Line, ...]


def thinned(points: Sequence[Point], most: int = MOST_POINTS) -> list[Point]:
    """So many points at most, evenly chosen; the first, the last, and both extremes stay."""
    if len(points) <= most:
        return list(points)
    step = (len(points) - 1) / (most - 3)
    kept = {round(step * number) for number in range(most - 2)}
    places = range(len(points))
    kept.add(max(places, key=lambda place: points[place].value))
    kept.add(min(places, key=lambda place: points[place].value))
    return [points[place] for place in sorted(kept)]


def chart(points: Sequence[Point]) -> Chart | None:
    """The drawing of these ratings in order of time; None when there is no time between them."""
    if len(points) < 2 or points[0].at == points[-1].at:
        return None
    drawn = thinned(points)
    levels = _levels(drawn)
    first, last = points[0].at, points[-1].at
    span = (last - first).total_seconds()
    top, height = levels[0] * 100, (levels[0] - levels[-1]) * 100

    def place(at: datetime, value: float) -> str:
        x = (at - first).total_seconds() / span * WIDTH
        return f"{x:.1f},{(top - value) / height * HEIGHT:.1f}"

    # Taken-out games leave fewer than there were: the line goes on, the band ends.
    begins = next((n for n, point in enumerate(drawn) if point.games >= KNOWN_FROM), len(drawn))
    early, line = drawn[: begins + 1] if begins else [], drawn[begins:]
    sure = [point for point in line if point.games >= KNOWN_FROM]
    above = [place(point.at, point.value + _spread(point)) for point in sure]
    below = [place(point.at, point.value - _spread(point)) for point in reversed(sure)]
    values = [point.value for point in points]
    return Chart(
        levels=levels,
        grid=tuple(round(HEIGHT * number / (len(levels) - 1), 1) for number in range(len(levels))),
        early=" ".join(place(point.at, point.value) for point in early),
        line=" ".join(place(point.at, point.value) for point in line),
        band=" ".join(above + below),
        dates=(first, first + (last - first) / 2, last),
        lowest=min(values),
        highest=max(values),
        by_days=span < BY_DAYS * 86_400,
        table=tuple(_table(points, by_days=span < BY_DAYS * 86_400)),
    )


def _spread(point: Point) -> float:
    """In hundredths; 0 while it is unknown."""
    return 100 * (deviation(point.games) or 0.0)


def _levels(points: Sequence[Point]) -> tuple[int, ...]:
    """Round numbers of points around everything that is drawn, from the top."""
    low = min(min(point.value - _spread(point) for point in points), elo.START) / 100
    high = max(max(point.value + _spread(point) for point in points), elo.START) / 100
    for step in STEPS:
        bottom, top = int(low // step), int(-(-high // step))
        if top - bottom < MOST_LINES:
            break
    top = max(top, bottom + 1)
    return tuple(step * number for number in range(top, bottom - 1, -1))


def _table(points: Sequence[Point], *, by_days: bool) -> list[Line]:
    """How each day, or each month, ended; the last first."""
    lines = []
    for _time, group in groupby(
        points, key=lambda point: (point.at.year, point.at.month, by_days and point.at.day)
    ):
        *_, last = group
        lines.append(Line(last.at, shown(last.value, last.games), last.games))
    return lines[::-1]
