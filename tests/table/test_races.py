"""Real threads and connections meet at one game's row."""

import json

import pytest

from games import computer, frames, rematch, seating, tasks
from games.board import snapshot
from games.cribbage import record, rules
from games.cribbage.actions import Count, Play, Throw
from games.cribbage.play import legal
from games.models import Game, Move
from games.refusals import AlreadyAnswered, NotReady, NotRunning, Refused, SeatsTaken, Stale
from games.replay import faults
from games.table import Outcome, decide, resolve_due
from tests.support.playing import (
    WORDS,
    answer,
    begin,
    end_wait,
    finished_game,
    fresh,
    game_in,
    guests,
    lose_cpu_task,
    play_until,
    revision_of,
    running_game,
    state_of,
    waiting_game,
)
from tests.support.racing import at_once

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("wires")]


def place(game):
    """What a page knows of the table."""
    return snapshot.load(game.table.code)


def answering(game, seat, action, decision):
    return lambda: decide(
        game_id=game.pk,
        seat=seat,
        decision=decision,
        wanted=record.action_to_json(action),
        actor=Move.Actor.PLAYER,
    )


def test_two_different_answers_at_once_make_one_move():
    game = play_until(
        running_game(),
        lambda state: (
            state.phase == "play" and len(legal(state.hands[state.to_play], state.count)) > 1
        ),
    )
    state = state_of(game)
    seat = state.to_play
    one, other = legal(state.hands[seat], state.count)[:2]
    moves, revision = game.moves.count(), revision_of(game)
    results = at_once(
        game,
        answering(game, seat, Play(one), state.decision),
        answering(game, seat, Play(other), state.decision),
    )
    assert {type(result) for result in results} == {Outcome, AlreadyAnswered}
    assert game.moves.count() == moves + 1
    assert revision_of(game) == revision + 1
    assert list(faults(fresh(game))) == []


def test_two_different_throws_of_one_seat_at_once_make_one_move():
    game = game_in("throw")
    state = state_of(game)
    moves = game.moves.count()
    results = at_once(
        game,
        *(answering(game, 0, Throw(state.hands[0][n : n + 2]), state.decision) for n in range(4)),
    )
    assert sum(isinstance(result, Outcome) for result in results) == 1
    assert sum(isinstance(result, AlreadyAnswered) for result in results) == 3
    assert game.moves.count() == moves + 1
    assert list(faults(fresh(game))) == []


def test_the_same_answer_many_times_at_once_is_one_move():
    game = game_in("play")
    state = state_of(game)
    card = legal(state.hands[state.to_play], state.count)[0]
    moves = game.moves.count()
    results = at_once(game, *[answering(game, state.to_play, Play(card), state.decision)] * 4)
    assert all(isinstance(result, Outcome) for result in results)
    assert sum(not result.repeated for result in results) == 1
    assert len({result.revision for result in results}) == 1
    assert game.moves.count() == moves + 1


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_all_throws_at_once_count(seats):
    game = game_in("throw", seats)
    state = state_of(game)
    each = state.settings.thrown_each
    results = at_once(
        game,
        *(
            answering(game, seat, Throw(state.hands[seat][:each]), state.decision)
            for seat in range(seats)
        ),
    )
    assert all(isinstance(result, Outcome) and not result.repeated for result in results)
    after = state_of(game)
    assert after.phase in ("play", "over")
    assert after.decision == state.decision + 1
    assert len(after.crib) == 4
    assert [set(thrown) for thrown in after.throws] == [set(hand[:each]) for hand in state.hands]
    assert list(faults(fresh(game))) == []


def test_one_frame_sent_twice_at_once_is_one_move():
    game = game_in("deal")
    (seat,) = rules.asked(state_of(game))
    player = game.seats.get(number=seat).player_id
    text = json.dumps(
        {
            "type": "act",
            "key": "a1",
            "decision": f"1.{game.decision}",
            "action": {"type": "deal"},
        }
    )
    moves = game.moves.count()
    results = at_once(game, *[lambda: frames.obey(frames.parse(text), place(game), player)] * 2)
    assert results[0] == results[1] == revision_of(game)
    assert game.moves.count() == moves + 1
    assert state_of(game).hand_no == 1


def test_two_people_take_the_last_seat_at_once():
    game = waiting_game(3, computers=1)
    game.seats.filter(number=1).delete()
    seating.seat_computer(game.pk, game.seats.get(number=0).player_id, 1)
    bob, cleo = guests(3)[1:]
    results = at_once(
        game,
        lambda: seating.sit_down(game.table, bob),
        lambda: seating.sit_down(game.table, cleo),
    )
    refused = [result for result in results if isinstance(result, SeatsTaken)]
    assert len(refused) == 1
    assert game.seats.count() == 4
    taken = next(result for result in results if result not in refused)
    assert taken.number == 3
    assert game.seats.get(number=3).player_id == taken.player_id


def test_two_people_take_two_free_seats_at_once():
    game = waiting_game(2)
    late = guests(4)[2:]
    results = at_once(
        game, *(lambda player=player: seating.sit_down(game.table, player) for player in late)
    )
    assert {seat.number for seat in results} == {2, 3}
    assert game.seats.count() == 4


def test_one_person_sits_down_twice_at_once_in_one_seat():
    game = waiting_game(seated=1)
    (bob,) = guests(2)[1:]
    results = at_once(game, *[lambda: seating.sit_down(game.table, bob)] * 2)
    assert results[0].pk == results[1].pk
    assert game.seats.count() == 2


def test_the_host_starts_while_somebody_sits_down():
    game = waiting_game(seated=1)
    host = game.seats.get(number=0)
    (bob,) = guests(2)[1:]
    revision = revision_of(game)
    started, seat = at_once(
        game,
        lambda: seating.start(game.pk, host.player_id, WORDS[0]),
        lambda: seating.sit_down(game.table, bob),
    )
    # Whoever came first: nobody is dealt into a game without being ready for it.
    assert isinstance(started, NotReady)
    assert seat.number == 1
    assert fresh(game).status == Game.Status.WAITING
    assert revision_of(game) == revision + 1


def test_the_host_starts_while_the_last_one_gets_ready():
    game = waiting_game()
    host, other = game.seats.all()
    started, _ready = at_once(
        game,
        lambda: seating.start(game.pk, host.player_id, WORDS[0]),
        lambda: seating.ready(game.pk, other.player_id, WORDS[1]),
    )
    game = fresh(game)
    assert game.seats.get(number=1).ready
    assert game.seats.get(number=1).client_seed == WORDS[1]
    assert (game.status == Game.Status.PLAYING) == (not isinstance(started, NotReady))
    assert list(faults(game)) == []


def test_the_host_starts_twice_at_once():
    game = waiting_game()
    host, other = game.seats.all()
    seating.ready(game.pk, other.player_id, WORDS[1])
    results = at_once(
        game, *(lambda words=words: seating.start(game.pk, host.player_id, words) for words in "ab")
    )
    assert results[0] == results[1] == revision_of(game)
    assert game.moves.count() == 1
    assert list(faults(fresh(game))) == []


def test_both_agree_to_a_rematch_at_once():
    game = finished_game(target=61)
    results = at_once(
        game,
        *(
            lambda seat=seat: rematch.rematch(game.pk, seat.player_id, WORDS[seat.number])
            for seat in game.seats.all()
        ),
    )
    assert not [result for result in results if isinstance(result, Exception)]
    following = Game.objects.get(table=game.table, number=2)
    assert following.status == Game.Status.PLAYING
    assert game.table.games.count() == 2
    assert list(faults(following)) == []


def test_two_sweeps_at_once_make_each_move_once():
    waiting = [game_in("deal", seed=seed) for seed in (1, 2)]
    showing = game_in("show", seed=3)
    for game in (*waiting, showing):
        end_wait(game)
    moves = {game.pk: game.moves.count() for game in (*waiting, showing)}
    # They do not meet at a row: what one is at work on, the other leaves to it.
    assert at_once(waiting[0], tasks.sweep, tasks.sweep, blocked=0) == [None, None]
    tasks.sweep()
    for game in (*waiting, showing):
        assert game.moves.count() == moves[game.pk] + 1
        assert list(faults(fresh(game))) == []


def test_a_sweep_and_the_player_at_once():
    game = game_in("deal")
    (seat,) = rules.asked(state_of(game))
    end_wait(game)
    moves = game.moves.count()
    resolved, dealt = at_once(
        game,
        lambda: resolve_due(game.pk),
        lambda: answer(game, seat, {"type": "deal"}, decision=game.decision),
    )
    # A deal is a deal, whoever makes it.
    assert isinstance(dealt, Outcome)
    assert resolved in (True, False)
    assert game.moves.count() == moves + 1
    assert game.moves.last().actor == Move.Actor.TABLE


def test_opening_the_table_twice_at_once_resolves_a_wait_once():
    game = game_in("show")
    end_wait(game)
    moves = game.moves.count()
    results = at_once(game, *[lambda: resolve_due(game.pk)] * 3)
    assert sorted(results) == [False, False, True]
    assert game.moves.count() == moves + 1


def test_the_loser_of_a_race_for_a_count_is_told():
    game = game_in("show")
    (seat,) = rules.asked(state_of(game))
    results = at_once(
        game,
        answering(game, seat, Count(), game.decision),
        answering(game, 1 - seat, Count(), game.decision),
    )
    assert isinstance(results[0], Outcome)
    assert isinstance(results[1], (Refused, Stale))
    assert list(faults(fresh(game))) == []


def test_a_cpu_turn_given_to_two_workers_is_one_move():
    game = begin(waiting_game(computers=1))
    game = play_until(game, lambda state: state.phase == "play" and state.to_play == 1)
    moves = game.moves.count()
    results = at_once(game, *[lambda: computer.answer(game.pk, game.decision)] * 2)
    assert sum(result for result in results) in (1, 2)
    assert game.moves.count() == moves + 1
    assert game.moves.last().actor == Move.Actor.CPU
    assert list(faults(fresh(game))) == []


def test_a_cpu_turn_and_the_sweep_at_once_are_one_move():
    game = begin(waiting_game(computers=1))
    game = play_until(game, lambda state: state.phase == "play" and state.to_play == 1)
    lose_cpu_task(game)
    moves = game.moves.count()
    at_once(game, lambda: tasks.play_cpu(game.pk, game.decision), tasks.sweep)
    assert game.moves.count() == moves + 1
    assert list(faults(fresh(game))) == []


def test_a_person_and_the_cpu_throw_at_once():
    game = begin(waiting_game(computers=1))
    game = play_until(game, lambda state: state.phase == "throw")
    state = state_of(game)
    at_once(
        game,
        answering(game, 0, Throw(state.hands[0][:2]), state.decision),
        lambda: computer.answer(game.pk, state.decision),
    )
    after = state_of(game)
    assert after.decision == state.decision + 1
    assert len(after.crib) == 4
    assert list(faults(fresh(game))) == []


def test_a_seat_is_not_taken_in_a_game_that_starts_at_that_moment():
    game = waiting_game()
    host, other = game.seats.all()
    seating.ready(game.pk, other.player_id, WORDS[1])
    cleo = guests(3)[2]
    started, sat = at_once(
        game,
        lambda: seating.start(game.pk, host.player_id, WORDS[0]),
        lambda: seating.sit_down(game.table, cleo),
    )
    if isinstance(started, int):
        assert isinstance(sat, NotRunning)
        assert game.seats.count() == 2
    else:
        # The newcomer came first, and is not dealt in without being ready.
        assert isinstance(started, NotReady)
        assert sat.number == 2
        assert not game.moves.exists()


def test_a_snapshot_is_one_look_at_all_of_a_table():
    """It is read before, between or after two moves, and never half of one."""
    game = game_in("throw")
    state = state_of(game)
    code = game.table.code
    *_, first, second = at_once(
        game,
        answering(game, 0, Throw(state.hands[0][:2]), state.decision),
        answering(game, 1, Throw(state.hands[1][:2]), state.decision),
        *[lambda: [snapshot.load(code) for _ in range(5)]] * 2,
        blocked=2,
    )
    for table in (*first, *second, snapshot.load(code)):
        made = game.version + sum(map(bool, table.state.throws))
        assert [move.seq for move in table.moves] == list(range(1, made + 1))
        assert table.revision == made + revision_before(game)
    assert table.state == state_of(game)


def revision_before(game):
    """How far the revision of the game's table is ahead of its moves."""
    return game.table.revision - game.version
