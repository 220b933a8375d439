"""Whatever comes in is answered with an error by cause, and nothing changes."""

import json
import random
from dataclasses import dataclass, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.cribbage import actions
from games.cribbage.cards import DECK
from games.cribbage.errors import CribbageError, Malformed, NotLegal, NotNow, NotYours
from games.cribbage.record import (
    RULES_VERSION,
    action_from_json,
    event_from_json,
    settings_from_json,
    settings_to_json,
    state_from_json,
    state_to_json,
)
from games.cribbage.rules import apply, asked
from games.cribbage.state import Settings

from .tables import dealt, moments, seeds

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)
some_card = st.sampled_from(DECK)
some_action = st.one_of(
    anything,
    st.just(actions.Cut()),
    st.builds(actions.Deal, anything | st.integers(0, 4)),
    st.builds(actions.Throw, anything | st.lists(some_card, max_size=3).map(tuple)),
    st.builds(actions.Play, anything | some_card),
    st.just(actions.Count()),
    st.builds(actions.Claim, anything | st.integers(-1, 31)),
    st.just(actions.TableCount()),
)
some_deck = st.one_of(anything, st.just(DECK), st.lists(some_card, max_size=52))


def refusals(call, *arguments):
    """The code and message of the error by cause that the call raises, if it does."""
    try:
        call(*arguments)
    except CribbageError as error:
        return [(error.code, error.message)]
    return []


@given(moments(), st.integers(-1, 5) | anything, some_action, some_deck)
@settings(max_examples=200)
def test_nothing_but_an_error_by_cause_is_raised(state, seat, action, deck):
    copy = replace(state)
    for code, message in refusals(apply, state, seat, action, deck):
        assert code in ("malformed", "not_yours", "not_now", "not_legal")
        assert message.endswith(".")
    assert state == copy


@given(moments(), seeds)
@settings(max_examples=50)
def test_only_who_is_asked_can_move(state, seed):
    action = random.Random(seed).choice(
        [actions.Cut(), actions.Deal(state.hand_no + 1), actions.Count(), actions.TableCount()]
    )
    for seat in range(state.settings.seats):
        if seat not in asked(state):
            with pytest.raises((NotYours, NotNow)):
                apply(state, seat, action, DECK)


@given(anything)
@settings(max_examples=300)
def test_what_is_no_action_is_malformed(data):
    with pytest.raises(Malformed):
        action_from_json(data)


@pytest.mark.parametrize(
    "data",
    [
        {"type": "cut", "more": 1},
        {"type": "deal"},
        {"type": "deal", "hand_no": True},
        {"type": "deal", "hand_no": 1.0},
        {"type": "deal", "hand_no": "1"},
        {"type": "deal", "hand_no": 0},
        {"type": "deal", "hand_no": 10**40},
        {"type": "throw", "cards": []},
        {"type": "throw", "cards": "5H"},
        {"type": "throw", "cards": ["5H"] * 3},
        {"type": "throw", "cards": ["5H"] * 1_000_000},
        {"type": "throw", "cards": [["5H"]]},
        {"type": "throw", "cards": {"0": "5H"}},
        {"type": "throw", "cards": [5, 6]},
        {"type": "throw", "cards": [None]},
        {"type": "play", "card": None},
        {"type": "play", "card": 5},
        {"type": "play", "card": "5X"},
        {"type": "play", "card": ["5H"]},
        {"type": "play", "cards": ["5H"]},
        {"type": "play", "card": "5H", "seat": 1},
        {"type": "claim", "points": True},
        {"type": "claim", "points": -1},
        {"type": "claim", "points": 30},
        {"type": "claim", "points": 8.0},
        {"type": "claim", "points": "8"},
        {"type": ["play"], "card": "5H"},
        {"type": {"a": 1}},
        {"type": "resign"},
        {"type": None},
        {"card": "5H"},
        {1: 2},
        ["play", "5H"],
    ],
)
def test_an_action_must_be_just_right(data):
    with pytest.raises(Malformed) as error:
        action_from_json(data)
    assert "5H" not in error.value.message


@given(anything)
def test_what_is_no_event_state_or_settings_is_malformed(data):
    for read in (event_from_json, state_from_json, settings_from_json):
        with pytest.raises(Malformed):
            read(data)


@given(moments(), st.data())
@settings(max_examples=100)
def test_a_saved_game_with_a_wrong_value_is_malformed_or_still_a_state(state, data):
    saved = json.loads(json.dumps(state_to_json(state)))
    key = data.draw(st.sampled_from(sorted(saved)))
    saved[key] = data.draw(anything)
    assert all(code == "malformed" for code, _ in refusals(state_from_json, saved))


def test_a_game_of_other_rules_is_malformed():
    saved = state_to_json(dealt(["AC 2C 3C 4C 5C 6C", "AD 2D 3D 4D 5D 6D"]))
    assert saved["rules"] == RULES_VERSION
    with pytest.raises(Malformed):
        state_from_json({**saved, "rules": "cribbage-rules-0"})


@pytest.mark.parametrize(
    "wrong",
    [
        {"hands": [["AC"], ["AC"]]},
        {"hands": [["AC"]]},
        {"host": 2},
        {"dealer": 3},
        {"scores": [0, 0, 0]},
        {"scores": [0, 122]},
        {"scores": [0, True]},
        {"since": 1},
        {"stock": ["AC", "AC"]},
        {"played": [[2, "9C"]]},
        {"phase": "lunch"},
        {"decision": -1},
    ],
)
def test_a_saved_game_must_fit_together(wrong):
    saved = state_to_json(dealt(["AC 2C 3C 4C 5C 6C", "AD 2D 3D 4D 5D 6D"]))
    with pytest.raises(Malformed):
        state_from_json({**saved, **wrong})


def test_settings_are_written_and_read():
    some = Settings(3, target=61, muggins=True, skunk="off", first_deal="host")
    assert settings_from_json(json.loads(json.dumps(settings_to_json(some)))) == some
    with pytest.raises(Malformed):
        settings_from_json({**settings_to_json(some), "target": 100})


def test_a_class_that_only_looks_like_an_action_is_malformed():
    @dataclass(frozen=True)
    class Play(actions.Play):
        pass

    with pytest.raises(Malformed):
        apply(dealt(["AC 2C 3C 4C 5C 6C", "AD 2D 3D 4D 5D 6D"]), 0, Play(DECK[0]))


def test_the_causes_have_their_codes():
    codes = [error.code for error in (Malformed, NotYours, NotNow, NotLegal)]
    assert codes == ["malformed", "not_yours", "not_now", "not_legal"]
