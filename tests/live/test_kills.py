"""kill -9 of each part in the middle of a hand, while two play and one plays the computer.

No acknowledged move may be lost or doubled, every move in flight must be answered in the end, the
lines come back, both games go on to their ends without anything done by hand, and so does what the
table does by itself.
"""

import asyncio
import signal
import time

import pytest

from tests.live.conftest import REPORTS
from tests.live.matches import (
    against_the_computer,
    check_moves,
    in_the_middle_of_a_hand,
    left_before_the_deal,
    pause_after,
    play_on,
    settled,
    two_robots,
    wait_is_over,
)

pytestmark = [pytest.mark.live, pytest.mark.kill]

STUCK = 120  # seconds
# The part, and how long after a move was sent it is killed: before anybody can have read the move,
# and while it is being decided.
KILLS = [
    ("daphne", 0),
    ("daphne", 0.004),
    ("postgres", 0),
    ("postgres", 0.004),
    ("valkey", 0.004),
    ("worker-cpu", 0.012),
    ("worker-sweep", 0),
    ("beat", 0),
]


@pytest.mark.parametrize(("part", "delay"), KILLS)
async def test_a_killed_part_does_no_harm_to_the_games(site, truth, part, delay):
    idle = await left_before_the_deal(site, truth)
    async with two_robots(site, seed=3) as pair, against_the_computer(site, seed=4) as third:
        robots = [*pair, third]
        await play_on(robots, STUCK, until=in_the_middle_of_a_hand)
        killed = asyncio.get_running_loop().create_future()

        def kill():
            in_flight = sum(len(robot.pending) for robot in robots)
            killed.set_result((site.kill(part), time.monotonic(), time.time(), in_flight))

        def strike(move):
            for robot in robots:
                robot.on_send = None
            asyncio.get_running_loop().call_later(delay, kill)

        for robot in [third] if part == "worker-cpu" else robots:
            robot.on_send = strike
        async with asyncio.timeout(STUCK), asyncio.TaskGroup() as group:
            for robot in robots:
                group.create_task(robot.play())
            old, began, at, in_flight = await killed
            by_itself = asyncio.create_task(asyncio.to_thread(wait_is_over, truth, idle))
            await asyncio.to_thread(site.wait_for_another, part, old)
            started = time.monotonic() - began
            swept, answered = await by_itself
        await settled(robots)
        for robot in robots:
            assert robot.line is not None and robot.board.over
            assert len(robot.opened) == (2 if part == "daphne" else 1)
        check_moves(truth, pair)
        check_moves(truth, [third])
        lines = [robot.opened[1] - began for robot in robots if len(robot.opened) > 1]
        slowest = max(sent.answered_at - sent.at for robot in robots for sent in robot.settled)
        REPORTS.append(
            f"{part} {delay * 1000:.0f} ms after a move was sent, {in_flight} in flight:"
            f" started again after {started:.1f} s"
            + (f", lines back after {max(lines):.1f} s" if lines else "")
            + f"; next move of the two {pause_after(truth, pair[0].code, at):.1f} s,"
            f" against the computer {pause_after(truth, third.code, at):.1f} s;"
            f" a wait that was over {swept:.1f} s, then the computer {answered:.1f} s;"
            f" slowest answer to a move {slowest:.1f} s"
        )


async def test_a_valkey_that_hangs_holds_up_no_move(site, truth):
    """It takes connections and never answers: worse than one that is gone."""
    async with two_robots(site, seed=7) as pair, against_the_computer(site, seed=8) as third:
        robots = [*pair, third]
        await play_on(robots, STUCK, until=in_the_middle_of_a_hand)
        await third.until(lambda: third.board.offer(third.chance), "a turn against the computer")
        hung = time.monotonic()
        site.kill("valkey", signal.SIGSTOP)
        try:
            async with asyncio.timeout(STUCK):
                playing = [asyncio.create_task(robot.play()) for robot in robots]
                await asyncio.sleep(4)
        finally:
            site.kill("valkey", signal.SIGCONT)
        async with asyncio.timeout(STUCK):
            await asyncio.gather(*playing)
        for robot in robots:
            waits = [sent.answered_at - sent.at for sent in robot.settled if 0 < sent.at - hung < 4]
            # decided at once, not when a line to Valkey is given up
            assert waits and max(waits) < 2.5
        check_moves(truth, pair)
        check_moves(truth, [third])


def test_every_game_still_follows_from_its_moves(truth):
    assert truth.verify_games().endswith(" 0 wrong")
