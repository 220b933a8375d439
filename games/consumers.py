"""The socket of a table page: answers go up as small frames, changed regions come down."""

import asyncio
import logging
import uuid
from collections.abc import Callable, Sequence
from typing import Any

from django.conf import settings
from django.db import Error as DatabaseError
from django.utils.translation import gettext as _

from accounts.players import player_of_session
from accounts.sanctions.standing import bar_against
from games import frames, presence
from games.board import render
from games.board.render import Shown
from games.bucket import TokenBucket
from games.hub import hub
from games.line import NO_TABLE, SUSPENDED, TOO_MUCH, TRY_AGAIN, Line
from games.models import Table
from games.presence import Sight
from games.refusals import NotSeated, Refused
from games.table import resolve_due
from games.threads import in_thread

logger = logging.getLogger(__name__)

# A person plays a card a second at the very most; a resend and a ping may come on top.
BURST, RATE = 20, 5
REFUSALS_BEFORE_CLOSE = 20


class TableConsumer(Line):
    """One browser at one table, in its player's seat or looking on."""

    jobs: Sequence[asyncio.Task[None]] = ()

    async def connect(self) -> None:
        # Accept first: a close before that reaches the browser as 1006, without the reason.
        await self.accept()
        self.code: str = self.scope["url_route"]["kwargs"]["code"]
        self.session_key: str = self.scope["cookies"].get(settings.SESSION_COOKIE_NAME, "")
        self.origin = _header(self.scope, b"origin")
        self.bucket = TokenBucket(BURST, RATE)
        self.excess = 0
        self.shown = Shown()
        self.news = asyncio.Event()
        self.sending = asyncio.Lock()
        self.page = uuid.uuid4()
        self.player_id: int | None = None
        try:
            self.player_id = await in_thread(player_of_session, self.session_key)
            if not await self.come_in(self.player_id):
                return
            if self.player_id is not None:
                bar = await in_thread(bar_against, self.player_id)
                if bar is not None:
                    await self.close(SUSPENDED)
                    return
            table = await hub().snapshot(self.code)
        except Table.DoesNotExist:
            await self.close(NO_TABLE)
            return
        except DatabaseError:
            # The page comes back by itself. (1013 would say so, but autobahn does not let us.)
            await self.close(TRY_AGAIN)
            return
        self.sight = Sight(self.page, table.table_id, self.player_id)
        hub().join(self.code, self)
        self.jobs = [asyncio.create_task(self._pump())]
        await self._quietly(presence.arrive, self.sight)
        await self._quietly(resolve_due, table.game_id)
        await self._show()

    async def disconnect(self, code: int) -> None:
        self.forget()
        if self.jobs:
            await self._quietly(presence.depart, self.sight)

    def forget(self) -> None:
        """Without a word to the hub its lease would be renewed for ever."""
        for job in self.jobs:
            job.cancel()
        if self.jobs:
            hub().leave(self.code, self)

    @property
    def revision(self) -> int:
        """The revision the page shows."""
        return self.shown.revision

    def wake(self) -> None:
        """There may be something new to show."""
        self.news.set()

    def end(self, code: int) -> None:
        """Close for good, so that the page says why."""
        self._end_task = asyncio.create_task(self.close(code))

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if not self.jobs or self.closing:
            return
        if not self.bucket.take():
            await self._too_much()
            return
        key = None
        try:
            frame = frames.parse(text_data)
            key = frame.key
            if frame.type == "ping":
                now = hub().site_time()
                await self.say({"type": "pong", "clock": now and now.timestamp() * 1000})
                return
            if self.player_id is None:
                raise NotSeated
            table = await hub().snapshot(self.code, at_least=self.shown.revision)
            revision = await in_thread(frames.obey, frame, table, self.player_id)
        except Refused as refusal:
            await self.say(
                {
                    "type": "refused",
                    "key": refusal.key if key is None else key,
                    "code": refusal.code,
                    "reason": refusal.reason,
                }
            )
            await self._show()
        except DatabaseError as error:
            logger.warning("A frame could not be decided: %s", type(error).__name__)
            await self.say({"type": "trouble", "key": key, "reason": _("Please wait a moment.")})
        except Exception as error:  # noqa: BLE001
            logger.error("A frame failed: %s", type(error).__name__)
            await self.say({"type": "trouble", "key": key, "reason": _("Something went wrong.")})
        else:
            await self.say({"type": "ack", "key": key, "revision": revision})
            # The others here need not wait for this page's board: one reading serves all.
            hub().heard(self.code, revision)
            await self._show(at_least=revision)

    async def _pump(self) -> None:
        while True:
            await self.news.wait()
            self.news.clear()
            await self._show(at_least=self.shown.revision + 1)

    async def _quietly(self, work: Callable[..., object], *args: object) -> None:
        """Do what the sweep would do too; a failure is healed by it."""
        try:
            await in_thread(work, *args)
        except DatabaseError as error:
            logger.warning("A page was not noted: %s", type(error).__name__)

    async def _show(self, *, at_least: int = 0) -> None:
        """Send what this page does not show yet. A failure is healed by the next revision poll.

        The first frame is the whole board, without the events before it, whoever asked for it.
        """
        try:
            table = await hub().snapshot(self.code, at_least)
            async with self.sending:
                first = self.shown.revision < 0
                frame = await in_thread(
                    render.frame, table, self.player_id, self.origin, self.shown, full=first
                )
                if frame is not None:
                    await self.say(frame)
        except DatabaseError as error:
            logger.warning("A table could not be read: %s", type(error).__name__)
        except Exception as error:  # noqa: BLE001
            logger.error("A table could not be shown: %s", type(error).__name__)

    async def _too_much(self) -> None:
        self.excess += 1
        if self.excess > REFUSALS_BEFORE_CLOSE:
            await self.close(TOO_MUCH)
        elif self.excess == 1:
            await self.say(
                {
                    "type": "refused",
                    "key": None,
                    "code": "too_much",
                    "reason": _("Too many messages at once. Wait a moment."),
                }
            )


def _header(scope: dict[str, Any], name: bytes) -> str:
    return next((value.decode("latin1") for key, value in scope["headers"] if key == name), "")
