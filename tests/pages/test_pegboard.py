"""The geometry of the peg board, and that its drawings are the ones the tool makes."""

import itertools
import math
import runpy
from pathlib import Path

import pytest

from games import pegboard

ROOT = Path(__file__).resolve().parent.parent.parent
BOARDS = list(itertools.product((121, 61), (1, 2, 3)))


@pytest.mark.parametrize(("target", "lanes"), BOARDS)
def test_every_hole_has_its_own_place_on_the_board(target: int, lanes: int) -> None:
    places = [
        pegboard.hole(lane, lanes, score, target)
        for lane in range(lanes)
        for score in range(-1, target)
    ]
    places.append(pegboard.hole(0, lanes, target, target))
    assert len(set(places)) == len(places) == lanes * (target + 1) + 1
    for place in places:
        assert 5 <= place.x <= pegboard.WIDTH - 5
        assert 5 <= place.y <= pegboard.HEIGHT - 5


@pytest.mark.parametrize(("target", "lanes"), BOARDS)
def test_no_two_holes_touch(target: int, lanes: int) -> None:
    places = [
        pegboard.hole(lane, lanes, score, target)
        for lane in range(lanes)
        for score in range(-1, target)
    ]
    nearest = min(math.dist(a, b) for a, b in itertools.combinations(places, 2))
    assert nearest >= 7.2


@pytest.mark.parametrize(("target", "lanes"), BOARDS)
def test_all_lanes_share_the_last_hole(target: int, lanes: int) -> None:
    assert len({pegboard.hole(lane, lanes, target, target) for lane in range(lanes)}) == 1


def test_streets_run_up_and_down_in_turn() -> None:
    for street in range(4):
        first = pegboard.hole(0, 2, street * 30 + 1, 121)
        last = pegboard.hole(0, 2, street * 30 + 30, 121)
        assert first.x == last.x
        assert (first.y > last.y) is (street % 2 == 0)


def test_lanes_do_not_cross_at_a_bend() -> None:
    before = [pegboard.hole(lane, 3, 30, 121).x for lane in range(3)]
    after = [pegboard.hole(lane, 3, 31, 121).x for lane in range(3)]
    assert before == sorted(before)
    assert after == sorted(after, reverse=True)


def test_the_start_holes_lie_before_the_first_one() -> None:
    first, start, behind = (pegboard.hole(1, 2, score, 61) for score in (1, 0, -1))
    assert first.x == start.x == behind.x
    assert first.y < start.y < behind.y


def test_the_two_pegs_of_a_side_never_share_a_hole() -> None:
    for score, back in ((0, 0), (2, 0), (12, 8), (121, 118)):
        front, behind = pegboard.pegs(0, 2, score, back, 121)
        assert front == pegboard.hole(0, 2, score, 121)
        assert front != behind


@pytest.mark.parametrize(
    "arguments",
    [
        (2, 2, 5, 121),
        (-1, 2, 5, 121),
        (0, 0, 5, 121),
        (0, 4, 5, 121),
        (0, 2, 122, 121),
        (0, 2, -2, 121),
        (0, 2, 5, 100),
    ],
)
def test_what_is_off_the_board_is_refused(arguments: tuple[int, int, int, int]) -> None:
    with pytest.raises(ValueError, match="board"):
        pegboard.hole(*arguments)


def test_the_committed_boards_are_the_drawn_ones() -> None:
    draw = runpy.run_path(str(ROOT / "tools" / "make_boards.py"))["board"]
    for target, lanes, strip in itertools.product((121, 61), (2, 3), (False, True)):
        name = f"{target}-{lanes}{'-strip' if strip else ''}.svg"
        committed = (ROOT / "static" / "boards" / name).read_text(encoding="utf-8")
        assert committed == draw(target, lanes, strip)
