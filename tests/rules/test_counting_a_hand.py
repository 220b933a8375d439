"""Counting four cards and the starter, with reasons and without."""

from itertools import combinations_with_replacement

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.cribbage.cards import DECK, Card
from games.cribbage.errors import Malformed
from games.cribbage.show import KINDS, count_hand, points

from .tables import cards

five_cards = st.lists(st.sampled_from(DECK), min_size=5, max_size=5, unique=True)


def count(hand, starter, crib=False):
    return count_hand(cards(hand), Card.parse(starter), crib)


def test_every_five_ranks_are_worth_the_same_with_reasons_and_without():
    for ranks in combinations_with_replacement(range(13), 5):
        if ranks[0] == ranks[4]:
            continue
        five = [Card(rank + 13 * ranks[:place].count(rank)) for place, rank in enumerate(ranks)]
        for crib in (False, True):
            assert points(five[:4], five[4], crib) == count_hand(five[:4], five[4], crib).total


@given(five_cards, st.booleans())
def test_any_hand_is_worth_the_same_with_reasons_and_without(five, crib):
    assert points(five[:4], five[4], crib) == count_hand(five[:4], five[4], crib).total


@given(five_cards, st.booleans(), st.permutations(range(4)), st.permutations(range(4)))
def test_neither_the_names_of_suits_nor_the_order_of_the_hand_matter(five, crib, suits, order):
    renamed = [Card(card % 13 + 13 * suits[card // 13]) for card in five]
    hand = [renamed[place] for place in order]
    assert points(hand, renamed[4], crib) == points(five[:4], five[4], crib)


@given(five_cards, st.booleans())
def test_the_combinations_come_in_the_order_they_are_said_and_add_up(five, crib):
    breakdown = count_hand(five[:4], five[4], crib)
    kinds = [combination.kind for combination in breakdown.combinations]
    assert kinds == sorted(kinds, key=list(KINDS).index)
    assert sum(breakdown.parts.values()) == breakdown.total
    assert all(set(each.cards) <= set(five) for each in breakdown.combinations)


def test_three_of_a_kind_is_one_combination_of_six():
    pairs = [each for each in count("7H 7C 7D KS", "KH").combinations if each.kind == "pair"]
    assert [(len(each.cards), each.points) for each in pairs] == [(3, 6), (2, 2)]


def test_a_double_run_is_two_runs():
    runs = [each for each in count("7H 4D 6H 8C", "6D").combinations if each.kind == "run"]
    assert [each.cards for each in runs] == [cards("6D 7H 8C"), cards("6H 7H 8C")]


def test_a_run_of_five_from_nine_to_king():
    assert count("9H TD JC QS", "KD").parts["runs"] == 5


def test_four_of_a_suit_in_the_hand_score_without_the_starter():
    assert count("3C 7C AC KC", "JD").parts["flush"] == 4
    assert count("3C 7C AC KC", "2C").parts["flush"] == 5


def test_four_of_a_suit_in_the_crib_score_nothing_without_the_starter():
    assert count("3C 7C AC KC", "JD", crib=True).parts["flush"] == 0
    assert count("3C 7C AC KC", "2C", crib=True).parts["flush"] == 5


def test_four_of_a_suit_that_need_the_starter_are_no_flush():
    assert count("3C 7C AC KD", "2C").parts["flush"] == 0


def test_his_nobs_counts_in_hand_and_crib_but_never_for_the_starter():
    assert count("JD 2C 3H 9S", "KD").parts["nobs"] == 1
    assert count("JD 2C 3H 9S", "KD", crib=True).parts["nobs"] == 1
    assert count("5S 5C 5D 5H", "JD").parts["nobs"] == 0


@pytest.mark.parametrize("hand", ["5H 5S 5C", "5H 5S 5C JD 2C", "5H 5H 5C JD", "5H 5S 5C 5D"])
def test_what_is_no_hand_is_refused(hand):
    with pytest.raises(Malformed):
        count(hand, "5D")
