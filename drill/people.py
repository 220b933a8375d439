"""The people of a drill: robots that think, dawdle, fall silent, lose the line and come back."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from drill.history import LEFT_BEHIND, Answer, Span
from tests.support.robot import Frame, Robot, Sent
from tests.support.visitor import Visitor

THINKING = (0.3, 1.2)  # seconds from an offer to an answer
DAWDLING = (3.0, 7.0)
# Of so many answers one is dawdled over, sent twice at once, or followed by a lost line or by a
# page that is loaded again.
DAWDLES, TWICE, LINES, RELOADS = 25, 12, 60, 60
COMING_BACK = 60.0  # seconds in which a page must open again


class Whim(Enum):
    """What somebody does once in a drill, beside playing."""

    NOTHING = "plays on"
    IDLE = "has the page open and does nothing"
    GONE = "closes the page"


@dataclass(frozen=True)
class Facts:
    """What the database says of somebody's seat in the running game."""

    running: bool
    missed: int
    hold: str


class Person:
    """Somebody at a table, on one device, with one page after another."""

    def __init__(self, name: str, visitor: Visitor, path: str, chance: random.Random) -> None:
        self.name, self.visitor, self.path, self.chance = name, visitor, path, chance
        self.table = path.strip("/").split("/")[-1]
        self.whim = Whim.NOTHING
        self.facts: Callable[[], Facts] = lambda: Facts(False, 0, "")
        self.quiet = asyncio.Event()
        self.page: Robot | None = None
        self.answers: list[Sent] = []
        self.left_behind: set[str] = set()
        """The keys of what was sent from a page that was closed before the reply."""
        self.connected: list[Span] = []
        self.connections = 0
        self._opened_before = 0.0
        # A monotonic time and the database's differ by this much all the while.
        self._epoch = time.time() - time.monotonic()

    # --- Pages ------------------------------------------------------------------------------------

    async def arrive(self) -> Robot:
        """Open the page, as often as it takes while the site is away."""
        until = time.monotonic() + COMING_BACK
        while True:
            page = Robot(self.visitor, self.path, self.chance.randrange(2**32))
            try:
                await page.open()
            except (OSError, AssertionError):
                await page.close()
                if time.monotonic() > until:
                    raise
                await asyncio.sleep(self.chance.uniform(0.5, 1.5))
                continue
            self.page = page
            return page

    async def depart(self) -> None:
        """Close the page, whatever is on its way, and note when it was connected."""
        page, self.page = self.page, None
        if page is None:
            return
        await page.close()
        self.answers += [*page.settled, *page.pending.values()]
        self.left_behind |= set(page.pending)
        self.connections += len(page.opened)
        heard = [at for at, _text in page.frames]
        closes = [at for at, _code in page.closes]
        for opened in page.opened:
            end = min((at for at in closes if at >= opened), default=time.monotonic())
            # A page is there for the table from the first board on, not from the handshake.
            begin = min((at for at in heard if opened <= at <= end), default=None)
            if begin is not None:
                self.connected.append((begin + self._epoch, end + self._epoch))

    # --- Playing ----------------------------------------------------------------------------------

    async def play(self, whim_at: float) -> None:
        """Play until cancelled; the whim comes at that monotonic time."""
        page = self.page or await self.arrive()
        while True:
            assert not page.ended, f"{self.name}'s line was closed for good: {page.closes[-1]}"
            if self.whim is not Whim.NOTHING and time.monotonic() >= whim_at:
                page = await self._follow_whim(page)
            frame = page.board.offer(self.chance) or page.board.rematch(self.chance)
            if frame is not None and not self._is_sent(page, frame):
                page = await self._answer(page, frame)
            # Not wait_for: in Python 3.11 it can swallow the cancellation that ends all this.
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(0.5):
                    await page.news()

    async def settle(self, seconds: float) -> None:
        """Wait for the replies to all that was sent from the last page, and close it."""
        page = self.page
        if page is not None:
            with contextlib.suppress(AssertionError):
                await page.until(lambda: not page.pending, "the last reply", seconds)
        left_before = set(self.left_behind)
        await self.depart()
        self.left_behind = left_before

    def _is_sent(self, page: Robot, frame: Frame) -> bool:
        """Whether this page has answered already, or asks in vain again too soon."""
        for sent in [*page.pending.values(), *page.settled[-6:]]:
            same = sent.frame["type"] == frame["type"]
            if same and sent.frame.get("decision") == frame.get("decision"):
                waits = sent.answer is None or (sent.acked and "decision" in frame)
                if waits or time.monotonic() - sent.answered_at < 1:
                    return True
        return False

    async def _answer(self, page: Robot, frame: Frame) -> Robot:
        dawdles = not self.quiet.is_set() and not self.chance.randrange(DAWDLES)
        await asyncio.sleep(self.chance.uniform(*(DAWDLING if dawdles else THINKING)))
        now = page.board.offer(self.chance) or page.board.rematch(self.chance)
        if now is None or now.get("decision") != frame.get("decision"):
            return page
        sent = await page.send(now)
        if not self.chance.randrange(TWICE) and page.line is not None:
            await page.resend(sent)
        if self.quiet.is_set():
            return page
        if not self.chance.randrange(LINES) and page.line is not None:
            page.line.transport.abort()
        elif not self.chance.randrange(RELOADS):
            await self.depart()
            await asyncio.sleep(self.chance.uniform(0.2, 2.0))
            return await self.arrive()
        return page

    async def _follow_whim(self, page: Robot) -> Robot:
        whim, self.whim = self.whim, Whim.NOTHING
        missed = self.facts().missed
        if whim is Whim.GONE:
            await self.depart()
            # Until a CPU has the seat, and has played a little with it.
            await self._until(lambda facts: facts.hold == "away")
            await self._rest(self.chance.uniform(4, 8))
            return await self.arrive()
        # One turn that the clock makes, or two in a row, which cost the seat.
        turns = self.chance.choice((1, 2))
        await self._until(lambda facts: facts.missed >= missed + turns or facts.hold != "")
        return page

    async def _until(self, true: Callable[[Facts], bool]) -> None:
        """Wait until the database says so; no longer than the game, or than the disturbance."""
        while not self.quiet.is_set():
            facts = self.facts()
            if not facts.running or true(facts):
                return
            await asyncio.sleep(0.5)

    async def _rest(self, seconds: float) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self.quiet.wait()

    def given(self) -> list[Answer]:
        """Every answer to a decision that this person gave, with its reply."""
        found = []
        for sent in self.answers:
            if sent.frame["type"] != "act":
                continue
            game, _, decision = sent.frame["decision"].partition(".")
            reply = "ack" if sent.acked else sent.refusal
            if not reply and sent.frame["key"] in self.left_behind:
                reply = LEFT_BEHIND
            found.append(
                Answer(
                    self.table,
                    int(game),
                    int(decision),
                    self.name,
                    sent.frame["action"],
                    sent.frame["key"],
                    reply,
                )
            )
        return found
