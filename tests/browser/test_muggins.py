"""Muggins between two people: neither a claim too high nor waiting is better than counting."""

import re

import pytest

from tests.browser.people import settle
from tests.support.table_page import worth

pytestmark = pytest.mark.browser


@pytest.fixture
def pair(people):
    """Ann, who has points to claim, and Bob."""
    return people.at("you have points to claim", muggins=True)


def gained(ann, bob, before):
    """What both pages say that Ann and Bob have pegged since."""
    settle(ann, bob)
    now = ann.look().scores
    assert bob.look().scores == now
    return now["Ann"] - before["Ann"], now["Bob"] - before["Bob"]


def claim_29(ann):
    """A hand can be worth that, but this one is not."""
    decision = ann.look().decision
    ann.claim(29)
    return ann.until(lambda look: look.decision != decision, "the table's answer")


def test_what_is_missed_goes_to_the_other_and_is_shown_to_both(pair):
    ann, bob = pair
    look = ann.until_asked()
    assert (look.sentence, look.button) == ("Claim what your hand is worth.", "")
    assert not bob.look().claim
    before, whole = look.scores, worth(look)
    ann.claim(whole - 2)
    for person, where in ((ann, "Bob"), (bob, "you")):
        missed = person.until(lambda look: look.missed, "what was missed").missed
        assert missed == (f"Pegged {whole - 2} and missed 2 points, which went to {where}.")
        assert person.look().points == str(whole)
    assert gained(ann, bob, before) == (whole - 2, 2)
    assert "Muggins: Bob pegs the 2 points that were missed." in ann.look().log


def test_exactly_what_it_is_worth_leaves_nothing_to_the_other(pair):
    ann, bob = pair
    look = ann.until_asked()
    ann.claim(worth(look))
    bob.until(lambda look: look.claim, "the next turn to claim")
    assert gained(ann, bob, look.scores) == (worth(look), 0)
    assert bob.look().missed == ""


def test_a_claim_too_high_is_refused_and_a_second_one_forfeits_the_hand(pair):
    ann, bob = pair
    look = ann.until_asked()
    whole = worth(look)
    again = claim_29(ann)
    assert again.sentence == (
        "That is more than it is worth. Claim once more: too much again pegs nothing."
    )
    assert again.claim
    assert gained(ann, bob, look.scores) == (0, 0)
    for person in pair:
        # nobody learns how far it was too much, nor what it is worth
        settle(*pair)
        refused = person.look()
        assert refused.log[-1] == "Ann claims more than that is worth and must claim again."
        assert (refused.counted, refused.points) == ("", "")
        assert not re.search(r"[0-9]", refused.sentence)
    claim_29(ann)
    assert gained(ann, bob, look.scores) == (0, whole)
    assert "Ann claims too much again and pegs nothing for it." in bob.look().log
    assert f"Muggins: Bob pegs the {whole} points that were missed." in bob.look().log


def test_after_a_refusal_the_right_claim_is_pegged(pair):
    ann, bob = pair
    look = ann.until_asked()
    claim_29(ann)
    ann.claim(worth(look))
    bob.until(lambda look: look.claim, "the next turn to claim")
    assert gained(ann, bob, look.scores) == (worth(look), 0)


@pytest.mark.parametrize("refused", [False, True], ids=["at once", "after a claim too high"])
def test_waiting_lets_the_table_count_and_say_so(people, pair, refused):
    ann, bob = pair
    look = ann.until_asked()
    if refused:
        claim_29(ann)
    people.arranger.end_wait(ann.code)
    bob.until(lambda look: look.claim, "the count by the table")
    assert gained(ann, bob, look.scores) == (worth(look), 0)
    assert any(line.startswith("The table counts Ann's hand: ") for line in bob.look().log)


def test_what_is_no_claim_is_said_at_the_place_and_not_sent(pair):
    ann, _bob = pair
    ann.until_asked()
    for typed in ("", "30", "-1", "2.5", "1e1"):
        ann.claim(typed)
        note = ann.until(lambda look: look.note, f"the reason against {typed!r}").note
        assert note == "Type a number from 0 to 29."
        assert ann.page.evaluate("() => document.activeElement.id") == "claim-points"
        ann.page.get_by_label("Claim for your hand").clear()
        ann.page.evaluate("() => document.querySelector('#prompt-note').replaceChildren()")
    assert ann.watch.moves_sent == []


def test_a_claim_half_typed_stays_while_the_table_changes(people, pair):
    ann, _bob = pair
    field = ann.page.get_by_label("Claim for your hand")
    field.click()
    ann.page.keyboard.type("1")
    boards = len(ann.watch.boards)
    people.look_on(ann.code)
    ann.until(lambda look: len(ann.watch.boards) > boards, "an update")
    ann.settle()
    ann.page.keyboard.type("2")
    assert field.input_value() == "12"


def test_what_was_typed_for_the_hand_is_not_claimed_for_the_crib(people):
    table = people.arranger.table("you count second", muggins=True)
    ann = people.sit(table, 0)
    ann.page.get_by_label("Claim for your hand").fill("12")
    # claimed on another page of hers
    people.arranger.answer(table.code, 0, {"type": "claim", "points": 0})
    field = ann.page.get_by_label("Claim for your crib")
    field.wait_for()
    assert field.input_value() == ""
