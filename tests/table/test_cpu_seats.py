"""A CPU seat is asked by a task, answers like anybody, and never twice."""

import random

import pytest

from accounts.models import Player
from accounts.players import computer_players
from games import computer, seating, tables, tasks
from games.cribbage import rules
from games.models import Game, Move
from games.replay import faults
from tests.support.playing import (
    WORDS,
    answer,
    begin,
    fresh,
    guests,
    play_until,
    running_game,
    some_action,
    state_of,
    truth,
    waiting_game,
)

pytestmark = pytest.mark.django_db


def against_cpu(until, **choices):
    return play_until(begin(waiting_game(computers=1, **choices)), until)


def cpu_s_turn(state):
    return state.phase == "play" and state.to_play == 1


def test_a_task_makes_the_cpu_s_move():
    game = against_cpu(cpu_s_turn)
    tasks.play_cpu(game.pk, game.decision)
    move = game.moves.last()
    assert (move.seat, move.actor, move.action["type"]) == (1, Move.Actor.CPU, "play")


def test_a_doubled_task_does_nothing():
    game = against_cpu(cpu_s_turn)
    tasks.play_cpu(game.pk, game.decision)
    before = truth(game)
    tasks.play_cpu(game.pk, game.decision)
    assert truth(game) == before


def test_a_late_task_does_nothing():
    game = against_cpu(cpu_s_turn)
    late = game.decision
    game = play_until(game, lambda state: cpu_s_turn(state) and state.decision > late)
    before = truth(game)
    tasks.play_cpu(game.pk, late)
    tasks.play_cpu(game.pk, 0)
    tasks.play_cpu(game.pk, game.decision + 1)
    assert truth(game) == before


def test_a_task_for_a_game_that_waits_or_is_over_does_nothing():
    game = waiting_game(computers=1)
    before = truth(game)
    tasks.play_cpu(game.pk, 0)
    assert truth(game) == before


def test_a_task_for_a_game_without_cpu_does_nothing():
    game = running_game()
    before = truth(game)
    tasks.play_cpu(game.pk, game.decision)
    assert truth(game) == before


def test_a_cpu_answers_for_its_own_seats_only():
    game = against_cpu(lambda state: state.phase == "throw")
    assert computer.answer(game.pk, game.decision) == 1
    assert rules.asked(state_of(game)) == (0,)


def test_every_cpu_of_a_table_throws():
    game = play_until(begin(waiting_game(4, computers=3)), lambda state: state.phase == "throw")
    assert computer.answer(game.pk, game.decision) == 3
    assert rules.asked(state_of(game)) == (0,)


@pytest.mark.parametrize("muggins", [False, True])
@pytest.mark.parametrize(("seats", "computers"), [(2, 1), (3, 2)])
def test_a_game_against_cpus_goes_on_by_its_tasks_alone(
    seats, computers, muggins, wires, django_capture_on_commit_callbacks
):
    game = waiting_game(seats, computers=computers, muggins=muggins, target=61)
    host = game.seats.get(number=0)
    with django_capture_on_commit_callbacks(execute=True):
        seating.start(game.pk, host.player_id, WORDS[0])
    chance = random.Random(5)
    for _ in range(400):
        if wires.tasks:
            _name, arguments, _options = wires.tasks.pop(0)
            with django_capture_on_commit_callbacks(execute=True):
                tasks.play_cpu(*arguments)
            continue
        state = state_of(game)
        if state.phase == "over":
            break
        # No task is left: so only the person can be asked.
        assert rules.asked(state) == (0,)
        with django_capture_on_commit_callbacks(execute=True):
            answer(game, 0, some_action(state, 0, chance), decision=state.decision)
    game = fresh(game)
    assert game.status == Game.Status.OVER
    assert game.cpu_asked_at is None
    assert list(faults(game)) == []
    cpu_moves = Move.objects.filter(game=game, seat__gt=0)
    assert not cpu_moves.exclude(actor=Move.Actor.CPU).exists()


def test_a_cpu_is_asked_from_when_it_owes_an_answer_until_it_has_answered():
    game = against_cpu(cpu_s_turn)
    assert game.cpu_asked_at is not None
    tasks.play_cpu(game.pk, game.decision)
    game = play_until(game, lambda state: state.phase == "play" and state.to_play == 0)
    assert game.cpu_asked_at is None


def test_the_cpu_players_are_few_and_shared():
    first, again = computer_players(3), computer_players(3)
    assert [player.pk for player in first] == [player.pk for player in again]
    assert len({player.name for player in first}) == 3
    assert all(player.kind == Player.Kind.CPU and player.user is None for player in first)


def test_a_table_against_the_computer_needs_only_its_host():
    (host,) = guests(1)
    table = tables.open_table(host, target=61, computers=computer_players(1))
    game = tables.latest_game(table)
    assert [seat.ready for seat in game.seats.all()] == [False, True]
    seating.start(game.pk, host.pk, "words")
    assert fresh(game).status == Game.Status.PLAYING
