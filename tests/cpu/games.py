"""Whole games between players that are functions of a view."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping

from games.cpu import choose
from games.cribbage.actions import Action, Play, Throw
from games.cribbage.cards import DECK
from games.cribbage.rules import apply, asked, new_game
from games.cribbage.state import Settings, State
from games.cribbage.view import View, view

Player = Callable[[View], Action]


def states(settings: Settings, seed: int, others: Mapping[int, Player]) -> Iterator[State]:
    """Every state of one game; the CPU plays all seats but ``others``. A refused answer raises."""
    decks = random.Random(seed)
    state = new_game(settings, host=seed % settings.seats)
    yield state
    while state.phase != "over":
        seat = asked(state)[0]
        deck = tuple(decks.sample(DECK, 52)) if state.phase in ("cut", "deal") else None
        action = others.get(seat, choose)(view(state, seat))
        state, _ = apply(state, seat, action, deck)
        yield state


def last_state(settings: Settings, seed: int, others: Mapping[int, Player]) -> State:
    """The end of such a game."""
    *_, end = states(settings, seed, others)
    return end


def random_player(seed: int) -> Player:
    """Throws and lays any cards the rules allow; counts without a fault."""
    rng = random.Random(seed)

    def answer(seen: View) -> Action:
        if seen.phase == "throw":
            return Throw(tuple(rng.sample(seen.hand, len(seen.hand) - 4)))
        if seen.phase == "play":
            return Play(rng.choice(seen.legal))
        return choose(seen)

    return answer
