"""So many games of a pair of opponents count, and no more."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import combinations

from django.db.models import F

from ratings.models import Entry, Settlement
from ratings.results import are_opponents

DAY, GAMES_A_DAY = timedelta(hours=24), 3
WEEK, GAMES_A_WEEK = timedelta(days=7), 10


def why_not_rated(players: Sequence[int], now: datetime) -> str:
    """Whether a game of these players, in the order of their seats, is beyond what counts.

    "day" or "week" when two opponents have had their rated games of that time already, else "".
    """
    for one, other in combinations(range(len(players)), 2):
        if not are_opponents(len(players), one, other):
            continue
        times = games_of_pair(players[one], players[other], now - WEEK)
        if sum(at > now - DAY for at in times) >= GAMES_A_DAY:
            return "day"
        if len(times) >= GAMES_A_WEEK:
            return "week"
    return ""


def games_of_pair(one: int, other: int, since: datetime) -> list[datetime]:
    """When two players have had rated games against each other since then."""
    games = Entry.objects.filter(
        player=one,
        seat__isnull=False,
        settlement__kind=Settlement.Kind.GAME,
        settlement__voided_by=None,
        settlement__at__gt=since,
        settlement__entries__player=other,
    ).values_list("mode", "seat", F("settlement__entries__seat"), "settlement__at")
    return [at for mode, seat, across, at in games if are_opponents(mode, seat, across)]
