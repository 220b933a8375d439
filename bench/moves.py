"""How long a move takes to the other player's socket, at a quiet table of a whole site.

    python bench/moves.py [--moves 300]

Starts `manage.py play` on data of its own, lets two players with one socket each play one game
after the other, one move at a time: the next one is made when both have the board that followed
from the last. Prints median and 95th percentile of the time from sending a move on one socket to
the board on the other, and of the time to the mover's own acknowledgement. Nothing is left
running.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.support.robot import Robot, open_table, sit_down  # noqa: E402
from tests.support.site import Site  # noqa: E402

MEDIAN, P95 = 50, 150  # ms
WARM_UP = 20  # moves


class Timed(Robot):
    """Notes when something came and reads it later, so that reading is not in the way."""

    def __init__(self, *arguments: object) -> None:
        super().__init__(*arguments)  # type: ignore[arg-type]
        self.boards: list[float] = []
        self.acks: list[float] = []
        self.unread: list[str] = []

    def _hear(self, text: str) -> None:
        now = time.monotonic()
        kind = json.loads(text)["type"]
        if kind == "board" and self.board.revision >= 0:
            self.boards.append(now)
            self.unread.append(text)
        else:
            if kind == "ack":
                self.acks.append(now)
            super()._hear(text)

    def read(self) -> None:
        while self.unread:
            super()._hear(self.unread.pop(0))


async def one_move(mover: Timed, other: Timed) -> tuple[float, float] | None:
    """Seconds to the other's board and to the own acknowledgement; None before a game."""
    frame = mover.board.offer(mover.chance) or mover.board.rematch(mover.chance)
    assert frame is not None
    for robot in (mover, other):
        robot.boards.clear()
        robot.acks.clear()
    sent = await mover.send(frame)
    await other.until(lambda: other.boards, "the other's board")
    await mover.until(lambda: mover.boards and mover.acks, "the own board")
    for robot in (mover, other):
        robot.read()
    if frame["type"] != "act":
        return None
    return other.boards[0] - sent.at, mover.acks[0] - sent.at


async def play(site: Site, wanted: int) -> list[tuple[float, float]]:
    """So many moves, after a few to warm up."""
    ann, path = open_table(lambda: site.url, target=121)
    bob = sit_down(lambda: site.url, path)
    found: list[tuple[float, float]] = []
    async with Timed(ann, path, 1) as host, Timed(bob, path, 2) as guest:
        while len(found) < wanted + WARM_UP:
            for robot, other in ((host, guest), (guest, host)):
                offered = robot.board.offer(robot.chance) or robot.board.rematch(robot.chance)
                if offered is not None:
                    times = await one_move(robot, other)
                    if times is not None:
                        found.append(times)
                    break
            else:
                raise AssertionError("nobody can do anything")
    return found[WARM_UP:]


def line(name: str, seconds: list[float]) -> str:
    ms = sorted(1000 * each for each in seconds)
    p95 = statistics.quantiles(ms, n=20)[-1]
    return (
        f"{name}: median {statistics.median(ms):.1f} ms, p95 {p95:.1f} ms"
        f" (fastest {ms[0]:.1f}, slowest {ms[-1]:.1f})"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--moves", type=int, default=300)
    options = parser.parse_args()
    folder = ROOT / "var" / f"bench-moves-{os.getpid()}"
    with Site(folder, "--stop-with-parent") as site:
        site.start()
        began = time.monotonic()
        times = asyncio.run(play(site, options.moves))
        took = time.monotonic() - began
    others = [other for other, _ in times]
    print(f"{len(times)} moves at one table with two sockets, in {took:.0f} s")
    print(line("from a move to the board on the other socket", others))
    print(line("from a move to its own acknowledgement", [own for _, own in times]))
    median = 1000 * statistics.median(others)
    p95 = 1000 * statistics.quantiles(others, n=20)[-1]
    for name, value, target in (("median", median, MEDIAN), ("p95", p95, P95)):
        verdict = "met" if value <= target else "MISSED"
        print(f"target {name} {target} ms: {verdict} ({value:.1f} ms)")
    load = os.getloadavg()[0]
    print(f"load of the machine just now: {load:.1f} on {os.cpu_count()} cores")
    return 0


if __name__ == "__main__":
    sys.exit(main())
