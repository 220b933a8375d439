"""The cut for the deal, and dealing a hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from games.cribbage.actions import Cut, Deal
from games.cribbage.cards import Card, check_deck
from games.cribbage.errors import Malformed, NotNow
from games.cribbage.events import CutRound, Dealt, Event, FirstDealer
from games.cribbage.shuffle import cut_for_deal
from games.cribbage.state import PastHand, Settings, State


@dataclass(frozen=True, slots=True)
class DealtCards:
    """Where a deck's cards go: ``hands`` by seat in the order dealt, the deck's own
    card for the crib (three seats), and the rest, the starter first."""

    hands: tuple[tuple[Card, ...], ...] = field(repr=False)
    crib_from_deck: tuple[Card, ...] = field(repr=False)
    stock: tuple[Card, ...] = field(repr=False)


def deal_out(deck: Sequence[Card], settings: Settings, dealer: int) -> DealtCards:
    """Deal one card at a time, starting left of the dealer."""
    seats, each = settings.seats, settings.dealt_each
    hands: list[list[Card]] = [[] for _ in range(seats)]
    for place, card in enumerate(deck[: seats * each]):
        hands[(dealer + 1 + place) % seats].append(card)
    rest = tuple(deck[seats * each :])
    to_crib = 1 if seats == 3 else 0
    return DealtCards(
        hands=tuple(tuple(hand) for hand in hands),
        crib_from_deck=rest[:to_crib],
        stock=rest[to_crib:],
    )


def next_dealer(state: State) -> int | None:
    """The dealer of the hand to come; None until the first dealer is known."""
    if state.dealer is None or state.hand_no == 0:
        return state.dealer
    return (state.dealer + 1) % state.settings.seats


def cut(
    state: State, seat: int, action: Cut, deck: Sequence[Card] | None
) -> tuple[State, tuple[Event, ...]]:
    """Cut for the deal with deck 0 until one seat alone has the lowest card."""
    rounds, dealer = cut_for_deal(check_deck(deck), state.settings.seats)
    state = replace(
        state,
        phase="deal",
        cuts=rounds,
        dealer=dealer,
        first_dealer=dealer,
        decision=state.decision + 1,
    )
    shown = (CutRound(round=number, cards=cards) for number, cards in enumerate(rounds, 1))
    return state, (*shown, FirstDealer(seat=dealer))


def deal(
    state: State, seat: int, action: Deal, deck: Sequence[Card] | None
) -> tuple[State, tuple[Event, ...]]:
    """Deal the next hand from its deck."""
    if type(action.hand_no) is not int:
        raise Malformed("That is not the number of a hand.")
    if action.hand_no != state.hand_no + 1:
        raise NotNow("That is not the hand to be dealt now.")
    dealer = next_dealer(state)
    assert dealer is not None
    dealt = deal_out(check_deck(deck), state.settings, dealer)
    state = replace(
        state,
        phase="throw",
        hand_no=action.hand_no,
        dealer=dealer,
        hands=dealt.hands,
        throws=((),) * state.settings.seats,
        crib_from_deck=dealt.crib_from_deck,
        stock=dealt.stock,
        starter=None,
        played=(),
        since=0,
        passed=(),
        to_play=None,
        refused=False,
        shown=(),
        last_hand=_past(state),
        decision=state.decision + 1,
    )
    return state, (Dealt(hand_no=action.hand_no, dealer=dealer),)


def _past(state: State) -> PastHand | None:
    if state.starter is None or state.dealer is None:
        return None
    return PastHand(
        hand_no=state.hand_no,
        dealer=state.dealer,
        starter=state.starter,
        shown=state.shown,
    )
