"""Who plays whom, when, and how it goes on: all of it follows from one seed."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import Enum

MONTHS = timedelta(days=180)
# Of all games, by the number of seats.
SHARES = {2: 0.62, 3: 0.18, 4: 0.2}
# How many of the people play with so many seats.
REGULARS = {2: 1.0, 3: 0.4, 4: 0.45}
MINUTES = {2: (9, 21), 3: (18, 34), 4: (14, 28)}
WEAKEST = 0.55


class Fate(Enum):
    """What becomes of a game beside being played to its end."""

    PLAYED = "played"
    DRAWN = "drawn"
    LEFT = "left"
    MISSED = "missed"


# Of a thousand games.
FATES = {Fate.DRAWN: 8, Fate.LEFT: 25, Fate.MISSED: 4}


@dataclass(frozen=True, slots=True)
class Person:
    """`skill` is how often a sensible decision is made, 0 to 1; `appetite` by number of seats is
    how often somebody is found at a table, beside others."""

    name: str
    skill: float
    joined: datetime
    appetite: dict[int, float] = field(hash=False)
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Planned:
    """A game to be played. `players` by seat are numbers of people; with `fate` LEFT or MISSED
    `who` is the seat, and `hand` the deal in which it happens."""

    number: int
    players: tuple[int, ...]
    start: datetime
    end: datetime
    fate: Fate
    who: int
    hand: int
    turn_limit: int


@dataclass(frozen=True, slots=True)
class Plan:
    """`cheat` is the number of somebody whose games of two are taken out at `caught`."""

    people: tuple[Person, ...]
    games: tuple[Planned, ...]
    cheat: int
    caught: datetime


def plan(chance: random.Random, names: Sequence[str], games: int, until: datetime) -> Plan:
    """Half a year that ends at `until`, with so many games among people of these names."""
    began = until - MONTHS
    caught = began + MONTHS * 0.7
    cheat = len(names) // 2
    people = tuple(
        _person(chance, number, name, began, caught if number == cheat else None)
        for number, name in enumerate(names)
    )
    return Plan(people, tuple(_games(chance, people, games, began, until)), cheat, caught)


def _person(
    chance: random.Random, number: int, name: str, began: datetime, caught: datetime | None
) -> Person:
    newcomer = chance.random() < 0.3 and caught is None
    joined = began - timedelta(days=chance.uniform(0, 300))
    if newcomer:
        joined = began + MONTHS * chance.uniform(0.1, 0.9)
    appetite = {
        # The first four play with any number, so that there is always a table.
        seats: chance.lognormvariate(0, 0.7) if number < 4 or chance.random() < part else 0.0
        for seats, part in REGULARS.items()
    }
    skill = 1.0 if caught else round(WEAKEST + (1 - WEAKEST) * chance.betavariate(2.2, 1.4), 3)
    if number < 4:
        joined = min(joined, began)
    return Person(name, skill, joined, appetite, caught)


def _games(
    chance: random.Random, people: Sequence[Person], count: int, began: datetime, until: datetime
) -> list[Planned]:
    starts = sorted(_start(chance, began, until) for _ in range(count))
    busy = [began] * len(people)
    planned: list[Planned] = []
    for start in starts:
        seats = chance.choices(list(SHARES), list(SHARES.values()))[0]
        minutes = chance.uniform(*MINUTES[seats])
        end = start + timedelta(minutes=minutes)
        free = {
            number: each.appetite[seats]
            for number, each in enumerate(people)
            if each.appetite[seats]
            and each.joined <= start
            and busy[number] <= start
            and (each.until is None or end < each.until)
        }
        if len(free) < seats:
            continue
        players = _some(chance, free, seats)
        for number in players:
            busy[number] = end + timedelta(minutes=2)
        fates = [*FATES, Fate.PLAYED]
        weights = [*FATES.values(), 1000 - sum(FATES.values())]
        planned.append(
            Planned(
                len(planned) + 1,
                players,
                start,
                end,
                chance.choices(fates, weights)[0],
                chance.randrange(seats),
                chance.randint(2, 6),
                chance.choice((30, 60)),
            )
        )
    return planned


def _start(chance: random.Random, began: datetime, until: datetime) -> datetime:
    """Some time of these days, mostly in the evening; the last game is over before the end."""
    days = (until - began).days
    hour = chance.triangular(6, 23, 20)
    return began + timedelta(days=chance.randrange(days), hours=hour)


def _some(chance: random.Random, weights: dict[int, float], count: int) -> tuple[int, ...]:
    left, chosen = dict(weights), []
    for _ in range(count):
        (one,) = chance.choices(list(left), list(left.values()))
        del left[one]
        chosen.append(one)
    return tuple(chosen)
