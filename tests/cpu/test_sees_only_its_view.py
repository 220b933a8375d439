"""The CPU player knows what its seat may know: other hidden cards, the same answer."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings

from games.cpu import choose
from games.cribbage.rules import asked
from games.cribbage.state import Settings
from games.cribbage.view import view
from tests.cpu.games import states
from tests.rules.tables import moments, seeds


def with_other_hidden_cards(state, seat, rng):
    """The same game to ``seat``: stock and other hands (and throws, unless shown) dealt anew."""
    others = [other for other in range(len(state.hands)) if other != seat]
    fields = {"stock": [state.stock], "hands": [state.hands[other] for other in others]}
    if view(state, None).crib is None:
        fields["throws"] = [state.throws[other] for other in others]
        fields["crib_from_deck"] = [state.crib_from_deck]
    hidden = [card for groups in fields.values() for group in groups for card in group]
    rng.shuffle(hidden)
    for name, groups in fields.items():
        mixed = [tuple(hidden.pop() for _ in group) for group in groups]
        if name in ("hands", "throws"):
            by_seat = list(getattr(state, name))
            for other, group in zip(others, mixed, strict=True):
                by_seat[other] = group
            mixed = [tuple(by_seat)]
        state = replace(state, **{name: mixed[0]})
    return state


def check_answers(state, rng):
    for seat in asked(state):
        answer = choose(view(state, seat))
        for _ in range(3):
            other = with_other_hidden_cards(state, seat, rng)
            assert choose(view(other, seat)) == answer


@given(moments(), seeds)
@settings(max_examples=60)
def test_hidden_cards_do_not_change_its_answer_in_random_games(state, seed):
    check_answers(state, random.Random(seed))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_hidden_cards_do_not_change_its_answer_in_its_own_games(seats):
    rng, changed = random.Random(seats), 0
    for state in states(Settings(seats, target=61), seats, {}):
        check_answers(state, rng)
        if state.phase in ("throw", "play"):
            changed += with_other_hidden_cards(state, asked(state)[0], rng) != state
    assert changed > 10


def test_the_same_view_always_gives_the_same_answer():
    for state in states(Settings(2, target=61), 11, {}):
        for seat in asked(state):
            assert choose(view(state, seat)) == choose(view(state, seat))
