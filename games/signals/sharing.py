"""Accounts that share an address or a device, and have played ranked games against each other."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime, timedelta
from itertools import combinations

from django.db.models import Exists, OuterRef

from accounts.models import Report
from accounts.traces.models import Trace
from games.signals.filing import file_signal, not_closed
from ratings.models import Entry, Meeting, Settlement

# Accounts are noted once a day when they play: whoever has played since is here.
LATELY = timedelta(hours=25)
# Looked at in one turn, the latest first.
MOST_TRACES = 1000
# An address of more is a school, or a whole provider: it says nothing of any two of them.
MOST_ACCOUNTS = 30
GAMES = 10

Pair = tuple[int, int]


def look_for_sharing(now: datetime) -> None:
    """A signal about the younger account of a pair; once for each, whatever became of it."""
    shared = _met(_sharing(now - LATELY))
    about = {max(pair) for pair in shared}
    waiting = not_closed(about, Report.Reason.SHARED)
    known = _pairs_told(about)
    for pair in sorted(shared):
        younger = max(pair)
        if younger in waiting or pair in known:
            continue
        waiting.add(younger)
        moment = {
            "signal": Report.Reason.SHARED,
            "players": [younger, min(pair)],
            "shared": sorted(shared[pair]),
            "games": _games(*pair),
        }
        file_signal(younger, Report.Reason.SHARED, moment)


def _sharing(since: datetime) -> dict[Pair, set[str]]:
    """The pairs of accounts that share something, one of them lately; and what."""
    same = Trace.objects.filter(digest=OuterRef("digest"), kind=OuterRef("kind"))
    recent = Trace.objects.filter(
        Exists(same.exclude(player=OuterRef("player"))), last_at__gt=since
    ).order_by("-last_at")
    digests = set(recent.values_list("digest", flat=True)[:MOST_TRACES])
    owners: dict[tuple[str, str], set[int]] = defaultdict(set)
    rows = Trace.objects.filter(digest__in=digests).values_list("kind", "digest", "player")
    for kind, digest, player in rows:
        owners[kind, digest].add(player)
    shared: dict[Pair, set[str]] = defaultdict(set)
    for (kind, _digest), players in owners.items():
        if len(players) <= MOST_ACCOUNTS:
            for pair in combinations(sorted(players), 2):
                shared[pair].add(kind)
    return shared


def _met(shared: dict[Pair, set[str]]) -> dict[Pair, set[str]]:
    """Those of the pairs that have played ranked games against each other."""
    players = {player for pair in shared for player in pair}
    rows = Meeting.objects.filter(player__in=players, opponent__in=players, games__gt=0)
    met = set(rows.order_by().values_list("player", "opponent"))
    return {pair: kinds for pair, kinds in shared.items() if pair in met}


def _pairs_told(about: Iterable[int]) -> set[Pair]:
    """The pairs of which the moderators know already."""
    signals = Report.objects.filter(
        reporter=None, reason=Report.Reason.SHARED, about__in=list(about)
    )
    told = signals.values_list("moment__players", flat=True)
    return {(min(players), max(players)) for players in told if players}


def _games(one: int, other: int) -> list[int]:
    """Their latest rated games together, the newest first."""
    both = Settlement.objects.filter(
        Exists(Entry.objects.filter(settlement=OuterRef("pk"), player=other)),
        entries__player=one,
        kind=Settlement.Kind.GAME,
    )
    return [game for game in both.order_by("-pk").values_list("game", flat=True)[:GAMES] if game]
