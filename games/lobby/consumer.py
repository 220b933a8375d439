"""The socket of the lobby: its two lists come down anew when they change."""

import asyncio
from urllib.parse import parse_qs

from django.conf import settings
from django.db import Error as DatabaseError

from accounts.players import player_of_session
from games.bucket import TokenBucket
from games.line import TOO_MUCH, Line
from games.lobby.feed import feed_of
from games.lobby.listing import Filters
from games.threads import in_thread

BURST, RATE = 10, 2


class LobbyConsumer(Line):
    """One browser in the lobby."""

    pump: asyncio.Task[None] | None = None

    async def connect(self) -> None:
        await self.accept()
        if not await self.come_in(await self._player()):
            return
        query = parse_qs(self.scope["query_string"].decode("latin1"))
        filters = Filters.of({name: values[0] for name, values in query.items()})
        self.bucket = TokenBucket(BURST, RATE)
        self.news = asyncio.Event()
        self.shown: dict[str, str] = {}
        self.feed = feed_of(filters)
        self.feed.join(self)
        self.pump = asyncio.create_task(self._pump())

    async def _player(self) -> int | None:
        """Who looks at it, for counting alone; the lists come without the database, too."""
        session_key = self.scope.get("cookies", {}).get(settings.SESSION_COOKIE_NAME, "")
        try:
            return await in_thread(player_of_session, session_key) if session_key else None
        except DatabaseError:
            return None

    def forget(self) -> None:
        """No list has to be read for this page any more."""
        if self.pump is not None:
            self.feed.leave(self)
            self.pump.cancel()

    def wake(self) -> None:
        """The lists may have changed."""
        self.news.set()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        # All that a page says here is that it is still there.
        if self.closing or self.pump is None:
            return
        if self.bucket.take():
            await self.say({"type": "pong"})
        else:
            await self.close(TOO_MUCH)

    async def _pump(self) -> None:
        while True:
            await self.news.wait()
            self.news.clear()
            await self._show()

    async def _show(self) -> None:
        lists = self.feed.html
        changed = [html for name, html in lists.items() if self.shown.get(name) != html]
        if changed:
            self.shown = lists
            await self.say({"type": "lobby", "html": "".join(changed)})
