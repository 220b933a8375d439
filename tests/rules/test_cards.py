"""Cards: numbers with names."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.cribbage.cards import DECK, Card, check_deck, in_order
from games.cribbage.errors import Malformed

from .tables import cards


def test_the_order_of_cards_is_that_of_the_shuffle():
    assert [card.code for card in DECK[:14]] == [
        *(rank + "C" for rank in "A23456789TJQK"),
        "AD",
    ]
    assert DECK[51].code == "KS"


@pytest.mark.parametrize("text", ["10H", "TH", "th", "10h", "tH"])
def test_a_ten_can_be_written_in_these_ways(text):
    assert Card.parse(text).code == "TH"


@pytest.mark.parametrize("card", DECK)
def test_every_card_can_be_written_and_read(card):
    assert Card.parse(card.code) is card
    assert Card.parse(card.code.lower()) is card


@pytest.mark.parametrize(
    "text",
    [
        *("", "5", "H5", "1H", "11H", "5X", "5HH", " 5H", "5H ", "0H", "5♥", "5\u017f", "१H", "10"),
        *(None, 5, True, 3.0, ["5H"], {"5H": 1}, b"5H", "5H" * 10_000),
    ],
)
def test_anything_else_is_no_card(text):
    with pytest.raises(Malformed):
        Card.parse(text)


@given(st.one_of(st.text(max_size=4), st.integers(), st.floats(), st.none(), st.binary()))
def test_reading_a_card_raises_nothing_else(text):
    with suppress(Malformed):
        assert Card.parse(text) in DECK


@pytest.mark.parametrize("index", [-1, 52, True, 1.0, "1", None])
def test_there_are_just_fifty_two(index):
    with pytest.raises(Malformed):
        Card(index)


def test_rank_suit_value_and_name():
    card = Card.parse("QH")
    assert (card.rank, card.suit, card.value, card.name) == (12, "h", 10, "queen of hearts")
    assert (Card.parse("AS").value, Card.parse("AS").name) == (1, "ace of spades")


def test_a_hand_is_held_by_rank_then_suit():
    assert in_order(cards("KS 2H 2C AD")) == cards("AD 2C 2H KS")


@pytest.mark.parametrize(
    "deck", [None, (), DECK[:51], (*DECK[:51], DECK[0]), tuple(range(52)), "x" * 52, 52]
)
def test_what_is_no_deck_is_refused(deck):
    with pytest.raises(Malformed):
        check_deck(deck)
