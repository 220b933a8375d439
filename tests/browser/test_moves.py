"""What becomes of a card: illegal ones go back, throws are two cards, twice is once."""

import pytest

from tests.browser.people import settle
from tests.support.table_page import PHONE, THROW, Keyboard, Mouse, Touch, middle_of

pytestmark = pytest.mark.browser


def acts(person):
    return [frame["action"] for frame in person.watch.sent if frame["type"] == "act"]


def lies_in_the_hand(person, code):
    """Where it would lie if nobody had ever touched it."""
    person.page.wait_for_function(
        "code => !document.getElementById(`hand-${code}`).style.translate"
        " && !document.querySelector('.hand-card.dragging, .hand-card.sent')"
        " && document.getAnimations().every((one) => one.playState !== 'running')",
        arg=code,
    )
    return True


def press_anyway(person, code):
    """Press a card that says it is disabled, which Playwright would wait for."""
    if isinstance(person.hands, Mouse):
        person.card(code).click(force=True)
    elif isinstance(person.hands, Touch):
        person.card(code).tap(force=True)
    else:
        person.hands.press(person.card(code))


@pytest.mark.parametrize("still", [True, False])
def test_a_card_that_would_pass_31_goes_back_to_the_hand_with_the_reason(people, still):
    table = people.arranger.table("a card too high")
    ann = people.sit(table, 0, still=still)
    look = ann.until_asked()
    card = next(code for code in look.hand if code not in look.playable)
    name = ann.card(card).get_attribute("data-name")
    assert ann.card(card).get_attribute("aria-label") == f"{name}, would pass 31"
    place = middle_of(ann.card(card))

    Mouse().drag(ann.card(card), ann.play_area)
    refused = ann.until(lambda look: look.note, "the reason")
    assert refused.note == f"The {name} would take the count past 31."
    assert lies_in_the_hand(ann, card)
    assert middle_of(ann.card(card)) == pytest.approx(place, abs=12)
    assert ann.look().hand == look.hand
    assert ann.look().asked
    ann.hears(refused.note, "alert")
    assert acts(ann) == []


@pytest.mark.parametrize(
    "hands", [Mouse(), Keyboard(), Touch()], ids=lambda hands: type(hands).__name__
)
def test_pressing_a_card_that_would_pass_31_gives_the_reason_too(people, hands):
    table = people.arranger.table("a card too high")
    ann = people.sit(table, 0, hands, has_touch=isinstance(hands, Touch))
    look = ann.until_asked()
    card = next(code for code in look.hand if code not in look.playable)
    press_anyway(ann, card)
    assert ann.until(lambda look: look.note).note.endswith("would take the count past 31.")
    assert acts(ann) == []
    ann.hands.press(ann.card(look.playable[0]))
    ann.until(lambda now: now.decision != look.decision, "the next decision")
    assert acts(ann) == [{"type": "play", "card": look.playable[0]}]


def test_a_card_dropped_beside_the_play_is_not_played(people):
    table = people.arranger.table("you play")
    ann = people.sit(table, 0)
    look = ann.until_asked()
    card = ann.card(look.playable[0])
    x, y = middle_of(card)
    mouse = ann.page.mouse
    mouse.move(x, y)
    mouse.down()
    mouse.move(x - 60, y + 10, steps=4)
    mouse.up()
    assert lies_in_the_hand(ann, look.playable[0])
    assert acts(ann) == []
    ann.hands.press(card)
    ann.until(lambda now: now.decision != look.decision)


@pytest.mark.parametrize("hands", [Mouse(), Touch()], ids=lambda hands: type(hands).__name__)
def test_the_first_of_two_dragged_cards_waits_and_the_second_throws_both(people, hands):
    table = people.arranger.table("throw")
    touch = isinstance(hands, Touch)
    ann = people.sit(table, 0, hands, has_touch=touch, viewport=PHONE)
    hand = ann.until_asked().hand
    hands.drag(ann.card(hand[1]), ann.crib)
    look = ann.until(lambda look: look.marked == [hand[1]], "the mark")
    assert look.note == "Choose one more card for the crib."
    assert lies_in_the_hand(ann, hand[1])
    assert acts(ann) == []
    hands.drag(ann.card(hand[4]), ann.crib)
    thrown = ann.until(lambda look: look.mode == "wait", "the throw")
    assert thrown.hand == [code for code in hand if code not in (hand[1], hand[4])]
    assert acts(ann) == [{"type": "throw", "cards": [hand[1], hand[4]]}]
    assert ann.page.get_by_text("You threw").is_visible()


@pytest.mark.parametrize("hands", [Mouse(), Keyboard()], ids=lambda hands: type(hands).__name__)
def test_too_few_marked_cards_are_not_thrown_and_it_says_so(people, hands):
    table = people.arranger.table("throw")
    ann = people.sit(table, 0, hands)
    hand = ann.until_asked().hand
    ann.press(THROW)
    assert ann.until(lambda look: look.note).note == "Choose two cards for the crib first."
    ann.hands.press(ann.card(hand[0]))
    ann.until(lambda look: look.marked == [hand[0]])
    assert ann.look().note == ""
    ann.press(THROW)
    assert ann.until(lambda look: look.note).note == "Choose one more card for the crib."
    assert ann.look().marked == [hand[0]]
    # a mark can be taken off again, and a third one moves the first
    ann.hands.press(ann.card(hand[0]))
    ann.until(lambda look: look.marked == [])
    for code in hand[:3]:
        ann.hands.press(ann.card(code))
    assert ann.until(lambda look: len(look.marked) == 2).marked == hand[1:3]
    assert acts(ann) == []
    ann.press(THROW)
    ann.until(lambda look: look.mode == "wait", "the throw")
    assert [sorted(action["cards"]) for action in acts(ann)] == [sorted(hand[1:3])]


def test_a_card_clicked_twice_is_played_once(people):
    ann, bob = people.at("you play")
    look = ann.until_asked()
    ann.card(look.playable[0]).dblclick()
    bob.until_asked()
    settle(ann, bob)
    assert acts(ann) == [{"type": "play", "card": look.playable[0]}]
    assert bob.look().sequence == [*look.sequence, look.playable[0]]


def test_two_cards_clicked_at_once_are_one_play(people):
    ann, bob = people.at("you play")
    look = ann.until_asked()
    first, second = look.playable[:2]
    ann.page.evaluate(
        "codes => codes.forEach((code) => document.getElementById(`hand-${code}`).click())",
        [first, second],
    )
    bob.until_asked()
    settle(ann, bob)
    assert acts(ann) == [{"type": "play", "card": first}]
    assert second in ann.look().hand


@pytest.mark.parametrize(
    ("situation", "button"),
    [("nobody is ready", "I'm ready"), ("between hands", "Deal"), ("over", "Play again")],
)
def test_a_button_pressed_twice_is_pressed_once(people, situation, button):
    ann, bob = people.at(situation)
    presser = ann if ann.button(button).is_visible() else bob
    presser.button(button).dblclick()
    settle(ann, bob)
    kinds = [frame["type"] for frame in presser.watch.moves_sent]
    assert len(kinds) == 1
    assert people.faults() == []


def test_a_throw_pressed_twice_is_thrown_once(people):
    ann, bob = people.at("throw")
    hand = ann.until_asked().hand
    for code in hand[:2]:
        ann.hands.press(ann.card(code))
    ann.button(THROW).dblclick()
    ann.until(lambda look: look.mode == "wait")
    settle(ann, bob)
    assert len(acts(ann)) == 1
    assert bob.look().log[-1] == "Ann throws 2 cards to the crib."
