"""Background work: CPU moves, and the sweep that finds whatever was lost or is due."""

import logging

from celery import shared_task
from django.db import Error as DatabaseError

from games import clock, computer
from games.models import Game
from games.table import resolve_due

logger = logging.getLogger(__name__)


@shared_task(name="games.tasks.play_cpu")
def play_cpu(game_id: int, decision: int) -> None:
    """Let the CPU seats of a game answer a decision. A late or doubled one does nothing."""
    computer.answer(game_id, decision)


@shared_task(name="games.tasks.sweep")
def sweep() -> None:
    """Resolve every wait that is over, and every CPU turn whose task was lost.

    One game that fails does not stop the others; two sweeps at once do no harm.
    """
    playing = Game.objects.filter(status=Game.Status.PLAYING)
    due = playing.filter(deadline_at__lte=clock.DatabaseClock())
    lost = playing.filter(cpu_asked_at__lte=clock.DatabaseClock() - clock.CPU_GRACE)
    # All of them: games that can't be resolved must not stand in the way of the rest.
    for game_id in list(due.order_by("deadline_at").values_list("pk", flat=True)):
        _guarded(game_id, lambda game_id=game_id: resolve_due(game_id))
    for game_id, decision in list(lost.order_by("cpu_asked_at").values_list("pk", "decision")):
        _guarded(
            game_id,
            lambda game_id=game_id, decision=decision: computer.answer(game_id, decision),
        )


def _guarded(game_id: int, work) -> None:
    try:
        work()
    except DatabaseError:
        # Locked, or the database is away: the next sweep comes in a second.
        logger.warning("Game %s could not be swept now", game_id)
    except Exception as error:  # noqa: BLE001
        logger.error("Game %s could not be swept: %s", game_id, type(error).__name__)
