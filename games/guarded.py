"""Work on many games, of which none may stand in the way of the others."""

import logging
from collections.abc import Callable

from django.db import Error as DatabaseError

logger = logging.getLogger(__name__)


def guarded(game_id: int, work: Callable[[], object]) -> None:
    """Do the work; a failure is written down without its detail, and is tried again later."""
    try:
        work()
    except DatabaseError:
        # Locked, or the database is away: the next time comes in a second.
        logger.warning("Game %s could not be swept now", game_id)
    except Exception as error:  # noqa: BLE001
        logger.error("Game %s could not be swept: %s", game_id, type(error).__name__)
