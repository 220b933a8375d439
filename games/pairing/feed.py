"""The queue as the pages of one process show it: one reading for all, and their leases."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Protocol
from uuid import UUID
from weakref import WeakKeyDictionary

from django.db import Error as DatabaseError

from games.hub import Hub, hub, to_be_ended
from games.pairing import queue
from games.pairing.readings import Reading, read
from games.presence import RENEWAL_SECONDS
from games.threads import in_thread

logger = logging.getLogger(__name__)

# The queue is read at most this often, however much is going on, …
PACE_SECONDS = 0.5
# … and at least this often: the channel layer may be dead.
SLOW_SECONDS = 1.0


class Page(Protocol):
    """What a feed needs of a page. Only a player's has a lease, and a session to watch over."""

    page: UUID
    player_id: int | None
    session_key: str

    def wake(self) -> None:
        """There is a new reading."""

    def end(self, code: int) -> None:
        """The session behind the page is over, or its player is suspended: close it so."""


class Feed:
    """Keeps the pages of one event loop informed, and the leases of their players running."""

    def __init__(self) -> None:
        self.reading: Reading | None = None
        self._pages: set[Page] = set()
        self._news = asyncio.Event()
        self._renewed_at = 0.0
        self._pump_task: asyncio.Task[None] | None = None

    def wake(self) -> None:
        """Something in the queue has changed."""
        self._news.set()

    def join(self, page: Page) -> None:
        """Keep a page informed."""
        self._pages.add(page)
        if self._pump_task is None:
            hub().join_queue(self)
            self._renewed_at = asyncio.get_running_loop().time()
            self._pump_task = asyncio.create_task(self._pump())

    def leave(self, page: Page) -> None:
        """The page is gone. Safe to call again."""
        self._pages.discard(page)
        if not self._pages and self._pump_task is not None:
            self._pump_task.cancel()
            self._pump_task = None
            hub().leave_queue(self)

    async def _pump(self) -> None:
        while True:
            self._news.clear()
            try:
                await self._renew()
                await self._read()
            except DatabaseError as error:
                logger.warning("The queue could not be read: %s", type(error).__name__)
            except Exception as error:  # noqa: BLE001
                logger.error("The queue could not be kept: %s", type(error).__name__)
            await asyncio.sleep(PACE_SECONDS)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), SLOW_SECONDS - PACE_SECONDS)

    def _players(self) -> dict[UUID, int]:
        """The players by their pages."""
        return {page.page: page.player_id for page in self._pages if page.player_id is not None}

    async def _read(self) -> None:
        owned = [page for page in self._pages if page.player_id is not None]
        self.reading = await in_thread(read, set(self._players().values()))
        for page in list(self._pages):
            page.wake()
        if owned:
            for page, code in await in_thread(to_be_ended, owned):
                page.end(code)

    async def _renew(self) -> None:
        now = asyncio.get_running_loop().time()
        pages = self._players()
        if not pages or now - self._renewed_at < RENEWAL_SECONDS:
            return
        self._renewed_at = now
        await in_thread(queue.renew, pages)
        # the sweep does it every second; here it is done even if beat or the workers are dead
        await in_thread(queue.pair)


_feeds: WeakKeyDictionary[Hub, Feed] = WeakKeyDictionary()


def feed() -> Feed:
    """The feed of the running event loop."""
    return _feeds.setdefault(hub(), Feed())
