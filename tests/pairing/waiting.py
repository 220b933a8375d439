"""People who look for a quick game, for tests."""

import uuid
from datetime import timedelta

from games.models import Searcher, Seat, Table
from games.pairing import queue
from ratings.models import Rating
from tests.support.playing import account


def searching(name, size=2, *, points=1500, pages=1, waited=0):
    """An account of that name that looks for a game, with so many pages open."""
    player = account(name)
    if points != 1500:
        Rating.objects.create(player=player, mode=size, value=points * 100)
    for _ in range(pages):
        queue.arrive(uuid.uuid4(), player.pk)
    queue.search(player, size)
    wait(player, waited)
    return player


def wait(player, seconds):
    """Let a player have looked for so much longer."""
    entry = Searcher.objects.get(player=player)
    entry.since -= timedelta(seconds=seconds)
    entry.save(update_fields=["since"])


def looking(size=2):
    """The names of those who look for a game of that size, in the order in which they came."""
    return list(
        Searcher.objects.filter(size=size).order_by("since").values_list("player__name", flat=True)
    )


def tables():
    """Who sits at each quick table, by seat, in the order in which they were made."""
    return [
        list(
            Seat.objects.filter(game__table=table)
            .order_by("number")
            .values_list("player__name", flat=True)
        )
        for table in Table.objects.filter(quick=True).order_by("pk")
    ]
