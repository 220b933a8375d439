"""The socket of the lobby: its two lists come down anew when they change."""

import asyncio
import json
import logging
from typing import Any
from urllib.parse import parse_qs

from channels.generic.websocket import AsyncWebsocketConsumer
from django.db import Error as DatabaseError
from django.template.loader import get_template

from games.bucket import TokenBucket
from games.hub import hub
from games.lobby.listing import Filters, open_tables, running_tables
from games.threads import in_thread

logger = logging.getLogger(__name__)

BURST, RATE, TOO_MUCH = 10, 2, 4429
# The lists are read at most this often, however much is going on.
PACE_SECONDS = 1.0
# Without news: leases of watchers run out silently.
SLOW_SECONDS = 10.0


class LobbyConsumer(AsyncWebsocketConsumer):
    """One browser in the lobby."""

    channel_layer_alias = "none"

    async def connect(self) -> None:
        await self.accept()
        query = parse_qs(self.scope["query_string"].decode("latin1"))
        self.filters = Filters.of({name: values[0] for name, values in query.items()})
        self.bucket = TokenBucket(BURST, RATE)
        self.news = asyncio.Event()
        self.shown: dict[str, Any] = {}
        hub().join_lobby(self)
        self.pump = asyncio.create_task(self._pump())

    async def disconnect(self, code: int) -> None:
        hub().leave_lobby(self)
        self.pump.cancel()

    def wake(self) -> None:
        """A table has changed."""
        self.news.set()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        # All that a page says here is that it is still there.
        if self.bucket.take():
            await self._send({"type": "pong"})
        else:
            await self.close(TOO_MUCH)

    async def _pump(self) -> None:
        while True:
            self.news.clear()
            await self._show()
            await asyncio.sleep(PACE_SECONDS)
            try:
                await asyncio.wait_for(self.news.wait(), SLOW_SECONDS)
            except TimeoutError:
                continue

    async def _show(self) -> None:
        try:
            lists = await in_thread(_lists, self.filters)
        except DatabaseError as error:
            logger.warning("The lobby could not be read: %s", type(error).__name__)
            self.news.set()
            return
        changed = {name: value for name, value in lists.items() if self.shown.get(name) != value}
        if changed:
            html = "".join([region_html(name, value) for name, value in changed.items()])
            self.shown = lists
            await self._send({"type": "lobby", "html": html})

    async def _send(self, frame: dict[str, Any]) -> None:
        await self.send(text_data=json.dumps(frame, separators=(",", ":")))


def _lists(filters: Filters) -> dict[str, Any]:
    return {"open": open_tables(filters), "running": running_tables(filters)}


def region_html(name: str, value: Any) -> str:
    """One of the two lists as its element."""
    return get_template(f"lobby/{name}.html").render({"region": value}).strip()
