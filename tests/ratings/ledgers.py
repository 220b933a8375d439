"""Players, games and settled results for the tests of ratings."""

import random
import uuid
from datetime import UTC, datetime, timedelta

from accounts.models import Player
from games.models import Game, Table
from ratings.models import Entry, Rating, Settlement
from ratings.results import Result, SeatResult
from ratings.settlement import settle

BEGAN = datetime(2026, 1, 1, tzinfo=UTC)


def people(count):
    """New players, called Player 1 and so on."""
    return Player.objects.bulk_create(
        Player(kind=Player.Kind.ACCOUNT, name=f"Player {number}") for number in range(1, count + 1)
    )


def new_game():
    """A game for the ledger to point at."""
    table = Table.objects.create(code=uuid.uuid4().hex)
    return Game.objects.create(table=table, number=1, key=str(uuid.uuid4()))


def result(players, places, left=(), ending=None, game=None):
    """What is told of a game; a new one is made for it. All level: that was agreed to."""
    ending = ending or ("draw" if len(set(places)) == 1 else "played")
    seats = tuple(
        SeatResult(player.pk, place, seat in left)
        for seat, (player, place) in enumerate(zip(players, places, strict=True))
    )
    return Result((game or new_game()).pk, ending, seats, first_dealer=0)


def settled(players, places, left=(), day=0):
    """A game that is settled so many days after the first of the year."""
    return settle(result(players, places, left), BEGAN + timedelta(days=day))


def many(players, seats, count, seed=1):
    """Random games among these players, one a day."""
    chance = random.Random(seed)
    found = []
    for day in range(count):
        at_table = chance.sample(players, seats)
        places = chance.choice(PLACES[seats])
        left = {chance.randrange(seats)} if seats == 4 and chance.random() < 0.2 else ()
        found.append(settled(at_table, places, left, day))
    return found


PLACES = {
    2: [(1, 2), (2, 1), (1, 1)],
    3: [(1, 2, 3), (3, 1, 2), (2, 3, 1), (1, 2, 2), (1, 1, 1)],
    4: [(1, 2, 1, 2), (2, 1, 2, 1), (1, 1, 1, 1)],
}


def values(mode=2):
    """The ratings of a mode by the players' names."""
    rows = Rating.objects.filter(mode=mode)
    return dict(rows.order_by("player__name").values_list("player__name", "value"))


def changes(settlement):
    """What a settlement moved, by seat; the house last where it has a row."""
    rows = Entry.objects.filter(settlement=settlement)
    seated = list(rows.exclude(seat=None).order_by("seat").values_list("change", flat=True))
    return seated + list(rows.filter(player=None).values_list("change", flat=True))


def ledger():
    """Everything in the ledger."""
    return (
        list(Settlement.objects.order_by("pk").values()),
        list(Entry.objects.order_by("pk").values()),
    )
