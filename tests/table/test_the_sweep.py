"""The sweep finds what was lost, whatever else has gone wrong."""

import logging

import pytest
from django.db import OperationalError

from games import computer, tasks
from games.cribbage import rules
from games.models import Game, Move
from games.replay import faults
from tests.support.playing import (
    begin,
    end_wait,
    finished_game,
    fresh,
    game_in,
    lose_cpu_task,
    play_until,
    state_of,
    truth,
    waiting_game,
)

pytestmark = pytest.mark.django_db


def cpu_to_play(seed=1):
    """A game against a CPU whose turn it is."""
    return play_until(
        begin(waiting_game(computers=1, seed=seed)),
        lambda state: state.phase == "play" and state.to_play == 1,
        seed=seed,
    )


def spoil(game):
    """Make a game's state unreadable, and its wait the one that is over the longest."""
    Game.objects.filter(pk=game.pk).update(state={"rules": "of another game"})


def test_a_lost_cpu_turn_is_found():
    game = cpu_to_play()
    lose_cpu_task(game)
    moves = game.moves.count()
    tasks.sweep()
    assert game.moves.count() == moves + 1
    assert (game.moves.last().seat, game.moves.last().actor) == (1, Move.Actor.CPU)
    assert list(faults(fresh(game))) == []


def test_a_cpu_turn_that_is_on_its_way_is_left_alone():
    game = cpu_to_play()
    before = truth(game)
    assert game.cpu_asked_at is not None
    tasks.sweep()
    assert truth(game) == before


def test_a_lost_throw_of_a_cpu_is_found_while_the_person_thinks():
    game = play_until(begin(waiting_game(computers=1)), lambda state: state.phase == "throw")
    lose_cpu_task(game)
    tasks.sweep()
    assert rules.asked(state_of(game)) == (0,)
    assert fresh(game).cpu_asked_at is None


def test_a_lost_deal_and_lost_counts_of_a_cpu_are_found():
    game = begin(waiting_game(computers=1))
    game = play_until(
        game, lambda state: state.phase == "show" and rules.asked(state) == (1,), seed=3
    )
    lose_cpu_task(game)
    moves = game.moves.count()
    tasks.sweep()
    move = game.moves.get(seq=moves + 1)
    assert (move.actor, move.action) == (Move.Actor.CPU, {"type": "count"})


def test_one_bad_game_does_not_stop_the_others(caplog):
    bad, good, lost = game_in("deal", seed=1), game_in("show", seed=2), cpu_to_play(seed=3)
    spoil(bad)
    end_wait(good)
    end_wait(bad)
    Game.objects.filter(pk=bad.pk).update(
        deadline_at="2020-01-01T00:00:00Z", cpu_asked_at="2020-01-01T00:00:00Z"
    )
    lose_cpu_task(lost)
    counts = {game.pk: game.moves.count() for game in (bad, good, lost)}
    with caplog.at_level(logging.WARNING):
        tasks.sweep()
    assert bad.moves.count() == counts[bad.pk]
    assert good.moves.count() == counts[good.pk] + 1
    assert lost.moves.count() == counts[lost.pk] + 1
    assert f"Game {bad.pk} could not be swept" in caplog.text


def test_a_database_error_in_one_game_does_not_stop_the_others(monkeypatch, caplog):
    bad, good = game_in("deal", seed=1), game_in("deal", seed=2)
    end_wait(bad)
    end_wait(good)
    resolve = tasks.resolve_due

    def failing(game_id, **choices):
        if game_id == bad.pk:
            raise OperationalError
        return resolve(game_id, **choices)

    monkeypatch.setattr(tasks, "resolve_due", failing)
    tasks.sweep()
    assert state_of(bad).phase == "deal"
    assert state_of(good).phase == "throw"


def test_an_error_of_the_cpu_player_does_not_stop_the_others(monkeypatch):
    bad, good = cpu_to_play(seed=1), cpu_to_play(seed=2)
    lose_cpu_task(bad)
    lose_cpu_task(good)
    choose, chosen = computer.cpu.choose, []

    def failing(view):
        chosen.append(view)
        if len(chosen) == 1:
            raise RuntimeError("no idea")
        return choose(view)

    monkeypatch.setattr(computer.cpu, "choose", failing)
    moves = bad.moves.count() + good.moves.count()
    tasks.sweep()
    assert bad.moves.count() + good.moves.count() == moves + 1


def test_many_bad_games_do_not_starve_the_others(caplog):
    good = game_in("deal", seed=1)
    end_wait(good)
    Game.objects.bulk_create(
        Game(
            table=good.table,
            number=number,
            key=f"bad {number}",
            status=Game.Status.PLAYING,
            state={"rules": "of another game"},
            deadline_at="2020-01-01T00:00:00Z",
        )
        for number in range(2, 152)
    )
    with caplog.at_level(logging.CRITICAL, logger="games.guarded"):
        tasks.sweep()
    assert state_of(good).phase == "throw"


def test_finished_and_waiting_games_are_not_swept():
    over, waiting = finished_game(target=61), waiting_game(seed=2)
    before = truth(over), truth(waiting)
    for game in (over, waiting):
        end_wait(game)
        lose_cpu_task(game)
    tasks.sweep()
    assert over.moves.count() == len(before[0]["moves"])
    assert not waiting.moves.exists()
