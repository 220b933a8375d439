"""Draws that everybody agrees to, and wins that are claimed because the others have left."""

import pytest

from games import clock, reveal, tasks
from games.leaving import leave_running
from games.models import Game, Seat
from games.replay import faults
from games.settling import claim_win, offer_draw
from tests.support.playing import (
    acts,
    close_pages,
    finished_game,
    fresh,
    game_in,
    guests,
    pass_time,
    person,
    play_until,
    refused,
    running_game,
    seat_of,
    state_of,
    truth,
    waiting_game,
)

pytestmark = pytest.mark.django_db


def in_hand(number, seats=2, **choices):
    return play_until(
        running_game(seats, **choices),
        lambda state: state.hand_no == number and state.phase == "throw",
    )


def offer(game, name, key=None):
    return offer_draw(game.pk, person(game, name), key or f"{name} {fresh(game).version}")


def hold(game, name, seconds_ago=61, why=Seat.Hold.AWAY):
    seat = seat_of(game, name)
    seat.hold, seat.held_at = why, clock.read().now
    seat.save()
    pass_time(seconds_ago)


# --- Draws ----------------------------------------------------------------------------------------


def test_a_draw_that_is_offered_and_agreed_to_ends_the_game():
    game = in_hand(2)
    offer(game, "Ann")
    assert fresh(game).status == Game.Status.PLAYING
    offer(game, "Bob")
    game = fresh(game)
    assert (game.status, game.ending, game.winner) == (Game.Status.OVER, Game.Ending.DRAW, None)
    assert [kind for kind, _seat, _hold in acts(game)] == ["offer", "agree", "draw"]
    assert game.deadline_at is None
    assert list(faults(game)) == []
    assert game.table.games.get(number=2).status == Game.Status.WAITING


def test_a_drawn_game_reveals_its_shuffle():
    game = in_hand(2)
    with pytest.raises(ValueError, match="reveals nothing"):
        reveal.deals(game)
    offer(game, "Ann")
    offer(game, "Bob")
    assert reveal.deals(fresh(game))["commitment"] == game.commitment


def test_not_in_the_first_deal():
    game = in_hand(1)
    assert "second deal" in refused(game, "not_now", offer_draw, game.pk, person(game, "Ann"), "k")


def test_an_offer_lapses_with_the_next_deal():
    game = in_hand(2)
    offer(game, "Ann")
    game = play_until(game, lambda state: state.hand_no == 3)
    offer(game, "Bob")
    assert fresh(game).status == Game.Status.PLAYING
    assert [(kind, seat) for kind, seat, _hold in acts(game)] == [("offer", 0), ("offer", 1)]


def test_a_side_offers_once_a_deal():
    game = in_hand(2)
    offer(game, "Ann", "one")
    before = truth(game)
    offer(game, "Ann", "one")
    offer(game, "Ann", "two")
    assert truth(game) == before


def test_everybody_who_plays_must_agree():
    game = in_hand(2, seats=4)
    for name in ("Ann", "Bob", "Cleo"):
        offer(game, name)
        assert fresh(game).status == Game.Status.PLAYING
    offer(game, "Dan")
    assert fresh(game).ending == Game.Ending.DRAW


def test_a_seat_that_a_computer_holds_is_not_asked():
    game = in_hand(2, seats=3)
    hold(game, "Cleo")
    offer(game, "Ann")
    offer(game, "Bob")
    assert fresh(game).ending == Game.Ending.DRAW


def test_who_is_held_can_offer_nothing():
    game = in_hand(2, seats=3)
    hold(game, "Cleo")
    refused(game, "held", offer_draw, game.pk, person(game, "Cleo"), "k")


def test_with_nobody_on_the_other_side_there_is_no_draw():
    game = in_hand(2)
    hold(game, "Bob")
    refused(game, "not_now", offer_draw, game.pk, person(game, "Ann"), "k")
    game = in_hand(2, computers=1, seed=2)
    refused(game, "not_now", offer_draw, game.pk, person(game, "Ann"), "k")


@pytest.mark.parametrize("how", ["leaves", "is gone for a minute"])
def test_a_draw_that_all_the_others_want_needs_nobody_whose_seat_is_held(how):
    """Else nobody could do anything for it until it lapses."""
    game = in_hand(2, 3)
    offer(game, "Ann")
    offer(game, "Bob")
    assert fresh(game).status == Game.Status.PLAYING
    if how == "leaves":
        leave_running(game.pk, person(game, "Cleo"), "gone")
    else:
        close_pages(game, "Cleo")
        tasks.sweep()
        pass_time(60.1)
        tasks.sweep()
    game = fresh(game)
    assert (game.status, game.ending, game.winner) == (Game.Status.OVER, Game.Ending.DRAW, None)
    assert (game.deadline_at, game.cpu_asked_at) == (None, None)
    assert acts(game)[-2:] == [("held", 2, seat_of(game, "Cleo").hold), ("draw", 2, "")]
    assert list(faults(game)) == []


def test_who_leaves_ends_no_game_that_somebody_wants_to_play_on():
    game = in_hand(2, 3)
    offer(game, "Ann")
    leave_running(game.pk, person(game, "Cleo"), "gone")
    assert fresh(game).status == Game.Status.PLAYING
    offer(game, "Bob")
    assert fresh(game).ending == Game.Ending.DRAW


# --- Claims ---------------------------------------------------------------------------------------


def test_the_win_of_a_game_that_the_other_has_left_can_be_claimed():
    game = in_hand(2)
    hold(game, "Bob", 59)
    assert "a minute" in refused(game, "not_now", claim_win, game.pk, person(game, "Ann"), "k")
    pass_time(1.1)
    claim_win(game.pk, person(game, "Ann"), "k")
    game = fresh(game)
    assert (game.status, game.ending, game.winner) == (Game.Status.OVER, Game.Ending.CLAIMED, 0)
    assert acts(game)[-1] == ("claim", 0, "")
    assert list(faults(game)) == []
    assert state_of(game).phase != "over"


def test_the_last_one_who_stayed_of_three():
    game = in_hand(2, seats=3)
    hold(game, "Bob", 100)
    refused(game, "not_now", claim_win, game.pk, person(game, "Ann"), "k")
    hold(game, "Cleo", 61, Seat.Hold.LEFT)
    claim_win(game.pk, person(game, "Ann"), "k")
    assert fresh(game).winner == 0


@pytest.mark.parametrize(
    ("seats", "choices"), [(4, {}), (3, {"computers": 1}), (2, {"computers": 1})]
)
def test_no_claim_with_four_or_against_the_computer(seats, choices):
    game = in_hand(2, seats=seats, **choices)
    for seat in game.seats.exclude(number=0).exclude(player__kind="cpu").select_related("player"):
        hold(game, seat.player.name)
    refused(game, "not_now", claim_win, game.pk, person(game, "Ann"), "k")


def test_a_claim_again_is_the_same_claim():
    game = in_hand(2)
    hold(game, "Bob")
    claim_win(game.pk, person(game, "Ann"), "k")
    before = truth(game)
    claim_win(game.pk, person(game, "Ann"), "k")
    assert truth(game) == before
    refused(game, "not_running", claim_win, game.pk, person(game, "Ann"), "k2")


@pytest.mark.parametrize("work", [offer_draw, claim_win])
def test_only_those_who_play_in_a_running_game(work):
    over, waiting = finished_game(target=61), waiting_game(seed=2)
    for game in (over, waiting):
        refused(game, "not_running", work, game.pk, person(game, "Ann"), "k")
    game = in_hand(2, seed=3)
    refused(game, "not_seated", work, game.pk, guests(4)[3].pk, "k")


def test_nothing_is_swept_in_a_game_that_was_drawn():
    game = in_hand(2, turn_limit=30)
    offer(game, "Ann")
    offer(game, "Bob")
    before = truth(game)
    pass_time(1000)
    tasks.sweep()
    after = truth(game)
    assert (after["moves"], after["acts"]) == (before["moves"], before["acts"])


def test_the_shown_game_after_a_draw_is_the_drawn_one():
    game = game_in("play", seed=5)
    game = play_until(game, lambda state: state.hand_no == 2 and state.phase == "play")
    offer(game, "Ann")
    offer(game, "Bob")
    following = game.table.games.get(number=2)
    assert following.given_first_dealer is not None
    assert following.seats.count() == 2
