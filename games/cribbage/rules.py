"""The one way a game moves: `apply` an action of a seat to a state.

`apply` is pure. It returns the next state and what everybody may know about
how it came about, or raises a `CribbageError` and changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from games.cribbage import dealing, playing, showing, throwing
from games.cribbage.actions import Action, Claim, Count, Cut, Deal, Play, TableCount, Throw
from games.cribbage.cards import Card
from games.cribbage.dealing import next_dealer
from games.cribbage.errors import Malformed, NotNow, NotYours
from games.cribbage.events import Event
from games.cribbage.pegs import labels, skunk_label
from games.cribbage.state import Settings, State, side_of

__all__ = [
    "apply",
    "asked",
    "labels",
    "new_game",
    "next_dealer",
    "rematch_first_dealer",
    "side_of",
    "skunk_label",
]

_Answer = Callable[[State, int, Any, Sequence[Card] | None], tuple[State, tuple[Event, ...]]]

_ANSWERS: dict[type[Action], tuple[str, _Answer]] = {
    Cut: ("cut", dealing.cut),
    Deal: ("deal", dealing.deal),
    Throw: ("throw", throwing.throw),
    Play: ("play", playing.play),
    Count: ("show", showing.count),
    Claim: ("show", showing.claim),
    TableCount: ("show", showing.table_count),
}

_WAITING_FOR = {
    "cut": "The first dealer is to be cut for now.",
    "deal": "The next hand is to be dealt now.",
    "throw": "Cards are to be thrown to the crib now.",
    "play": "The play is on.",
    "show": "The hands are being counted.",
    "over": "The game is over.",
}

_ANOTHER = {
    "cut": "The host has the first dealer cut for.",
    "deal": "It is another player's deal.",
    "play": "It is another player's turn.",
    "show": "It is another player's hand that is counted now.",
}


def new_game(settings: Settings, host: int = 0, first_dealer: int | None = None) -> State:
    """A game before its first deal. ``host`` and ``first_dealer`` are seats.

    A given ``first_dealer`` (a rematch) goes before the settings; otherwise the
    phase is ``cut``, or ``deal`` with the host dealing. Raises `Malformed` if
    there is no such seat.
    """
    if not isinstance(settings, Settings):
        raise Malformed("There are no such settings.")
    for seat in (host, host if first_dealer is None else first_dealer):
        if type(seat) is not int or not 0 <= seat < settings.seats:
            raise Malformed("There is no such seat.")
    if first_dealer is None and settings.first_deal == "host":
        first_dealer = host
    return State(
        settings=settings,
        host=host,
        phase="cut" if first_dealer is None else "deal",
        decision=0,
        scores=(0,) * settings.sides,
        back_pegs=(0,) * settings.sides,
        dealer=first_dealer,
        first_dealer=first_dealer,
    )


def rematch_first_dealer(state: State) -> int:
    """Who deals first when this game is played again: left of its own first dealer.

    Raises `NotNow` while that one is not known yet.
    """
    if state.first_dealer is None:
        raise NotNow("The first dealer is not known yet.")
    return (state.first_dealer + 1) % state.settings.seats


def asked(state: State) -> tuple[int, ...]:
    """The seats that owe an answer to ``state.decision``, in seat order."""
    if state.phase == "throw":
        return tuple(seat for seat, thrown in enumerate(state.throws) if not thrown)
    if state.phase == "over":
        return ()
    if state.phase == "play":
        seat = state.to_play
    elif state.phase == "show":
        seat = showing.seat_in_show(state)
    elif state.phase == "deal" and state.hand_no > 0:
        seat = next_dealer(state)
    else:
        seat = state.host
    assert seat is not None
    return (seat,)


def apply(
    state: State, seat: int, action: Action, deck: Sequence[Card] | None = None
) -> tuple[State, tuple[Event, ...]]:
    """Answer ``state.decision`` for ``seat``. Only `Cut` and `Deal` need (and read) a deck.

    Raises `Malformed`, `NotNow`, `NotYours` or `NotLegal`, looked for in this order.
    """
    if type(action) not in _ANSWERS:
        raise Malformed("That is not something a player can do.")
    phase, answer = _ANSWERS[type(action)]
    if type(seat) is not int or not 0 <= seat < state.settings.seats:
        raise NotYours("There is no such seat.")
    if phase != state.phase:
        raise NotNow(_WAITING_FOR[state.phase])
    if seat not in asked(state):
        if phase == "throw":
            raise NotNow("You have thrown already, and a throw cannot be taken back.")
        raise NotYours(_ANOTHER[phase])
    return answer(state, seat, action, deck)
