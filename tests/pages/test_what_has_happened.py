"""What one would not expect is said under the prompt: to everybody, and not for long."""

import pytest

from games import settling, tasks
from games.board import render, snapshot
from games.board.regions import contexts, look
from games.cribbage.actions import Claim
from games.cribbage.show import points
from games.cribbage.showing import cards_in_show
from games.leaving import leave_running, take_back
from tests.support.playing import (
    answer,
    end_wait,
    fresh,
    game_in,
    person,
    play_on,
    play_until,
    running_game,
    seat_of,
    state_of,
    waiting_game,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("wires", "one_look")]


def shown(game, name):
    return contexts(look(snapshot.load(game.table.code), person(game, name)))


def happened(game):
    """What each of the two is told."""
    names = sorted(game.seats.values_list("player__name", flat=True))
    return {name: shown(game, name)["prompt"].happened for name in names}


def claiming():
    """A muggins game in the show, who claims, who is the other, and what the hand is worth."""
    game = play_until(
        running_game(2, muggins=True),
        lambda state: state.phase == "show" and not state.shown and 2 < worth(state) < 28,
    )
    state = state_of(game)
    seat = 1 - state.dealer
    names = dict(game.seats.values_list("number", "player__name"))
    return game, seat, names[seat], names[1 - seat], worth(state)


def worth(state):
    return points(cards_in_show(state), state.starter, state.crib_in_turn)


def test_a_claim_that_is_too_high_is_told_to_the_other():
    game, seat, own, other, value = claiming()
    answer(game, seat, Claim(value + 1))
    assert happened(game) == {
        own: "",
        other: f"{own} claimed more than that is worth and claims once more.",
    }


def test_a_second_one_says_why_nothing_was_pegged():
    game, seat, own, other, value = claiming()
    answer(game, seat, Claim(value + 1))
    answer(game, seat, Claim(value + 1))
    assert happened(game) == {
        own: "You claimed too much again, so you pegged nothing for it.",
        other: f"{own} claimed too much again and pegged nothing for it.",
    }


def test_points_that_were_missed_are_told_to_both():
    game, seat, own, other, value = claiming()
    answer(game, seat, Claim(value - 2))
    assert happened(game) == {
        own: f"Muggins: 2 points were missed and go to {other}.",
        other: "Muggins: you peg 2 points that were missed.",
    }


def test_a_hand_that_missed_points_is_listed_with_what_it_pegged():
    game, seat, own, _other, value = claiming()
    answer(game, seat, Claim(value - 2))
    game = play_until(game, lambda state: len(state.shown) == 2)
    first = shown(game, own)["show"].hands[0]
    assert first.points == value - 2
    assert f"Pegged {value - 2} of {value}." in first.spoken


def test_who_did_not_claim_in_time_is_told_so():
    game, _seat, own, other, _value = claiming()
    end_wait(game)
    tasks.sweep()
    assert happened(fresh(game)) == {
        own: "You did not claim in time: the table counted for you.",
        other: f"{own} did not claim in time: the table counted.",
    }


def in_play(to_play=0, **choices):
    return play_until(
        running_game(2, **choices),
        lambda state: state.phase == "play" and state.to_play == to_play and len(state.played) > 1,
    )


def test_a_turn_whose_time_was_up_is_explained_and_its_price_named():
    game = in_play(turn_limit=30)
    end_wait(game)
    tasks.sweep()
    told = happened(fresh(game))
    assert told["Ann"].startswith("Your time was up: the computer made that move for you. Miss")
    assert told["Bob"] == "Ann's time was up: the computer made that move."


def test_a_seat_that_is_lost_is_not_told_that_it_may_be_lost():
    game = in_play(turn_limit=30)
    seat = seat_of(game, "Ann")
    seat.missed_running = 1
    seat.save()
    end_wait(game)
    tasks.sweep()
    assert seat_of(game, "Ann").hold == "missed"
    assert shown(game, "Ann")["prompt"].happened == ""
    assert happened(game)["Bob"] == "Ann's time was up: the computer made that move."


def test_it_does_not_stand_there_for_long():
    game = in_play(turn_limit=30)
    end_wait(game)
    tasks.sweep()
    moves = iter(play_on(game))
    for _ in range(2):
        next(moves)
    assert happened(game)["Bob"] == ""
    assert happened(game)["Ann"] != ""
    for _ in range(2):
        next(moves)
    assert happened(game)["Ann"] == ""


def test_who_takes_the_seat_back_is_told_where_to_look():
    game = game_in("play")
    leave_running(game.pk, person(game, "Bob"), "one")
    assert shown(game, "Bob")["prompt"].way_out
    take_back(game.pk, person(game, "Bob"), "two")
    told = happened(game)
    assert told["Bob"].startswith("The seat is yours again.")
    assert told["Ann"] == ""
    assert not shown(game, "Bob")["prompt"].way_out


def test_an_offer_that_lapsed_is_said():
    game = play_until(running_game(2), lambda state: state.hand_no == 2 and state.phase == "throw")
    settling.offer_draw(game.pk, person(game, "Ann"), "key")
    game = play_until(game, lambda state: state.hand_no == 3)
    assert set(happened(game).values()) == {"The draw that was offered lapsed with the new deal."}


# --- What is told aloud ---------------------------------------------------------------------------


def frame(game, name):
    table = snapshot.load(game.table.code)
    return render.frame(table, person(game, name), "", render.Shown(), full=True)


def test_a_host_for_whom_everybody_waits_is_called():
    game = waiting_game(2)
    assert frame(game, "Ann")["call"] == ""
    seat = seat_of(game, "Bob")
    seat.ready = True
    seat.save()
    called = frame(game, "Ann")
    assert called["call"] == "Cut the cards: the lowest has the first crib."
    assert called["title"] == "Waiting for you · Cribbage"
    assert frame(game, "Bob")["call"] == ""


def test_a_claim_is_called_by_what_is_to_be_claimed():
    game, seat, own, other, value = claiming()
    first = frame(game, own)["call"]
    assert first.startswith("Claim what your")
    answer(game, seat, Claim(value + 1))
    assert frame(game, own)["call"] not in ("", first)
    assert frame(game, other)["call"] == ""


def test_a_turn_is_called():
    game = in_play()
    assert frame(game, "Ann")["call"] == "Your turn."
    assert frame(game, "Bob")["call"] == ""
