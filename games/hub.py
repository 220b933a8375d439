"""One process's knowledge of the tables its sockets show.

It hears of changes through the channel layer, asks the database every second in case something was
not heard (then the layer may be dead), and reads each revision once for all sockets of a table.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Collection
from datetime import datetime, timedelta
from functools import partial
from typing import Protocol, TypeVar

from channels.layers import get_channel_layer
from django.contrib.sessions.models import Session
from django.db import Error as DatabaseError
from django.utils import timezone

from accounts.sanctions.standing import barred
from games import clock, computer, presence
from games.board import snapshot
from games.board.snapshot import Snapshot
from games.clock import Moment
from games.guarded import guarded
from games.line import SESSION_ENDED, SUSPENDED
from games.models import Game, Table
from games.presence import Sight
from games.publish import GROUP
from games.table import resolve_due
from games.threads import in_thread

logger = logging.getLogger(__name__)

POLL_SECONDS = 1.0
# The sweep comes every second. What is due this much longer waits for one that does not come.
SWEEP_IS_LATE = timedelta(seconds=3)
# Older readings of the clock say nothing: it may stand.
OLDEST_MOMENT = 5.0


class OwnedSocket(Protocol):
    """What must be known of a socket to see whether it may go on."""

    session_key: str
    player_id: int | None


Owned = TypeVar("Owned", bound=OwnedSocket)


class Socket(OwnedSocket, Protocol):
    """What the hub needs of a socket."""

    sight: Sight
    # None for a page that never took a seat: no session to watch over.
    player_id: int | None

    @property
    def revision(self) -> int:
        """The revision the page shows."""

    def wake(self) -> None:
        """There may be something new to show."""

    def end(self, code: int) -> None:
        """The session behind the socket is over, or its player is suspended: close it so."""


class LobbySocket(Protocol):
    """What the hub needs of a socket of the lobby."""

    def wake(self) -> None:
        """Some table has changed."""


class QueueFeed(Protocol):
    """What the hub needs of a feed of the queue."""

    def wake(self) -> None:
        """Something in the queue has changed."""


class Hub:
    """The sockets of one event loop by table, and the newest snapshot of each table."""

    def __init__(self) -> None:
        self._sockets: dict[str, set[Socket]] = {}
        self._snapshots: dict[str, Snapshot] = {}
        self._reading: dict[str, asyncio.Task[Snapshot]] = {}
        self._lobby: set[LobbySocket] = set()
        self._queue: set[QueueFeed] = set()
        self._jobs: list[asyncio.Task[None]] = []
        self._polls = 0
        self._moment: tuple[Moment, float] | None = None

    def join(self, code: str, socket: Socket) -> None:
        """Keep a socket informed of a table."""
        self._sockets.setdefault(code, set()).add(socket)
        self._work()

    def join_lobby(self, socket: LobbySocket) -> None:
        """Keep a socket informed that any table has changed."""
        self._lobby.add(socket)
        self._work()

    def leave_lobby(self, socket: LobbySocket) -> None:
        """The socket is gone."""
        self._lobby.discard(socket)

    def join_queue(self, feed: QueueFeed) -> None:
        """Keep a feed informed of the queue of the quick game."""
        self._queue.add(feed)
        self._work()

    def leave_queue(self, feed: QueueFeed) -> None:
        """Nobody looks at it any more."""
        self._queue.discard(feed)

    def _work(self) -> None:
        if not self._jobs:
            self._jobs = [asyncio.create_task(self._listen()), asyncio.create_task(self._poll())]

    def leave(self, code: str, socket: Socket) -> None:
        """The socket is gone."""
        sockets = self._sockets.get(code)
        if sockets is None:
            return
        sockets.discard(socket)
        if not sockets:
            del self._sockets[code]
            self._snapshots.pop(code, None)

    def heard(self, code: str, revision: int) -> None:
        """A table is at least at this revision: wake whoever shows less."""
        self._wake(code, revision)
        for visitor in list(self._lobby):
            visitor.wake()

    def _queue_heard(self) -> None:
        for feed in list(self._queue):
            feed.wake()

    def _wake(self, code: str, revision: int) -> None:
        for socket in list(self._sockets.get(code, ())):
            if socket.revision < revision:
                socket.wake()

    async def snapshot(self, code: str, at_least: int = 0) -> Snapshot:
        """The table's newest revision, read again only when it is older than `at_least`.

        Raises Table.DoesNotExist and database errors.
        """
        known = self._snapshots.get(code)
        if known is not None and known.revision >= at_least > 0:
            return known
        reading = self._reading.get(code)
        if reading is not None:
            read = await asyncio.shield(reading)
            if read.revision >= at_least:
                return read
        task = asyncio.create_task(in_thread(snapshot.load, code))
        self._reading[code] = task
        try:
            read = await asyncio.shield(task)
        finally:
            if self._reading.get(code) is task:
                del self._reading[code]
        known = self._snapshots.get(code)
        if code in self._sockets and (known is None or known.revision < read.revision):
            self._snapshots[code] = read
        return read

    async def _listen(self) -> None:
        """Hear of changes through the channel layer, for ever."""
        while True:
            try:
                layer = get_channel_layer()
                channel = await layer.new_channel()
                await layer.group_add(GROUP, channel)
                while True:
                    message = await layer.receive(channel)
                    if message["type"] == "queue":
                        self._queue_heard()
                    else:
                        self.heard(message["code"], message["revision"])
            except Exception as error:  # noqa: BLE001
                logger.warning("The channel layer is away: %s", type(error).__name__)
                await asyncio.sleep(POLL_SECONDS)

    async def _poll(self) -> None:
        """Ask the database what the layer may not have said, for ever."""
        while True:
            await asyncio.sleep(POLL_SECONDS)
            try:
                for code, revision in await in_thread(_revisions, list(self._sockets)):
                    self._wake(code, revision)
                await self._check_sessions()
                self._polls += 1
                if self._polls % presence.RENEWAL_SECONDS == 0:
                    await self._renew()
                moment = await in_thread(clock.read)
                self._moment = (moment, time.monotonic())
                await in_thread(_resolve_late, list(self._sockets), moment)
            except DatabaseError as error:
                logger.warning("The database is away: %s", type(error).__name__)
            except Exception as error:  # noqa: BLE001
                logger.error("The poll failed: %s", type(error).__name__)

    def site_time(self) -> datetime | None:
        """Site time as it was read a moment ago; None while the database does not tell it.

        From memory: a ping is answered whatever else is dead.
        """
        if self._moment is None:
            return None
        moment, tick = self._moment
        age = time.monotonic() - tick
        return moment.now + timedelta(seconds=age) if age < OLDEST_MOMENT else None

    async def _renew(self) -> None:
        sights = [socket.sight for group in self._sockets.values() for socket in group]
        if sights:
            await in_thread(presence.renew, sights)

    async def _check_sessions(self) -> None:
        sockets = [
            socket
            for group in self._sockets.values()
            for socket in group
            if socket.player_id is not None
        ]
        if not sockets:
            return
        for socket, code in await in_thread(to_be_ended, sockets):
            socket.end(code)


_hubs: dict[asyncio.AbstractEventLoop, Hub] = {}


def hub() -> Hub:
    """The hub of the running event loop."""
    loop = asyncio.get_running_loop()
    if loop not in _hubs:
        for other in [old for old in _hubs if old.is_closed()]:
            del _hubs[other]
        _hubs[loop] = Hub()
    return _hubs[loop]


def _revisions(codes: list[str]) -> list[tuple[str, int]]:
    if not codes:
        return []
    return list(Table.objects.filter(code__in=codes).values_list("code", "revision"))


def _resolve_late(codes: list[str], moment: Moment) -> None:
    """Do the sweep's work at these tables where it has not come: beat or the workers are dead."""
    if not codes:
        return
    newest = Game.objects.filter(status=Game.Status.PLAYING, table__code__in=codes)
    late = newest.filter(deadline_at__lte=moment.proven - SWEEP_IS_LATE)
    for game_id in late.values_list("pk", flat=True):
        guarded(game_id, partial(resolve_due, game_id, skip_locked=True))
    lost = newest.filter(cpu_asked_at__lte=moment.now - clock.CPU_GRACE - SWEEP_IS_LATE)
    for game_id, decision in lost.values_list("pk", "decision"):
        guarded(game_id, partial(computer.answer, game_id, decision))


def to_be_ended(sockets: Collection[Owned]) -> list[tuple[Owned, int]]:
    """Those of these sockets, each a player's, that may not go on, and by which code they end."""
    keys = {socket.session_key for socket in sockets}
    sessions = Session.objects.filter(session_key__in=keys, expire_date__gt=timezone.now())
    alive = set(sessions.values_list("session_key", flat=True))
    out = barred([socket.player_id for socket in sockets if socket.player_id is not None])
    return [
        (socket, SESSION_ENDED if socket.session_key not in alive else SUSPENDED)
        for socket in sockets
        if socket.session_key not in alive or socket.player_id in out
    ]
