"""A session that ends takes its sockets with it, wherever it was ended."""

import asyncio
import json
import time

import pytest

from tests.live.matches import play_on, two_robots
from tests.support.robot import Board, Robot

pytestmark = [pytest.mark.live, pytest.mark.usefixtures("no_traceback")]

SOON = 5.0  # seconds; three by design, and a busy machine


async def test_signing_out_closes_every_page_of_that_player(site, truth):
    async with two_robots(site) as robots:
        await play_on(robots, 30, until=lambda board: board.phase == "play")
        ann, bob = robots
        key = ann.visitor.session
        async with Robot(ann.visitor, ann.path, 7) as second:
            began = time.monotonic()
            page = await asyncio.to_thread(ann.visitor.post, "/forget/")
            assert page.status == 200
            assert "forgotten" in page.text
            for robot in (ann, second):
                await robot.until(lambda robot=robot: robot.ended, "the close", SOON)
                assert [code for _, code in robot.closes] == [4401]
            assert time.monotonic() - began < SOON
        assert len(bob.opened) == 1, "the other's line was closed as well"
        assert bob.line is not None
        assert not truth.rows("SELECT 1 FROM django_session WHERE session_key = %s", key)
        # neither the old cookie nor the forgotten device can come back
        async with bob.raw_line(session=key) as line:
            board = Board()
            board.show(json.loads(await line.recv())["html"])
            assert not board.visible("hand"), "the old cookie still has the seat"
        page = ann.visitor.get(ann.path)
        hand = page.html.by_id("region-hand")
        assert hand is not None and hand.has("hidden"), "the forgotten device still has the seat"
        # the seat stays taken, and the other page lives
        assert len(truth.seats(ann.code)) == 2
        await bob.make({"type": "act", "decision": "0.0", "action": {"type": "count"}})
        assert bob.settled[-1].refusal == "stale"


async def test_a_session_that_is_deleted_or_expires_closes_its_page(site, truth):
    async with two_robots(site) as robots:
        await play_on(robots, 30, until=lambda board: board.phase == "play")
        ann, bob = robots
        truth.rows("DELETE FROM django_session WHERE session_key = %s", ann.visitor.session)
        await ann.until(lambda: ann.ended, "the close", SOON)
        assert [code for _, code in ann.closes] == [4401]
        assert len(bob.opened) == 1 and bob.line is not None
        truth.rows(
            "UPDATE django_session SET expire_date = now() - interval '1 second'"
            " WHERE session_key = %s",
            bob.visitor.session,
        )
        await bob.until(lambda: bob.ended, "the close", SOON)
        assert [code for _, code in bob.closes] == [4401]
