"""What comes from the table takes nothing out of a person's hands."""

import time

import pytest

from tests.browser.people import settle
from tests.support.table_page import PHONE, middle_of

pytestmark = pytest.mark.browser

FOCUSED = "() => document.activeElement?.id || document.activeElement?.tagName"


def at_with(people, situation, **device):
    """Ann, on a device of this kind, and Bob."""
    table = people.arranger.table(situation)
    return people.sit(table, 0, **device), people.sit(table, 1)


def somebody_moves(ann, bob):
    """Let Bob answer, and wait until Ann's page shows it."""
    board = ann.settle()
    bob.until_asked()
    bob.answer()
    settle(ann, bob)
    assert ann.board() != board


PLACES = ["#hand .hand-card:nth-child(2)", "#log-scroll", ".site-nav a", "#last-summary", "#hand"]


def test_the_focus_stays_where_it_is_when_the_other_plays(people):
    ann, bob = people.come(), people.come()
    for place in PLACES:
        table = people.arranger.table("the other plays in the second hand")
        for seat, person in enumerate((ann, bob)):
            people.give_seat(person, table, seat)
            people.open(person, table.code)
        ann.page.locator(place).first.focus()
        focused = ann.page.evaluate(FOCUSED)
        somebody_moves(ann, bob)
        assert ann.page.evaluate(FOCUSED) == focused, place


def test_a_focus_whose_place_is_gone_rests_at_the_table_and_goes_to_what_is_to_be_done(people):
    ann, bob = people.at("you play")
    ann.card(ann.until_asked().playable[0]).focus()
    ann.page.keyboard.press("Enter")
    bob.until_asked()
    settle(ann, bob)
    assert ann.page.evaluate(
        "() => document.querySelector('#main').contains(document.activeElement)"
    )
    somebody_moves(ann, bob)
    assert ann.look().asked or bob.look().asked
    assert ann.page.evaluate(
        "() => document.querySelector('#main').contains(document.activeElement)"
    )


def test_after_the_deal_the_focus_is_at_the_first_card(people):
    ann, bob = people.at("cut")
    dealer = ann if ann.look().asked else bob
    button = dealer.button("Deal")
    button.focus()
    dealer.page.keyboard.press("Enter")
    look = dealer.until(lambda look: look.mode == "throw", "the deal")
    dealer.settle()
    assert dealer.page.evaluate(FOCUSED) == f"hand-{look.hand[0]}"


def test_words_half_written_stay_and_so_does_the_place_in_them(people):
    table = people.arranger.table("a free seat")
    people.arranger.let_write(table.code)
    ann, bob = people.sit(table, 0), people.come()
    # the words can be written once somebody is there to play with
    bob.sit_down(people.address(table.code), "Bob")
    ann.page.get_by_text("Your part of the shuffle").click()
    field = ann.page.get_by_label("Words of your own")
    field.click()
    ann.page.keyboard.type("two green doors")
    for _ in range(6):
        ann.page.keyboard.press("ArrowLeft")
    # who has no account has no words
    bob.page.get_by_text("Your part of the shuffle").click()
    assert bob.page.get_by_text("Your browser makes a random number for you").is_visible()
    assert bob.page.get_by_label("Words of your own").count() == 0
    boards = len(ann.watch.boards)
    people.arranger.touch(table.code)
    ann.until(lambda look: len(ann.watch.boards) > boards, "an update")
    ann.settle()
    ann.page.keyboard.type(" old")
    assert field.input_value() == "two green old doors"
    assert bob.page.get_by_text("The table's half is fixed already.").is_visible()


def test_the_page_does_not_jump_when_the_other_plays(people):
    ann, bob = at_with(people, "the other plays in the second hand", viewport=PHONE)
    ann.press("Log and chat")
    ann.page.get_by_text("Last hand (1)").click()
    ann.page.evaluate("() => scrollTo(0, 300)")
    ann.page.wait_for_function("() => scrollY > 100")
    before = ann.page.evaluate("() => scrollY")
    somebody_moves(ann, bob)
    assert ann.page.evaluate("() => scrollY") == pytest.approx(before, abs=1)
    assert ann.page.locator("#region-last").get_attribute("open") is not None


def test_the_log_stays_where_it_was_scrolled_to(people):
    ann, bob = people.at("the other plays in the second hand")
    log = ann.page.get_by_role("region", name="Log").last
    log.hover()
    ann.page.mouse.wheel(0, -10_000)
    ann.page.wait_for_function("() => document.querySelector('#log-scroll').scrollTop < -20")
    first = "() => document.querySelector('#log-scroll li').getBoundingClientRect().top"
    before = ann.page.evaluate(first)
    somebody_moves(ann, bob)
    assert ann.page.evaluate(first) == pytest.approx(before, abs=2)


# A pointer holds the hand for three seconds at most; a slow machine may need longer to come so far.
HELD = 2.5


def test_the_hand_is_not_exchanged_under_a_pressed_pointer(people):
    for _ in range(5):
        if press_while_the_other_throws(people) < HELD:
            return
    pytest.fail("in none of five games the frame came while the pointer was down")


def press_while_the_other_throws(people):
    """The hand stays while it is held, if that is not too long; for how many seconds it was."""
    ann, bob = people.at("the other has still to throw")
    ann.settle()
    card = ann.look().hand[0]
    throw = {"type": "throw", "cards": bob.look().hand[:2]}
    ann.page.evaluate("() => { document.querySelector('#region-hand').marked = true; }")
    ann.page.mouse.move(*middle_of(ann.card(card)))
    began = time.monotonic()
    ann.page.mouse.down()
    boards = len(ann.watch.boards)
    people.arranger.answer(ann.code, 1, throw)
    ann.until(lambda look: len(ann.watch.boards) > boards, "the frame")
    ann.page.wait_for_timeout(300)
    marked = "() => Boolean(document.querySelector('#region-hand').marked)"
    kept, mode = ann.page.evaluate(marked), ann.look().mode
    held = time.monotonic() - began
    if held < HELD:
        assert kept, "it was exchanged while the pointer was down"
        assert mode == "wait"
    ann.page.mouse.up()
    ann.until(lambda look: look.starter, "the update")
    assert not ann.page.evaluate(marked)
    ann.settle()
    return held


def test_a_pointer_that_never_comes_up_holds_the_table_for_a_moment_only(people):
    ann, bob = people.at("the other has still to throw")
    ann.page.mouse.move(*middle_of(ann.card(ann.look().hand[0])))
    ann.page.mouse.down()
    bob.answer()
    ann.until(lambda look: look.starter, "the update", seconds=12)


def test_a_click_goes_through_although_an_update_came_between_down_and_up(people):
    ann, bob = people.at("throw")
    card = ann.until_asked().hand[0]
    ann.page.mouse.move(*middle_of(ann.card(card)))
    ann.page.mouse.down()
    boards = len(ann.watch.boards)
    bob.answer()
    ann.until(lambda look: len(ann.watch.boards) > boards, "the frame")
    ann.page.mouse.up()
    ann.until(lambda look: look.marked == [card], "the mark")
    ann.page.get_by_text("has thrown", exact=True).wait_for()
    assert ann.look().marked == [card], "the mark outlives the update"


def test_the_title_and_one_word_say_whose_turn_it_is(people):
    ann, bob = people.at("the other plays")
    settle(ann, bob)
    assert (ann.look().title, bob.look().title) == ("Cribbage", "Your turn · Cribbage")
    turns = 0
    while turns < 3:
        asked = ann if ann.look().asked else bob
        turns += asked is ann
        asked.answer()
        settle(ann, bob)
        for person in (ann, bob):
            look = person.look()
            assert look.title == ("Your turn · Cribbage" if look.asked else "Cribbage")
            assert look.asked == look.sentence.startswith(("Your turn", "Count", "Deal", "Throw"))
    ann.page.wait_for_timeout(100)
    assert "Your turn." in ann.watch.said("alert")


@pytest.mark.parametrize("still", [True, False], ids=["no movement", "movement"])
def test_everything_that_happens_is_said_once_and_in_order(people, still):
    table = people.arranger.table("throw")
    ann = people.sit(table, 0, still=still)
    bob = people.sit(table, 1)
    hand = bob.look().log[-1]
    assert hand.startswith("Hand 1")
    # with movement a count takes its time: the play and the first count will do
    end = "Hand 2" if still else "'s hand:"
    while end not in " ".join(bob.look().log):
        for person in (ann, bob):
            person.answer()
    settle(ann, bob)
    own = ("marked for the crib.", "back in your hand.", "card for the crib.")
    for person in (ann, bob):
        said = [words for words in person.watch.said() if not words.endswith(own)]
        assert said == person.watch.events()
        assert [line for line in person.look().log if line not in said][-1] == hand
