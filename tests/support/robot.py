"""A player at the level of the protocol: real pages, a real socket, nothing of the site's code.

It knows only what a browser knows: it finds what it may do in the regions of the board, keeps
every move pending until the table has acknowledged or refused it, sends it again with the same key
after 2.5 s and on every new line, and comes back when the line is lost.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import secrets
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from tests.support.markup import Element, parse
from tests.support.visitor import SESSION, Visitor

AGAIN = 2.5  # seconds until a move is sent again
PING, DEAD = 5.0, 10.0  # seconds of silence until a word, until the line counts as lost
OPENING = 6.0  # seconds
LONGEST_DELAY = 2.0  # seconds between two tries to come back
# The table takes a burst of 20 frames and 5 a second after that; stay well below.
BURST, RATE = 16, 4.5
FOR_GOOD = (4401, 4403)

Frame = dict[str, Any]


class Board:
    """What the page shows: the newest of each region."""

    def __init__(self) -> None:
        self.revision = -1
        self.regions: dict[str, Element] = {}
        self.html: dict[str, str] = {}

    def show(self, html: str, revision: int = -1) -> None:
        """Swap regions in."""
        for region in parse(html).all(hx_swap_oob="true"):
            self.regions[region["id"].removeprefix("region-")] = region
        self.revision = max(self.revision, revision)

    def visible(self, name: str) -> bool:
        return name in self.regions and not self.regions[name].has("hidden")

    @property
    def over(self) -> bool:
        return self.visible("report")

    @property
    def phase(self) -> str:
        """waiting, deal, throw, play, show or over, from what is to be seen."""
        if self.over:
            return "over"
        if self.visible("waiting") or "hand" not in self.regions:
            return "waiting"
        if self.visible("hand"):
            starter = self.regions["crib"].by_id("starter-card")
            return "throw" if starter is None else "play"
        return "show" if self.visible("show") else "deal"

    @property
    def seat(self) -> int | None:
        """The own seat, from the first deal on."""
        own = self.regions["seats"].first(class_="seat-you") if "seats" in self.regions else None
        return int(own["data-seat"]) if own else None

    @property
    def decision(self) -> str:
        """What is asked now, "<game>.<decision>"; "" before the first game."""
        return self.regions["prompt"].get("data-decision") if "prompt" in self.regions else ""

    @property
    def game_number(self) -> int:
        return int(self.decision.partition(".")[0] or 1)

    @property
    def scores(self) -> list[int]:
        return [int(one.text) for one in self.regions["pegs"].all("strong", class_="score-number")]

    @property
    def hand(self) -> list[str]:
        """The codes of the cards held."""
        return [card["data-code"] for card in self.regions["hand"].all(class_="hand-card")]

    @property
    def playable(self) -> list[str]:
        cards = self.regions["hand"].all(class_="hand-card")
        return [card["data-code"] for card in cards if not card.has("aria-disabled")]

    def shown_as_true(self) -> dict[str, str]:
        """Every region as text and codes, to compare two moments of a page."""
        return {name: flat(region) for name, region in self.regions.items()}

    def offer(self, chance: random.Random) -> Frame | None:
        """Something that the page lets its player do now, chosen at random; None: only wait."""
        hand = self.regions.get("hand")
        if hand is not None and hand.get("data-mode") == "throw":
            need = int(hand["data-need"])
            cards = chance.sample(self.hand, need)
            return act(hand["data-decision"], {"type": "throw", "cards": cards})
        if hand is not None and hand.get("data-mode") == "play":
            card = chance.choice(self.playable)
            return act(hand["data-decision"], {"type": "play", "card": card})
        if "show" in self.regions and self.regions["show"].by_id("claim") is not None:
            return act(self.decision, {"type": "claim", "points": chance.randrange(13)})
        button = self.regions["prompt"].by_id("prompt-button") if "prompt" in self.regions else None
        if button is None:
            return None
        if button["data-send"] == "act":
            return act(button["data-decision"], {"type": button["data-action"]})
        if button["data-send"] == "back":
            return {"type": "back"}
        return {"type": button["data-send"], "client_seed": f"{chance.getrandbits(128):032x}"}

    def rematch(self, chance: random.Random) -> Frame | None:
        """What the button for another game sends, when it is there."""
        if not self.over or self.regions["report"].by_id("rematch") is None:
            return None
        return {"type": "rematch", "client_seed": f"{chance.getrandbits(128):032x}"}


def act(decision: str, action: dict[str, Any]) -> Frame:
    return {"type": "act", "decision": decision, "action": action}


def flat(element: Element) -> str:
    """An element's text and attributes as one string."""
    parts = [element.tag, *(f"{name}={value}" for name, value in element.attributes.items())]
    parts += [
        child.strip() if isinstance(child, str) else flat(child) for child in element.children
    ]
    return f"<{' '.join(part for part in parts if part)}>"


@dataclass
class Sent:
    """A move on its way, and what became of it."""

    frame: Frame
    at: float
    last: float = 0.0
    times: int = 0
    answer: Frame | None = None
    answered_at: float = 0.0
    settled: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def acked(self) -> bool:
        return self.answer is not None and self.answer["type"] == "ack"

    @property
    def refusal(self) -> str:
        """The code with which it was refused; "" if it was not."""
        refused = self.answer is not None and self.answer["type"] == "refused"
        return self.answer["code"] if refused and self.answer else ""


class Robot:
    """One page of one player at one table."""

    def __init__(self, visitor: Visitor, path: str, seed: int = 1) -> None:
        self.visitor, self.path = visitor, path
        self.code = path.strip("/").split("/")[-1]
        self.chance = random.Random(seed)
        self.board = Board()
        self.pending: dict[str, Sent] = {}
        self.settled: list[Sent] = []
        self.frames: deque[tuple[float, str]] = deque(maxlen=5000)
        self.troubles = 0
        self.closes: list[tuple[float, int]] = []
        self.opened: list[float] = []
        self.line: ClientConnection | None = None
        self.ended = False
        self.on_send: Callable[[Sent], None] | None = None
        self.failure: BaseException | None = None
        self._news = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._heard = self._pinged = 0.0
        self._tokens, self._tokens_at = float(BURST), time.monotonic()

    # --- The page and its line --------------------------------------------------------------------

    async def __aenter__(self) -> Robot:
        return await self.open()

    async def __aexit__(self, *failure: object) -> None:
        await self.close()

    async def open(self) -> Robot:
        """Load the page and open its socket, as reloading it would."""
        page = await asyncio.to_thread(self.visitor.get, self.path)
        main = page.html.by_id("main")
        assert main is not None and main.has("data-socket"), f"no table at {self.path}"
        self.socket_path = main["data-socket"]
        self.board.show(page.text)
        self._tasks = [
            asyncio.create_task(self._guarded(work)) for work in (self._keep_line(), self._tick())
        ]
        await self.until(lambda: self.board.revision >= 0, "the first board")
        return self

    async def close(self) -> None:
        """Leave the page, without a word to the table."""
        self.ended = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _guarded(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except Exception as error:  # noqa: BLE001
            self.failure = error
            self._news.set()

    @contextlib.asynccontextmanager
    async def raw_line(
        self, path: str | None = None, *, session: str | None = None, **options: Any
    ) -> AsyncIterator[ClientConnection]:
        """A socket with this device's cookie (or another), that nobody looks after."""
        session = self.visitor.session if session is None else session
        headers = options.pop("additional_headers", None)
        if headers is None:
            headers = {"Cookie": f"{SESSION}={session}"} if session else {}
        options.setdefault("origin", self.visitor.origin)
        url = self.visitor.address().replace("http", "ws", 1).rstrip("/")
        async with connect(
            url + (self.socket_path if path is None else path),
            additional_headers=headers,
            open_timeout=OPENING,
            close_timeout=1,
            ping_interval=None,
            max_size=None,
            proxy=None,
            **options,
        ) as line:
            yield line

    async def _keep_line(self) -> None:
        attempt = 0
        while not self.ended:
            try:
                async with self.raw_line() as line:
                    self.line = line
                    self._heard = time.monotonic()
                    self.opened.append(self._heard)
                    await self._resend(0)
                    async for message in line:
                        attempt = 0
                        self._hear(str(message))
                code = line.close_code or 1006
            except ConnectionClosed as closed:
                code = closed.rcvd.code if closed.rcvd else 1006
            except (OSError, TimeoutError, WebSocketException):
                code = 1006
            self.line = None
            self.closes.append((time.monotonic(), code))
            self.ended = code in FOR_GOOD
            self._news.set()
            delay = min(LONGEST_DELAY, 0.2 * 2**attempt) * (0.5 + self.chance.random() / 2)
            attempt = min(attempt + 1, 5)
            await asyncio.sleep(delay)

    async def _tick(self) -> None:
        """Pings, dead lines, moves that are to be sent again."""
        while True:
            await asyncio.sleep(0.25)
            now = time.monotonic()
            if self.line is None:
                continue
            if now - self._heard > DEAD:
                self.line.transport.abort()
            elif now - max(self._heard, self._pinged) > PING:
                self._pinged = now
                await self._transmit({"type": "ping"})
            await self._resend(AGAIN)

    async def _resend(self, age: float) -> None:
        for sent in list(self.pending.values()):
            if time.monotonic() - sent.last >= age:
                await self._transmit(sent.frame, sent)

    async def _transmit(self, frame: Frame, sent: Sent | None = None) -> None:
        if self.line is None:
            return
        if sent is not None:
            sent.last, sent.times = time.monotonic(), sent.times + 1
        with contextlib.suppress(ConnectionClosed):
            await self.line.send(json.dumps(frame))

    def _hear(self, text: str) -> None:
        self._heard = time.monotonic()
        self.frames.append((self._heard, text))
        frame = json.loads(text)
        match frame["type"]:
            case "board":
                step = 0 if frame["full"] else 1
                assert frame["revision"] >= self.board.revision + step, "an old board"
                self.board.show(frame["html"], frame["revision"])
            case "ack" | "refused":
                sent = self.pending.pop(frame["key"], None)
                if sent is not None:
                    sent.answer, sent.answered_at = frame, self._heard
                    self.settled.append(sent)
                    sent.settled.set()
            case "trouble":
                self.troubles += 1
            case "pong":
                pass
            case other:
                raise AssertionError(f"a frame of an unknown type {other!r}")
        self._news.set()

    # --- What the player does ---------------------------------------------------------------------

    async def send(self, frame: Frame) -> Sent:
        """Make a move; it is sent until it is answered."""
        await self._pace()
        sent = Sent({**frame, "key": secrets.token_hex(12)}, time.monotonic())
        self.pending[sent.frame["key"]] = sent
        await self._transmit(sent.frame, sent)
        if self.on_send is not None:
            self.on_send(sent)
        return sent

    async def resend(self, sent: Sent) -> None:
        """Send a move again with the same key, whether or not there was an answer."""
        await self._pace()
        await self._transmit(sent.frame, sent)

    async def make(self, frame: Frame, seconds: float = 40) -> Sent:
        """Make a move and wait until it is acknowledged or refused."""
        sent = await self.send(frame)
        await asyncio.wait_for(sent.settled.wait(), seconds)
        return sent

    async def move(self) -> Sent:
        """Make a move that the page offers; it must be acknowledged, and then shown."""
        frame = self.board.offer(self.chance)
        assert frame is not None, f"nothing to do: {self.board.regions['prompt'].text}"
        sent = await self.make(frame)
        assert sent.acked and sent.answer is not None, sent.answer
        revision = sent.answer["revision"]
        await self.until(lambda: self.board.revision >= revision, "the board after a move")
        return sent

    async def play(self, until: Callable[[Board], bool] = lambda board: board.over) -> None:
        """Do what the page offers, as soon as it is offered, until the board is so."""
        while not until(self.board):
            assert not self.ended, f"the table closed the line: {self.closes[-1]}"
            frame = self.board.offer(self.chance)
            if frame is not None and not self._on_its_way(frame):
                await self.send(frame)
            await self.news()

    def _on_its_way(self, frame: Frame) -> bool:
        known = [*self.pending.values(), *self.settled[-4:]]
        if frame["type"] != "act":
            return any(sent.frame["type"] == frame["type"] for sent in self.pending.values())
        return any(sent.frame.get("decision") == frame["decision"] for sent in known)

    async def _pace(self) -> None:
        while True:
            now = time.monotonic()
            self._tokens = min(float(BURST), self._tokens + (now - self._tokens_at) * RATE)
            self._tokens_at = now
            if self._tokens >= 1:
                self._tokens -= 1
                return
            await asyncio.sleep((1 - self._tokens) / RATE)

    async def news(self) -> None:
        """Wait until anything was heard or the line has changed."""
        await self._news.wait()
        self._news.clear()
        if self.failure is not None:
            raise self.failure

    async def until(self, true: Callable[[], Any], what: str = "it", seconds: float = 40) -> Any:
        """Wait until something is so."""
        until = time.monotonic() + seconds
        while not (value := true()):
            if self.failure is not None:
                raise self.failure
            if time.monotonic() > until:
                raise AssertionError(f"{what} did not happen in {seconds:.0f} s")
            await asyncio.sleep(0.01)
        return value


def open_table(
    address: Callable[[], str],
    *,
    name: str = "Ann",
    target: int = 61,
    computer: bool = False,
    visitor: Visitor | None = None,
) -> tuple[Visitor, str]:
    """Open a table through the first page; the device and the table's path."""
    visitor = visitor or Visitor(address)
    button = "play-computer" if computer else "play-friend"
    page = visitor.press(visitor.get("/"), button, name=name, target=str(target))
    assert page.status == 200 and page.path.startswith("/t/"), (page.status, page.path)
    return visitor, page.path


def sit_down(
    address: Callable[[], str], path: str, *, name: str = "Bob", visitor: Visitor | None = None
) -> Visitor:
    """Take the first free chair of a table; the device."""
    visitor = visitor or Visitor(address)
    page = visitor.get(path)
    chair = page.html.first("button", form="sit-form")
    assert chair is not None, f"{page.path} has no free chair"
    page = visitor.press(page, chair["id"], name=name)
    assert page.status == 200, page.status
    assert page.html.first(class_="chair-you") is not None, "not seated"
    return visitor
