"""What the CPU player keeps and what it throws to the crib."""

import random

import pytest

from games.cpu import choose
from games.cpu.throwing import expected_crib, expected_hand, ways_to_throw, without
from games.cribbage.cards import DECK
from games.cribbage.show import count_hand
from games.cribbage.view import view
from tests.rules.tables import cards, dealt

OTHERS = {
    2: ["AC 2C 3C 4C 6C 7C"],
    3: ["AC 2C 3C 4C 6C", "7C 8C 9C TC QC"],
    4: ["AC 2C 3C 4C 6C", "7C 8C 9C TC QC", "AD 2D 3D 4D 6D"],
}


def thrown(hand, dealer, seats=2):
    """What seat 0 throws of this hand, as a set of codes."""
    from_deck = "QS" if seats == 3 else ""
    state = dealt([hand, *OTHERS[seats]], dealer, "TS", from_deck)
    return {card.code for card in choose(view(state, 0)).cards}


@pytest.mark.parametrize(
    ("hand", "dealer", "best"),
    [
        ("5H 5S JD QD 8H 9S", 1, "8H 9S"),
        ("5H 5S JD QD 2H 7S", 0, "2H 7S"),
        ("5C 5D 5H JS 2H 9S", 1, "2H 9S"),
        ("7H 7S 8D 8H KS 2D", 1, "2D KS"),
        ("4H 5S 6D 6H KS 9D", 0, "9D KS"),
        ("2H 4H 6H 8H KS QC", 1, "KS QC"),
        ("9H TC JD QD 2H 2S", 0, "2H 2S"),
    ],
)
def test_it_keeps_the_hand_any_player_would_keep(hand, dealer, best):
    assert thrown(hand, dealer) == set(best.split())


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_lone_five_goes_to_an_opponents_crib_only_for_a_much_better_hand(seats):
    rng = random.Random(5)
    taken = {*cards(" ".join(OTHERS[seats])), *cards("TS QS 5C")}
    rest = [card for card in DECK if card not in taken and card.rank != 5]
    (five,) = cards("5C")
    times = 0
    for _ in range(150):
        hand = (five, *rng.sample(rest, 5 if seats == 2 else 4))
        away = thrown(" ".join(card.code for card in hand), dealer=1, seats=seats)
        if five.code in away:
            unseen = without(hand)
            average = {gone: expected_hand(kept, unseen) for kept, gone in ways_to_throw(hand)}
            chosen = next(gone for gone in average if {card.code for card in gone} == away)
            with_five = max(average[gone] for gone in average if five not in gone)
            assert average[chosen] > with_five + 1
            times += 1
    assert times < 15


@pytest.mark.parametrize(
    "other", ["AH 2D 7S 9H JC", "2D 3S 8H QD KH", "6H 9D TH QD KH", "AH AD 3H 8S 9H"]
)
def test_a_five_that_helps_a_hand_little_is_still_kept_from_an_opponents_crib(other):
    assert "5C" not in thrown(f"5C {other}", dealer=1)


def test_the_same_hand_gives_a_pair_to_its_own_crib_and_keeps_it_from_the_other():
    assert thrown("2H 2S 7D 8D 9H QS", dealer=0) == {"2H", "2S"}
    assert thrown("2H 2S 7D 8D 9H QS", dealer=1) != {"2H", "2S"}


def test_with_four_seats_the_partners_crib_is_a_crib_of_ones_own():
    hand = "5C 8D TH JS QD"
    throws = [thrown(hand, dealer, seats=4) for dealer in range(4)]
    assert throws[0] == throws[2]
    assert throws[1] == throws[3]
    unseen = without(cards(hand))
    assert expected_crib(cards("5C"), unseen, 4, own=True) > 6


def test_a_suited_pair_and_a_jack_with_many_nobs_to_come_are_worth_a_little_more_in_the_crib():
    unseen = without(cards("2H 9H 2S 9D JC JD 7D 8D"))
    assert expected_crib(cards("2H 9H"), unseen, 2, True) > expected_crib(
        cards("2S 9H"), unseen, 2, True
    )
    assert expected_crib(cards("JC 3H"), unseen, 2, True) > expected_crib(
        cards("JD 3H"), unseen, 2, True
    )


def test_the_average_hand_is_the_average_over_all_unseen_starters():
    hand = cards("3C 4D 5H JS 9C KC")
    unseen = without(hand)
    assert len(unseen) == 46
    for kept, away in ways_to_throw(hand):
        assert {*kept, *away} == set(hand)
        whole = sum(count_hand(kept, starter).total for starter in unseen)
        assert expected_hand(kept, unseen) == pytest.approx(whole / 46)
    assert len(list(ways_to_throw(hand))) == 15
