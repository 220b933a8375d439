"""What the end of a ranked game means for ratings: once, by the rules, whatever ended it."""

import pytest
from django.db import transaction

from games import tasks
from games.board import snapshot
from games.board.regions import contexts, look
from games.histories import listed_games
from games.leaving import leave
from games.models import Act, Game, Seat
from games.rematch import rematch
from games.replay import faults
from games.settling import claim_win, offer_draw
from ratings import elo
from ratings.audit import audit
from ratings.models import Entry, Rating, Settlement
from tests.support.playing import (
    close_pages,
    end_wait,
    finished_game,
    fresh,
    game_in,
    pass_time,
    person,
    play_on,
    play_until,
    running_game,
    seat_of,
    state_of,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("one_look")]


def changes(game):
    """What the game moved, by name; the house is None."""
    rows = Entry.objects.filter(settlement__game=game.pk).order_by("seat")
    return {entry.player and entry.player.name: entry.change for entry in rows}


def hold(game, *names, why=Seat.Hold.AWAY):
    for name in names:
        seat = seat_of(game, name)
        seat.hold, seat.held_at = why, game.asked_at
        seat.save()


def won_by(game):
    """The names on the side that won."""
    game = fresh(game)
    sides = 2 if game.seats.count() == 4 else game.seats.count()
    return {s.player.name for s in game.seats.all() if s.number % sides == game.winner}


# --- Played to the end --------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_game_is_settled_in_the_move_that_ends_it(seats):
    game = finished_game(seats, ranked=True)
    state, settlement = state_of(game), Settlement.objects.get()
    assert (settlement.game_id, settlement.mode, settlement.ending) == (game.pk, seats, "played")
    assert settlement.first_dealer == state.first_dealer
    moved = changes(game)
    assert {name for name, change in moved.items() if change > 0} == won_by(game)
    assert sum(moved.values()) == 0
    assert Rating.objects.filter(mode=seats).count() == seats
    assert audit(seats).problems == []
    assert list(faults(game)) == []


def test_two_new_players_move_ten_points():
    game = finished_game(2, ranked=True)
    assert sorted(changes(game).values()) == [-1000, 1000]


def test_three_are_placed_by_their_pegs():
    game = finished_game(3, ranked=True)
    state = state_of(game)
    by_pegs = sorted(range(3), key=lambda seat: -state.scores[seat])
    entries = list(Entry.objects.order_by("seat"))
    assert by_pegs[0] == game.winner
    places = [1 + sum(other > score for other in state.scores) for score in state.scores]
    assert [entry.place for entry in entries] == places


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_who_stayed_wins_whatever_the_computer_did_in_the_other_seat(seed):
    game = game_in("play", 2, ranked=True, seed=seed)
    hold(game, "Bob", why=Seat.Hold.MISSED)
    game = play_until(game, lambda state: state.phase == "over", seed=seed)
    assert changes(game) == {"Ann": 1000, "Bob": -1000}
    assert won_by(game) == {"Ann"}
    assert list(faults(game)) == []


def left_to_the_computer(game, name):
    """The seat of that name came to the last hole and has not won, whoever asks."""
    number = seat_of(game, name).number
    assert state_of(game).winner == number
    assert game.winner != number
    assert changes(game)[name] < 0 < max(changes(game).values())
    assert list(faults(game)) == []
    report = contexts(look(snapshot.load(game.table.code), person(game, name)))["report"]
    assert not report.result.won
    assert "somebody who had left" in report.result.note
    (listed,) = listed_games([seat_of(game, name)])
    assert "Lost" in listed.result


@pytest.mark.parametrize("seats", [2, 3])
def test_a_computer_that_comes_first_does_not_win_for_who_left(seats):
    """Of many games some are such: who stayed wins, on the page, in the lists and the ratings."""
    found = 0
    for seed in range(1, 13):
        with transaction.atomic():
            game = game_in("play", seats, ranked=True, seed=seed)
            hold(game, "Bob", why=Seat.Hold.MISSED)
            game = play_until(game, lambda state: state.phase == "over", seed=seed)
            if game.ending == Game.Ending.STAYED:
                found += 1
                left_to_the_computer(game, "Bob")
            transaction.set_rollback(True)
    assert found


def test_a_game_that_is_not_ranked_moves_nothing():
    finished_game(2)
    assert not Settlement.objects.exists()
    assert not Rating.objects.exists()


# --- Leaving ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["Ann", "Bob"])
def test_leaving_a_game_of_two_resigns_it(name):
    game = game_in("play", 2, ranked=True)
    leave(game.pk, person(game, name), "key")
    game = fresh(game)
    assert (game.status, game.ending) == (Game.Status.OVER, Game.Ending.RESIGNED)
    assert won_by(game) == {"Ann", "Bob"} - {name}
    assert changes(game)[name] == -1000
    assert Settlement.objects.get().ending == "resigned"
    revision = game.table.revision
    assert leave(game.pk, person(game, name), "key") >= revision
    assert Settlement.objects.count() == 1


def test_of_three_who_left_is_last():
    game = game_in("play", 3, ranked=True)
    leave(game.pk, person(game, "Bob"), "key")
    assert fresh(game).status == Game.Status.PLAYING
    game = play_until(game, lambda state: state.phase == "over")
    moved = changes(game)
    assert moved["Bob"] == -1000
    assert sorted(moved.values()) == [-1000, 0, 1000]


def test_the_last_of_three_claims_and_the_others_are_level():
    game = game_in("play", 3, ranked=True)
    leave(game.pk, person(game, "Bob"), "one")
    leave(game.pk, person(game, "Cleo"), "two")
    pass_time(61)
    claim_win(game.pk, person(game, "Ann"), "three")
    assert changes(fresh(game)) == {"Ann": 1000, "Bob": -500, "Cleo": -500}


def test_of_four_who_left_loses_and_nobody_else_falls():
    game = game_in("play", 4, ranked=True)
    leave(game.pk, person(game, "Ann"), "key")
    game = play_until(game, lambda state: state.phase == "over")
    moved = changes(game)
    assert moved["Ann"] == -500
    assert moved["Cleo"] == max(0, 500 if "Ann" in won_by(game) else 0)
    assert moved["Bob"] == moved["Dan"] == (0 if "Ann" in won_by(game) else 500)
    assert sum(moved.values()) == 0


def test_when_computers_hold_every_seat_it_is_a_draw():
    game = game_in("play", 3, ranked=True)
    for number, name in enumerate(["Ann", "Bob", "Cleo"]):
        leave(game.pk, person(game, name), str(number))
    game = fresh(game)
    assert (game.status, game.ending, game.winner) == (Game.Status.OVER, Game.Ending.EMPTY, None)
    assert changes(game) == {"Ann": 0, "Bob": 0, "Cleo": 0}


def test_leaving_when_a_computer_holds_the_other_seat_is_a_draw():
    game = game_in("play", 2, ranked=True)
    hold(game, "Bob")
    leave(game.pk, person(game, "Ann"), "key")
    assert fresh(game).ending == Game.Ending.EMPTY
    assert changes(game) == {"Ann": 0, "Bob": 0}


# --- Draws, voids, everybody gone ---------------------------------------------------------------


@pytest.mark.parametrize(("seats", "expected"), [(2, 0), (3, 0), (4, 0)])
def test_a_draw_between_equals_moves_nothing_and_counts(seats, expected):
    game = play_until(
        running_game(seats, ranked=True), lambda s: s.hand_no == 2 and s.phase == "throw"
    )
    for number, seat in enumerate(game.seats.all()):
        offer_draw(game.pk, seat.player_id, str(number))
    assert fresh(game).ending == Game.Ending.DRAW
    assert set(changes(game).values()) == {expected}
    assert set(Rating.objects.values_list("draws", flat=True)) == {1}


def test_a_draw_of_unequal_players_moves_the_stronger_down():
    game = running_game(2, ranked=True)
    Rating.objects.create(player_id=person(game, "Ann"), mode=2, value=160_000)
    game = play_until(game, lambda s: s.hand_no == 2 and s.phase == "throw")
    for name in ("Ann", "Bob"):
        offer_draw(game.pk, person(game, name), name)
    gain = elo.rate2(160_000, 150_000, 0, 0, 0.5)[0]
    assert gain < 0
    assert changes(game) == {"Ann": gain, "Bob": -gain}


def test_a_missed_first_throw_voids_the_game_and_is_held_against_who_missed_it():
    game = game_in("throw", 2, ranked=True)
    end_wait(game)
    tasks.sweep()
    game = fresh(game)
    assert (game.status, game.ending, game.winner) == (Game.Status.OVER, Game.Ending.VOID, None)
    assert not Settlement.objects.exists()
    assert {act.player.name for act in Act.objects.filter(kind="missed")} == {"Ann", "Bob"}
    assert list(faults(game)) == []


def test_who_has_thrown_has_missed_nothing():
    game = game_in("throw", 2, ranked=True)
    state = next(iter(play_on(game)))
    assert state.phase == "throw"
    (asked,) = [seat.number for seat in game.seats.all() if not state.throws[seat.number]]
    end_wait(game)
    tasks.sweep()
    assert [act.seat for act in Act.objects.filter(kind="missed")] == [asked]


def test_a_later_throw_that_is_missed_is_made_by_the_computer():
    game = play_until(running_game(2, ranked=True), lambda s: s.hand_no == 2 and s.phase == "throw")
    end_wait(game)
    tasks.sweep()
    assert fresh(game).status == Game.Status.PLAYING


def test_when_everybody_is_gone_for_ten_minutes_it_is_a_draw():
    game = game_in("play", 2, ranked=True)
    close_pages(game, "Ann", "Bob")
    tasks.sweep()
    assert fresh(game).paused_at is not None
    pass_time(601)
    tasks.sweep()
    game = fresh(game)
    assert (game.status, game.ending) == (Game.Status.OVER, Game.Ending.EMPTY)
    assert changes(game) == {"Ann": 0, "Bob": 0}


# --- Caps and rematches -------------------------------------------------------------------------


def play_again(game):
    """The same people play another game, to its end."""
    for name in ("Ann", "Bob"):
        rematch(game.pk, person(game, name), f"words of {name}")
    following = fresh(game).table.games.get(number=game.number + 1)
    assert following.status == Game.Status.PLAYING
    return play_until(following, lambda state: state.phase == "over")


def test_a_rematch_is_cut_for_again_and_counts():
    game = finished_game(2, ranked=True)
    following = play_again(game)
    assert following.ranked and following.given_first_dealer is None
    assert following.moves.order_by("seq").first().action["type"] == "cut"
    assert Settlement.objects.count() == 2


def test_the_fourth_game_of_a_pair_in_a_day_does_not_count():
    game = finished_game(2, ranked=True)
    for number in (2, 3, 4):
        game = play_again(game)
        assert game.unrated == ("day" if number == 4 else "")
    assert Settlement.objects.count() == 3
