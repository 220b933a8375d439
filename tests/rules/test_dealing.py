"""Dealing a hand."""

import pytest

from games.cribbage.actions import Count, Deal
from games.cribbage.cards import DECK
from games.cribbage.errors import Malformed, NotNow, NotYours
from games.cribbage.events import Dealt
from games.cribbage.rules import apply, asked, new_game
from games.cribbage.state import Settings
from games.cribbage.view import view

from .tables import cards, dealt, play_all, throw_all


def first_deal(seats, dealer):
    game = new_game(Settings(seats), first_dealer=dealer)
    return apply(game, 0, Deal(1), DECK)


@pytest.mark.parametrize(("seats", "each"), [(2, 6), (3, 5), (4, 5)])
def test_cards_go_one_at_a_time_from_the_dealers_left(seats, each):
    state, events = first_deal(seats, dealer=1)
    for place in range(seats):
        seat = (2 + place) % seats
        assert state.hands[seat] == DECK[place : seats * each : seats]
    assert events == (Dealt(1, 1),)


def test_with_three_the_card_after_the_deal_goes_to_the_crib():
    state, _ = first_deal(3, dealer=0)
    assert state.crib_from_deck == (DECK[15],)
    assert state.stock == DECK[16:]
    assert view(state, 0).crib_size == 1


@pytest.mark.parametrize("seats", [2, 4])
def test_otherwise_the_crib_comes_from_the_hands_alone(seats):
    state, _ = first_deal(seats, dealer=0)
    assert state.crib_from_deck == ()


@pytest.mark.parametrize(
    ("hands", "throws"),
    [
        (["AC 2C 3C 4C 5C 6C", "AD 2D 3D 4D 5D 6D"], ["AC 2C", "AD 2D"]),
        (["AC 2C 3C 4C 5C", "AD 2D 3D 4D 5D", "AH 2H 3H 4H 5H"], ["AC", "AD", "AH"]),
        (
            ["AC 2C 3C 4C 5C", "AD 2D 3D 4D 5D", "AH 2H 3H 4H 5H", "AS 2S 3S 4S 5S"],
            ["AC", "AD", "AH", "AS"],
        ),
    ],
)
def test_the_crib_is_four_cards_and_so_is_every_hand(hands, throws):
    state, _ = throw_all(dealt(hands, crib_from_deck="9C" if len(hands) == 3 else ""), throws)
    assert len(state.crib) == 4
    assert [len(hand) for hand in state.hands] == [4] * len(hands)


def test_the_host_deals_the_first_hand_for_whoever_is_its_dealer():
    game = new_game(Settings(2), host=0, first_dealer=1)
    assert asked(game) == (0,)
    with pytest.raises(NotYours):
        apply(game, 1, Deal(1), DECK)


@pytest.mark.parametrize("hand_no", [0, 2, -1])
def test_only_the_next_hand_can_be_dealt(hand_no):
    with pytest.raises(NotNow):
        apply(new_game(Settings(2), first_dealer=0), 0, Deal(hand_no), DECK)


@pytest.mark.parametrize("deck", [None, DECK[:51], (*DECK[:51], DECK[0])])
def test_a_deal_needs_a_whole_deck(deck):
    with pytest.raises(Malformed):
        apply(new_game(Settings(2), first_dealer=0), 0, Deal(1), deck)


def test_a_hand_is_not_dealt_while_another_is_on():
    with pytest.raises(NotNow):
        apply(dealt(["AC 2C 3C 4C 5C 6C", "AD 2D 3D 4D 5D 6D"]), 1, Deal(2), DECK)


def test_the_deal_passes_left_and_the_new_dealer_deals():
    state = dealt(["2C 4C 6C 8C QC KC", "2D 4D 6D 8D QD KD"], dealer=0, starter="AS")
    state, _ = throw_all(state, ["QC KC", "QD KD"])
    state, _ = play_all(state, "2D 2C 4D 4C 6D 6C 8D 8C")
    while state.phase == "show":
        state, _ = apply(state, asked(state)[0], Count())
    assert (state.phase, state.dealer, asked(state)) == ("deal", 0, (1,))
    assert view(state, 0).next_dealer == 1
    assert view(state, 0).last_hand is None
    again, events = apply(state, 1, Deal(2), DECK)
    assert events == (Dealt(2, 1),)
    last = view(again, None).last_hand
    assert (last.hand_no, last.dealer, last.starter) == (1, 0, cards("AS")[0])
    assert [(each.seat, each.crib) for each in last.hands] == [(1, False), (0, False), (0, True)]
    assert view(again, None).shown == ()
