"""Moves, deadlines, computers, owners and endings that meet at a game's row in one moment."""

import contextlib

import pytest

from games import computer, presence, settling, tasks
from games.cribbage import rules
from games.cribbage.play import legal
from games.leaving import leave_running, take_back
from games.models import Game, Move, Seat
from games.refusals import PlayedByComputer, Refused, Stale, TooLate
from games.replay import faults
from games.table import Outcome, resolve_due
from tests.support.playing import (
    answer,
    close_pages,
    fresh,
    game_in,
    open_pages,
    pass_time,
    person,
    play_until,
    running_game,
    seat_of,
    state_of,
)
from tests.support.racing import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def asked_of_bob(**choices):
    return play_until(
        running_game(**choices), lambda state: state.phase == "play" and state.to_play == 1
    )


def bobs_card(game):
    state = state_of(game)
    return {"type": "play", "card": legal(state.hands[1], state.count)[0].code}


def answers(game, decision):
    return list(game.moves.filter(decision=decision).values_list("seat", "actor"))


def sound(game):
    assert list(faults(fresh(game))) == []
    given = list(game.moves.values_list("decision", "seat"))
    assert len(given) == len(set(given))


def test_a_deadline_and_a_move_at_once():
    game = asked_of_bob(turn_limit=30)
    decision, card = game.decision, bobs_card(game)
    pass_time(30.1)
    swept, played = at_once(
        game,
        lambda: resolve_due(game.pk),
        lambda: answer(game, 1, card, decision=decision),
    )
    # The time was up before either: the computer's card counts; the player's is that one or late.
    assert answers(game, decision) == [(1, Move.Actor.TIME)]
    assert isinstance(played, (TooLate, Outcome))
    assert not isinstance(played, Outcome) or played.repeated
    assert swept in (True, False)
    sound(game)


def test_a_move_in_time_and_a_sweep_at_once():
    game = asked_of_bob(turn_limit=30)
    decision, card = game.decision, bobs_card(game)
    pass_time(29)
    _swept, played = at_once(
        game, lambda: resolve_due(game.pk), lambda: answer(game, 1, card, decision=decision)
    )
    assert isinstance(played, Outcome)
    assert answers(game, decision) == [(1, Move.Actor.PLAYER)]
    sound(game)


def held_by_computer():
    game = asked_of_bob()
    close_pages(game, "Bob")
    tasks.sweep()
    pass_time(61)
    resolve_due(game.pk)
    assert seat_of(game, "Bob").hold == Seat.Hold.AWAY
    return fresh(game)


def test_a_computer_and_the_owner_who_comes_back_at_once():
    game = held_by_computer()
    decision, card = game.decision, bobs_card(game)
    open_pages(game, "Bob")

    def come_and_play():
        presence.look_after(game.pk)
        return answer(game, 1, card, decision=decision)

    thought, played = at_once(game, lambda: computer.answer(game.pk, decision), come_and_play)
    assert len(answers(game, decision)) == 1
    ((_seat, actor),) = answers(game, decision)
    if thought == 1:
        assert actor == Move.Actor.CPU
        assert isinstance(played, Refused) or played.repeated
    else:
        assert actor == Move.Actor.PLAYER
        assert isinstance(played, Outcome)
    assert seat_of(game, "Bob").hold == ""
    sound(game)


def test_the_button_and_the_computer_at_once():
    game = held_by_computer()
    decision = game.decision
    bob = person(game, "Bob")
    at_once(
        game,
        lambda: take_back(game.pk, bob, "k"),
        lambda: computer.answer(game.pk, decision),
        lambda: take_back(game.pk, bob, "k"),
    )
    assert seat_of(game, "Bob").hold == ""
    assert game.acts.filter(kind="back").count() == 1
    assert len(answers(game, decision)) <= 1
    sound(game)


def test_a_task_that_comes_twice_and_late_does_its_work_once():
    game = held_by_computer()
    decision = game.decision
    at_once(game, *[lambda: computer.answer(game.pk, decision)] * 3)
    assert answers(game, decision) == [(1, Move.Actor.CPU)]
    assert computer.answer(game.pk, decision) == 0
    sound(game)


def winning_card(state):
    """A card that makes fifteen and wins by it; None where there is none."""
    if state.phase != "play" or state.scores[state.to_play] < 59:
        return None
    return next((c for c in state.hands[state.to_play] if state.count + c.value == 15), None)


def test_a_deadline_while_the_game_ends():
    for seed in range(1, 200):
        game = running_game(target=61, turn_limit=30, seed=seed)
        with contextlib.suppress(AssertionError):
            game = play_until(game, winning_card, seed=seed)
            break
    state = state_of(game)
    card = winning_card(state)
    pass_time(30.1)
    decision = game.decision
    at_once(
        game,
        lambda: resolve_due(game.pk),
        lambda: answer(game, state.to_play, {"type": "play", "card": card.code}, decision=decision),
        lambda: resolve_due(game.pk),
    )
    assert answers(game, decision) == [(state.to_play, Move.Actor.TIME)]
    assert game.table.games.count() == 1 + (fresh(game).status == Game.Status.OVER)
    sound(game)


def test_a_draw_and_the_last_move_at_once():
    game = play_until(running_game(turn_limit=30), lambda state: state.hand_no == 2)
    game = play_until(game, lambda state: state.phase == "play" and state.to_play == 1)
    settling.offer_draw(game.pk, person(game, "Ann"), "offer")
    decision, card = game.decision, bobs_card(game)
    agreed, played = at_once(
        game,
        lambda: settling.offer_draw(game.pk, person(game, "Bob"), "agree"),
        lambda: answer(game, 1, card, decision=decision),
    )
    assert isinstance(agreed, int)
    assert isinstance(played, (Outcome, Refused))
    game = fresh(game)
    assert game.ending == Game.Ending.DRAW
    assert game.table.games.count() == 2
    sound(game)


def test_a_claim_and_the_owner_who_comes_back_at_once():
    game = held_by_computer()
    pass_time(61)
    open_pages(game, "Bob")
    claimed, _back = at_once(
        game,
        lambda: settling.claim_win(game.pk, person(game, "Ann"), "claim"),
        lambda: presence.look_after(game.pk),
    )
    game = fresh(game)
    if isinstance(claimed, int):
        assert (game.ending, game.winner) == (Game.Ending.CLAIMED, 0)
    else:
        assert game.status == Game.Status.PLAYING
        assert seat_of(game, "Bob").hold == ""


def test_both_leave_at_once_and_nothing_moves():
    game = asked_of_bob()
    at_once(
        game,
        lambda: leave_running(game.pk, person(game, "Ann"), "a"),
        lambda: leave_running(game.pk, person(game, "Bob"), "b"),
    )
    game = fresh(game)
    assert game.paused_at is not None
    assert (game.deadline_at, game.cpu_asked_at) == (None, None)
    assert set(game.seats.values_list("hold", flat=True)) == {"left"}


def test_leaving_and_moving_at_once():
    game = asked_of_bob()
    decision, card = game.decision, bobs_card(game)
    _left, played = at_once(
        game,
        lambda: leave_running(game.pk, person(game, "Bob"), "b"),
        lambda: answer(game, 1, card, decision=decision),
    )
    assert isinstance(played, (Outcome, PlayedByComputer))
    assert seat_of(game, "Bob").hold == Seat.Hold.LEFT
    sound(game)


def test_everybody_gone_noticed_twice_is_noted_once():
    game = game_in("play")
    close_pages(game, "Ann", "Bob")
    at_once(game, lambda: presence.look_after(game.pk), lambda: presence.look_after(game.pk))
    assert game.acts.filter(kind="away").count() == 2
    assert fresh(game).paused_at is not None


def test_a_computer_whose_seat_was_given_back_says_nothing():
    game = held_by_computer()
    card = bobs_card(game)
    take_back(game.pk, person(game, "Bob"), "k")
    with pytest.raises(Stale):
        answer(game, 1, card, actor=Move.Actor.CPU)
    assert rules.asked(state_of(game)) == (1,)
