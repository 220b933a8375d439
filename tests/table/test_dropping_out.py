"""Who is away, when a computer takes the seat, and how the owner gets it back."""

from uuid import uuid4

import pytest

from games import clock, computer, settling, tasks
from games.cribbage import rules
from games.cribbage.play import legal as playable
from games.leaving import leave_running, take_back
from games.models import Game, Move, Page, Seat
from games.presence import LEASE, RELOADING, Sight, arrive, depart, renew
from games.refusals import PlayedByComputer, Stale
from games.replay import faults
from games.table import resolve_due
from tests.support.playing import (
    acts,
    answer,
    close_pages,
    finished_game,
    fresh,
    game_in,
    guests,
    open_pages,
    pass_time,
    person,
    play_until,
    refused,
    revision_of,
    seat_of,
    state_of,
    truth,
    waiting_game,
)

pytestmark = pytest.mark.django_db


def asked_of(name, game):
    """Play on until that seat is asked for a card."""
    number = seat_of(game, name).number
    return play_until(game, lambda state: state.phase == "play" and state.to_play == number)


def gone(game, *names):
    """These people have closed their pages, and the table has noticed."""
    close_pages(game, *names)
    tasks.sweep()
    return fresh(game)


def back(game, *names):
    open_pages(game, *names)
    tasks.sweep()
    return fresh(game)


def legal(state):
    """The codes of the cards that the seat in turn may play."""
    return [card.code for card in playable(state.hands[state.to_play], state.count)]


# --- Being there ----------------------------------------------------------------------------------


def sights(game, name, count=1):
    return [Sight(page.page, page.table_id, page.player_id) for page in pages(game, name)[:count]]


def pages(game, name):
    return list(Page.objects.filter(table_id=game.table_id, player=person(game, name)))


def test_who_closes_the_page_is_away():
    game = game_in("throw")
    revision = revision_of(game)
    game = gone(game, "Bob")
    assert seat_of(game, "Bob").away_since is not None
    assert seat_of(game, "Ann").away_since is None
    assert acts(game) == [("away", 1, "")]
    assert revision_of(game) == revision + 1
    tasks.sweep()
    assert revision_of(game) == revision + 1


def test_who_loads_the_page_again_was_never_away():
    game = game_in("throw")
    (sight,) = sights(game, "Bob")
    depart(sight)
    pass_time(RELOADING.total_seconds() - 1)
    tasks.sweep()
    arrive(Sight(uuid4(), game.table_id, person(game, "Bob")))
    pass_time(5)
    tasks.sweep()
    assert seat_of(game, "Bob").away_since is None
    assert acts(game) == []


def test_one_page_of_two_is_enough():
    game = game_in("throw")
    open_pages(game, "Bob")
    first = pages(game, "Bob")[0]
    depart(Sight(first.page, first.table_id, first.player_id))
    pass_time(60)
    tasks.sweep()
    assert seat_of(game, "Bob").away_since is None


def test_a_page_that_is_not_heard_of_any_more_is_closed_when_its_lease_ends():
    game = game_in("throw")
    (sight,) = sights(game, "Bob")
    renew([sight])
    pass_time(LEASE.total_seconds() - 1)
    tasks.sweep()
    assert seat_of(game, "Bob").away_since is None
    (page,) = pages(game, "Bob")
    pass_time(2)
    tasks.sweep()
    assert seat_of(game, "Bob").away_since == page.seen_at
    assert pages(game, "Bob") == []


def test_a_lease_that_is_renewed_goes_on_and_one_that_was_lost_begins_again():
    game = game_in("throw")
    (sight,) = sights(game, "Bob")
    for _ in range(4):
        renew([sight])
        pass_time(10)
        tasks.sweep()
        assert seat_of(game, "Bob").away_since is None
    pass_time(20)
    tasks.sweep()
    assert seat_of(game, "Bob").away_since is not None
    renew([sight])
    tasks.sweep()
    assert seat_of(game, "Bob").away_since is None


# --- The computer takes the seat ------------------------------------------------------------------


def test_a_computer_takes_the_seat_after_a_minute_when_it_owes_a_decision():
    game = gone(asked_of("Bob", game_in("play")), "Bob")
    decision = game.decision
    pass_time(59)
    tasks.sweep()
    assert seat_of(game, "Bob").hold == ""
    pass_time(1.1)
    tasks.sweep()
    assert seat_of(game, "Bob").hold == Seat.Hold.AWAY
    assert ("held", 1, "away") in acts(game)
    computer.answer(game.pk, decision)
    assert (game.moves.last().seat, game.moves.last().actor) == (1, Move.Actor.CPU)
    assert list(faults(fresh(game))) == []


def test_nobody_s_seat_is_taken_while_it_owes_nothing():
    game = gone(asked_of("Ann", game_in("play")), "Bob")
    pass_time(300)
    tasks.sweep()
    assert seat_of(game, "Bob").hold == ""
    state = state_of(game)
    answer(game, 0, {"type": "play", "card": legal(state)[0]})
    tasks.sweep()
    # As soon as it owes one it is: the minute is long over.
    assert rules.asked(state_of(game)) == (1,)
    assert seat_of(game, "Bob").hold == Seat.Hold.AWAY


def test_a_minute_must_be_without_a_break():
    game = gone(asked_of("Bob", game_in("play")), "Bob")
    pass_time(50)
    game = back(game, "Bob")
    game = gone(game, "Bob")
    pass_time(50)
    tasks.sweep()
    assert seat_of(game, "Bob").hold == ""
    pass_time(11)
    tasks.sweep()
    assert seat_of(game, "Bob").hold == Seat.Hold.AWAY


def test_who_is_there_and_does_nothing_loses_the_seat_after_ten_minutes():
    game = asked_of("Bob", game_in("play"))
    pass_time(599)
    tasks.sweep()
    assert seat_of(game, "Bob").hold == ""
    pass_time(1.1)
    tasks.sweep()
    assert seat_of(game, "Bob").hold == Seat.Hold.IDLE


def test_alone_against_the_computer_there_is_no_hurry():
    game = asked_of("Ann", game_in("play", computers=1))
    pass_time(3600)
    tasks.sweep()
    assert seat_of(game, "Ann").hold == ""


def test_an_away_seat_is_counted_at_once():
    game = game_in("show")
    (number,) = rules.asked(state_of(game))
    name = "Ann" if number == 0 else "Bob"
    game = gone(game, name)
    tasks.sweep()
    assert len(state_of(game).shown) >= 1


def test_a_claim_of_somebody_away_is_not_made_for_them_at_once():
    game = game_in("show", muggins=True)
    (number,) = rules.asked(state_of(game))
    game = gone(game, "Ann" if number == 0 else "Bob")
    tasks.sweep()
    assert len(state_of(game).shown) == 0


# --- Coming back ----------------------------------------------------------------------------------


def held_away(limit=0):
    game = gone(asked_of("Bob", game_in("play", turn_limit=limit)), "Bob")
    Seat.objects.filter(game=game, number=1).update(hold=Seat.Hold.AWAY)
    return fresh(game)


def test_opening_the_table_takes_the_seat_back():
    game = back(held_away(), "Bob")
    bob = seat_of(game, "Bob")
    assert (bob.hold, bob.away_since) == ("", None)
    assert acts(game)[-1] == ("back", 1, "away")
    state = state_of(game)
    answer(game, 1, {"type": "play", "card": legal(state)[0]})
    assert game.moves.last().actor == Move.Actor.PLAYER


def test_who_comes_back_has_the_full_time():
    game = held_away(limit=30)
    pass_time(200)
    game = back(game, "Bob")
    pass_time(29)
    assert not resolve_due(game.pk)
    pass_time(1.1)
    assert resolve_due(game.pk)
    assert game.moves.last().actor == Move.Actor.TIME


@pytest.mark.parametrize("why", [Seat.Hold.IDLE, Seat.Hold.MISSED, Seat.Hold.LEFT])
def test_who_was_there_all_the_time_presses_a_button(why):
    game = asked_of("Bob", game_in("play"))
    Seat.objects.filter(game=game, number=1).update(hold=why)
    tasks.sweep()
    assert seat_of(game, "Bob").hold == why
    card = legal(state_of(game))[0]
    with pytest.raises(PlayedByComputer):
        answer(game, 1, {"type": "play", "card": card})
    take_back(game.pk, person(game, "Bob"), "k")
    assert seat_of(game, "Bob").hold == ""
    answer(game, 1, {"type": "play", "card": card})


def test_a_computer_that_thinks_when_the_owner_comes_back_answers_no_more():
    game = back(held_away(), "Bob")
    card = legal(state_of(game))[0]
    with pytest.raises(Stale):
        answer(game, 1, {"type": "play", "card": card}, actor=Move.Actor.CPU)
    assert computer.answer(game.pk, game.decision) == 0


def test_the_computer_plays_in_nobody_s_seat():
    game = asked_of("Bob", game_in("play"))
    card = legal(state_of(game))[0]
    with pytest.raises(Stale):
        answer(game, 1, {"type": "play", "card": card}, actor=Move.Actor.CPU)


def test_the_seat_is_given_back_once():
    game = held_away()
    take_back(game.pk, person(game, "Bob"), "k")
    before = truth(game)
    take_back(game.pk, person(game, "Bob"), "k")
    take_back(game.pk, person(game, "Bob"), "k2")
    assert truth(game) == before


# --- Leaving --------------------------------------------------------------------------------------


def test_who_leaves_is_played_by_the_computer_at_once():
    game = asked_of("Bob", game_in("play"))
    leave_running(game.pk, person(game, "Bob"), "k")
    assert seat_of(game, "Bob").hold == Seat.Hold.LEFT
    assert fresh(game).cpu_asked_at is not None
    assert computer.answer(game.pk, game.decision) == 1
    assert acts(game) == [("held", 1, "left")]


def test_a_resend_of_leaving_does_not_undo_coming_back():
    game = asked_of("Bob", game_in("play"))
    bob = person(game, "Bob")
    leave_running(game.pk, bob, "k")
    take_back(game.pk, bob, "k2")
    before = truth(game)
    leave_running(game.pk, bob, "k")
    assert truth(game) == before
    leave_running(game.pk, bob, "k3")
    assert seat_of(game, "Bob").hold == Seat.Hold.LEFT


def test_who_left_does_not_come_back_by_opening_the_page():
    game = asked_of("Bob", game_in("play"))
    leave_running(game.pk, person(game, "Bob"), "k")
    game = gone(game, "Bob")
    game = back(game, "Bob")
    assert seat_of(game, "Bob").hold == Seat.Hold.LEFT


@pytest.mark.parametrize("work", [leave_running, take_back])
def test_only_a_seat_of_a_running_game_can_be_left_or_taken_back(work):
    over, waiting = finished_game(target=61), waiting_game(seed=2)
    for game in (over, waiting):
        refused(game, "not_running", work, game.pk, person(game, "Ann"), "k")
    stranger = guests(4)[3].pk
    refused(over, "not_seated", work, over.pk, stranger, "k")


# --- Nobody there ---------------------------------------------------------------------------------


def test_nothing_moves_while_nobody_is_there():
    game = gone(asked_of("Bob", game_in("play", turn_limit=30)), "Ann", "Bob")
    assert game.paused_at is not None
    assert (game.deadline_at, game.cpu_asked_at) == (None, None)
    before = truth(game)
    pass_time(500)
    tasks.sweep()
    computer.answer(game.pk, game.decision)
    assert truth(game) == before


def test_the_clocks_go_on_where_they_stood():
    game = asked_of("Bob", game_in("play", turn_limit=60))
    pass_time(20)
    game = gone(game, "Ann", "Bob")
    pass_time(400)
    game = back(game, "Ann")
    assert game.paused_at is None
    # Bob is still away: what is left of the minute, and of the turn.
    pass_time(38)
    tasks.sweep()
    assert seat_of(game, "Bob").hold == ""
    assert game.moves.last().actor == Move.Actor.PLAYER
    pass_time(3)
    tasks.sweep()
    assert game.moves.order_by("seq").last().actor == Move.Actor.TIME


def test_a_wait_of_the_table_stands_too():
    game = game_in("deal")
    pass_time(6)
    game = gone(game, "Ann", "Bob")
    pass_time(400)
    tasks.sweep()
    assert state_of(game).phase == "deal"
    game = back(game, "Ann", "Bob")
    pass_time(3)
    assert not resolve_due(game.pk)
    pass_time(2)
    assert resolve_due(game.pk)


def test_after_ten_minutes_the_game_is_closed_without_a_result():
    game = gone(game_in("play"), "Ann", "Bob")
    pass_time(599)
    tasks.sweep()
    assert fresh(game).status == Game.Status.PLAYING
    pass_time(2)
    tasks.sweep()
    game = fresh(game)
    assert (game.status, game.ending, game.winner) == (Game.Status.CLOSED, "", None)
    assert acts(game)[-1][0] == "closed"
    assert list(faults(game)) == []


def test_a_solo_game_is_kept_for_thirty_days():
    game = gone(asked_of("Ann", game_in("play", computers=1)), "Ann")
    pass_time(29 * 86400)
    tasks.sweep()
    game = back(game, "Ann")
    assert (game.status, game.paused_at) == (Game.Status.PLAYING, None)
    answer(game, 0, {"type": "play", "card": legal(state_of(game))[0]})
    game = gone(fresh(game), "Ann")
    pass_time(30 * 86400 + 1)
    tasks.sweep()
    assert fresh(game).status == Game.Status.CLOSED


def test_the_computer_does_not_play_on_alone():
    game = play_until(
        game_in("play", computers=1), lambda state: state.phase == "play" and state.to_play == 1
    )
    game = gone(game, "Ann")
    assert game.cpu_asked_at is None
    assert computer.answer(game.pk, game.decision) == 0
    game = back(game, "Ann")
    assert game.cpu_asked_at is not None
    assert computer.answer(game.pk, game.decision) == 1


def test_who_has_left_counts_as_gone():
    game = gone(asked_of("Bob", game_in("play")), "Ann")
    leave_running(game.pk, person(game, "Bob"), "k")
    assert fresh(game).paused_at is not None
    take_back(game.pk, person(game, "Bob"), "k2")
    assert fresh(game).paused_at is None


def test_a_move_is_a_sign_of_life():
    game = gone(asked_of("Bob", game_in("play")), "Ann", "Bob")
    answer(game, 1, {"type": "play", "card": legal(state_of(game))[0]})
    game = fresh(game)
    assert game.paused_at is None
    assert seat_of(game, "Bob").away_since is None


def test_solo_games_that_are_kept_are_not_looked_at_every_second(django_assert_num_queries):
    game = gone(asked_of("Ann", game_in("play", computers=1)), "Ann")
    pass_time(86400)
    moment = clock.read()
    with django_assert_num_queries(1):
        assert settling.empty_for_too_long(moment) == []
    pass_time(30 * 86400)
    assert settling.empty_for_too_long(clock.read()) == [game.pk]
