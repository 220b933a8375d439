"""How long people wait in the queue of the quick game once somebody fits them.

    python bench/pairing.py [--people 500] [--many 5000] [--new 20] [--seed 7]

First who plays whom is decided among `--people` and among `--many` with random ratings (normal,
1500 and 150 points) and waits of 0 to 70 s, in one process without a database. Then, with the
site's own servers, two things are measured from the moment somebody fits until the table is there,
with a pass every second as the sweep does it: `--people` are in the queue who fit nobody, and one
table becomes possible, or `--new` in the same second; and `--people` who fit one another come in
one moment, which takes several passes, as each makes tables for 0.7 s only.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
import uuid
from datetime import timedelta
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from games.pairing.matching import Waiting, groups  # noqa: E402
from tests.support.site import Site  # noqa: E402

SIZES = (2, 3, 4)
TARGET = 2.0
SWEEP_SECONDS = 1.0


def crowd(count: int, chance: random.Random) -> list[Waiting]:
    """So many people in a queue."""
    return [
        Waiting(number, round(chance.gauss(1500_00, 150_00)), chance.uniform(0, 70))
        for number in range(count)
    ]


def decide(count: int, chance: random.Random) -> None:
    """Who plays whom, without a database."""
    people = crowd(count, chance)
    for size in SIZES:
        start = time.perf_counter()
        found = groups(size, people)
        took = time.perf_counter() - start
        print(f"  {count:5} people, {size} a table: {took * 1000:7.1f} ms, {len(found)} groups")


def enter(people: list[Waiting], size: int) -> None:
    """Accounts like these in the queue, each with its page open."""
    from allauth.account.models import EmailAddress

    from accounts.models import Player, User
    from games import clock
    from games.models import QueuePage, Searcher

    now = clock.read().now
    soon = now + timedelta(minutes=5)
    names = [f"q{uuid.uuid4().hex[:12]}" for _ in people]
    users = User.objects.bulk_create(User(username=name, email=name) for name in names)
    EmailAddress.objects.bulk_create(
        EmailAddress(user=user, email=f"{user.username}@example.org", verified=True)
        for user in users
    )
    players = Player.objects.bulk_create(
        Player(kind="account", name=user.username, user=user) for user in users
    )
    QueuePage.objects.bulk_create(
        QueuePage(player=player, page=uuid.uuid4(), until=soon) for player in players
    )
    Searcher.objects.bulk_create(
        Searcher(
            player=player,
            size=size,
            rating=each.rating,
            since=now - timedelta(seconds=each.waited),
            kept_until=soon,
        )
        for player, each in zip(players, people, strict=True)
    )


def until_seated(tables: int) -> tuple[float, float, float]:
    """Seconds until so many tables are there, a pass every second from now on: of the pass that
    made the first, of the middle one, of the last, each at the end of its pass.

    The first pass comes after a whole second: nobody fits before it.
    """
    from games.models import Table
    from games.pairing import queue

    before, start = Table.objects.count(), time.perf_counter()
    ends: list[float] = []
    due = SWEEP_SECONDS
    while len(ends) < tables:
        time.sleep(max(0.0, due - (time.perf_counter() - start)))
        queue.pair()
        now = time.perf_counter() - start
        made = Table.objects.count() - before - len(ends)
        if not made:
            raise SystemExit("nobody is paired")
        ends += [now] * made
        due = max(due + SWEEP_SECONDS, now)
    return ends[0], ends[tables // 2], ends[-1]


def newcomers(count: int, new: int, size: int) -> float:
    """So many who fit nobody, and then so many who fit one of them each; the last one's wait."""
    from games.models import Searcher

    Searcher.objects.all().delete()
    # none within the other's window, but size - 1 of each newcomer's
    alone = [Waiting(number, 201_00 * (number // (size - 1)), 0) for number in range(count)]
    enter(alone, size)
    enter([Waiting(0, 201_00 * number, 0) for number in range(new)], size)
    _first, _middle, last = until_seated(new)
    print(f"  {count:5} wait, {new} x {size} seats become possible: all in {last:.2f} s")
    return last


def at_once(count: int, size: int, chance: random.Random) -> None:
    """So many who come in one moment."""
    from games.models import Searcher

    Searcher.objects.all().delete()
    people = crowd(count, chance)
    tables = len(groups(size, people)) * 9 // 10
    enter(people, size)
    first, middle, last = until_seated(tables)
    print(
        f"  {count:5} come at once, {size} a table: the first tables in {first:.2f} s, half in "
        f"{middle:.2f} s, 9 of 10 in {last:.2f} s ({tables} tables)"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--people", type=int, default=500)
    parser.add_argument("--many", type=int, default=5000)
    parser.add_argument("--new", type=int, default=20)
    parser.add_argument("--seed", type=int, default=7)
    chosen = parser.parse_args()
    print("who plays whom:")
    for count in (chosen.people, chosen.many):
        decide(count, random.Random(chosen.seed))
    with Site().start_servers() as site:
        os.environ.update(site.environment())
        os.environ["DJANGO_SETTINGS_MODULE"] = "cribsite.settings"
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        print("until the table is there:")
        longest = max(newcomers(chosen.people, 1, size) for size in SIZES)
        crowded = max(newcomers(chosen.people, chosen.new, size) for size in SIZES)
        for size in SIZES:
            at_once(chosen.people, size, random.Random(chosen.seed))
        from django.db import connections

        connections.close_all()
    print(
        f"pairing: {longest:.2f} s for one table at the longest, {crowded:.2f} s for "
        f"{chosen.new} in the same second (target {TARGET:.0f} s)"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
