"""The tables of a drill: who sits there, with which settings, and who has which whim."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from drill.people import Person, Whim
from tests.support.robot import open_table, sit_down

GONE, IDLE = Whim.GONE, Whim.IDLE


@dataclass(frozen=True)
class Kind:
    """A kind of table; `whims` are those of the people from the host's left on."""

    people: int
    computers: int = 0
    target: int = 121
    limit: int = 0
    muggins: bool = False
    whims: tuple[Whim, ...] = ()


# The clocks run at the tables with a limit; somebody who is gone needs somebody else to wait for.
KINDS = (
    Kind(2, target=61),
    Kind(2, limit=30, whims=(IDLE,)),
    Kind(2, muggins=True),
    Kind(3, limit=30, whims=(GONE,)),
    Kind(3, whims=(GONE,)),
    Kind(4, limit=30, whims=(GONE, Whim.NOTHING, IDLE)),
    Kind(1, computers=1),
    Kind(2, computers=1, limit=30, whims=(IDLE,)),
    Kind(3, computers=1, muggins=True, whims=(GONE,)),
    Kind(2, computers=1, target=61, limit=30, muggins=True, whims=(GONE,)),
)


async def seat(address: Callable[[], str], number: int, chance: random.Random) -> list[Person]:
    """Open the table of that number; its people, each with the page open."""
    kind = KINDS[number % len(KINDS)]
    names = [f"Robot {number + 1} {letter}" for letter in "ABCD"[: kind.people]]
    visitor, path = await asyncio.to_thread(
        partial(open_table, address, name=names[0], target=kind.target)
    )
    host = Person(names[0], visitor, path, random.Random(chance.random()))
    page = await host.arrive()
    wanted = {"turn_limit": str(kind.limit), "muggins": "on" if kind.muggins else "off"}
    for name, value in wanted.items():
        sent = await page.make({"type": "setting", "name": name, "value": value})
        assert sent.acked, sent.answer
    people = [host]
    for name, whim in zip(names[1:], (*kind.whims, *[Whim.NOTHING] * 3), strict=False):
        visitor = await asyncio.to_thread(partial(sit_down, address, path, name=name))
        person = Person(name, visitor, path, random.Random(chance.random()))
        person.whim = whim
        people.append(person)
    for chair in range(kind.people, kind.people + kind.computers):
        sent = await page.make({"type": "computer", "chair": chair})
        assert sent.acked, sent.answer
    for person in people[1:]:
        await person.arrive()
    return people
