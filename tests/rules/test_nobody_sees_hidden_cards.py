"""No view, event, repr or error depends on a card its reader may not see."""

import random
import re
from dataclasses import replace

import pytest
from hypothesis import given, settings

from games.cribbage.actions import Play, Throw
from games.cribbage.cards import Card
from games.cribbage.dealing import deal_out
from games.cribbage.errors import NotYours
from games.cribbage.record import event_to_json
from games.cribbage.state import Settings
from games.cribbage.view import view

from .tables import cards, dealt, moments, new_games, random_game, seeds


def shuffled(state, seat, rng):
    """The same state, with all that ``seat`` (None: a spectator) may not see mixed up."""
    crib_is_seen = state.crib_in_turn or any(each.crib for each in state.shown)
    places = [("stock", None, len(state.stock))]
    for other in range(len(state.hands)):
        if other != seat:
            places.append(("hands", other, len(state.hands[other])))
        if other != seat and not crib_is_seen:
            places.append(("throws", other, len(state.throws[other])))
    if not crib_is_seen:
        places.append(("crib_from_deck", None, len(state.crib_from_deck)))
    hidden = [card for name, other, _ in places for card in _in(state, name, other)]
    rng.shuffle(hidden)
    for name, other, number in places:
        some, hidden = tuple(hidden[:number]), hidden[number:]
        if other is not None:
            rows = getattr(state, name)
            some = (*rows[:other], some, *rows[other + 1 :])
        state = replace(state, **{name: some})
    return state


def _in(state, name, other):
    value = getattr(state, name)
    return value if other is None else value[other]


@given(moments(), seeds)
@settings(max_examples=120)
def test_a_view_is_the_same_whatever_its_seat_may_not_see(state, seed):
    rng = random.Random(seed)
    for seat in (None, *range(state.settings.seats)):
        other = shuffled(state, seat, rng)
        assert view(other, seat) == view(state, seat)
        assert repr(other) == repr(state)


@given(new_games(), seeds)
@settings(max_examples=20)
def test_events_hold_only_cards_that_lie_open(start, seed):
    for step in random_game(start, random.Random(seed)):
        state = step.state
        seen = view(state, None)
        is_open = {card for _, card in state.played} | {seen.starter} | set(seen.crib or ())
        is_open |= {card for each in state.cuts for _, card in each}
        told = {Card.parse(text) for event in step.events for text in _texts(event_to_json(event))}
        assert told <= is_open


def _texts(value):
    if isinstance(value, str) and re.fullmatch("[A2-9TJQK][CDHS]", value):
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _texts(each)


@given(moments())
@settings(max_examples=50)
def test_a_spectator_sees_no_hand(state):
    seen = view(state, None)
    assert (seen.hand, seen.own_throw, seen.legal) == ((), (), ())


@given(moments())
@settings(max_examples=60)
def test_no_repr_tells_a_card_that_is_held(state):
    state = replace(state, cuts=())
    hidden = {card for hand in (*state.hands, *state.throws, state.stock) for card in hand}
    for seat in range(state.settings.seats):
        seen = replace(view(state, seat), last_hand=None, shown=(), showing=None, crib=None)
        text = repr(state) + repr(seen)
        assert not [card for card in hidden if card.code in text]


def test_actions_and_decks_have_a_repr_without_cards():
    hand = cards("5H 6H")
    assert "5H" not in repr(Throw(hand)) + repr(Play(hand[0]))
    dealt_cards = deal_out(cards("5H 6H") * 6, Settings(2), 0)
    assert "5H" not in repr(dealt_cards)


def test_a_seat_sees_its_own_cards_and_who_has_how_many():
    state = dealt(["AC 2C 3C 4C 5C 6C", "AD 2D 3D 4D 5D 6D"])
    seen = view(state, 1)
    assert seen.hand == cards("AD 2D 3D 4D 5D 6D")
    assert seen.hand_sizes == (6, 6)
    assert seen.starter is None


@pytest.mark.parametrize("seat", [-1, 2, True, "0", 1.0])
def test_there_is_no_view_for_a_seat_that_is_not_there(seat):
    with pytest.raises(NotYours):
        view(dealt(["AC 2C 3C 4C 5C 6C", "AD 2D 3D 4D 5D 6D"]), seat)
