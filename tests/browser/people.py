"""People who come to the site, each with a device of their own."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, BrowserContext

from tests.browser.arranging import Arranged, Arranger
from tests.browser.watching import Watch
from tests.support.site import Site
from tests.support.table_page import DESKTOP, Hands, Mouse, TablePage

# A line that is lost on purpose shows in the console; everything else there is a fault.
LOST_LINE = re.compile(r"WebSocket connection to .* failed|ERR_INTERNET_DISCONNECTED")
# So does a page that is not there.
NOT_FOUND = re.compile("status of 404")


class Person(TablePage):
    """A page with what is watched on it."""

    watch: Watch

    @property
    def code(self) -> str:
        """Of the table that the page shows."""
        return self.page.url.rstrip("/").rsplit("/", 1)[-1]

    def settled(self) -> bool:
        """Whether the page shows all that has come down the line."""
        pieces = [frame["html"] for frame in self.watch.boards]
        return bool(pieces) and self.board() == self.board(pieces)

    def settle(self) -> dict[str, str]:
        """Wait until the page shows all that has come; the board then."""
        self.until(lambda look: self.settled(), "the board that was sent")
        return self.board()

    def hears(self, words: str, region: str = "say") -> None:
        """Wait until a live region has said something; it may say it only once."""
        self.until(lambda look: words in self.watch.said(region), f"the words {words!r}")
        assert self.watch.said(region).count(words) == 1

    def come_back(self) -> None:
        """Load the page again."""
        frames = len(self.watch.boards)
        self.page.reload()
        self.until(lambda look: len(self.watch.boards) > frames, "a new line to the table")
        self.at_the_table()


@dataclass
class People:
    """Lets people come to the site."""

    browser: Browser
    site: Site
    arranger: Arranger
    contexts: list[BrowserContext] = field(default_factory=list)
    everyone: list[Person] = field(default_factory=list)
    allowed: list[re.Pattern[str]] = field(default_factory=list)

    def come(self, hands: Hands | None = None, *, still: bool = True, **device: Any) -> Person:
        """A person with a device of their own; `still` for one who wants no movement."""
        device = {"viewport": DESKTOP, **device}
        motion = "reduce" if still else "no-preference"
        context = self.browser.new_context(reduced_motion=motion, **device)
        self.contexts.append(context)
        return self.another_page(context, hands)

    def another_page(self, context: BrowserContext, hands: Hands | None = None) -> Person:
        """One more tab on a device that is there already."""
        page = context.new_page()
        person = Person(page, hands or Mouse(), seed=len(self.everyone))
        person.watch = Watch(page, self.site.url)
        self.everyone.append(person)
        return person

    def sit(self, table: Arranged, seat: int, hands: Hands | None = None, **device: Any) -> Person:
        """A person who sits at an arranged table already, with the page open."""
        person = self.come(hands, **device)
        self.give_seat(person, table, seat)
        self.open(person, table.code)
        return person

    def give_seat(self, person: Person, table: Arranged, seat: int) -> None:
        self._give_session(person, table.sessions[seat])

    def log_in(self, person: Person, name: str) -> None:
        """Let somebody have an account with a confirmed address, and be logged in."""
        self._give_session(person, self.arranger.account(name))

    def work_here(self, person: Person, name: str) -> None:
        """Let somebody be a moderator who has logged in with the second step."""
        self._give_session(person, self.arranger.moderator(name))

    def _give_session(self, person: Person, session: str) -> None:
        cookie = {"name": "sessionid", "value": session, "url": self.site.url}
        person.page.context.add_cookies([cookie])

    def open(self, person: Person, code: str) -> None:
        """Open a table's page, and wait until its line has brought the board."""
        # what an earlier table sent is none of this one's
        person.watch.received.clear()
        person.page.goto(self.address(code))
        person.at_the_table()
        person.settle()

    def address(self, code: str) -> str:
        return f"{self.site.url}t/{code}/"

    def at(
        self, situation: str, *hands: Hands, write: bool = False, **choices: Any
    ) -> tuple[Person, Person]:
        """Ann and Bob at a table that has come to a situation; `write` lets them write words."""
        table = self.arranger.table(situation, **choices)
        if write:
            self.arranger.let_write(table.code)
        ann, bob = (self.sit(table, seat, *hands[seat : seat + 1]) for seat in (0, 1))
        return ann, bob

    def look_on(self, code: str, **device: Any) -> Person:
        """A person without a seat, with the page of that table open."""
        person = self.come(**device)
        self.open(person, code)
        return person

    def faults(self) -> list[str]:
        """What has gone wrong on the pages so far."""
        for person in self.everyone:
            if not person.page.is_closed():
                # whatever was told before the answer to this has come by then
                person.page.evaluate("() => null")
        return [
            fault
            for person in self.everyone
            for fault in person.watch.faults
            if not any(pattern.search(fault) for pattern in self.allowed)
        ]


def settle(*people: Person) -> list[dict[str, str]]:
    """Wait until all know the same and show it; their boards then."""
    first = people[0]
    first.until(lambda look: len({one.watch.revision for one in people}) == 1, "the same for all")
    return [person.settle() for person in people]
