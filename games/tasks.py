"""Background work: CPU moves, the sweep that finds whatever was lost or is due, and the look for
what moderators should know.
"""

from functools import partial

from celery import shared_task
from django.utils import timezone

from accounts.sanctions import ending
from accounts.traces.noting import purge
from games import barred, clock, computer, leaving, presence, seating, settling
from games.guarded import guarded
from games.models import Game
from games.pairing import queue
from games.signals.farming import look_for_farming
from games.signals.leavers import look_for_leavers
from games.signals.returning import look_for_returning
from games.signals.sharing import look_for_sharing
from games.table import resolve_due


@shared_task(name="games.tasks.play_cpu")
def play_cpu(game_id: int, decision: int) -> None:
    """Let the CPU seats of a game answer a decision. A late or doubled one does nothing."""
    computer.answer(game_id, decision)


@shared_task(name="games.tasks.sweep")
def sweep() -> None:
    """Let happen whatever is due: waits, turns, lost CPU turns, seats, tables, leases, the ends
    of sanctions, and pairings.

    One that fails does not stop the others; two sweeps at once do no harm: what somebody else is
    at work on is left to them.
    """
    moment = clock.read()
    playing = Game.objects.filter(status=Game.Status.PLAYING)
    due = playing.filter(deadline_at__lte=moment.proven).order_by("deadline_at")
    lost = playing.filter(cpu_asked_at__lte=moment.now - clock.CPU_GRACE).order_by("cpu_asked_at")
    waiting = Game.objects.filter(status=Game.Status.WAITING)
    late = waiting.filter(seats__ready=False, seats__ready_by__lte=moment.proven).distinct()
    stale = waiting.filter(created_at__lte=moment.real - clock.START_WAIT)
    # All of them: games that can't be resolved must not stand in the way of the rest.
    for game_id in list(due.values_list("pk", flat=True)):
        guarded(game_id, partial(resolve_due, game_id, skip_locked=True))
    for game_id, decision in list(lost.values_list("pk", "decision")):
        guarded(game_id, partial(computer.answer, game_id, decision))
    for game_id in presence.to_look_after():
        guarded(game_id, partial(presence.look_after, game_id, skip_locked=True))
    for game_id in settling.empty_for_too_long(moment):
        guarded(game_id, partial(settling.close_empty, game_id, skip_locked=True))
    for game_id in list(late.values_list("pk", flat=True)):
        guarded(game_id, partial(seating.free_late_seats, game_id))
    for game_id in list(stale.values_list("pk", flat=True)):
        guarded(game_id, partial(seating.close_waiting, game_id))
    for game_id, player_id in barred.at_tables():
        guarded(game_id, partial(leaving.bar, game_id, player_id))
    for sanction_id in ending.over():
        guarded(0, partial(ending.note, sanction_id))
    guarded(0, presence.sweep)
    guarded(0, queue.pair)


@shared_task(name="games.tasks.look_for_signals")
def look_for_signals() -> None:
    """Tell the moderators what the site notices by itself, and forget old traces.

    Again, or two at once: nothing is told twice. One that fails does not stop the others.
    """
    now = timezone.now()
    guarded(0, partial(look_for_farming, now))
    guarded(0, partial(look_for_leavers, now))
    # before the next one, which may tell of the same account and would say less
    guarded(0, partial(look_for_returning, now))
    guarded(0, partial(look_for_sharing, now))
    guarded(0, purge)
