"""Who deals first."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.cribbage.actions import Cut
from games.cribbage.cards import DECK
from games.cribbage.errors import Malformed, NotNow, NotYours
from games.cribbage.events import CutRound, FirstDealer
from games.cribbage.rules import apply, asked, new_game, rematch_first_dealer
from games.cribbage.shuffle import cut_for_deal
from games.cribbage.state import Settings

from .tables import cards


def deck_of(front):
    return (*cards(front), *(card for card in DECK if card not in cards(front)))


def test_the_lowest_card_deals_ace_low():
    state, events = apply(new_game(Settings(3)), 0, Cut(), deck_of("KH AD 2C"))
    assert state.phase == "deal"
    assert (state.dealer, state.first_dealer) == (1, 1)
    assert events == (
        CutRound(1, ((0, cards("KH")[0]), (1, cards("AD")[0]), (2, cards("2C")[0]))),
        FirstDealer(1),
    )


def test_only_those_who_tie_for_lowest_draw_again():
    rounds, dealer = cut_for_deal(deck_of("5C KD 5H 9S JH JD 2C 3C"), 4)
    assert [[seat for seat, _ in each] for each in rounds] == [[0, 1, 2, 3], [0, 2], [0, 2]]
    assert [card.code for _, card in rounds[2]] == ["2C", "3C"]
    assert dealer == 0


def test_a_deck_that_ties_to_its_end_is_refused():
    deck = sorted(DECK, key=lambda card: card.rank)
    with pytest.raises(Malformed):
        cut_for_deal(deck, 2)


@given(st.permutations(DECK), st.integers(2, 4))
def test_the_dealer_drew_the_lowest_card_of_the_last_round(deck, seats):
    rounds, dealer = cut_for_deal(deck, seats)
    lowest = min(card.rank for _, card in rounds[-1])
    assert [seat for seat, card in rounds[-1] if card.rank == lowest] == [dealer]
    drawn = [card for each in rounds for _, card in each]
    assert drawn == list(deck[: len(drawn)])


def test_only_the_host_has_the_cards_cut():
    game = new_game(Settings(3), host=2)
    assert asked(game) == (2,)
    with pytest.raises(NotYours):
        apply(game, 0, Cut(), DECK)


def test_the_cut_is_not_made_twice():
    game, _ = apply(new_game(Settings(2)), 0, Cut(), deck_of("KH AD"))
    with pytest.raises(NotNow):
        apply(game, 0, Cut(), DECK)


def test_the_host_deals_first_where_the_settings_say_so():
    game = new_game(Settings(4, first_deal="host"), host=3)
    assert (game.phase, game.dealer, asked(game)) == ("deal", 3, (3,))


def test_a_rematch_starts_left_of_the_first_dealer_of_the_game_before():
    game = replace(new_game(Settings(3), first_dealer=2), phase="over", dealer=1)
    assert rematch_first_dealer(game) == 0
    again = new_game(game.settings, host=1, first_dealer=rematch_first_dealer(game))
    assert (again.phase, again.dealer, asked(again)) == ("deal", 0, (1,))


def test_there_is_no_rematch_of_a_game_without_a_first_dealer():
    with pytest.raises(NotNow):
        rematch_first_dealer(new_game(Settings(2)))


@pytest.mark.parametrize(
    "wrong",
    [
        {"seats": 1},
        {"seats": 5},
        {"seats": True},
        {"seats": "2"},
        {"seats": 2, "target": 120},
        {"seats": 2, "target": 121.0},
        {"seats": 2, "muggins": 1},
        {"seats": 2, "skunk": "some"},
        {"seats": 2, "skunk": None},
        {"seats": 2, "first_deal": "guest"},
    ],
)
def test_there_are_no_other_settings(wrong):
    with pytest.raises(Malformed):
        Settings(**wrong)


@pytest.mark.parametrize("wrong", [{"host": 2}, {"host": -1}, {"host": True}, {"first_dealer": 2}])
def test_a_game_needs_seats_that_exist(wrong):
    with pytest.raises(Malformed):
        new_game(Settings(2), **wrong)
