"""Tables with robots at them, and what must be true of every game that was played there."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import psycopg

from tests.live.truth import Truth
from tests.support.robot import Board, Robot, Sent, open_table, sit_down
from tests.support.site import Site

# How much longer than usual anything may take: a slow machine is no fault.
SLOW = 4


@asynccontextmanager
async def two_robots(site: Site, target: int = 61, seed: int = 1) -> AsyncIterator[list[Robot]]:
    """Ann, the host, and Bob, each on a device of their own, with their pages open."""
    ann, path = await asyncio.to_thread(open_table, lambda: site.url, target=target)
    bob = await asyncio.to_thread(sit_down, lambda: site.url, path)
    async with Robot(ann, path, 2 * seed) as host, Robot(bob, path, 2 * seed + 1) as guest:
        yield [host, guest]


@asynccontextmanager
async def against_the_computer(site: Site, target: int = 61, seed: int = 1) -> AsyncIterator[Robot]:
    """Cleo at a table with a CPU player."""
    cleo, path = await asyncio.to_thread(
        open_table, lambda: site.url, name="Cleo", target=target, computer=True
    )
    async with Robot(cleo, path, seed) as robot:
        yield robot


async def play_on(robots: Sequence[Robot], seconds: float, **more: Any) -> None:
    """All of them play, until all see what is to be seen (by default the end of the game)."""
    async with asyncio.timeout(SLOW * seconds), asyncio.TaskGroup() as group:
        for robot in robots:
            group.create_task(robot.play(**more))


async def whoever_is_asked(robots: Sequence[Robot]) -> Robot:
    """The first robot whose page offers something."""
    while True:
        for robot in robots:
            if robot.board.offer(robot.chance) is not None:
                return robot
        await asyncio.sleep(0.01)


async def play_to(robots: Sequence[Robot], phase: str, seconds: float = 30) -> None:
    """Move one after the other until all pages show that phase (the end of the game included)."""
    async with asyncio.timeout(SLOW * seconds):
        while {robot.board.phase for robot in robots} != {phase}:
            robot = await whoever_is_asked(robots)
            if all(each.board.phase == phase for each in robots):
                break
            await robot.move()
            await same_board(robots)


async def same_board(robots: Sequence[Robot], seconds: float = 40) -> None:
    """Wait until all pages show the newest revision that one of them shows."""
    newest = max(robot.board.revision for robot in robots)
    for robot in robots:
        await robot.until(lambda robot=robot: robot.board.revision >= newest, "the board", seconds)


async def settled(robots: Sequence[Robot]) -> None:
    """Wait until every move of theirs is answered."""
    for robot in robots:
        await robot.until(lambda robot=robot: not robot.pending, "the last answer")


def check_moves(truth: Truth, robots: Sequence[Robot]) -> None:
    """What was acknowledged is there once, what was refused is not, and nothing else was done."""
    (code,) = {robot.code for robot in robots}
    with truth.one_look():
        truth.replay(code)
        moves = truth.moves(code)
    stored = {(move["number"], move["decision"], move["seat"]): move for move in moves}
    assert len(stored) == len(moves)
    for robot in robots:
        assert robot.pending == {}, "a move was never answered"
        seat = robot.board.seat
        acked = {}
        for sent in robot.settled:
            if sent.frame["type"] != "act":
                assert sent.acked, sent.answer
                continue
            key = (*map(int, sent.frame["decision"].split(".")), seat)
            if sent.acked:
                assert same_action(stored[key]["action"], sent), "an acknowledged move was lost"
                acked[key] = sent
            else:
                assert sent.refusal == "too_late", sent.answer
                assert stored[key]["actor"] == "table"
        for key, move in stored.items():
            own = move["seat"] == seat and move["actor"] == "player"
            if own and move["action"]["type"] != "cut":
                assert key in acked, "the table has a move that was not acknowledged"


def same_action(stored: dict[str, Any], sent: Sent) -> bool:
    """A page names no hand when it deals."""
    wanted = sent.frame["action"]
    return stored == wanted | {name: stored[name] for name in ("hand_no",) if name in stored}


# --- Killing --------------------------------------------------------------------------------------


def in_the_middle_of_a_hand(board: Board) -> bool:
    return board.phase == "play" and len(board.hand) in (2, 3)


def pause_after(truth: Truth, code: str, at: float) -> float:
    """Seconds from that time (of `time.time`) to the first move recorded after it."""
    return min(since for move in truth.moves(code) if (since := move["at"].timestamp() - at) > 0)


async def left_before_the_deal(site: Site, truth: Truth) -> str:
    """A table against the computer that waits for a deal, with no line to it open; its code.

    By its lease the page is still there: else the table would stand still.
    """
    async with against_the_computer(site) as robot:
        await robot.move()
        await robot.until(lambda: robot.board.phase == "deal")
        game = truth.game(robot.code)
        truth.rows(
            "INSERT INTO games_page (table_id, page, player_id, seen_at, until)"
            " SELECT table_id, gen_random_uuid(), player_id, seen_at, '9999-01-01'"
            " FROM games_page WHERE table_id = %s",
            game["table_id"],
        )
        let_deal_be_due(truth, game, "1 hour")
    return robot.code


def let_deal_be_due(truth: Truth, game: dict[str, Any], wait: str) -> None:
    """The table deals by itself when that much site time is over."""
    truth.rows(
        "UPDATE games_game SET deadline_at = games_site_now() + %s::interval,"
        " asked_at = games_site_now() + %s::interval - interval '10 seconds' WHERE id = %s",
        wait,
        wait,
        game["id"],
    )


def wait_is_over(truth: Truth, code: str, seconds: float = 40) -> tuple[float, float]:
    """Let the wait for that deal be over, as soon as the database can be told.

    Seconds until the table has dealt by itself, and then until the CPU has thrown.
    """
    until = time.monotonic() + seconds
    told = dealt = 0.0
    while time.monotonic() < until:
        try:
            if not told:
                let_deal_be_due(truth, truth.game(code), "0 seconds")
                told = time.monotonic()
            actors = [move["actor"] for move in truth.moves(code)]
        except psycopg.OperationalError:
            actors = []
        if "table" in actors and not dealt:
            dealt = time.monotonic()
        if "cpu" in actors:
            return dealt - told, time.monotonic() - dealt
        time.sleep(0.05)
    raise AssertionError(f"{'the CPU' if dealt else 'the table'} did nothing in {seconds:.0f} s")
