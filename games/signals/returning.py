"""Accounts that share a device or an address with somebody who is suspended or banned."""

from collections import defaultdict
from datetime import datetime

from accounts.models import Report
from accounts.sanctions.models import Sanction
from accounts.traces.models import Trace
from games.signals.filing import file_signal, not_closed
from games.signals.sharing import LATELY, MOST_ACCOUNTS, MOST_TRACES

Pair = tuple[int, int]


def look_for_returning(now: datetime) -> None:
    """A signal about each account that was used since somebody was kept out; once for each pair.

    It finds who deletes an account to come back, too: the player stays, with what holds against it,
    and its traces are kept as long as any (accounts/traces/noting.py).
    """
    found, measures = _used_since(now - LATELY)
    about = {player for player, _kept_out in found}
    waiting = not_closed(about, Report.Reason.SHARED)
    told = _told(about)
    for pair in sorted(found):
        player, kept_out = pair
        if player in waiting or pair in told:
            continue
        waiting.add(player)
        moment = {
            "signal": Report.Reason.SHARED,
            "players": [player, kept_out],
            "shared": sorted(found[pair]),
            "kept_out": kept_out,
            "kept_out_by": measures[kept_out].kind,
        }
        file_signal(player, Report.Reason.SHARED, moment)


def _used_since(lately: datetime) -> tuple[dict[Pair, set[str]], dict[int, Sanction]]:
    """By account and who is kept out: what they share; and what keeps each of these out."""
    barred = Sanction.objects.barring().values("player")
    theirs = Trace.objects.filter(player__in=barred).values("digest")
    recent = Trace.objects.filter(digest__in=theirs, last_at__gt=lately).exclude(player__in=barred)
    digests = set(recent.order_by("-last_at").values_list("digest", flat=True)[:MOST_TRACES])
    users: dict[tuple[str, str], dict[int, datetime]] = defaultdict(dict)
    rows = Trace.objects.filter(digest__in=digests)
    for kind, digest, player, last_at in rows.values_list("kind", "digest", "player", "last_at"):
        users[kind, digest][player] = last_at
    # of several the first one: the newest come first here
    measures = {
        measure.player_id: measure
        for measure in Sanction.objects.barring().filter(
            player__in={player for used in users.values() for player in used}
        )
    }
    found: dict[Pair, set[str]] = defaultdict(set)
    for (kind, _digest), used in users.items():
        if len(used) > MOST_ACCOUNTS:
            continue
        for kept_out in used.keys() & measures.keys():
            for player in used.keys() - measures.keys():
                if used[player] > measures[kept_out].at:
                    found[player, kept_out].add(kind)
    return found, measures


def _told(about: set[int]) -> set[Pair]:
    """The pairs of which the moderators have been told so."""
    signals = Report.objects.filter(
        reporter=None, reason=Report.Reason.SHARED, about__in=about, moment__has_key="kept_out"
    )
    return set(signals.values_list("about", "moment__kept_out"))
