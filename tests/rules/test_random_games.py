"""Whole games of every kind, played at random."""

import random

from hypothesis import given, settings

from games.cribbage.cards import DECK
from games.cribbage.events import Event, Over, Pegged
from games.cribbage.record import (
    action_from_json,
    action_to_json,
    event_from_json,
    event_to_json,
    state_from_json,
    state_to_json,
)
from games.cribbage.rules import apply, asked, labels

from .tables import new_games, random_game, seeds


@given(new_games(), seeds)
@settings(max_examples=25)
def test_a_game_ends_at_the_target_with_one_winner(start, seed):
    *_, last = random_game(start, random.Random(seed))
    end, target = last.state, start.settings.target
    assert [score >= target for score in end.scores].count(True) == 1
    assert end.scores[end.winner] == target
    assert asked(end) == ()
    assert last.events[-1] == Over(end.winner, end.scores, labels(end))


@given(new_games(), seeds)
@settings(max_examples=25)
def test_scores_only_rise_and_by_what_is_pegged(start, seed):
    for step in random_game(start, random.Random(seed)):
        scores = list(step.before.scores)
        for event in step.events:
            if isinstance(event, Pegged):
                assert event.points >= 1
                scores[event.side] += event.points
                assert event.score == scores[event.side]
        assert tuple(scores) == step.state.scores
        assert all(
            0 <= back <= score <= start.settings.target
            for back, score in zip(step.state.back_pegs, step.state.scores, strict=True)
        )


@given(new_games(), seeds)
@settings(max_examples=25)
def test_every_card_is_in_one_place(start, seed):
    for step in random_game(start, random.Random(seed)):
        state = step.state
        if state.hand_no == 0:
            continue
        places = [*state.stock, *state.crib]
        places += [card for hand in state.hands for card in hand]
        places += [card for _, card in state.played]
        places += [] if state.starter is None else [state.starter]
        assert sorted(places) == list(DECK)


@given(new_games(), seeds)
@settings(max_examples=25)
def test_the_same_moves_give_the_same_game(start, seed):
    steps = list(random_game(start, random.Random(seed)))
    state = start
    events: list[Event] = []
    for step in steps:
        state, more = apply(state, step.seat, step.action, step.deck)
        events += more
    assert state == steps[-1].state
    assert events == [event for step in steps for event in step.events]


@given(new_games(), seeds)
@settings(max_examples=25)
def test_states_moves_and_events_survive_being_written(start, seed):
    assert state_from_json(state_to_json(start)) == start
    for step in random_game(start, random.Random(seed)):
        assert state_from_json(state_to_json(step.state)) == step.state
        assert action_from_json(action_to_json(step.action)) == step.action
        for event in step.events:
            assert event_from_json(event_to_json(event)) == event


@given(new_games(), seeds)
@settings(max_examples=25)
def test_the_decision_rises_when_it_is_answered_and_never_falls(start, seed):
    for step in random_game(start, random.Random(seed)):
        still_asked = step.before.phase == "throw" and len(asked(step.before)) > 1
        assert step.state.decision == step.before.decision + (not still_asked)


@given(new_games(), seeds)
@settings(max_examples=25)
def test_somebody_is_always_asked_until_the_end(start, seed):
    for step in random_game(start, random.Random(seed)):
        assert (asked(step.state) == ()) == (step.state.phase == "over")
        assert all(0 <= seat < start.settings.seats for seat in asked(step.state))
