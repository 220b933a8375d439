"""The work that forgets people: accounts whose week is over, and guests who have not come back.

Done by the sweep's worker a little at a time, so that no turn at a table waits for it. Any number
of passes may run at once: what somebody else is at work on is left to them.
"""

import logging
import random
import time
from collections.abc import Callable
from datetime import timedelta
from functools import partial

from django.db import Error as DatabaseError
from django.db import transaction
from django.db.models import DateTimeField, ExpressionWrapper
from django.db.models.functions import Now

from accounts import departures
from accounts.anonymising import StillHere, forget_guest
from accounts.models import Player

logger = logging.getLogger(__name__)

# A guest without a sign of life for this long is forgotten.
IDLE = timedelta(days=30)
PASS_SECONDS = 0.7


def forget(seconds: float = PASS_SECONDS) -> None:
    """Forget whoever is due, for about that long; the next pass goes on where this one ended."""
    end = time.monotonic() + seconds
    jobs: list[Callable[[], object]] = [
        partial(departures.carry_out, pk) for pk in departures.due()
    ]
    jobs += [partial(forget_if_idle, pk) for pk in idle_guests()]
    # In no order: rows that can't be done never keep the others waiting.
    random.shuffle(jobs)
    for job in jobs:
        _guarded(job)
        if time.monotonic() > end:
            return


def idle_guests() -> list[int]:
    """Guests who have not been seen for thirty days, a thousand at most."""
    idle = Player.objects.filter(
        kind=Player.Kind.GUEST, left_at=None, seen_at__lt=Now() - IDLE
    ).order_by("seen_at")
    return list(idle.values_list("pk", flat=True)[:1000])


def forget_if_idle(player_id: int) -> None:
    """Forget a guest, unless it has been seen since, or somebody else is at it."""
    ago = ExpressionWrapper(Now() - IDLE, output_field=DateTimeField())
    with transaction.atomic():
        idle = Player.objects.filter(
            pk=player_id, kind=Player.Kind.GUEST, left_at=None, seen_at__lt=Now() - IDLE
        ).annotate(idle_since=ago)
        player = idle.select_for_update(skip_locked=True).first()
        if player is None:
            return
        try:
            forget_guest(player, player.idle_since)
        except StillHere:
            # Looked at again in a month.
            Player.objects.filter(pk=player_id).update(seen_at=Now())


def _guarded(job: Callable[[], object]) -> None:
    try:
        job()
    except DatabaseError as error:
        logger.warning("Somebody could not be forgotten now: %s", type(error).__name__)
    except Exception as error:  # noqa: BLE001
        logger.error("Somebody could not be forgotten: %s", type(error).__name__)
