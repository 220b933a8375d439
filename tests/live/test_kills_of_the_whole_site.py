"""kill -9 of `make play`, or of all of it at once, and started again on the same data.

Whoever was at a table is back in the seat with the board as it was, without a hand's turn.
"""

import asyncio
import signal
import time
from urllib.parse import urlsplit

import pytest

from cribsite import processes
from tests.live.conftest import REPORTS
from tests.live.matches import (
    against_the_computer,
    check_moves,
    in_the_middle_of_a_hand,
    play_on,
    settled,
    two_robots,
    whoever_is_asked,
)

pytestmark = [pytest.mark.live, pytest.mark.kill]


@pytest.mark.parametrize("what", ["the supervisor", "everything"])
async def test_a_killed_site_comes_back_as_it_was(site, truth, what):
    async with two_robots(site, seed=5) as pair, against_the_computer(site, seed=6) as third:
        robots = [*pair, third]
        await play_on(robots, 60, until=in_the_middle_of_a_hand)
        hands = [set(robot.board.hand) for robot in robots]
        revisions = [robot.board.revision for robot in robots]
        mover = await whoever_is_asked(pair)
        sent = await mover.send(mover.board.offer(mover.chance))
        began = time.monotonic()
        site.process.kill()
        if what == "everything":
            processes.end(site.processes(), signal.SIGKILL, 5)
        site.process.wait()
        # whoever starts it again does so at the same address
        site.options = (
            "--stop-with-parent",
            "--port",
            str(urlsplit(robots[0].visitor.origin).port),
        )
        await asyncio.to_thread(site.start)
        started = time.monotonic() - began
        for robot in robots:
            await robot.until(lambda robot=robot: robot.opened[-1] > began, "the line", 30)
        await mover.until(lambda: sent.answer is not None, "the answer")
        back = max(robot.opened[-1] for robot in robots) - began
        assert sent.acked, sent.answer
        card = sent.frame["action"]["card"]
        for robot, hand, revision in zip(robots, hands, revisions, strict=True):
            await robot.until(lambda robot=robot, least=revision: robot.board.revision >= least)
            page = await asyncio.to_thread(robot.visitor.get, robot.path)
            held = {one["data-code"] for one in page.html.all(class_="hand-card")}
            if robot is mover:
                assert held == hand - {card}
            elif robot in pair:
                assert held == hand
            else:
                assert held <= hand
        await play_on(robots, 60, until=lambda board: board.phase in ("show", "over"))
        await settled(robots)
        check_moves(truth, pair)
        check_moves(truth, [third])
        REPORTS.append(
            f"{what}: the site answered again {started:.1f} s after the kill, all lines were back"
            f" after {back:.1f} s"
        )
    assert truth.verify_games().endswith(" 0 wrong")
