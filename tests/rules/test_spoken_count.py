"""A count as players say it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.cribbage.cards import DECK, Card
from games.cribbage.show import count_hand
from games.cribbage.speech import AND, NOTHING, NUMBERS, PHRASES, spoken, steps

from .tables import cards

five_cards = st.lists(st.sampled_from(DECK), min_size=5, max_size=5, unique=True)


@pytest.mark.parametrize(
    ("hand", "starter", "said"),
    [
        ("3H 4D 5S KC", "TH", "fifteen two, fifteen four, and a run of three is seven"),
        ("2C 4D 6H 8S", "KC", "nineteen"),
        ("9H 9C 6D 2S", "KH", "fifteen two, fifteen four, and a pair is six"),
        ("7H 7C 7D KS", "KH", "three of a kind is six, and a pair is eight"),
        ("9H 9C 9D 9S", "2H", "four of a kind is twelve"),
        ("3C 7C AC KC", "JD", "a flush of four is four"),
        ("JD 2C 4H 8S", "6D", "his nobs is one"),
        (
            "AS 3S 2S 5S",
            "4S",
            "fifteen two, a run of five is seven, and a flush of five is twelve",
        ),
    ],
)
def test_it_is_said_with_running_totals(hand, starter, said):
    assert spoken(count_hand(cards(hand), Card.parse(starter))) == said


@given(five_cards, st.booleans())
def test_the_steps_lead_to_the_whole_count(five, crib):
    breakdown = count_hand(five[:4], five[4], crib)
    told = steps(breakdown)
    assert [combination for _, combination, _ in told] == list(breakdown.combinations)
    if told:
        text, _, total = told[-1]
        assert (text, total) == (spoken(breakdown), breakdown.total)
        assert text.endswith(NUMBERS[total])
    else:
        assert spoken(breakdown) == NOTHING


@given(five_cards, st.booleans())
def test_everything_said_goes_through_the_translation(five, crib):
    known = {*PHRASES.values(), *NUMBERS, AND, NOTHING}
    asked = []
    spoken(count_hand(five[:4], five[4], crib), lambda text: asked.append(text) or text)
    assert asked
    assert set(asked) <= known
