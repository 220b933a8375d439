"""Throwing to the crib, the starter, and his heels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from games.cribbage.actions import Throw
from games.cribbage.cards import Card, in_order
from games.cribbage.errors import Malformed, NotLegal
from games.cribbage.events import Event, StarterTurned, Thrown
from games.cribbage.pegs import peg
from games.cribbage.state import State


def throw(
    state: State, seat: int, action: Throw, deck: Sequence[Card] | None
) -> tuple[State, tuple[Event, ...]]:
    """One seat throws; the last throw turns the starter and begins the play."""
    cards = action.cards
    if not isinstance(cards, tuple) or not all(isinstance(card, Card) for card in cards):
        raise Malformed("Those are not cards.")
    number = state.settings.thrown_each
    if len(cards) != number or len(set(cards)) != number:
        raise NotLegal(f"Throw {'two cards' if number == 2 else 'one card'} to the crib.")
    hand = state.hands[seat]
    if not set(cards) <= set(hand):
        raise NotLegal("You do not hold that card.")
    kept = tuple(card for card in hand if card not in cards)
    state = replace(
        state,
        hands=(*state.hands[:seat], kept, *state.hands[seat + 1 :]),
        throws=(*state.throws[:seat], in_order(cards), *state.throws[seat + 1 :]),
    )
    thrown = Thrown(seat=seat, cards=number)
    if not all(state.throws):
        return state, (thrown,)
    state, events = _turn_starter(state)
    return state, (thrown, *events)


def _turn_starter(state: State) -> tuple[State, tuple[Event, ...]]:
    dealer, starter = state.dealer, state.stock[0]
    assert dealer is not None
    state = replace(
        state,
        phase="play",
        starter=starter,
        stock=state.stock[1:],
        to_play=(dealer + 1) % state.settings.seats,
        decision=state.decision + 1,
    )
    state, heels = peg(state, dealer, 2 if starter.rank == 11 else 0, "heels")
    return state, (StarterTurned(card=starter), *heels)
