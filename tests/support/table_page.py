"""A table in a browser as a person uses it: by mouse, by keyboard alone, or by touch.

What is done goes through roles and names, what a person presses and reads; `Look` reads the whole
page at once, so that a choice rests on one moment of it.
"""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Protocol

from playwright.sync_api import Error, Locator, Page
from playwright.sync_api import TimeoutError as TooSlow

from games.cribbage.cards import DECK, Card
from games.cribbage.show import points

CHROMIUM_OPTIONS = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--no-first-run",
]
DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 640}
# A busy machine may be slow to answer; nothing here waits longer than it must.
PATIENCE = 40_000
# What is missing after this long has probably been taken away by an update: look again.
A_MOMENT = 4_000
# Longer than the table waits for anybody, in seconds.
STANDSTILL = 40

READ = """
() => {
  const one = (selector) => document.querySelector(selector);
  const all = (selector) => [...document.querySelectorAll(selector)];
  const seen = (element) => Boolean(element && element.getClientRects().length);
  const words = (selector) => one(selector)?.innerText.trim() ?? "";
  const codes = (selector) => all(selector).map((card) => card.dataset.code);
  const seats = (mark) => all(".seat").filter((seat) => seat.querySelector(mark)).map(
    (seat) => seat.querySelector(".seat-name").innerText);
  const hand = one("#region-hand");
  const prompt = one("#region-prompt");
  return {
    title: document.title,
    sentence: words("#prompt-sentence"),
    note: words("#prompt-note"),
    button: seen(one("#prompt-button")) ? words("#prompt-button") : "",
    asked: prompt?.classList.contains("prompt-yours") ?? false,
    decision: prompt?.dataset.decision ?? "",
    mode: hand?.dataset.mode ?? "",
    need: Number(hand?.dataset.need ?? 0),
    hand: codes("#hand .hand-card"),
    playable: codes("#hand .hand-card:not([aria-disabled])"),
    marked: codes('#hand .hand-card[aria-pressed="true"]'),
    sent: codes("#hand .hand-card.sent"),
    sequence: codes("#sequence > li"),
    earlier: codes("#earlier > li"),
    count: Number(words("#count") || 0),
    starter: one("#starter-card")?.dataset.code ?? "",
    counted: words("#show-title"),
    claim: Boolean(one("#claim")),
    to_count: all(".show-turn .card").map((card) => card.getAttribute("aria-label")),
    points: words("#show-points"),
    scores: Object.fromEntries(all(".score").map((row) => [
      [...row.querySelectorAll(".score-one b")].map((one) => one.textContent).join(" + ")
        || row.querySelector(".score-name").innerText,
      Number(row.querySelector(".score-number").innerText),
    ])),
    you: words(".seat-you .seat-name"),
    dealer: seats(".tag-dealer")[0] ?? "",
    go: seats(".go-said"),
    waiting: seen(one("#region-waiting")),
    chairs: all(".chair").map((chair) => ({
      name: chair.classList.contains("chair-empty")
        ? "" : chair.querySelector(".chair-name").innerText.trim(),
      across: chair.querySelector(".chair-across")?.innerText.trim() ?? "",
      state: chair.querySelector(".chair-state")?.firstChild.textContent.trim() ?? "",
      host: [...chair.querySelectorAll(".tag")].some((tag) => tag.innerText.trim() === "host"),
    })),
    watchers: Number.parseInt(words(".watchers") || "0"),
    chat: all("#chat-lines > .chat-line").map((line) => line.textContent.trim()),
    quiet: words("#chat-quiet"),
    missed: words("#missed"),
    headline: seen(one("#region-report")) ? words("#report-title") : "",
    line: words("#connection"),
    log: all("#region-log li").map((line) => line.textContent.trim()),
  };
}
"""

# The page has a title of its own until the line brings one.
LIVE = """
() => !document.title.startsWith("Table ") && !document.querySelector("#connection:not([hidden])")
"""

# What changes with every answer that the table takes, and not before.
STAND = """
() => {
  const prompt = document.querySelector("#region-prompt");
  return [
    prompt?.dataset.decision, prompt?.className,
    prompt?.querySelector("#prompt-sentence")?.textContent,
    document.querySelector("#region-hand")?.dataset.mode,
    document.querySelector("#report-title")?.textContent,
  ].join("|");
}
"""

# Regions by id, without what is a person's own doing on this one page; those of the page, or
# those in pieces of HTML that follow one another.
BOARD = """
(pieces) => {
  const regions = new Map();
  const keep = (parent) => {
    for (const region of parent.querySelectorAll('[id^="region-"]')) {
      regions.set(region.id, region.cloneNode(true));
    }
  };
  if (!pieces) keep(document);
  for (const html of pieces ?? []) {
    const holder = document.createElement("template");
    holder.innerHTML = html;
    keep(holder.content);
  }
  const board = {};
  for (const [id, region] of [...regions].sort()) {
    for (const one of [region, ...region.querySelectorAll("*")]) {
      for (const name of ["style", "open", "aria-pressed", "hx-swap-oob"]) {
        one.removeAttribute(name);
      }
      one.classList.remove("sent", "dragging", "gone", "named", "unsaid", "lit");
      if (!one.classList.length) one.removeAttribute("class");
    }
    region.querySelector("#prompt-note")?.replaceChildren();
    // what the clock does by itself
    for (const one of region.querySelectorAll(".countdown")) {
      one.replaceChildren();
      one.classList.remove("urgent", "over");
    }
    for (const one of region.querySelectorAll("[data-opens]")) one.removeAttribute("aria-disabled");
    const html = region.outerHTML.replace(/\\s+/g, " ");
    board[id] = html.replaceAll("> ", ">").replaceAll(" <", "<");
  }
  return board;
}
"""


@dataclass(frozen=True, slots=True)
class Look:
    """What the page says at one moment. Cards are codes, in the order they lie."""

    title: str
    sentence: str
    note: str
    button: str
    asked: bool
    decision: str
    mode: str
    need: int
    hand: list[str]
    playable: list[str]
    marked: list[str]
    sent: list[str]
    sequence: list[str]
    earlier: list[str]
    count: int
    starter: str
    counted: str
    claim: bool
    to_count: list[str]
    points: str
    scores: dict[str, int]
    you: str
    dealer: str
    go: list[str]
    waiting: bool
    chairs: list[dict[str, Any]]
    watchers: int
    chat: list[str]
    quiet: str
    missed: str
    headline: str
    line: str
    log: list[str]

    @property
    def over(self) -> bool:
        return bool(self.headline)

    @property
    def seated(self) -> list[str]:
        """The names on the four chairs before a game; "" for a free one."""
        return [chair["name"] for chair in self.chairs]


class Hands(Protocol):
    """How a person works a page."""

    def press(self, target: Locator) -> None:
        """Work a button, a link, a card."""

    def write(self, target: Locator, words: str) -> None:
        """Write into a field."""

    def choose(self, target: Locator) -> None:
        """Choose one of several radio buttons."""

    def throw(self, table: TablePage, cards: list[str]) -> None:
        """Throw cards of the hand to the crib."""

    def play(self, table: TablePage, card: str) -> None:
        """Play a card of the hand."""


class Pointer:
    """What mouse and finger have in common: cards are mostly pressed, every third time dragged."""

    def __init__(self) -> None:
        self.done = 0

    def press(self, target: Locator) -> None:
        raise NotImplementedError

    def drag(self, card: Locator, onto: Locator) -> None:
        """Drag a card into the middle of a place, in a few steps as a hand does."""
        raise NotImplementedError

    def write(self, target: Locator, words: str) -> None:
        self.press(target)
        target.page.keyboard.type(words)

    def choose(self, target: Locator) -> None:
        self.press(target)

    def throw(self, table: TablePage, cards: list[str]) -> None:
        self.done += 1
        if self.done % 3 == 2:
            for card in cards:
                self.drag(table.card(card), table.crib)
        else:
            for card in cards:
                self.press(table.card(card))
            self.press(table.button(THROW))

    def play(self, table: TablePage, card: str) -> None:
        self.done += 1
        if self.done % 3 == 2:
            self.drag(table.card(card), table.play_area)
        else:
            self.press(table.card(card))


class Mouse(Pointer):
    """Clicks and drags."""

    def press(self, target: Locator) -> None:
        target.click()

    def drag(self, card: Locator, onto: Locator) -> None:
        mouse = card.page.mouse
        start, end = middle_of(card), middle_of(onto)
        mouse.move(*start)
        mouse.down()
        mouse.move(*end, steps=6)
        mouse.up()


class Touch(Pointer):
    """Taps, and drags with one finger; Playwright itself only knows taps."""

    def press(self, target: Locator) -> None:
        target.tap()

    def drag(self, card: Locator, onto: Locator) -> None:
        (x, y), (to_x, to_y) = middle_of(card), middle_of(onto)
        finger = card.page.context.new_cdp_session(card.page)

        def touch(kind: str, *place: float) -> None:
            where = [{"x": place[0], "y": place[1]}] if place else []
            finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": where})

        touch("touchStart", x, y)
        for step in range(1, 7):
            touch("touchMove", x + (to_x - x) * step / 6, y + (to_y - y) * step / 6)
        # lifted in full flight, the finger would throw the page, and Chromium takes the next tap
        # for the one that stops it
        card.page.wait_for_timeout(100)
        touch("touchMove", to_x, to_y)
        touch("touchEnd")
        finger.detach()


class Keyboard:
    """Tab, arrows, Space, Enter and letters; never the mouse."""

    def __init__(self) -> None:
        self.pressed = 0

    def press(self, target: Locator) -> None:
        self.reach(target)
        self.pressed += 1
        is_link = target.evaluate("element => element.tagName === 'A'")
        target.page.keyboard.press("Enter" if is_link or self.pressed % 2 else "Space")

    def write(self, target: Locator, words: str) -> None:
        self.reach(target)
        target.page.keyboard.type(words)

    def choose(self, target: Locator) -> None:
        keyboard = target.page.keyboard
        name = target.get_attribute("name")
        at = "name => document.activeElement?.name === name"
        self.walk(target.page, lambda: target.page.evaluate(at, name))
        for _ in range(10):
            if target.is_checked():
                return
            keyboard.press("ArrowDown")
        raise AssertionError("the arrow keys do not reach that choice")

    def throw(self, table: TablePage, cards: list[str]) -> None:
        for card in cards:
            self.reach(table.card(card))
            table.page.keyboard.press("Space")
        self.press(table.button(THROW))

    def play(self, table: TablePage, card: str) -> None:
        self.press(table.card(card))

    def reach(self, target: Locator) -> None:
        """Bring the focus to an element: by arrows within the hand, by Tab elsewhere."""

        def there() -> bool:
            focused = "element => element === document.activeElement"
            return bool(target.evaluate(focused, timeout=A_MOMENT))

        def key() -> str:
            in_hand = "one => [one, document.activeElement].every(each => each?.closest('#hand'))"
            return "ArrowRight" if target.evaluate(in_hand, timeout=A_MOMENT) else "Tab"

        self.walk(target.page, there, key)

    @staticmethod
    def walk(page: Page, there: Callable[[], bool], key: Callable[[], str] = lambda: "Tab") -> None:
        for _ in range(80):
            if there():
                return
            page.keyboard.press(key())
        raise AssertionError("the keyboard does not get there")


THROW = re.compile("^Throw (it|them) in$")


MIDDLE = """
(element) => {
  element.scrollIntoView({ block: "nearest", behavior: "instant" });
  const { left, top, width, height } = element.getBoundingClientRect();
  return width && [left + width / 2, top + height / 2];
}
"""


def middle_of(element: Locator) -> tuple[float, float]:
    """The middle of an element in the window, brought into it if need be."""
    for _ in range(20):
        # nothing, when an update has just put another one in its place
        if place := element.evaluate(MIDDLE):
            return place[0], place[1]
    raise AssertionError(f"{element} is not to be seen")


def best_throw(hand: list[str], count: int) -> list[str]:
    """The cards whose loss costs a hand least, over every starter; whose crib it is, is all one."""
    cards = [Card.parse(code) for code in hand]
    starters = [card for card in DECK if card not in cards]

    def worth(kept: tuple[Card, ...]) -> int:
        return sum(points(kept, starter) for starter in starters)

    kept = max(combinations(cards, len(cards) - count), key=worth)
    return [card.code for card in cards if card not in kept]


def worth(look: Look) -> int:
    """What the hand or crib that is to be counted now is worth, by the cards that lie there."""
    named = {card.name: card for card in DECK}
    cards = [named[name.removesuffix(", the starter")] for name in look.to_count]
    return points(cards[:4], cards[4], crib="crib" in look.sentence)


class TablePage:
    """One person's page. `chance` makes its choices, so that a game can be played again."""

    def __init__(self, page: Page, hands: Hands | None = None, seed: int = 1) -> None:
        self.page = page
        self.hands: Hands = hands or Mouse()
        self.chance = random.Random(seed)
        page.set_default_timeout(PATIENCE)

    # what there is to press

    def button(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("button", name=name, exact=isinstance(name, str))

    def card(self, code: str) -> Locator:
        """A card of the own hand, by its name: "five of hearts, playable"."""
        name = re.compile(f"^{re.escape(Card.parse(code).name)}(,|$)")
        return self.page.get_by_role("group", name="Your hand").get_by_role("button", name=name)

    def chair(self, number: int) -> Locator:
        """A chair of a table that waits, counted from 1."""
        chairs = self.page.get_by_role("list", name="Chairs round the table")
        return chairs.get_by_role("listitem").nth(number - 1)

    def at_chair(self, number: int, what: str) -> None:
        """Press a button that stands at a chair: move here, remove, add a computer player."""
        self.hands.press(self.chair(number).get_by_role("button", name=what))

    @property
    def crib(self) -> Locator:
        return self.page.get_by_role("region", name=re.compile("crib$"))

    @property
    def play_area(self) -> Locator:
        return self.page.get_by_role("region", name="The play")

    # the way in

    def play_computer(self, site: str, name: str = "", target: int = 61) -> None:
        """From the first page to a table against the computer."""
        self._from_the_first_page(site, name, target, "Play the computer")

    def play_friend(self, site: str, name: str = "", target: int = 61) -> None:
        """From the first page to a table with a free seat."""
        self._from_the_first_page(site, name, target, "Play a friend")

    def _from_the_first_page(self, site: str, name: str, target: int, button: str) -> None:
        self.page.goto(site)
        if target != 121:
            self.hands.choose(self.page.get_by_role("radio", name=re.compile(f"^{target},")))
        if name:
            self.hands.write(self.page.get_by_label("Your name at the table"), name)
        self.hands.press(self.button(button))
        self.at_the_table()

    def invitation(self) -> str:
        """The link to send."""
        return self.page.get_by_label("Send this link").input_value()

    def sit_down(self, invitation: str, name: str = "", chair: int | None = None) -> None:
        """Follow an invitation and take the first free chair, or this one (counted from 1)."""
        self.page.goto(invitation)
        self.at_the_table()
        self.take_chair(name, chair)

    def take_chair(self, name: str = "", chair: int | None = None) -> None:
        """At a table that is open on the page: take the first free chair, or this one."""
        if name:
            self.page.get_by_label("Your name at the table").clear()
            self.hands.write(self.page.get_by_label("Your name at the table"), name)
        place = self.page if chair is None else self.chair(chair)
        self.hands.press(place.get_by_role("button", name="Sit here").first)
        self.page.locator(".chair-you").wait_for()
        self.at_the_table()

    def at_the_table(self) -> None:
        """Wait until the page shows a table and its line has brought the first board."""
        self.page.locator("#region-prompt").wait_for()
        self.page.wait_for_function(LIVE)

    # what there is to see

    def look(self) -> Look:
        return Look(**self.page.evaluate(READ))

    def board(self, pieces: list[str] | None = None) -> dict[str, str]:
        """The HTML of every region, without marks, opened papers and the like.

        Of the page, or as it would be after these pieces of HTML.
        """
        board: dict[str, str] = self.page.evaluate(BOARD, pieces)
        return board

    def stand(self) -> str:
        """Differs before and after every answer that the table takes."""
        stand: str = self.page.evaluate(STAND)
        return stand

    def until(self, true: Callable[[Look], Any], what: str = "it", seconds: float = 40) -> Look:
        """Wait until the page looks a certain way."""
        give_up = time.monotonic() + seconds
        while True:
            look = self.look()
            if true(look):
                return look
            if time.monotonic() > give_up:
                raise AssertionError(f"{what} did not happen; the page says {look}")
            self.page.wait_for_timeout(30)

    def until_asked(self, seconds: float = 40) -> Look:
        """Wait until the table wants something of this person, or the game is over."""
        return self.until(lambda look: look.asked or look.over, "a turn", seconds)

    # what there is to do

    def answer(self) -> Look | None:
        """Do what the table asks of this person; None if it asks for nothing just now."""
        stand, look = self.stand(), self.look()
        if not look.asked or look.over:
            return None
        try:
            self._do(look)
            self.page.wait_for_function(f"old => ({STAND})() !== old", arg=stand)
        except (TooSlow, AssertionError, Error):
            # the table may have dealt or counted by itself in the meantime
            if self.stand() == stand:
                raise
        return look

    def _do(self, look: Look) -> None:
        if look.mode == "throw":
            self.throw(best_throw(look.hand, look.need))
        elif look.mode == "play":
            self.play(self.chance.choice(look.playable))
        elif look.claim:
            self.claim(worth(look))
        else:
            self.hands.press(self.button(look.button))

    def throw(self, cards: list[str]) -> None:
        self.hands.throw(self, cards)

    def play(self, card: str) -> None:
        self.hands.play(self, card)

    def claim(self, points: int | str) -> None:
        """With muggins: say what the hand in turn is worth."""
        self.hands.write(self.page.get_by_label(re.compile("^Claim for your")), str(points))
        self.hands.press(self.button("Claim"))

    def press(self, name: str | re.Pattern[str]) -> None:
        self.hands.press(self.button(name))


def playing(*people: TablePage) -> Iterator[TablePage]:
    """Let everyone answer whenever they are asked, until the game is over for all of them.

    Yields who has just answered.
    """
    give_up = time.monotonic() + STANDSTILL
    while True:
        for person in people:
            if person.answer() is not None:
                give_up = time.monotonic() + STANDSTILL
                yield person
                break
        else:
            looks = [person.look() for person in people]
            if all(look.over for look in looks):
                return
            assert time.monotonic() < give_up, f"nobody is asked for anything: {looks}"
            people[0].page.wait_for_timeout(30)


def play_until(true: Callable[[], bool], *people: TablePage) -> None:
    """Play on until something is true; it must come before the end of the game."""
    if true():
        return
    for _ in playing(*people):
        if true():
            return
    raise AssertionError("the game was over before it came to that")
