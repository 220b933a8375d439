"""Pairs of sockets to drive: tables of the site, and tables of the bare echo."""

from __future__ import annotations

import asyncio
import json
import random
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import websockets

REVISION = re.compile(r'"revision":(\d+)')


@dataclass
class Pair:
    """Two sockets of one table on two servers; `waiting` is what each seat has still to hear."""

    code: str
    sockets: list[Any] = field(default_factory=list)
    heard: list[int] = field(default_factory=lambda: [0, 0])
    news: asyncio.Event = field(default_factory=asyncio.Event)
    bytes: list[int] = field(default_factory=list)
    readers: list[asyncio.Task[None]] = field(default_factory=list)

    async def open(self, urls: list[str], headers: list[dict[str, str]], origin: list[str]) -> None:
        """Connect both sockets."""
        for url, header, own in zip(urls, headers, origin, strict=True):
            socket = await websockets.connect(
                f"{url}/ws/t/{self.code}/", additional_headers=header, origin=own, max_queue=None
            )
            self.sockets.append(socket)
        self.readers = [asyncio.create_task(self._read(seat)) for seat in (0, 1)]

    async def _read(self, seat: int) -> None:
        try:
            async for text in self.sockets[seat]:
                number = self.number_of(text)
                if number is not None and number > self.heard[seat]:
                    self.heard[seat] = number
                    self.bytes.append(len(text))
                    self.news.set()
        except websockets.ConnectionClosed:
            return

    def number_of(self, text: str) -> int | None:
        """The revision that a board frame shows; None for other frames."""
        if not text.startswith('{"type":"board"'):
            return None
        found = REVISION.search(text, 0, 60)
        return int(found[1]) if found else None

    async def move(
        self, seat: int, text: str, number: int, due: float, limit: float
    ) -> list[float]:
        """Send, and wait until both seats have heard `number`: seconds from `due` for each.

        A seat that does not hear it within the limit counts as infinite: lost.
        """
        self.news.clear()
        await self.sockets[seat].send(text)
        took = [float("inf"), float("inf")]
        end = time.perf_counter() + limit
        while True:
            now = time.perf_counter()
            for each in (0, 1):
                if self.heard[each] >= number and took[each] == float("inf"):
                    took[each] = now - due
            left = end - now
            if max(took) < float("inf") or left <= 0:
                return took
            self.news.clear()
            if min(self.heard) >= number:
                continue
            try:
                await asyncio.wait_for(self.news.wait(), left)
            except TimeoutError:
                continue

    async def close(self) -> None:
        for reader in self.readers:
            reader.cancel()
        for socket in self.sockets:
            await socket.close()


class EchoPair(Pair):
    """A table of the bare echo: the number comes back before the payload."""

    def number_of(self, text: str) -> int | None:
        return int(text.split("\n", 1)[0])


class Script:
    """The legal answers of one game at the site, worked out beside it from its seed.

    So that the load is the server's, not that of a client that reads HTML.
    """

    def __init__(self, state: Any, deck: Callable[[int], Any], number: int, rng: random.Random):
        self.state, self.deck, self.number, self.rng = state, deck, number, rng

    def answer(self) -> tuple[int, str] | None:
        """The next seat and its frame; None when the game is over."""
        from games.cribbage import record, rules
        from games.cribbage.actions import Count, Deal, Play, Throw
        from games.cribbage.play import legal

        asked = rules.asked(self.state)
        if not asked:
            return None
        seat, action, deck = asked[0], None, None
        match self.state.phase:
            case "deal":
                action = Deal(self.state.hand_no + 1)
                deck = self.deck(self.state.hand_no + 1)
            case "throw":
                action = Throw(tuple(self.rng.sample(self.state.hands[seat], 2)))
            case "play":
                action = Play(self.rng.choice(legal(self.state.hands[seat], self.state.count)))
            case _:
                action = Count()
        decision = f"{self.number}.{self.state.decision}"
        wanted = record.action_to_json(action)
        wanted.pop("hand_no", None)
        self.state, _events = rules.apply(self.state, seat, action, deck)
        frame = {"type": "act", "key": str(time.time()), "decision": decision, "action": wanted}
        return seat, json.dumps(frame)
