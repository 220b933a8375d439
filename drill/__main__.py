"""`make drill`: play, kill, judge; the exit status is 1 when anything is wrong."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import shutil
import signal
import sys
import time
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from functools import partial

from cribsite import layout
from cribsite.processes import Trouble
from drill import judge, report, seating
from drill.history import History, Kill
from drill.killer import Gone, Killer
from drill.people import Person
from drill.records import Records
from tests.live.truth import Truth
from tests.support.site import ROOT, Site

FOLDER = ROOT / "var" / "drill"
SEATING_AT_ONCE = 3  # tables
WHIMS = (3.0, 12.0)  # seconds after the start of the killing
LAST_WORDS = 12.0  # seconds for the replies to the last answers
BEFORE_QUIET = 6.0  # seconds for lines and pages to come back after the last kill


def say(line: str) -> None:
    print(line, flush=True)


@contextmanager
def new_site() -> Iterator[Site]:
    """The site that `make play` brings up, on a folder made anew. Raises Trouble."""
    # Somebody else's drill from this checkout is not ours to sweep away.
    layout.take(FOLDER).close()
    Site(FOLDER).remove()
    shutil.rmtree(FOLDER, ignore_errors=True)
    site = Site(FOLDER, "--stop-with-parent")
    try:
        yield site.start()
    finally:
        site.stop()


@asynccontextmanager
async def refreshed(records: Records) -> AsyncIterator[None]:
    """The records are asked again every second."""

    async def again() -> None:
        while True:
            await asyncio.to_thread(records.refresh)
            await asyncio.sleep(1)

    asking = asyncio.create_task(again())
    try:
        yield
    finally:
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)


async def seat_all(site: Site, tables: int, chance: random.Random) -> list[Person]:
    """Open the tables, a few at once; everybody at them."""
    places = asyncio.Semaphore(SEATING_AT_ONCE)

    async def one(number: int) -> list[Person]:
        async with places:
            return await seating.seat(lambda: site.url, number, chance)

    seated = await asyncio.gather(*map(one, range(tables)))
    return [person for people in seated for person in people]


async def drill(
    site: Site, seconds: float, tables: int, seed: int
) -> tuple[History, dict[str, list[str]], int]:
    """Play and kill; what happened, the faults by kind, and the reconnects."""
    chance = random.Random(seed)
    records = Records(Truth(site))
    faults: list[str] = []
    playing: list[asyncio.Task[None]] = []
    people: list[Person] = []
    began = time.monotonic()

    def told(kill: Kill) -> None:
        took = kill.back_at - kill.at
        say(
            f"{time.monotonic() - began:5.0f} s  {kill.part} killed, back after {took:.1f} s;"
            f" {records.moves} moves"
        )

    killer = Killer(site, told)
    try:
        async with refreshed(records):
            people = await seat_all(site, tables, chance)
            say(f"{len(people)} robots sit at {tables} tables")
            began = time.monotonic()
            for person in people:
                person.facts = partial(records.facts, person.table, person.name)
                whim_at = began + chance.uniform(*WHIMS)
                playing.append(asyncio.create_task(person.play(whim_at), name=person.name))
            try:
                await killer.run(seconds)
            except Gone as gone:
                faults.append(str(gone))
            for person in people:
                person.quiet.set()
            say(f"{time.monotonic() - began:5.0f} s  no more kills: every table must move now")
            await asyncio.sleep(BEFORE_QUIET + judge.QUIET)
            ended_at = time.time()
        faults += [
            f"{task.get_name()} stopped: {type(failure).__name__}: {failure}"
            for task in playing
            if task.done() and (failure := task.exception()) is not None
        ]
        await _cancelled(playing)
        await asyncio.gather(*(person.settle(LAST_WORDS) for person in people))
    finally:
        await _cancelled(playing)
        for person in people:
            with contextlib.suppress(Exception):
                await person.depart()
    history = History(kills=killer.kills, ended_at=ended_at)
    history.answers = [answer for person in people for answer in person.given()]
    history.connected = {person.name: person.connected for person in people}
    history.tables = sorted({person.table for person in people})
    say(f"{time.monotonic() - began:5.0f} s  reading the history")
    records.read_into(history)
    faults += judge.refused(history) + records.wrong_games() + records.leaks()
    found = {
        "lost": judge.lost(history),
        "doubled": judge.doubled(history),
        "stuck": judge.stuck(history),
        "early": judge.early_turns(history) + judge.early_away(history),
        "faults": faults,
    }
    return history, found, sum(person.connections for person in people) - len(people)


async def _cancelled(tasks: Sequence[asyncio.Task[None]]) -> None:
    waiting = set(tasks)
    while waiting:
        for task in waiting:
            task.cancel()
        # A library may have swallowed one: again then.
        _ended, waiting = await asyncio.wait(waiting, timeout=2)


def main() -> int:
    parser = argparse.ArgumentParser(prog="make drill", description="Play while parts are killed.")
    parser.add_argument("--seconds", type=float, default=120, help="how long parts are killed")
    parser.add_argument("--tables", type=int, default=len(seating.KINDS), help="how many tables")
    parser.add_argument("--seed", type=int, default=None, help="for the robots' choices")
    chosen = parser.parse_args()
    # However it is asked to end, the site and the robots end with it; a shell may have had it
    # started with SIGINT ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, lambda number, frame: signal.raise_signal(signal.SIGINT))
    seed = random.randrange(10**6) if chosen.seed is None else chosen.seed
    say(f"Starting a site in {FOLDER.relative_to(ROOT)} (seed {seed})")
    faults: Mapping[str, Sequence[str]]
    try:
        with new_site() as site:
            history, faults, reconnects = asyncio.run(
                drill(site, chosen.seconds, chosen.tables, seed)
            )
    except Trouble as trouble:
        print(f"cribbage: {trouble}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        say("Stopped")
        return 130
    for line in report.lines(history, faults, reconnects):
        say(line)
    return 1 if any(faults.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
