"""Tables are opened, seats are taken once, and kept."""

import pytest

from accounts.players import computer_players
from games import rematch, seating, tables
from games.models import Game
from games.refusals import NotRunning, NotSeated, SeatsTaken, SeatTaken
from tests.support.playing import (
    begin,
    finished_game,
    guests,
    revision_of,
    truth,
    waiting_game,
)

pytestmark = pytest.mark.django_db


def test_at_a_new_table_its_host_sits_first():
    (host,) = guests(1)
    table = tables.open_table(host, target=61)
    game = tables.latest_game(table)
    assert (table.target, table.muggins, table.joining) == (61, False, "link")
    assert (table.skunk, table.first_deal) == ("all", "cut")
    assert (game.number, game.status, game.host_seat) == (1, Game.Status.WAITING, 0)
    assert [(seat.number, seat.player_id) for seat in game.seats.all()] == [(0, host.pk)]
    assert game.state is None


def test_codes_of_tables_can_not_be_guessed():
    (host,) = guests(1)
    codes = {tables.open_table(host).code for _ in range(50)}
    assert len(codes) == 50
    assert min(len(code) for code in codes) >= 12


def test_a_seat_is_taken():
    game = waiting_game(seated=1)
    bob = guests(2)[1]
    revision = revision_of(game)
    seat = seating.sit_down(game.table, bob)
    assert (seat.number, seat.player_id, seat.ready) == (1, bob.pk, False)
    assert revision_of(game) == revision + 1


def test_sitting_down_twice_keeps_the_seat():
    game = waiting_game(seated=1)
    bob = guests(2)[1]
    first = seating.sit_down(game.table, bob)
    before = truth(game)
    assert seating.sit_down(game.table, bob).pk == first.pk
    assert truth(game) == before


def test_the_host_keeps_the_first_seat():
    game = waiting_game(seated=1)
    host = game.seats.get(number=0)
    before = truth(game)
    assert seating.sit_down(game.table, host.player).pk == host.pk
    assert truth(game) == before


def test_seats_are_filled_in_order_until_none_of_four_is_free():
    game = waiting_game(seated=1)
    for number, player in enumerate(guests(4)[1:], start=1):
        assert seating.sit_down(game.table, player).number == number
    before = truth(game)
    with pytest.raises(SeatsTaken) as refusal:
        seating.sit_down(game.table, guests(1)[0])
    assert refusal.value.code == "full"
    assert truth(game) == before


def test_a_seat_of_a_cpu_is_taken():
    game = waiting_game(computers=1)
    with pytest.raises(SeatTaken):
        seating.sit_down(game.table, guests(2)[1], 1)
    assert seating.sit_down(game.table, guests(2)[1]).number == 2
    with pytest.raises(SeatsTaken):
        seating.sit_down(waiting_game(4, computers=3, seed=2).table, guests(2)[1])


def test_a_cpu_has_one_seat_at_each_of_many_tables():
    people = guests(3)
    opened = [tables.open_table(player, computers=computer_players(1)) for player in people]
    seats = [tables.latest_game(table).seats.get(number=1) for table in opened]
    assert len({seat.player_id for seat in seats}) == 1
    assert all(seat.ready for seat in seats)


def test_nobody_sits_down_at_a_game_that_has_begun():
    game = begin(waiting_game())
    before = truth(game)
    for chair in (None, 0, 1, 2, 3):
        with pytest.raises(NotRunning) as refusal:
            seating.sit_down(game.table, guests(3)[2], chair)
        assert refusal.value.reason == "The game has begun already."
    assert truth(game) == before


def test_who_plays_can_come_back_at_any_time():
    game = begin(waiting_game())
    own = game.seats.get(number=1)
    assert seating.sit_down(game.table, own.player).pk == own.pk


def test_nobody_sits_down_between_two_games():
    game = finished_game(target=61)
    before = truth(game)
    for chair in (None, 0, 2):
        with pytest.raises(NotRunning) as refusal:
            seating.sit_down(game.table, guests(3)[2], chair)
        assert refusal.value.reason.startswith("They may play again with the same people.")
    assert truth(game) == before
    rematch.rematch(game.pk, game.seats.get(number=0).player_id, "words")
    before = truth(game)
    with pytest.raises(NotRunning):
        seating.sit_down(game.table, guests(3)[2], 2)
    assert truth(game) == before


def test_who_has_no_seat_can_neither_be_ready_nor_start_nor_ask_for_another_game():
    game = waiting_game()
    stranger = guests(3)[2]
    before = truth(game)
    for ask in (seating.ready, seating.start, rematch.rematch):
        with pytest.raises(NotSeated) as refusal:
            ask(game.pk, stranger.pk, "words")
        assert refusal.value.code == "not_seated"
        with pytest.raises(NotSeated):
            ask(game.pk, 10**9, "words")
    assert truth(game) == before
