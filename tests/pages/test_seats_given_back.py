"""Who loses a seat before the game is told, and so is everybody else; all see how long there is."""

from datetime import timedelta

import pytest

from games import clock, rematch, seating
from games.board import render, snapshot
from games.board.log import news
from games.board.regions import contexts, look
from games.models import Act, Seat
from tests.support.playing import (
    WORDS,
    begin,
    finished_game,
    fresh,
    let_readiness_lapse,
    person,
    waiting_game,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("wires", "one_look")]

LATE = "Bob was not ready in time: the seat is free."


def looker(game, player):
    return look(snapshot.load(game.table.code), player)


def shown(game, player=None):
    return contexts(looker(game, player))


def lines(game, player=None):
    return [line.text for line in shown(game, player)["log"].lines]


def told(game, player=None):
    return [event["text"] for event in news(looker(game, player), 0)]


def lose_for_being_late(game, name="Bob"):
    player = person(game, name)
    let_readiness_lapse(game, name)
    assert seating.free_late_seats(game.pk)
    return player


def test_a_seat_lost_for_being_late_is_written_down_and_told():
    game = waiting_game(3)
    bob = lose_for_being_late(game)
    act = Act.objects.get(game=game)
    assert (act.kind, act.seat, act.player_id) == (Act.Kind.LATE, 1, bob)
    for player in (None, bob, person(game, "Ann")):
        assert lines(game, player) == [LATE]
        assert told(game, player) == [LATE]


def test_who_was_late_learns_why_and_what_to_do():
    game = waiting_game(3)
    bob = lose_for_being_late(game)
    assert shown(game, bob)["prompt"].sentence == (
        "You were not ready within a minute, so your seat was given back. Take a free seat to play."
    )
    assert shown(game)["prompt"].sentence == "Take a free seat to play."
    ann = person(game, "Ann")
    for chair in (1, 3):
        seating.seat_computer(game.pk, ann, chair)
    assert shown(game, bob)["prompt"].sentence == (
        "You were not ready within a minute, so your seat was given back."
    )


def test_who_is_removed_learns_it_and_so_does_everybody():
    game = waiting_game(3)
    ann, bob = person(game, "Ann"), person(game, "Bob")
    seating.remove(game.pk, ann, 1, bob)
    assert lines(game, ann) == ["The host removed Bob."]
    assert shown(game, bob)["prompt"].sentence == "The host removed you from the table."


def test_a_computer_that_is_removed_is_nobody_to_be_told():
    game = waiting_game(3, computers=1)
    seat = game.seats.get(number=2)
    seating.remove(game.pk, person(game, "Ann"), 2, seat.player_id)
    assert lines(game) == []


def test_who_sat_down_again_and_left_is_told_nothing_of_the_past():
    game = waiting_game(3)
    bob = lose_for_being_late(game)
    seating.sit_down(game.table, Act.objects.get(game=game).player)
    seating.leave(game.pk, bob)
    assert shown(game, bob)["prompt"].sentence == "Take a free seat to play."
    assert lines(game) == [LATE, "Bob leaves the table."]


def test_the_log_of_the_game_keeps_it():
    game = waiting_game(3)
    lose_for_being_late(game)
    begin(fresh(game))
    assert lines(game)[0] == LATE


def test_whoever_is_not_ready_sees_how_long_there_is_and_so_do_the_others():
    game = waiting_game()
    until = clock.read().now + timedelta(seconds=40)
    Seat.objects.filter(game=game, number=1).update(ready_by=until)
    ends_at = round(until.timestamp() * 1000)
    regions = shown(game, person(game, "Bob"))
    assert (regions["prompt"].clock.ends_at, regions["prompt"].clock.own) == (ends_at, True)
    chairs = shown(game, person(game, "Ann"))["waiting"]
    assert [chair.ready_by for chair in chairs.seats] == [None, ends_at, None, None]
    assert f'data-ends="{ends_at}"' in render.region_html("waiting", chairs)
    seating.ready(game.pk, person(game, "Bob"), WORDS[1])
    assert shown(game, person(game, "Bob"))["prompt"].clock is None
    assert shown(game)["waiting"].seats[1].ready_by is None


def test_whoever_has_not_agreed_to_another_game_sees_how_long_there_is():
    game = finished_game(target=61)
    ann, bob = person(game, "Ann"), person(game, "Bob")
    assert shown(game, bob)["report"].rematch.agree_by is None
    rematch.rematch(game.pk, ann, WORDS[0])
    for player in (ann, bob, None):
        region = shown(game, player)["report"]
        assert region.rematch.agree_by is not None
        assert ("data-own" in render.region_html("report", region)) == (player == bob)
