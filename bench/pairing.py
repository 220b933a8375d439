"""How long people wait in the queue of the quick game for those who fit them.

    python bench/pairing.py [--people 500] [--many 5000] [--seed 7]

With random ratings (normal, 1500 and 150 points) and waits of 0 to 70 s it prints, for 2, 3 and 4
players: the time to decide who plays whom among `--people` and among `--many`, as one process does
it without a database; and with the site's own servers one whole pass over `--people`, tables made
and all, and how long the last table took from the moment at which everybody was in the queue. The
sweep calls a pass every second: what a pass takes and that second make the wait.
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


def enter(count: int, size: int, chance: random.Random) -> None:
    """So many accounts in the queue, each with its page open."""
    from allauth.account.models import EmailAddress

    from accounts.models import Player, User
    from games import clock
    from games.models import QueuePage, Searcher

    now = clock.read().now
    soon = now + timedelta(minutes=5)
    names = [f"q{uuid.uuid4().hex[:12]}" for _ in range(count)]
    users = User.objects.bulk_create(User(username=name, email=name) for name in names)
    EmailAddress.objects.bulk_create(
        EmailAddress(user=user, email=f"{user.username}@example.org", verified=True)
        for user in users
    )
    players = Player.objects.bulk_create(
        Player(kind="account", name=user.username, user=user) for user in users
    )
    Searcher.objects.bulk_create(
        Searcher(
            player=player,
            size=size,
            rating=each.rating,
            since=now - timedelta(seconds=each.waited),
            kept_until=soon,
        )
        for player, each in zip(players, crowd(count, chance), strict=True)
    )
    QueuePage.objects.bulk_create(
        QueuePage(player=player, page=uuid.uuid4(), until=soon) for player in players
    )


def whole_pass(count: int, size: int, chance: random.Random) -> float:
    """Seconds of one pass over so many, tables made and all."""
    from games.models import Searcher, Table
    from games.pairing import queue

    Searcher.objects.all().delete()
    enter(count, size, chance)
    before = Table.objects.count()
    start = time.perf_counter()
    queue.pair()
    took = time.perf_counter() - start
    made = Table.objects.count() - before
    each = took / made * 1000 if made else 0
    print(
        f"  {count:5} people, {size} a table: {took:6.2f} s, {made} tables ({each:.1f} ms each), "
        f"{Searcher.objects.count()} wait on"
    )
    return took


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--people", type=int, default=500)
    parser.add_argument("--many", type=int, default=5000)
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
        print("one pass with its tables:")
        chance = random.Random(chosen.seed)
        passes = [whole_pass(chosen.people, size, chance) for size in SIZES]
        from django.db import connections

        connections.close_all()
    # all that wait have come just after a sweep
    longest = SWEEP_SECONDS + max(passes)
    right = longest <= TARGET
    print(f"the last of {chosen.people} at once: {longest:.2f} s (target {TARGET:.0f} s)")
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
