"""Whoever looks on is told what is true of a spectator."""

import pytest

from games.board import render, snapshot
from games.board.regions import contexts, look
from tests.support.playing import person, waiting_game

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("wires", "one_look")]

YOURS = "Your part of the shuffle"


def shown(game, player=None):
    return contexts(look(snapshot.load(game.table.code), player))


def test_at_a_table_with_room_a_stranger_may_take_a_seat_to_talk():
    assert shown(waiting_game(2))["chat"].quiet == "Take a seat to talk at this table."


def test_at_a_full_table_a_stranger_is_told_who_talks_there():
    assert shown(waiting_game(4))["chat"].quiet == "Only those at the table can talk here."


def test_only_who_can_add_words_has_a_part_of_the_shuffle():
    game = waiting_game(4)
    assert YOURS not in render.region_html("waiting", shown(game)["waiting"])
    for name in ("Ann", "Bob"):
        region = shown(game, person(game, name))["waiting"]
        assert YOURS in render.region_html("waiting", region)
