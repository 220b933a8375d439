"""Somebody is away, leaves, comes back, runs out of time; a draw, a claimed win, a closed game."""

import pytest

from tests.browser.looking import SCREENS, complaints, device, not_to_be_seen
from tests.browser.people import LOST_LINE, settle
from tests.support.table_page import Keyboard, Mouse

pytestmark = pytest.mark.browser

LONG_NAMES = [
    "Wilhelmina von der Heide",
    "Bartholomew-James Oakley",
    "Cleopatra van Amsterdam",
    "Maximilian of Montenegro",
]

# Where the things are that must not move under anybody's pointer, in pixels.
PLACES = """
() => ["#region-prompt", "#region-hand", ".hand-card", "#middle", ".board", "#seat-1"].map(
  (name) => {
    const { left, top, width, height } = document.querySelector(name).getBoundingClientRect();
    return [name, ...[left, top, width, height].map(Math.round)];
  })
"""


def marks(person):
    """What lies on the cards of the others, as it is seen."""
    shown = person.page.locator(".mark").all_inner_texts()
    return [words.replace("\n", " ") for words in shown]


def seconds_left(person, selector=".mark .countdown"):
    """What a countdown shows; None while it shows nothing."""
    minutes, _, seconds = person.page.locator(selector).first.inner_text().partition(":")
    return int(minutes) * 60 + int(seconds) if seconds else None


def open_menu(person):
    person.page.locator("#menu-summary").click()


# --- Away ----------------------------------------------------------------------------------------


def test_a_seat_counts_down_until_a_computer_takes_it_and_its_owner_comes_back(people):
    table = people.arranger.table("the other plays")
    ann = people.sit(table, 0)
    people.arranger.away(table.code, 1, 55)
    ann.until(lambda look: any(mark.startswith("away 0:0") for mark in marks(ann)), "the countdown")
    ann.hears("Bob is away.")
    first = seconds_left(ann)
    ann.until(lambda look: marks(ann) and (seconds_left(ann) or 0) < first, "the seconds")
    ann.until(lambda look: marks(ann) == ["CPU for Bob gone for a minute"], "the computer")
    ann.hears("A computer plays for Bob: gone for a minute.")
    # and it does play
    ann.until(lambda look: len(look.sequence) + len(look.earlier) >= 3, "a card of the computer")

    bob = people.sit(table, 1)
    ann.until(lambda look: not marks(ann), "Bob at his seat")
    ann.hears("Bob takes the seat back.")
    settle(ann, bob)
    assert bob.look().button != "I'm back"


@pytest.mark.parametrize("screen", SCREENS)
def test_nothing_moves_when_marks_and_clocks_come_and_go(people, screen):
    table = people.arranger.table("you play", turn_limit=30)
    ann = people.sit(table, 0, viewport=SCREENS[screen])
    before = ann.page.evaluate(PLACES)
    people.arranger.away(table.code, 1, 0)
    ann.until(lambda look: marks(ann) and seconds_left(ann), "the countdown")
    assert ann.page.evaluate(PLACES) == before
    people.arranger.hold(table.code, 1, "idle")
    ann.until(lambda look: any("CPU for Bob" in mark for mark in marks(ann)), "the computer")
    places = ann.page.evaluate(PLACES)
    # what is new, the win that may be claimed, stands at the prompt: the board and the seat stay
    # where they are; only on a phone the seat has to be wider for more words than its cards
    still = [".board", "#seat-1"] if screen == "desktop" else [".board"]
    assert [place for place in places if place[0] in still] == [
        place for place in before if place[0] in still
    ]
    heights = [[place[2], place[4]] for place in (places[-1], before[-1])]
    assert heights[0] == heights[1]


# --- Time ----------------------------------------------------------------------------------------


def test_ten_seconds_are_told_once_and_then_the_computer_makes_the_move(people):
    table = people.arranger.table("you play", turn_limit=30)
    ann, bob = people.sit(table, 0), people.sit(table, 1)
    assert ann.page.locator("#prompt-clock").is_visible()
    assert bob.page.locator("#prompt-clock").count() == 0
    assert ann.watch.said("alert").count("Ten seconds left.") == 0
    people.arranger.end_turn_in(table.code, 11.5)
    ann.until(lambda look: (seconds_left(ann, "#prompt-clock") or 99) <= 12, "the clock")
    people.arranger.touch(table.code)
    ann.hears("Ten seconds left.", "alert")
    assert "Ten seconds left." not in bob.watch.said("alert")
    people.arranger.touch(table.code)
    ann.hears("Ann's time was up: the computer played for Ann.")
    ann.hears("Ten seconds left.", "alert")
    settle(ann, bob)
    assert "Ann's time was up: the computer played for Ann." in bob.look().log


def test_while_the_line_is_away_the_countdowns_stand(people):
    people.allowed.append(LOST_LINE)
    table = people.arranger.table("you play", turn_limit=30)
    ann = people.sit(table, 0)
    people.arranger.end_turn_in(table.code, 29)
    ann.until(lambda look: (seconds_left(ann, "#prompt-clock") or 99) <= 29, "the clock")
    ann.page.context.set_offline(True)
    ann.until(lambda look: look.line, "a word about the line", seconds=30)
    assert ann.page.locator("html.clock-stands").count() == 1
    stands = seconds_left(ann, "#prompt-clock")
    ann.page.wait_for_timeout(1500)
    assert seconds_left(ann, "#prompt-clock") == stands
    ann.page.context.set_offline(False)
    ann.until(lambda look: not look.line, "the line", seconds=30)
    ann.until(lambda look: seconds_left(ann, "#prompt-clock") < stands, "the clock to run again")
    assert ann.page.locator("html.clock-stands").count() == 0


def test_who_ran_out_of_time_too_often_comes_back_by_one_button(people):
    table = people.arranger.table("you play")
    ann, bob = people.sit(table, 0, Keyboard()), people.sit(table, 1)
    people.arranger.hold(table.code, 0, "missed")
    look = ann.until(lambda look: look.button == "I'm back", "the way back")
    assert look.sentence == "You ran out of time too often: a computer plays for you."
    assert look.title == "Cribbage"
    bob.until(lambda look: marks(bob) == ["CPU for Ann out of time too often"], "the mark")
    ann.press("I'm back")
    ann.until(lambda look: look.button != "I'm back", "the seat")
    bob.until(lambda look: not marks(bob), "Ann at her seat")
    bob.hears("Ann takes the seat back.")


def test_who_did_not_claim_reads_until_when_and_has_no_button(people):
    table = people.arranger.table("the other plays", muggins=True)
    ann = people.sit(table, 0)
    people.arranger.hold(table.code, 0, "claims")
    look = ann.until(lambda look: "until the next deal" in look.sentence, "the sentence")
    assert look.button == ""


# --- Leaving -------------------------------------------------------------------------------------


def test_what_leaving_costs_is_said_before_and_the_seat_can_be_taken_back(people):
    ann, bob = people.at("you play")
    open_menu(ann)
    ann.page.locator("#leave-summary").click()
    ann.page.get_by_text("A computer plays on for you at once.").wait_for()
    # an update leaves the menu open
    people.arranger.talk(ann.code, ["hello"])
    people.arranger.touch(ann.code)
    settle(ann, bob)
    ann.press("Leave now")
    ann.until(lambda look: look.button == "I'm back", "the way back")
    bob.hears("Ann leaves the table.")
    bob.until(lambda look: "CPU for Ann left the table" in marks(bob), "the mark")
    assert ann.page.locator("#leave-box").count() == 0
    ann.press("I'm back")
    bob.hears("Ann takes the seat back.")
    settle(ann, bob)
    assert ann.look().button != "I'm back"
    assert ann.page.locator("#leave-box").is_visible()


def test_against_the_computer_the_game_waits_for_who_has_left(people):
    table = people.arranger.table("you play", computers=1)
    ann = people.sit(table, 0)
    eve = people.look_on(table.code)
    open_menu(ann)
    assert ann.page.get_by_role("button", name="Offer a draw").count() == 0
    ann.page.locator("#leave-summary").click()
    ann.page.get_by_text("The game waits until you are back.").wait_for()
    ann.press("Leave now")
    ann.until(lambda look: look.sentence == "You left: the game waits until you are back.")
    eve.until(lambda look: look.sentence == "The table waits: nobody is here.", "the pause")
    ann.press("I'm back")
    ann.until(lambda look: look.asked and look.mode == "play", "the turn")


def test_the_menu_is_worked_by_keyboard_alone(people):
    ann, bob = people.at("you play", Keyboard(), Mouse())
    for summary in ("#menu-summary", "#leave-summary"):
        ann.hands.press(ann.page.locator(summary))
    ann.press("Leave now")
    bob.hears("Ann leaves the table.")
    ann.until(lambda look: look.button == "I'm back", "the way back")


# --- Draws and claims ----------------------------------------------------------------------------


def test_a_draw_is_offered_and_agreed(people):
    ann, bob = people.at("second hand")
    open_menu(ann)
    ann.press("Offer a draw")
    ann.page.get_by_text("You would like a draw; waiting for Bob.").wait_for()
    bob.page.get_by_text("Ann offers a draw.", exact=True).first.wait_for()
    bob.hears("Ann offers a draw.")
    bob.press("Agree to a draw")
    for person in (ann, bob):
        look = person.until(lambda look: look.over, "the report")
        assert look.headline == "The game is drawn."
        assert look.hand == [] and look.button == ""
        person.hears("The game is drawn.")
        person.page.get_by_role("button", name="Play again").wait_for()


def test_an_offer_lapses_with_the_next_deal(people):
    table = people.arranger.table("second hand")
    ann, bob = people.sit(table, 0), people.sit(table, 1)
    people.arranger.offer_draw(table.code, 0)
    bob.page.locator("#agree-draw").wait_for()
    people.arranger.play_on(table.code, "third hand")
    bob.until(lambda look: "Hand 3" in " ".join(look.log), "the deal")
    settle(ann, bob)
    assert bob.page.locator("#agree-draw").count() == 0


def test_why_a_draw_can_not_be_offered_yet_is_said(people):
    ann, _bob = people.at("throw")
    open_menu(ann)
    reason = "A draw can be offered from the second deal on."
    ann.page.get_by_text(reason).wait_for()
    ann.page.get_by_role("button", name="Offer a draw").click(force=True)
    ann.hears(reason, "alert")
    assert ann.watch.moves_sent == []


def test_the_win_is_claimed_when_the_time_has_come(people):
    table = people.arranger.table("you play")
    ann = people.sit(table, 0)
    people.arranger.hold(table.code, 1, "left", 54)
    claim = ann.page.get_by_role("button", name="Claim the win")
    claim.wait_for()
    assert claim.get_attribute("aria-disabled") == "true"
    claim.click(force=True)
    ann.hears("You can claim the win when the computer has played for a minute.", "alert")
    assert ann.watch.moves_sent == []
    ann.until(lambda look: claim.get_attribute("aria-disabled") is None, "the time")
    claim.click()
    look = ann.until(lambda look: look.over, "the report")
    assert look.headline == "You win."
    assert look.hand == []
    ann.hears("Ann claims the win: everybody else had left.")


def test_a_game_that_was_closed_says_so_and_leads_on(people):
    table = people.arranger.table("you play")
    ann, eve = people.sit(table, 0), people.look_on(table.code)
    people.arranger.close_table(table.code)
    for person in (ann, eve):
        look = person.until(lambda look: look.over, "the report")
        assert look.headline == "This game was closed."
        assert look.hand == [] and look.button == ""
        person.page.get_by_role("link", name="Go to the lobby").wait_for()
    assert not ann.page.locator("#menu").is_visible()
    ann.page.get_by_text("Check the shuffle of this game").click()
    ann.page.get_by_role("link", name="Download every deal of this game").wait_for()


# --- Notices -------------------------------------------------------------------------------------

# A browser that allows notices, remembers them, and whose tab is out of sight.
ALLOWS = """
  window.notices = [];
  window.asked = 0;
  window.Notification = class {
    static permission = "default";
    static requestPermission = async () => {
      window.asked += 1;
      return (window.Notification.permission = "granted");
    };
    constructor(title) { window.notices.push(title); }
    close() {}
  };
"""
OUT_OF_SIGHT = "Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })"


def test_a_notice_comes_only_if_asked_for_and_out_of_sight(people):
    table = people.arranger.table("the other plays")
    ann, bob = people.come(), people.sit(table, 1)
    ann.page.add_init_script(ALLOWS)
    people.give_seat(ann, table, 0)
    people.open(ann, table.code)
    open_menu(ann)
    assert ann.page.evaluate("window.asked") == 0
    ann.page.get_by_label("Notify me when it is my turn").check()
    assert ann.page.evaluate("window.asked") == 1
    bob.answer()
    ann.until_asked()
    assert ann.page.evaluate("window.notices") == []
    ann.answer()
    bob.until_asked()
    ann.page.evaluate(OUT_OF_SIGHT)
    bob.answer()
    ann.until_asked()
    assert ann.page.evaluate("window.notices") == ["Your turn at cribbage"]
    # the wish is kept on this device
    assert ann.page.evaluate("localStorage.getItem('notices')") == "yes"


def test_without_notices_in_the_browser_none_are_offered(people):
    table = people.arranger.table("you play")
    ann = people.come()
    ann.page.add_init_script("delete window.Notification")
    people.give_seat(ann, table, 0)
    people.open(ann, table.code)
    open_menu(ann)
    ann.page.locator("#leave-summary").wait_for()
    assert not ann.page.locator("#notices-row").is_visible()


# --- To be seen by everybody ---------------------------------------------------------------------


def away_and_held(people, seats):
    table = people.arranger.table("you play", seats=seats, turn_limit=30, names=LONG_NAMES[:seats])
    people.arranger.away(table.code, 1, 5)
    if seats > 2:
        people.arranger.hold(table.code, 2, "idle")
    people.arranger.end_turn_in(table.code, 25)
    return table


def you_are_held(people, seats):
    table = people.arranger.table("the other plays", seats=seats, names=LONG_NAMES[:seats])
    people.arranger.hold(table.code, 0, "missed")
    return table


def draw_offered(people, seats):
    table = people.arranger.table("second hand", seats=seats, names=LONG_NAMES[:seats])
    people.arranger.offer_draw(table.code, 1)
    return table


def win_to_claim(people, seats):
    table = people.arranger.table("you play", seats=seats, names=LONG_NAMES[:seats])
    for seat in range(1, seats):
        people.arranger.hold(table.code, seat, "left", 20)
    return table


MOMENTS = [
    (away_and_held, 2),
    (away_and_held, 4),
    (you_are_held, 2),
    (draw_offered, 2),
    (win_to_claim, 2),
    (win_to_claim, 3),
]


@pytest.mark.parametrize("screen", SCREENS)
def test_everything_is_inside_the_window_and_axe_is_content(people, screen):
    wrong = {}
    ann = people.come(**device(screen))
    for moment, seats in MOMENTS:
        table = moment(people, seats)
        people.give_seat(ann, table, 0)
        people.open(ann, table.code)
        ann.page.wait_for_function("document.documentElement.matches(':not(.clock-stands)')")
        found = [*not_to_be_seen(ann, screen), *complaints(ann)]
        if found:
            wrong[moment.__name__, seats] = found
    assert wrong == {}


def test_axe_is_content_with_the_open_menu_and_a_broken_off_game(people):
    table = people.arranger.table("you play")
    ann = people.sit(table, 0)
    open_menu(ann)
    ann.page.locator("#leave-summary").click()
    assert complaints(ann) == []
    people.arranger.close_table(table.code)
    ann.until(lambda look: look.over, "the report")
    assert complaints(ann) == []
