"""Everything that is needed is to be seen and large enough, on a desktop and on a small phone."""

import pytest

from tests.browser.looking import (
    NARROW,
    OUTSIDE,
    SMALL,
    TOO_WIDE,
    complaints,
    device,
    not_to_be_seen,
    too_wide_or_small,
)
from tests.browser.people import NOT_FOUND
from tests.support.table_page import DESKTOP, PHONE

pytestmark = pytest.mark.browser

# The longest names that the site allows.
NAMES = [
    "Wilhelmina von der Heide",
    "Bartholomew-James Oakley",
    "Cleopatra van Amsterdam",
    "Maximilian of Montenegro",
]
# One page walks through them all: a browser takes longer to start a page than to look at it.
TABLES = [
    ("a free seat", 2, {}),
    ("throw", 2, {}),
    ("a card too high", 2, {}),
    ("a long play", 2, {}),
    ("you count second", 2, {}),
    ("a long count", 2, {}),
    ("the other plays in the second hand", 2, {}),
    ("between hands", 2, {}),
    ("you have lost", 2, {}),
    ("a card too high", 3, {}),
    ("nobody is ready", 4, {}),
    ("a free seat", 4, {"seated": 3}),
    ("throw", 4, {}),
    ("a card too high", 4, {}),
    ("a long play", 4, {}),
    ("two said go", 4, {}),
    ("you have points to claim", 4, {"muggins": True}),
    ("you claim after a long count", 4, {"muggins": True}),
    ("a long count", 4, {}),
]
# A list of people and settings is longer than a phone; it is there to be scrolled.
TO_BE_SCROLLED = {("nobody is ready", 4)}


@pytest.mark.parametrize("screen", ["desktop", "phone"])
def test_everything_needed_is_inside_the_window_and_axe_is_content(people, screen):
    wrong = {}
    person = people.come(**device(screen))
    for situation, seats, choices in TABLES:
        table = people.arranger.table(situation, seats=seats, names=NAMES[:seats], **choices)
        people.give_seat(person, table, 0)
        people.open(person, table.code)
        found = complaints(person) if screen == "desktop" else []
        if (situation, seats) not in TO_BE_SCROLLED:
            found += not_to_be_seen(person, screen)
        if found:
            wrong[situation, seats] = found
    assert wrong == {}


@pytest.mark.parametrize("screen", ["desktop", "phone"])
def test_for_a_spectator_too(people, screen):
    wrong = {}
    person = people.come(**device(screen))
    for situation, seats in (
        ("a free seat", 2),
        ("you play", 2),
        ("a card too high", 3),
        ("over", 2),
    ):
        table = people.arranger.table(situation, seats=seats, names=NAMES[:seats])
        people.open(person, table.code)
        found = [*complaints(person), *not_to_be_seen(person, screen)]
        if found:
            wrong[situation, seats] = found
    assert wrong == {}


# Scores of the report that are cut into digits.
CUT_SCORES = """
() => [...document.querySelectorAll(".report-score")].filter((one) => one.offsetHeight > 40).length
"""


def test_names_of_one_long_word_widen_no_table(people):
    names = [letter * 24 for letter in "WMŴ漢"]
    player, spectator = (people.come(viewport=NARROW) for _ in range(2))
    for situation, seats in (
        ("second hand", 2),
        ("you count second", 3),
        ("two said go", 4),
        ("nobody is ready", 4),
        ("over", 4),
    ):
        table = people.arranger.table(situation, seats=seats, names=names[:seats])
        people.give_seat(player, table, 0)
        for person in (player, spectator):
            people.open(person, table.code)
            assert person.page.evaluate(TOO_WIDE) == [], (situation, person.look().you)
            assert person.page.evaluate(CUT_SCORES) == 0, (situation, person.look().you)


# Whether the names of the others are whole, of those that share their line with no mark.
WHOLE = """
() => [...document.querySelectorAll(".opponents .seat-name:last-child")]
  .map((name) => name.scrollWidth <= name.clientWidth)
"""


def test_a_short_name_is_whole_for_who_looks_on_with_a_phone(people):
    table = people.arranger.table("throw", names=["Bartholomew", "Wilhelmina"])
    watcher = people.look_on(table.code, viewport=PHONE)
    # the other one is the dealer
    assert watcher.page.evaluate(WHOLE) == [True]


# The papers of a table that waits which don't lie there as a whole.
CUT_OFF = """
() => [...document.querySelectorAll(".middle > .paper")]
  .filter((paper) => paper.getClientRects().length && paper.scrollHeight > paper.clientHeight)
  .map((paper) => `${paper.id} ${paper.clientHeight} of ${paper.scrollHeight}`)
"""


def test_a_table_that_waits_needs_no_scrolling_on_a_desktop(people):
    everyone = []
    for seats in (2, 4):
        table = people.arranger.table("nobody is ready", seats=seats, names=NAMES[:seats])
        everyone += [people.sit(table, seat) for seat in (0, 1)]
    everyone.append(people.look_on(table.code))
    over = people.arranger.table("over", seats=3)
    ann, bob = (people.sit(over, seat) for seat in (0, 1))
    bob.press("Leave the table")
    for person in (ann, bob):
        person.until(lambda look: look.seated == ["Ann", "", "Cleo", ""], "the free chair")
    for person in (*everyone, ann, bob):
        for height in (720, 800):
            person.page.set_viewport_size({"width": 1280, "height": height})
            assert person.page.evaluate(CUT_OFF) == []
            assert person.page.evaluate(SMALL) == []
            assert person.page.evaluate("() => document.documentElement.scrollHeight") == height


# Heights in the panel beside the felt, and whether it can be scrolled to the field of the chat, or
# to why there is none.
PANEL = """
() => {
  for (const one of document.querySelectorAll("#menu, #region-last")) one.open = true;
  const height = (name) => document.querySelector(name).getBoundingClientRect().height;
  const field = document.querySelector("#chat-text, #chat-no-words");
  field.scrollIntoView({ block: "nearest" });
  return {
    log: height("#log-scroll"), chat: height("#chat-scroll"),
    field: field.getBoundingClientRect().bottom,
    page: document.documentElement.scrollHeight,
  };
}
"""


@pytest.mark.parametrize("writes", [True, False])
def test_what_is_opened_beside_the_felt_leaves_room_for_log_and_chat(people, writes):
    ann = people.come()
    for situation in ("second hand", "over"):
        table = people.arranger.table(situation)
        if writes:
            people.arranger.let_write(table.code)
        people.give_seat(ann, table, 0)
        people.open(ann, table.code)
        panel = ann.page.evaluate(PANEL)
        assert panel["log"] >= 48
        assert panel["chat"] >= 40
        assert panel["field"] <= DESKTOP["height"]
        assert panel["page"] == DESKTOP["height"]


LONGEST_NOTE = f"{NAMES[1]} plays the queen of diamonds, 31: thirty-one for two and a run of 3."
# Where the hand and the note are, before the note speaks and while it does.
NOTE = """
(words) => {
  const hand = () => [...document.querySelectorAll(".hand-card")].map(
    (card) => Math.round(card.getBoundingClientRect().top));
  const note = document.querySelector("#play-note");
  note.textContent = "";
  const silent = hand();
  note.textContent = words;
  const { left, right, top } = note.getBoundingClientRect();
  const cards = [...document.querySelectorAll("#sequence .card, #starter-card, #crib .card")];
  return {
    silent, spoken: hand(), width: right - left, lines: note.scrollHeight,
    covered: cards.some((card) => card.getBoundingClientRect().bottom > top + 1),
  };
}
"""


def test_what_is_said_of_a_card_has_lines_of_its_own_on_a_phone(people):
    ann = people.come(**device("phone"))
    for seats in (2, 3, 4):
        table = people.arranger.table("a long play", seats=seats, names=NAMES[:seats])
        people.give_seat(ann, table, 0)
        people.open(ann, table.code)
        note = ann.page.evaluate(NOTE, LONGEST_NOTE)
        assert note["spoken"] == note["silent"]
        assert note["width"] > 300
        assert not note["covered"]
        assert ann.page.evaluate(OUTSIDE) == []


CUT_NAMES = """
() => [...document.querySelectorAll(".score-one b")].map((one) => one.clientWidth)
"""
INVITATION = """
() => {
  const field = document.querySelector("#invite-url");
  return field.scrollHeight - field.clientHeight;
}
"""


def test_on_a_phone_no_partner_vanishes_from_the_score(people):
    table = people.arranger.table("throw", seats=4, names=NAMES)
    ann = people.sit(table, 0, viewport=PHONE, has_touch=True, is_mobile=True)
    widths = ann.page.evaluate(CUT_NAMES)
    assert len(widths) == 4
    assert min(widths) > 30


def test_the_whole_invitation_is_to_be_seen(people):
    table = people.arranger.table("nobody is ready", seats=3)
    ann = people.sit(table, 0)
    for screen in (DESKTOP, PHONE):
        ann.page.set_viewport_size(screen)
        assert ann.page.evaluate(INVITATION) <= 0


def test_no_door_is_wider_than_the_window_for_a_stranger(people):
    person = people.come(viewport=NARROW)
    for situation in ("a free seat", "nobody is ready"):
        people.open(person, people.arranger.table(situation, names=NAMES[:2]).code)
        assert too_wide_or_small(person, NARROW["width"]) == []


PAGES = [
    "",
    "rules/",
    "fair/",
    "terms/",
    "privacy/",
    "contact/",
    "no/such/page/",
    "lobby/",
    "games/",
    "accounts/signup/",
    "accounts/login/",
    "accounts/password/reset/",
]


def test_no_page_is_too_wide_and_axe_is_content_with_each(people):
    wrong = {}
    person = people.come()
    people.allowed.append(NOT_FOUND)
    for page in PAGES:
        person.page.set_viewport_size(DESKTOP)
        person.page.goto(people.site.url + page)
        found = [*complaints(person), *too_wide_or_small(person, 1280, 640, 320)]
        if found:
            wrong[page] = found
    assert wrong == {}
