"""The lists that pages of the lobby show, read once for all pages with the same filters."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Protocol
from weakref import WeakKeyDictionary

from django.db import Error as DatabaseError

from games.hub import Hub, hub
from games.lobby.listing import Filters
from games.lobby.regions import regions
from games.threads import in_thread

logger = logging.getLogger(__name__)

# The lists are read at most this often, however much is going on.
PACE_SECONDS = 1.0
# Without news: leases of watchers run out silently.
SLOW_SECONDS = 10.0


class Page(Protocol):
    """What a feed needs of a page."""

    def wake(self) -> None:
        """There may be something new to show."""


class Feed:
    """The lists by one set of filters, kept fresh while there is a page that shows them.

    They are read when a table has changed, but once per pace. A page that opens gets what is
    there only if nothing has changed since: it must not go back behind what it shows already.
    """

    def __init__(self, filters: Filters) -> None:
        self.html: dict[str, str] = {}
        self._filters = filters
        self._pages: set[Page] = set()
        self._news = asyncio.Event()
        self._hurry = asyncio.Event()
        self._reading = False
        self._read_at = 0.0
        self._pump_task: asyncio.Task[None] | None = None

    def wake(self) -> None:
        """Some table has changed."""
        self._news.set()

    def join(self, page: Page) -> None:
        """Keep a page informed; it is woken once the lists are there for it."""
        self._pages.add(page)
        if self._pump_task is None:
            hub().join_lobby(self)
            self._reading = True
            self._pump_task = asyncio.create_task(self._pump())
            return
        age = asyncio.get_running_loop().time() - self._read_at
        if self._news.is_set() or (age >= PACE_SECONDS and not self._reading):
            self._hurry.set()
            self._news.set()
        elif not self._reading:
            page.wake()

    def leave(self, page: Page) -> None:
        """The page is gone."""
        self._pages.discard(page)
        if self._pages or self._pump_task is None:
            return
        self._pump_task.cancel()
        self._pump_task = None
        hub().leave_lobby(self)
        _feeds[hub()].pop(self._filters, None)

    async def _pump(self) -> None:
        while True:
            self._news.clear()
            self._hurry.clear()
            await self._read()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._hurry.wait(), PACE_SECONDS)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), SLOW_SECONDS)

    async def _read(self) -> None:
        self._reading = True
        self._read_at = asyncio.get_running_loop().time()
        try:
            self.html = dict(await in_thread(regions, self._filters))
        except DatabaseError as error:
            logger.warning("The lobby could not be read: %s", type(error).__name__)
            self._news.set()
        except Exception as error:  # noqa: BLE001
            logger.error("The lobby could not be shown: %s", type(error).__name__)
            self._news.set()
        finally:
            self._reading = False
        for page in list(self._pages):
            page.wake()


_feeds: WeakKeyDictionary[Hub, dict[Filters, Feed]] = WeakKeyDictionary()


def feed_of(filters: Filters) -> Feed:
    """The feed that pages with these filters share in the running event loop."""
    feeds = _feeds.setdefault(hub(), {})
    return feeds.setdefault(filters, Feed(filters))
