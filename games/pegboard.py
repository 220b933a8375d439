"""Where the holes of the peg board are, in the user units of its drawing.

The drawing is an upright board of ``WIDTH`` by ``HEIGHT`` units (on a phone the page turns it on
its side).  The track is a serpentine of streets of thirty holes in groups of five: up the first
street from the start at the bottom left, down the second, and so on; a 121-point board has four
streets, a 61-point board two.  A lane keeps its side of the track round every bend.  The last
hole, the one that wins, is shared by all lanes.  Two start holes a lane stand before the first.

Pure geometry: standard library only, nothing of Django, no state.
"""

from __future__ import annotations

from typing import NamedTuple

WIDTH = 140.0
HEIGHT = 420.0
STREET = 30
MARGIN = 8.0
TOP = 46.0
HOLE_STEP = 10.4
GROUP_GAP = 4.6
GROUP = 5
START_STEPS = (15.0, 27.0)
FINISH_STEP = 18.0
MAX_LANE_PITCH = 13.0
BOTTOM = TOP + (STREET - 1) * HOLE_STEP + (STREET // GROUP - 1) * GROUP_GAP


class Point(NamedTuple):
    """A place on the board: x to the right, y downwards, in user units."""

    x: float
    y: float


def streets(target: int) -> int:
    """The number of streets on a board for `target` points (121: 4, 61: 2).

    Raises ValueError for any other target.
    """
    if target not in (61, 121):
        raise ValueError(f"a board is played to 61 or 121, not {target}")
    return (target - 1) // STREET


def street_centre(street: int, target: int) -> float:
    """The x of the middle of a street, counted from 0."""
    pitch = (WIDTH - 2 * MARGIN) / streets(target)
    return MARGIN + pitch * (street + 0.5)


def lane_offset(lane: int, lanes: int, target: int) -> float:
    """How far a lane lies to the right of the middle of an upward street (below 0: to the left).

    On a downward street the sign turns, so that the lanes never cross.
    Raises ValueError for a lane that is not one of 1 to 3 lanes.
    """
    if not 1 <= lanes <= 3:
        raise ValueError(f"a board has 1 to 3 lanes, not {lanes}")
    if not 0 <= lane < lanes:
        raise ValueError(f"lane {lane} is not on a board of {lanes}")
    pitch = min((WIDTH - 2 * MARGIN) / streets(target) / (lanes + 0.7), MAX_LANE_PITCH)
    return (lane - (lanes - 1) / 2) * pitch


def hole(lane: int, lanes: int, score: int, target: int) -> Point:
    """The hole of `score` points in a lane.

    `score` is -1 to `target`: 0 is the start hole of the front peg, -1 the one behind it (where
    the back peg stands until the first points), `target` the shared last hole.  The result is in
    user units rounded to a tenth.  Raises ValueError for a lane, score or target off the board.
    """
    count = streets(target)
    offset = lane_offset(lane, lanes, target)
    if not -1 <= score <= target:
        raise ValueError(f"{score} points are off a board of {target}")
    if score == target:
        return Point(round(street_centre(count - 1, target), 1), round(BOTTOM + FINISH_STEP, 1))
    if score <= 0:
        x = street_centre(0, target) + offset
        return Point(round(x, 1), round(BOTTOM + START_STEPS[-score], 1))
    street, place = divmod(score - 1, STREET)
    along = place * HOLE_STEP + (place // GROUP) * GROUP_GAP
    upward = street % 2 == 0
    x = street_centre(street, target) + (offset if upward else -offset)
    return Point(round(x, 1), round(BOTTOM - along if upward else TOP + along, 1))


def pegs(lane: int, lanes: int, score: int, back: int, target: int) -> tuple[Point, Point]:
    """The places of the front and the back peg of a side with `score` points, `back` before them.

    Both pegs never share a hole: as long as the back peg has not left the start it stands in the
    start hole behind.
    """
    behind = back if back > 0 or score > 0 else -1
    return hole(lane, lanes, score, target), hole(lane, lanes, behind, target)
