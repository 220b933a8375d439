"""Putting what was noticed into the moderators' queue, once."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.db.models import Max

from accounts.models import Report


def file_signal(about: int, reason: Report.Reason, moment: dict[str, Any]) -> None:
    """A report of the site itself. While one of the kind is not closed yet: nothing happens.

    The database lets in one of them, however many look for signals at once.
    """
    Report.objects.bulk_create(
        [Report(reporter=None, about_id=about, reason=reason, moment=moment)],
        ignore_conflicts=True,
    )


def not_closed(players: Collection[int], reason: Report.Reason) -> set[int]:
    """Those of the players about whom such a signal is in the queue."""
    signals = Report.objects.filter(reporter=None, reason=reason, about__in=players)
    waiting = signals.exclude(state=Report.State.CLOSED).values_list("about", flat=True)
    return {player for player in waiting if player is not None}


def last_signals(players: Collection[int], reason: Report.Reason) -> dict[int, datetime]:
    """When the last such signal about each player was written: what was before it was seen."""
    signals = Report.objects.filter(reporter=None, reason=reason, about__in=players)
    return dict(signals.order_by().values_list("about").annotate(Max("at")))
