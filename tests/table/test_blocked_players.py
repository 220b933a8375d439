"""Whom the host has blocked finds no seat at the host's table."""

import pytest

from accounts import blocks
from games import seating
from games.refusals import Blocked
from tests.support.playing import guests, truth, waiting_game
from tests.support.visitors import browser_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("wires", "one_look")]


def test_who_is_blocked_by_the_host_can_not_sit_down():
    ann, bob = guests(2)
    game = waiting_game(seated=1)
    game.seats.update(player=ann)
    blocks.block(ann, bob)
    before = truth(game)
    for chair in (None, 1, 3):
        with pytest.raises(Blocked) as refusal:
            seating.sit_down(game.table, bob, chair)
        assert refusal.value.code == "blocked"
    assert truth(game) == before
    answer = browser_of(bob).post(f"/t/{game.table.code}/sit/", {"name": ""})
    assert answer.status_code == 409
    assert "The host of this table has blocked you." in answer.content.decode()
    blocks.unblock(ann, bob)
    assert seating.sit_down(game.table, bob).number == 1


def test_only_the_host_s_block_counts():
    ann, bob, cleo = guests(3)
    game = waiting_game(seated=1)
    game.seats.update(player=ann)
    blocks.block(bob, ann)
    blocks.block(bob, cleo)
    assert seating.sit_down(game.table, bob).number == 1
    assert seating.sit_down(game.table, cleo).number == 2


def test_who_sits_already_keeps_the_seat():
    ann, bob = guests(2)
    game = waiting_game(seated=1)
    game.seats.update(player=ann)
    seat = seating.sit_down(game.table, bob)
    blocks.block(ann, bob)
    assert seating.sit_down(game.table, bob).pk == seat.pk
