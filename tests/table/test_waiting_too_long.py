"""Not ready in a minute: the seat is lost. Not started in half an hour: the table is closed."""

from datetime import timedelta

import pytest

from games import clock, seating, tasks
from games.models import Game
from tests.support.playing import (
    WORDS,
    begin,
    chairs,
    fresh,
    guests,
    let_readiness_lapse,
    person,
    refused,
    revision_of,
    truth,
    waiting_game,
)

pytestmark = pytest.mark.django_db


def wait_so_long(game, minutes):
    Game.objects.filter(pk=game.pk).update(
        created_at=clock.DatabaseClock() - timedelta(minutes=minutes)
    )


def test_a_newcomer_has_sixty_seconds():
    game = waiting_game(seated=1)
    seat = seating.sit_down(game.table, guests(2)[1])
    now = Game.objects.annotate(now=clock.DatabaseClock()).get(pk=game.pk).now
    assert timedelta(seconds=55) < seat.ready_by - now <= timedelta(seconds=60)
    before = truth(game)
    tasks.sweep()
    assert truth(game) == before


def test_who_is_not_ready_in_time_loses_the_seat():
    game = waiting_game(3)
    let_readiness_lapse(game, "Bob")
    revision = revision_of(game)
    bob = person(game, "Bob")
    tasks.sweep()
    assert chairs(game) == {0: "Ann", 2: "Cleo"}
    assert revision_of(game) == revision + 1
    refused(game, "not_seated", seating.ready, game.pk, bob, "words")
    assert seating.sit_down(game.table, guests(2)[1]).number == 1


def test_who_is_ready_keeps_the_seat():
    game = waiting_game(seated=1)
    bob = guests(2)[1]
    seating.sit_down(game.table, bob)
    seating.ready(game.pk, bob.pk, WORDS[1])
    assert game.seats.get(player=bob).ready_by is None
    tasks.sweep()
    assert chairs(game) == {0: "Ann", 1: "Bob"}


def test_who_gets_ready_after_the_minute_but_before_the_sweep_keeps_the_seat():
    game = waiting_game()
    let_readiness_lapse(game, "Bob")
    seating.ready(game.pk, person(game, "Bob"), WORDS[1])
    tasks.sweep()
    assert chairs(game) == {0: "Ann", 1: "Bob"}


def test_the_host_and_cpus_are_not_asked_to_be_ready():
    game = waiting_game(3, computers=1)
    assert list(game.seats.values_list("ready_by", flat=True)) == [None] * 3
    assert not seating.free_late_seats(game.pk)


def test_several_late_ones_at_once():
    game = waiting_game(4)
    let_readiness_lapse(game, "Bob", "Dan")
    assert seating.free_late_seats(game.pk)
    assert chairs(game) == {0: "Ann", 2: "Cleo"}
    assert not seating.free_late_seats(game.pk)


def test_a_running_game_takes_no_seat_back():
    game = begin(waiting_game())
    game.seats.update(ready=False, ready_by=clock.DatabaseClock() - timedelta(minutes=5))
    before = truth(game)
    tasks.sweep()
    assert not seating.free_late_seats(game.pk)
    assert truth(game) == before


def test_a_table_that_never_starts_is_closed_after_half_an_hour():
    game, young = waiting_game(3, seed=1), waiting_game(seed=2)
    wait_so_long(game, 31)
    wait_so_long(young, 29)
    revision = revision_of(game)
    before = truth(young)
    tasks.sweep()
    game = fresh(game)
    assert (game.status, game.ended_at is not None) == (Game.Status.CLOSED, True)
    assert revision_of(game) == revision + 1
    assert truth(young) == before


def test_a_closed_table_refuses_everything_with_the_reason():
    game = waiting_game(3)
    ann, bob = person(game, "Ann"), person(game, "Bob")
    seating.close_waiting(game.pk)
    for work, *arguments in (
        (seating.sit_down, game.table, guests(4)[3]),
        (seating.change_chair, game.pk, bob, 3),
        (seating.leave, game.pk, bob),
        (seating.remove, game.pk, ann, 1, bob),
        (seating.seat_computer, game.pk, ann, 3),
    ):
        assert refused(game, "not_running", work, *arguments) == "This table was closed."
    before = truth(game)
    seating.ready(game.pk, bob, "words")
    seating.start(game.pk, ann, "words")
    assert truth(game) == before


def test_a_game_that_runs_long_is_not_closed():
    game = begin(waiting_game())
    wait_so_long(game, 600)
    before = truth(game)
    tasks.sweep()
    seating.close_waiting(game.pk)
    assert truth(game) == before
