"""The CPU player in whole games: every answer is legal, and it beats chance."""

import itertools
import random

import pytest
from hypothesis import given, settings

from games.cpu import choose
from games.cribbage.cards import DECK
from games.cribbage.rules import apply, asked
from games.cribbage.state import Settings
from games.cribbage.view import view
from tests.cpu.games import last_state, random_player
from tests.rules.tables import moments, seeds


@given(moments(), seeds)
@settings(max_examples=150)
def test_its_answer_is_legal_at_any_moment_of_any_game(state, seed):
    deck = tuple(random.Random(seed).sample(DECK, 52))
    for seat in asked(state):
        apply(state, seat, choose(view(state, seat)), deck)


@pytest.mark.parametrize(
    ("seats", "target", "muggins"),
    list(itertools.product((2, 3, 4), (61, 121), (False, True))),
)
def test_a_game_of_nothing_but_cpu_players_ends(seats, target, muggins):
    end = last_state(Settings(seats, target, muggins), seed=seats, others={})
    assert end.winner is not None
    assert end.scores[end.winner] == target


def test_it_beats_a_random_player_far_more_often_than_not():
    won = 0
    for number in range(100):
        chance = number % 2
        end = last_state(Settings(2, target=61), number, {chance: random_player(number)})
        won += end.winner != chance
    assert won > 85


def test_two_partners_beat_two_random_players_far_more_often_than_not():
    won = 0
    for number in range(40):
        chance = number % 2
        player = random_player(number)
        end = last_state(Settings(4, target=61), number, {chance: player, chance + 2: player})
        won += end.winner != chance
    assert won > 30


def test_it_wins_more_than_its_share_against_two_random_players():
    won = 0
    for number in range(60):
        cpu = number % 3
        chance = {seat: random_player(number + seat) for seat in range(3) if seat != cpu}
        won += last_state(Settings(3, target=61), number, chance).winner == cpu
    assert won > 40


@given(moments())
@settings(max_examples=50)
def test_a_seat_that_is_not_asked_gets_no_answer(state):
    for seat in (None, *range(state.settings.seats)):
        if seat not in asked(state):
            with pytest.raises(ValueError, match="not asked"):
                choose(view(state, seat))
