"""What one seat, or a spectator, may see of a game.

A view is built by adding what may be seen, never by taking away from a state:
a field that is forgotten here is missing, not leaked.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from games.cribbage.cards import Card, in_order
from games.cribbage.errors import NotYours
from games.cribbage.play import legal
from games.cribbage.rules import asked, labels, next_dealer
from games.cribbage.show import Breakdown, count_hand
from games.cribbage.showing import cards_in_show, seat_in_show
from games.cribbage.state import Laid, ShownCards, State


@dataclass(frozen=True, slots=True)
class ShownHand:
    """A hand or crib after it was counted, seen by all.

    ``points_pegged`` is what its own seat pegged for it; ``breakdown.total``
    what it is worth (with muggins, or at the end of a game, that can be more).
    """

    seat: int
    crib: bool
    cards: tuple[Card, ...]
    points_pegged: int
    breakdown: Breakdown


@dataclass(frozen=True, slots=True)
class ShowTurn:
    """The hand or crib that is to be counted now; not what it is worth.

    ``refused``: with muggins, one claim on it was above its worth already.
    """

    seat: int
    crib: bool
    cards: tuple[Card, ...]
    refused: bool


@dataclass(frozen=True, slots=True)
class LastHand:
    """What was shown of the hand before this one."""

    hand_no: int
    dealer: int
    starter: Card
    hands: tuple[ShownHand, ...]


@dataclass(frozen=True, slots=True)
class View:
    """The game as ``seat`` sees it; ``seat`` None is a spectator."""

    seat: int | None
    seats: int
    phase: str
    decision: int
    hand_no: int
    dealer: int | None
    """Dealer of this hand; None until the cut is settled."""
    host: int
    target: int
    muggins: bool
    asked: tuple[int, ...]
    """Seats that owe an answer to ``decision``."""
    scores: tuple[int, ...]
    """By side, like ``back_pegs``."""
    back_pegs: tuple[int, ...]
    hand: tuple[Card, ...] = field(repr=False)
    """Own cards still held, by rank, then suit."""
    own_throw: tuple[Card, ...] = field(repr=False)
    has_thrown: tuple[bool, ...]
    """By seat."""
    hand_sizes: tuple[int, ...]
    """Cards still held, by seat."""
    legal: tuple[Card, ...] = field(repr=False)
    """Own cards that may be laid, when this seat is asked to play; else empty."""
    crib_size: int
    crib: tuple[Card, ...] | None
    """Only from the moment the crib is to be counted."""
    starter: Card | None
    sequence: tuple[Laid, ...]
    """Cards since the count was last zero."""
    earlier: tuple[Laid, ...]
    """Cards of this hand's play before that."""
    count: int
    passed: tuple[int, ...]
    """Seats showing "Go"."""
    cuts: tuple[tuple[Laid, ...], ...]
    shown: tuple[ShownHand, ...]
    """Hands of this deal counted so far, the crib last."""
    showing: ShowTurn | None
    last_hand: LastHand | None
    winner: int | None
    """The side that won."""
    labels: tuple[str | None, ...]
    """By side, once the game is over: None, ``skunk`` or ``double``; empty before."""
    next_dealer: int | None
    """Who deals after this hand (before the first hand: who deals it)."""


def view(state: State, seat: int | None) -> View:
    """What ``seat`` (None: a spectator) may see. Raises `NotYours` if there is no such seat."""
    seats = state.settings.seats
    if seat is not None and (type(seat) is not int or not 0 <= seat < seats):
        raise NotYours("There is no such seat.")
    to_answer = asked(state)
    hand = _own(state.hands, seat)
    playing = state.phase == "play" and seat in to_answer
    return View(
        seat=seat,
        seats=seats,
        phase=state.phase,
        decision=state.decision,
        hand_no=state.hand_no,
        dealer=state.dealer,
        host=state.host,
        target=state.settings.target,
        muggins=state.settings.muggins,
        asked=to_answer,
        scores=state.scores,
        back_pegs=state.back_pegs,
        hand=hand,
        own_throw=_own(state.throws, seat),
        has_thrown=tuple(bool(thrown) for thrown in state.throws) or (False,) * seats,
        hand_sizes=tuple(len(held) for held in state.hands) or (0,) * seats,
        legal=legal(hand, state.count) if playing else (),
        crib_size=len(state.crib),
        crib=_crib(state),
        starter=state.starter,
        sequence=state.played[state.since :],
        earlier=state.played[: state.since],
        count=state.count,
        passed=state.passed,
        cuts=state.cuts,
        shown=_shown(state.shown, state.starter),
        showing=_showing(state),
        last_hand=_last_hand(state),
        winner=state.winner,
        labels=labels(state) if state.phase == "over" else (),
        next_dealer=next_dealer(state),
    )


def _own(by_seat: tuple[tuple[Card, ...], ...], seat: int | None) -> tuple[Card, ...]:
    return in_order(by_seat[seat]) if by_seat and seat is not None else ()


def _crib(state: State) -> tuple[Card, ...] | None:
    counted = any(each.crib for each in state.shown)
    return state.crib if counted or state.crib_in_turn else None


def _shown(shown: tuple[ShownCards, ...], starter: Card | None) -> tuple[ShownHand, ...]:
    if starter is None:
        return ()
    return tuple(
        ShownHand(
            seat=each.seat,
            crib=each.crib,
            cards=each.cards,
            points_pegged=each.pegged,
            breakdown=count_hand(each.cards, starter, each.crib),
        )
        for each in shown
    )


def _showing(state: State) -> ShowTurn | None:
    if state.phase != "show":
        return None
    return ShowTurn(
        seat=seat_in_show(state),
        crib=state.crib_in_turn,
        cards=cards_in_show(state),
        refused=state.refused,
    )


def _last_hand(state: State) -> LastHand | None:
    past = state.last_hand
    if past is None:
        return None
    return LastHand(
        hand_no=past.hand_no,
        dealer=past.dealer,
        starter=past.starter,
        hands=_shown(past.shown, past.starter),
    )
