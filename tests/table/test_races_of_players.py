"""Players log in and take new names while something happens at their tables."""

import pytest
from django.db import transaction

from accounts.models import Player
from games import receivers, seating
from games.models import Seat
from games.refusals import NotSeated
from games.replay import faults
from games.table import resolve_due
from tests.support.playing import (
    chairs,
    fresh,
    pass_time,
    person,
    play_until,
    running_game,
    waiting_game,
)
from tests.support.racing import at_once
from tests.support.visitors import account, browser_of, log_in, quick_accounts

__all__ = ["quick_accounts"]

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("wires", "one_look", "quick_accounts"),
]


def hand_over(game, name, own):
    guest = Player.objects.get(pk=person(game, name))
    with transaction.atomic():
        receivers.hand_over_seats(Player, guest=guest, player=own)


def test_a_seat_is_handed_over_while_its_time_is_up():
    own = account("Zoe")
    game = play_until(
        running_game(turn_limit=30), lambda state: state.phase == "play" and state.to_play == 1
    )
    pass_time(30.1)
    resolved, handed_over = at_once(
        game, lambda: resolve_due(game.pk), lambda: hand_over(game, "Bob", own)
    )
    assert (resolved, handed_over) == (True, None)
    seat = game.seats.get(number=1)
    assert (seat.player, seat.missed) == (own, 1)
    assert list(faults(fresh(game))) == []


def test_a_seat_is_handed_over_while_it_is_given_up():
    own = account("Zoe")
    game = waiting_game()
    bob = person(game, "Bob")
    left, handed_over = at_once(
        game, lambda: seating.leave(game.pk, bob), lambda: hand_over(game, "Bob", own)
    )
    assert handed_over is None
    assert chairs(game) == ({0: "Ann", 1: "Zoe"} if isinstance(left, NotSeated) else {0: "Ann"})


def test_an_account_sits_down_while_it_logs_in_as_a_guest_of_that_table():
    own = account("Zoe")
    game = waiting_game(seated=1)
    browser = browser_of(person(game, "Ann"))
    seat, page = at_once(
        game, lambda: seating.sit_down(game.table, own), lambda: log_in(browser, "ann@example.org")
    )
    assert isinstance(seat, Seat)
    assert page.status_code == 302
    assert chairs(game) in ({0: "Ann", 1: "Zoe"}, {0: "Zoe"})


def test_two_guests_with_new_names_sit_down_at_each_other_s_tables():
    games = [waiting_game(seed=seed, seated=1) for seed in (1, 2)]
    browsers = [browser_of(person(game, "Ann")) for game in games]

    def visit(own, other):
        where = f"/t/{games[other].table.code}/sit/"
        return browsers[own].post(where, {"name": f"New {own}", "chair": 1}).status_code

    assert at_once(games[0], lambda: visit(0, 1), lambda: visit(1, 0)) == [302, 302]
    assert [chairs(game) for game in games] == [
        {0: "New 0", 1: "New 1"},
        {0: "New 1", 1: "New 0"},
    ]
