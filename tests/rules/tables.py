"""Games for the tests: decks in a wanted order, states in a wanted place, random play."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from hypothesis import strategies as st

from games.cribbage.actions import Action, Claim, Count, Cut, Deal, Play, TableCount, Throw
from games.cribbage.cards import DECK, Card
from games.cribbage.events import Event
from games.cribbage.rules import apply, asked, new_game
from games.cribbage.state import Settings, State
from games.cribbage.view import view

ORACLES = Path(__file__).parent.parent / "oracles"


def cards(text: str) -> tuple[Card, ...]:
    """The cards written in a text like ``"5H 10S"``."""
    return tuple(Card.parse(code) for code in text.split())


def deck_for(
    hands: Sequence[str], dealer: int, starter: str, crib_from_deck: str = ""
) -> tuple[Card, ...]:
    """A deck that deals just these hands (each in the order dealt)."""
    dealt = [list(cards(hand)) for hand in hands]
    seats = len(hands)
    front = [dealt[(dealer + 1 + place) % seats].pop(0) for place in range(sum(map(len, dealt)))]
    front += [*cards(crib_from_deck), *cards(starter)]
    return (*front, *(card for card in DECK if card not in front))


def dealt(
    hands: Sequence[str],
    dealer: int = 0,
    starter: str = "KS",
    crib_from_deck: str = "",
    scores: tuple[int, ...] | None = None,
    settings: Settings | None = None,
) -> State:
    """The first hand, dealt as wanted, nobody having thrown."""
    settings = settings or Settings(seats=len(hands))
    state = new_game(settings, first_dealer=dealer)
    if scores is not None:
        state = replace(state, scores=scores, back_pegs=scores)
    deck = deck_for(hands, dealer, starter, crib_from_deck)
    state, _ = apply(state, state.host, Deal(1), deck)
    return state


def throw_all(state: State, throws: Sequence[str]) -> tuple[State, tuple[Event, ...]]:
    """Every seat throws, in seat order; the events are those of the last throw."""
    events: tuple[Event, ...] = ()
    for seat, thrown in enumerate(throws):
        state, events = apply(state, seat, Throw(cards(thrown)))
    return state, events


def play_all(state: State, plays: str) -> tuple[State, tuple[Event, ...]]:
    """Lay the cards one after another, each by the seat that is asked."""
    events: list[Event] = []
    for card in cards(plays):
        state, more = apply(state, asked(state)[0], Play(card))
        events += more
    return state, tuple(events)


@dataclass(frozen=True)
class Step:
    """One move of a random game and what it led to."""

    before: State
    seat: int
    action: Action
    deck: tuple[Card, ...] | None
    state: State
    events: tuple[Event, ...]


def random_game(start: State, rng: random.Random) -> Iterator[Step]:
    """Legal moves at random until the game is over; claims are often wrong."""
    state = start
    while state.phase != "over":
        seat = rng.choice(asked(state))
        deck = tuple(rng.sample(DECK, 52)) if state.phase in ("cut", "deal") else None
        action = _random_action(state, seat, rng)
        after, events = apply(state, seat, action, deck)
        yield Step(state, seat, action, deck, after, events)
        state = after


def _random_action(state: State, seat: int, rng: random.Random) -> Action:
    seen = view(state, seat)
    if state.phase == "cut":
        return Cut()
    if state.phase == "deal":
        return Deal(state.hand_no + 1)
    if state.phase == "throw":
        return Throw(tuple(rng.sample(seen.hand, state.settings.thrown_each)))
    if state.phase == "play":
        return Play(rng.choice(seen.legal))
    if rng.random() < 0.1:
        return TableCount()
    return Claim(rng.randrange(0, 13)) if state.settings.muggins else Count()


any_settings = st.builds(
    Settings,
    seats=st.integers(2, 4),
    target=st.sampled_from([61, 121]),
    muggins=st.booleans(),
    skunk=st.sampled_from(["all", "121", "off"]),
    first_deal=st.sampled_from(["cut", "host"]),
)

seeds = st.integers(0, 2**32)


@st.composite
def new_games(draw: st.DrawFn) -> State:
    """A game of any kind before its first deal, a rematch among them."""
    settings = draw(any_settings)
    seat = st.integers(0, settings.seats - 1)
    return new_game(settings, host=draw(seat), first_dealer=draw(st.none() | seat))


@st.composite
def moments(draw: st.DrawFn) -> State:
    """A state somewhere in a random game, its end included."""
    start, rng = draw(new_games()), random.Random(draw(seeds))
    state = start
    wanted = draw(st.integers(0, 150))
    for number, step in enumerate(random_game(start, rng)):
        if number == wanted:
            break
        state = step.state
    return state
