"""Tell the rest of the site that something happened. Never raises, never waits, may be lost.

Messages carry a table's code and its revision, or their kind alone, tasks a game's and a decision's
number: no cards.
What is lost here is healed by the revision poll (hub.py) and the sweep (tasks.py).
"""

import asyncio
import logging
import os
import queue
import threading
from collections.abc import Coroutine
from typing import Any

from celery import current_app
from channels.layers import get_channel_layer

logger = logging.getLogger(__name__)

# One group for the whole site: each process filters by the tables it shows.
GROUP = "tables"
CPU_TASK = "games.tasks.play_cpu"
# Tasks that wait for a broker that hangs; more are left to the sweep.
LONGEST_QUEUE = 100


class _Publisher:
    """One event loop in one thread of this process keeps the connection to the channel layer."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._owner = 0

    def submit(self, coroutine: Coroutine[Any, Any, None]) -> None:
        with self._lock:
            # A forked worker inherits the object but not the thread.
            if self._loop is None or self._owner != os.getpid():
                self._loop = asyncio.new_event_loop()
                self._owner = os.getpid()
                threading.Thread(
                    target=self._loop.run_forever, name="publisher", daemon=True
                ).start()
        asyncio.run_coroutine_threadsafe(coroutine, self._loop)


_publisher = _Publisher()


class _Enqueuer:
    """One thread of this process talks to the broker: one that hangs holds up no move."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._queue: queue.Queue[tuple[int, int]] = queue.Queue(LONGEST_QUEUE)
        self._owner = 0

    def submit(self, game_id: int, decision: int) -> None:
        with self._lock:
            if self._owner != os.getpid():
                self._queue = queue.Queue(LONGEST_QUEUE)
                self._owner = os.getpid()
                threading.Thread(
                    target=self._run, args=(self._queue,), name="enqueuer", daemon=True
                ).start()
        try:
            self._queue.put_nowait((game_id, decision))
        except queue.Full:
            logger.warning("A CPU turn was not enqueued: too many wait for the broker")

    def _run(self, waiting: queue.Queue[tuple[int, int]]) -> None:
        while True:
            _enqueue(*waiting.get())


_enqueuer = _Enqueuer()


async def _send(message: dict[str, Any]) -> None:
    try:
        layer = get_channel_layer()
        await asyncio.wait_for(layer.group_send(GROUP, message), timeout=3)
    except Exception as error:  # noqa: BLE001
        logger.warning("A wake-up was not delivered: %s", type(error).__name__)


def _enqueue(game_id: int, decision: int) -> None:
    try:
        current_app.send_task(CPU_TASK, args=[game_id, decision], expires=30, retry=False)
    except Exception as error:  # noqa: BLE001
        logger.warning("A CPU turn was not enqueued: %s", type(error).__name__)


def changed(code: str, revision: int) -> None:
    """A table shows something new."""
    _publisher.submit(_send({"type": "changed", "code": code, "revision": revision}))


def queue_changed() -> None:
    """Somebody came to the queue of the quick game, left it, or was brought together."""
    _publisher.submit(_send({"type": "queue"}))


def cpu_asked(game_id: int, decision: int) -> None:
    """A CPU seat owes an answer. If the broker is away, the sweep finds the game."""
    _enqueuer.submit(game_id, decision)
