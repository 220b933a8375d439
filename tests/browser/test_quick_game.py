"""Quick games in browsers: two press a button, meet at a table, and the first cards are dealt."""

import os
import re
import secrets
from pathlib import Path

import pytest

from tests.browser.looking import complaints
from tests.browser.people import LOST_LINE
from tests.browser.test_accounts import PASSWORD
from tests.support.site import ROOT, wait_until
from tests.support.table_page import DESKTOP, PATIENCE, PHONE, Keyboard, Mouse

pytestmark = pytest.mark.browser

CONFIRM = re.compile(r"/accounts/confirm-email/\S+")


def mail_to(email):
    """The mail to that address, once it is there."""
    folder = Path(os.environ.get("MAIL_FOLDER", ROOT / "var" / "mail"))

    def letter():
        letters = [path.read_text() for path in folder.glob("*")]
        return next((letter for letter in letters if f"To: {email}" in letter), None)

    return wait_until(letter, 20, "the mail")


def signed_up(people, name):
    """Somebody who has just made an account and confirmed it, on the page of the queue."""
    person = people.come()
    person.page.goto(f"{people.site.url}ranked/")
    person.page.locator("#ranked-search").get_by_text(
        "Ranked games are for people with an account."
    ).wait_for()
    email = f"{secrets.token_hex(6)}@example.org"
    person.page.locator("#ranked-signup").click()
    person.page.get_by_label("E-mail").fill(email)
    person.page.get_by_label("Password").fill(PASSWORD)
    person.page.get_by_label("Your name at the table").fill(name)
    person.page.get_by_label("I am at least 16 years old").check()
    person.press("Sign up")
    # signing up leads back
    person.page.locator("#ranked-search").get_by_text(
        "Confirm your e-mail address first"
    ).wait_for()
    where = CONFIRM.search(mail_to(email))[0]
    person.page.goto(people.site.url.rstrip("/") + where)
    person.press("Yes, confirm it")
    person.page.wait_for_url(lambda url: "confirm" not in url)
    person.page.goto(f"{people.site.url}ranked/")
    person.page.get_by_role("button", name="Play ranked now").first.wait_for()
    return person


def with_account(people, hands=None, **device):
    """Somebody with a confirmed account already, on the page of the queue."""
    person = people.come(hands, **device)
    people.log_in(person, f"Quick{secrets.token_hex(4)}")
    person.page.goto(f"{people.site.url}ranked/")
    person.page.get_by_role("button", name="Play ranked now").first.wait_for()
    return person


def search(person, players="Two players"):
    person.press(f"Play ranked now: {players}")
    person.page.get_by_role("heading", name=f"Searching: {players.lower()}").wait_for()


# What is told urgently, kept where it outlasts the page.
ALERTS = """
() => new MutationObserver(() => {
  const words = document.querySelector("#alert").textContent;
  if (words) console.log(`heard: ${words}`);
}).observe(document.querySelector("#alert"), { childList: true })
"""


def listen(person):
    """What this page tells urgently from now on, as it comes."""
    told = []

    def keep(message):
        if message.text.startswith("heard: "):
            told.append(message.text.removeprefix("heard: "))

    person.page.on("console", keep)
    person.page.evaluate(ALERTS)
    return told


def at_the_new_table(person):
    """The page goes to the table by itself."""
    person.page.wait_for_url("**/t/*/", timeout=PATIENCE)
    person.at_the_table()


def name():
    return f"Quick {secrets.token_hex(4)}"


def test_two_who_search_meet_at_a_table_get_ready_and_are_dealt(people):
    ann = with_account(people, Mouse())
    bob = with_account(people, Keyboard(), viewport=PHONE)
    tab = people.another_page(ann.page.context)
    tab.page.goto(f"{people.site.url}ranked/")
    heard = {person: listen(person) for person in (ann, tab, bob)}
    search(ann)
    # the other tab searches too, and somebody who only looks on sees one more
    tab.page.get_by_role("heading", name="Searching: two players").wait_for()
    ann.page.locator("#ranked-search").get_by_text(
        "You are the only one waiting for this just now."
    ).wait_for()
    ann.page.wait_for_function("() => document.querySelector('#waited').textContent >= '0:02'")
    search(bob)
    for person, told in heard.items():
        at_the_new_table(person)
        assert told == ["Your table is ready. It opens now."]
    assert ann.code == bob.code == tab.code
    tab.page.close()

    # who deals the first hand may press it, or the table does it after a while
    pressed = set()
    for _ in range(200):
        hands = [person.look().hand for person in (ann, bob)]
        if all(len(hand) == 6 for hand in hands):
            break
        for person in (ann, bob):
            look = person.look()
            if look.asked and look.button and (person, look.button) not in pressed:
                person.press(look.button)
                pressed.add((person, look.button))
        ann.page.wait_for_timeout(200)
    else:
        raise AssertionError(f"nothing was dealt: {ann.look()} {bob.look()}")


def test_two_new_players_see_the_worked_change_in_the_report_and_in_both_histories(people):
    ann, bob = signed_up(people, f"Ann {name()}"), signed_up(people, name())
    search(ann)
    search(bob)
    for person in (ann, bob):
        at_the_new_table(person)
        worth = person.page.locator("#stakes")
        worth.get_by_text("+10.00").first.wait_for()
        assert worth.get_by_text("50 : 50").count() == 2
    for person in (ann, bob):
        person.press("I'm ready")
    for person in (ann, bob):
        person.until(lambda look: look.asked or look.button or look.hand, "the cut")
    bob.page.locator("#menu-summary").click()
    bob.page.locator("#leave-summary").click()
    bob.page.get_by_text("You lose the game at once: your rating changes by −10.00.").wait_for()
    bob.press("Leave now")
    moved = {ann: ("You win.", "+10.00", "1510.00"), bob: ("wins.", "−10.00", "1490.00")}
    for person, (headline, change, after) in moved.items():
        report = person.page.locator("#region-report")
        report.get_by_text(headline).first.wait_for()
        assert report.locator("> .stakes-table .stakes-you").inner_text().split()[-2:] == [
            change,
            after,
        ]
        person.page.goto(f"{people.site.url}games/")
        person.page.locator("a[href*='/ratings/2/']").first.click()
        history = person.page.locator("main")
        history.get_by_text(change).first.wait_for()
        history.get_by_text(after).first.wait_for()


def test_who_leaves_the_page_is_not_counted_any_more(people):
    ann, bob = with_account(people), with_account(people)
    search(ann, "Four players")
    eve = people.come()
    eve.page.goto(f"{people.site.url}ranked/")
    row = eve.page.locator(".search-choice").filter(has_text="Four players")
    row.get_by_text("1 waiting").wait_for()
    search(bob, "Four players")
    row.get_by_text("2 waiting").wait_for()
    ann.page.locator("#ranked-search").get_by_text(
        "2 people are waiting for this, you among them."
    ).wait_for()

    # loading the page again keeps the place, going somewhere else gives it up
    bob.page.reload()
    bob.page.get_by_role("heading", name="Searching: four players").wait_for()
    bob.page.goto(f"{people.site.url}rules/")
    row.get_by_text("1 waiting").wait_for()
    ann.page.locator("#ranked-search").get_by_text(
        "You are the only one waiting for this just now."
    ).wait_for()
    ann.press("Stop searching")
    row.get_by_text("nobody waiting").wait_for()
    ann.hears("You are no longer searching.")
    assert ann.page.evaluate("() => document.activeElement.id") == "search-2"


SECONDS = """
() => document.querySelector("#waited").textContent.split(":")
  .reduce((sum, one) => sum * 60 + Number(one), 0)
"""


def test_a_server_that_dies_costs_nobody_the_place(people, site):
    people.allowed.append(LOST_LINE)
    ann = with_account(people)
    search(ann, "Four players")
    ann.page.wait_for_function(f"() => ({SECONDS.strip()})() >= 3")
    waited, frames = ann.page.evaluate(SECONDS), len(ann.watch.received)
    site.wait_for_another("daphne", site.kill("daphne"))
    ann.page.wait_for_function("() => document.querySelector('#connection').hidden")
    wait_until(lambda: ann.page.evaluate("1") and len(ann.watch.received) > frames, 20, "a frame")
    assert ann.page.locator("#ranked-search").get_attribute("data-state") == "searching"
    assert ann.page.evaluate(SECONDS) >= waited - 3
    ann.press("Stop searching")
    ann.page.get_by_role("button", name="Play ranked now: Four players").wait_for()


def test_by_keyboard_alone_and_moved_to_another_size(people):
    ann = with_account(people, Keyboard())
    search(ann, "Three players")
    assert ann.page.evaluate("() => document.activeElement.id") == "stop"
    ann.press("Search for this instead: Four players")
    ann.page.get_by_role("heading", name="Searching: four players").wait_for()
    ann.press("Stop searching")
    ann.page.get_by_role("button", name="Play ranked now: Two players").wait_for()


def test_without_a_line_the_forms_do_it(people):
    ann = with_account(people)
    context = people.browser.new_context(
        java_script_enabled=False, storage_state=ann.page.context.storage_state()
    )
    people.contexts.append(context)
    page = context.new_page()
    page.goto(f"{people.site.url}ranked/")
    page.get_by_role("button", name="Play ranked now: Three players").click()
    page.get_by_role("heading", name="Searching: three players").wait_for()
    page.get_by_role("button", name="Stop searching").click()
    page.get_by_role("button", name="Play ranked now: Three players").wait_for()


# Elements that stick out of the window, or are too small to hit.
WRONG = """
() => [...document.querySelectorAll("main a[href], main button")].filter((element) => {
  if (!element.getClientRects().length) return false;
  const { width, height, left, right } = element.getBoundingClientRect();
  return width < 24 || height < 24 || left < 0 || right > innerWidth;
}).map((element) => element.outerHTML.slice(0, 80))
"""


def test_everything_is_to_be_seen_while_one_searches(people):
    ann = with_account(people)
    for act in (lambda: None, lambda: search(ann, "Four players")):
        act()
        for screen in (DESKTOP, PHONE):
            ann.page.set_viewport_size(screen)
            assert ann.page.evaluate(WRONG) == []
            assert complaints(ann) == []
            width = ann.page.evaluate("() => document.documentElement.scrollWidth")
            assert width == screen["width"]
    box = ann.page.get_by_role("button", name="Stop searching").bounding_box()
    assert box["y"] + box["height"] <= PHONE["height"]
    ann.press("Stop searching")
