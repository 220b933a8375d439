"""The show: counting hands and crib, and with muggins claiming them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from games.cribbage.actions import Claim, Count, TableCount
from games.cribbage.cards import Card
from games.cribbage.errors import Malformed, NotLegal
from games.cribbage.events import Claimed, ClaimRefused, Counted, Event, Forfeited
from games.cribbage.pegs import peg
from games.cribbage.show import count_hand
from games.cribbage.state import ShownCards, State, side_of

MOST = 29
"""No hand is worth more."""


def seat_in_show(state: State) -> int:
    """Whose hand is to be counted next: from the dealer's left, the dealer, then the crib."""
    assert state.dealer is not None
    seats = state.settings.seats
    return (state.dealer + 1 + min(len(state.shown), seats - 1)) % seats


def cards_in_show(state: State) -> tuple[Card, ...]:
    """The four cards to be counted next."""
    return state.crib if state.crib_in_turn else state.kept(seat_in_show(state))


def count(
    state: State, seat: int, action: Count, deck: Sequence[Card] | None
) -> tuple[State, tuple[Event, ...]]:
    """Muggins off: count what is in turn."""
    if state.settings.muggins:
        raise NotLegal("With muggins you say yourself what it is worth.")
    return _settle(state, seat, _counted(state, seat, "seat").points, by="seat")


def table_count(
    state: State, seat: int, action: TableCount, deck: Sequence[Card] | None
) -> tuple[State, tuple[Event, ...]]:
    """The table counts what is in turn; the seat pegs all of it, muggins or not."""
    return _settle(state, seat, _counted(state, seat, "table").points, by="table")


def claim(
    state: State, seat: int, action: Claim, deck: Sequence[Card] | None
) -> tuple[State, tuple[Event, ...]]:
    """Muggins on: peg the claim, and let the next opponent peg what it missed.

    The first claim above the worth is refused, a second one forfeits all of it.
    """
    if type(action.points) is not int or not 0 <= action.points <= MOST:
        raise Malformed("A claim is a number from 0 to 29.")
    if not state.settings.muggins:
        raise NotLegal("Muggins is off: the table counts the hands.")
    crib = state.crib_in_turn
    if action.points <= _counted(state, seat, "seat").points:
        state, events = _settle(state, seat, action.points, by="seat")
        return state, (Claimed(seat=seat, crib=crib, points=action.points), *events)
    if not state.refused:
        state = replace(state, refused=True, decision=state.decision + 1)
        return state, (ClaimRefused(seat=seat, crib=crib),)
    state, events = _settle(state, seat, 0, by="seat")
    return state, (Forfeited(seat=seat, crib=crib), *events)


def _counted(state: State, seat: int, by: str) -> Counted:
    cards, starter, crib = cards_in_show(state), state.starter, state.crib_in_turn
    assert starter is not None
    breakdown = count_hand(cards, starter, crib)
    return Counted(
        seat=seat,
        crib=crib,
        cards=cards,
        starter=starter,
        parts=breakdown.parts,
        points=breakdown.total,
        by=by,
    )


def _settle(state: State, seat: int, points: int, by: str) -> tuple[State, tuple[Event, ...]]:
    """Show the cards; the seat pegs ``points``, the next opponent what is left of the worth."""
    counted = _counted(state, seat, by)
    side = side_of(state.settings.seats, seat)
    before = state.scores[side]
    state, own = peg(state, seat, points, "crib" if counted.crib else "hand")
    shown = ShownCards(
        seat=seat,
        crib=counted.crib,
        cards=counted.cards,
        pegged=state.scores[side] - before,
    )
    opponent = _next_opponent(state, seat)
    state, missed = peg(state, opponent, counted.points - points, "muggins")
    state = replace(state, shown=(*state.shown, shown), refused=False, decision=state.decision + 1)
    if counted.crib and state.phase == "show":
        state = replace(state, phase="deal")
    return state, (counted, *own, *missed)


def _next_opponent(state: State, seat: int) -> int:
    """The next seat to the left that is not the seat's partner."""
    seats = state.settings.seats
    return next(
        other
        for other in ((seat + step) % seats for step in range(1, seats))
        if side_of(seats, other) != side_of(seats, seat)
    )
