"""Lists and counts as they are said on the page."""

import pytest

from games.board.words import listed, said
from games.cribbage.cards import Card
from games.cribbage.show import count_hand
from games.cribbage.speech import spoken


@pytest.mark.parametrize(
    ("names", "words"),
    [
        ([], ""),
        (["Ann"], "Ann"),
        (["Ann", "Bob"], "Ann and Bob"),
        (["Ann", "Bob", "Cleo"], "Ann, Bob and Cleo"),
    ],
)
def test_names_are_listed_as_in_a_sentence(names, words):
    assert listed(names) == words


def count(hand, starter):
    return count_hand([Card.parse(code) for code in hand.split()], Card.parse(starter), False)


def test_a_hand_worth_nothing_is_called_nineteen_and_that_is_explained():
    nothing = count("2C 4D 6H 8S", "KC")
    assert spoken(nothing) == "nineteen"
    assert said(nothing) == "nineteen, which is nothing"


def test_any_other_count_is_said_as_players_say_it():
    assert said(count("5H 5S 5C JD", "5D")) == spoken(count("5H 5S 5C JD", "5D"))
