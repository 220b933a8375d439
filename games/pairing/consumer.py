"""The socket of the queue's page: searching and stopping go up, the queue comes down."""

import asyncio
import logging
import uuid
from collections.abc import Sequence

from django.conf import settings
from django.db import Error as DatabaseError
from django.utils.translation import gettext as _

from accounts.models import Player
from accounts.players import player_of_session
from games import frames
from games.bucket import TokenBucket
from games.line import TOO_MUCH, TRY_AGAIN, Line
from games.pairing import queue
from games.pairing.feed import feed
from games.pairing.readings import Hindrance, Reading, hindrance_of, read
from games.pairing.regions import IDLE, NONE, Look, look, region_html
from games.refusals import NotForRanked, Refused
from games.threads import in_thread

logger = logging.getLogger(__name__)

BURST, RATE = 10, 2
FIELDS: dict[str, set[str]] = {"search": {"size"}, "stop": set(), "ping": set()}
# Somebody may be confirming an address in another tab.
ASK_AGAIN_SECONDS = 5.0


class QueueConsumer(Line):
    """One browser on the page of the queue; its player, if it has one, is there while it lives."""

    jobs: Sequence[asyncio.Task[None]] = ()

    async def connect(self) -> None:
        # Accept first: a close before that reaches the browser as 1006, without the reason.
        await self.accept()
        self.session_key: str = self.scope["cookies"].get(settings.SESSION_COOKIE_NAME, "")
        self.bucket = TokenBucket(BURST, RATE)
        self.page = uuid.uuid4()
        self.news = asyncio.Event()
        self.showing = asyncio.Lock()
        self.shown: Look | None = None
        self.reading: Reading | None = None
        self.hindered: Hindrance | None = None
        self.asked_at = 0.0
        self.player_id: int | None = None
        try:
            self.player_id = await in_thread(player_of_session, self.session_key)
            if not await self.come_in(self.player_id):
                self.player_id = None
                return
            if self.player_id is not None:
                await in_thread(queue.arrive, self.page, self.player_id)
        except DatabaseError:
            # The page comes back by itself.
            await self.close(TRY_AGAIN)
            return
        self.feed = feed()
        self.feed.join(self)
        self.jobs = [asyncio.create_task(self._pump())]
        await self._show_now()

    async def disconnect(self, code: int) -> None:
        self.forget()
        if self.player_id is not None:
            try:
                await in_thread(queue.depart, self.page, self.player_id)
            except DatabaseError as error:
                # Its lease runs out.
                logger.warning("A page was not noted: %s", type(error).__name__)

    def forget(self) -> None:
        """Without a word to the feed its lease would be renewed for ever."""
        for job in self.jobs:
            job.cancel()
        if self.jobs:
            self.feed.leave(self)

    def wake(self) -> None:
        """There is a new reading."""
        self.news.set()

    def end(self, code: int) -> None:
        """Close for good, so that the page says why."""
        if not self.closing:
            self._end_task = asyncio.create_task(self.close(code))

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if not self.jobs or self.closing:
            return
        if not self.bucket.take():
            await self.close(TOO_MUCH)
            return
        try:
            frame = frames.parse(text_data, FIELDS)
            if frame.type == "ping":
                await self.say({"type": "pong"})
                return
            await in_thread(_obey, frame, self.player_id)
        except Refused as refusal:
            self.hindered = None
            await self.say({"type": "refused", "code": refusal.code, "reason": refusal.reason})
        except DatabaseError as error:
            logger.warning("A frame could not be decided: %s", type(error).__name__)
            await self.say({"type": "trouble", "reason": _("Please wait a moment.")})
            return
        except Exception as error:  # noqa: BLE001
            logger.error("A frame failed: %s", type(error).__name__)
            await self.say({"type": "trouble", "reason": _("Something went wrong.")})
            return
        await self._show_now()

    async def _show_now(self) -> None:
        """Show what is true now, without waiting for the next reading of all."""
        try:
            own = set() if self.player_id is None else {self.player_id}
            await self._show(await in_thread(read, own))
        except DatabaseError as error:
            logger.warning("The queue could not be read: %s", type(error).__name__)

    async def _pump(self) -> None:
        while True:
            await self.news.wait()
            self.news.clear()
            try:
                if self.feed.reading is not None:
                    await self._show(self.feed.reading)
            except DatabaseError as error:
                logger.warning("The queue could not be shown: %s", type(error).__name__)
            except Exception as error:  # noqa: BLE001
                logger.error("The queue could not be shown: %s", type(error).__name__)

    async def _show(self, reading: Reading) -> None:
        async with self.showing:
            if self.reading is not None and reading.at < self.reading.at:
                return
            self.reading = reading
            shown = look(reading, self.player_id, NONE)
            if shown.kind == IDLE:
                shown = look(reading, self.player_id, await self._hindrance())
            if shown == self.shown:
                return
            self.shown = shown
            search = reading.searches.get(self.player_id or 0)
            await self.say(
                {
                    "type": "queue",
                    "state": shown.kind,
                    "html": region_html(shown),
                    "waited": (reading.at - search.since).total_seconds() if search else 0,
                    "table": shown.url if shown.new else "",
                }
            )

    async def _hindrance(self) -> Hindrance:
        """What is in the player's way: asked when the search ended, and again while there is
        something."""
        now = asyncio.get_running_loop().time()
        known = self.hindered if self.shown is not None and self.shown.kind == IDLE else None
        if known is None or (known.reason and now - self.asked_at >= ASK_AGAIN_SECONDS):
            known = await in_thread(hindrance_of, self.player_id)
            self.asked_at = now
        self.hindered = known
        return known


def _obey(frame: frames.Frame, player_id: int | None) -> None:
    """Do what the page asks. Raises a Refused by cause."""
    player = Player.objects.filter(pk=player_id).first() if player_id is not None else None
    if player is None:
        raise NotForRanked(_("Ranked games are for people with an account."))
    if frame.type == "search":
        queue.search(player, frame.fields["size"])
    else:
        queue.stop(player.pk)
