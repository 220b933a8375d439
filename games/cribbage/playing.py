"""A turn of the play: the card, its points, who is passed, the go, and the reset."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from games.cribbage.actions import Play
from games.cribbage.cards import Card
from games.cribbage.errors import Malformed, NotLegal
from games.cribbage.events import Event, Passed, Played, Reset
from games.cribbage.pegs import peg
from games.cribbage.play import LIMIT, legal, score_play
from games.cribbage.state import State


def play(
    state: State, seat: int, action: Play, deck: Sequence[Card] | None
) -> tuple[State, tuple[Event, ...]]:
    """Lay one card, peg what it makes, and find who plays next."""
    card, hand = action.card, state.hands[seat]
    if not isinstance(card, Card):
        raise Malformed("That is not a card.")
    if card not in hand:
        raise NotLegal("You do not hold that card.")
    if not legal([card], state.count):
        raise NotLegal("That card would take the count past 31.")
    held = tuple(other for other in hand if other != card)
    state = replace(
        state,
        hands=(*state.hands[:seat], held, *state.hands[seat + 1 :]),
        played=(*state.played, (seat, card)),
        decision=state.decision + 1,
    )
    parts, count = score_play(state.sequence)
    played = Played(seat=seat, card=card, count=count, parts=parts)
    state, pegged = peg(state, seat, sum(parts.values()), "play")
    if state.phase == "over":
        return state, (played, *pegged)
    state, after = _next_turn(state, seat)
    return state, (played, *pegged, *after)


def _next_turn(state: State, last: int) -> tuple[State, tuple[Event, ...]]:
    """Pass every seat that holds cards but can lay none, until one can or none is left."""
    count, passed = state.count, list(state.passed)
    if count < LIMIT:
        for seat in _from_left_of(state, last):
            if legal(state.hands[seat], count):
                new = passed[len(state.passed) :]
                state = replace(state, to_play=seat, passed=tuple(passed))
                return state, tuple(Passed(seat=each) for each in new)
            if state.hands[seat] and seat != last and seat not in passed:
                passed.append(seat)
    events: tuple[Event, ...] = tuple(Passed(seat=each) for each in passed[len(state.passed) :])
    state = replace(state, passed=tuple(passed))
    state, ended = _end_count(state, last)
    return state, (*events, *ended)


def _end_count(state: State, last: int) -> tuple[State, tuple[Event, ...]]:
    """Nobody can play: the point for it (never besides 31), then a new count from zero."""
    why = "go" if any(state.hands) else "last"
    state, pegged = peg(state, last, 1 if state.count < LIMIT else 0, why)
    if state.phase == "over":
        return state, pegged
    leader = next((seat for seat in _from_left_of(state, last) if state.hands[seat]), None)
    state = replace(
        state,
        phase="show" if leader is None else "play",
        to_play=leader,
        since=len(state.played),
        passed=(),
    )
    return state, (*pegged, Reset(leader=leader))


def _from_left_of(state: State, seat: int) -> list[int]:
    """All seats in turn, the one left of ``seat`` first and ``seat`` itself last."""
    seats = state.settings.seats
    return [(seat + step) % seats for step in range(1, seats + 1)]
