"""Who may sit down to a ranked game, and what such a table fixes."""

import re
import uuid
from datetime import timedelta

import pytest
from django.db import DatabaseError, transaction
from django.utils import timezone

from accounts.models import Player
from accounts.players import computer_players
from games import frames, seating, tables
from games.board import snapshot
from games.leaving import leave, take_back
from games.models import Act, Game, Searcher, Seat, Table
from games.pairing import queue
from games.ranked.eligibility import excluded_until, ranked_seats, why_not
from games.refusals import Refused
from games.rematch import rematch
from tests.support.playing import (
    account,
    accounts,
    acts,
    chairs,
    finished_game,
    fresh,
    guests,
    let_readiness_lapse,
    person,
    refused,
    running_game,
    waiting_game,
)
from tests.support.visitors import browser_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("wires", "one_look")]


def open_for(host, size=2, **choices):
    return tables.latest_game(tables.open_ranked([host], size=size, **choices))


def not_opened(*players, **choices):
    with pytest.raises(Refused) as refusal:
        tables.open_ranked(players, **{"size": 2, **choices})
    assert not Table.objects.exists()
    return refusal.value


def test_two_with_confirmed_addresses_sit_down_and_start():
    ann, bob = accounts(2)
    game = open_for(ann)
    seating.sit_down(game.table, bob)
    seating.ready(game.pk, bob.pk, "words")
    seating.start(game.pk, ann.pk, "words")
    game = fresh(game)
    assert game.ranked and game.settings["target"] == 121 and game.turn_limit == 30


def test_a_guest_is_told_to_get_an_account():
    (guest,) = guests(1)
    assert not_opened(guest).code == "ranked"
    game = open_for(account("Bob"))
    assert "account" in refused(game, "ranked", seating.sit_down, game.table, guest)


def test_an_address_that_is_not_confirmed_is_not_enough():
    ann = account("Ann", verified=False)
    assert "Confirm" in not_opened(ann).reason
    game = open_for(account("Bob"))
    assert "Confirm" in refused(game, "ranked", seating.sit_down, game.table, ann)


def test_no_computer_sits_down():
    ann = account("Ann")
    game = open_for(ann)
    refused(game, "ranked", seating.seat_computer, game.pk, ann.pk, 1)
    (computer,) = computer_players(1)
    refused(game, "ranked", seating.sit_down, game.table, computer)


@pytest.mark.parametrize("size", [2, 3, 4])
def test_there_are_as_many_chairs_as_the_table_was_made_for(size):
    *people, last = [account(f"Player {number}") for number in range(size + 1)]
    game = open_for(people[0], size)
    for player in people[1:]:
        seating.sit_down(game.table, player)
    refused(game, "full", seating.sit_down, game.table, last)
    refused(game, "malformed", seating.change_chair, game.pk, people[0].pk, size)


def test_it_does_not_start_with_fewer():
    ann, bob = accounts(2)
    game = open_for(ann, 3)
    seating.sit_down(game.table, bob)
    seating.ready(game.pk, bob.pk, "words")
    assert "3" in refused(game, "not_ready", seating.start, game.pk, ann.pk, "words")


@pytest.mark.parametrize("choices", [{"size": 5}, {"size": 1}, {"turn_limit": 0}])
def test_a_ranked_table_that_cannot_be_is_not_made(choices):
    assert not_opened(account("Ann"), **choices).code == "malformed"


def test_one_ranked_game_at_a_time():
    ann, bob = accounts(2)
    open_for(ann)
    other = open_for(bob)
    assert "another" in refused(other, "ranked", seating.sit_down, other.table, ann)


def test_in_a_running_one_neither():
    game = running_game(2, ranked=True)
    other = open_for(account("Cleo"))
    ann = game.seats.get(player__name="Ann").player
    refused(other, "ranked", seating.sit_down, other.table, ann)


def test_a_game_that_is_over_or_was_left_does_not_count():
    game = finished_game(2, ranked=True)
    open_for(game.seats.get(player__name="Ann").player)


def test_of_three_the_one_who_left_may_play_elsewhere():
    game = running_game(3, ranked=True)
    leave(game.pk, person(game, "Ann"), "key")
    open_for(game.seats.get(player__name="Ann").player)


def test_who_has_agreed_to_a_rematch_sits_there():
    game = finished_game(2, ranked=True)
    rematch(game.pk, person(game, "Ann"), "words")
    with pytest.raises(Refused):
        tables.open_ranked([game.seats.get(player__name="Ann").player], size=2)


def gone_on_to_another(game, name="Ann"):
    """The player sits at a second ranked table by now."""
    player = Player.objects.get(pk=person(game, name))
    open_for(player)
    return player


@pytest.mark.parametrize(("seats", "left"), [(2, []), (3, ["Cleo"])])
def test_a_rematch_that_falls_through_gives_nobody_a_second_seat(seats, left):
    game = finished_game(seats, ranked=True)
    ann = gone_on_to_another(game)
    following = fresh(game).table.games.get(number=2)
    leave(game.pk, person(game, "Bob"), "")
    assert ranked_seats(ann.pk).count() == 1
    assert list(chairs(following).values()) == left
    assert fresh(following).status == (Game.Status.WAITING if left else Game.Status.CLOSED)
    assert [kind for kind, _seat, _hold in acts(following)] == ["gone", "gone"]


def test_nor_does_it_end_a_search():
    game = finished_game(2, ranked=True)
    ann = Player.objects.get(pk=person(game, "Ann"))
    queue.arrive(uuid.uuid4(), ann.pk)
    queue.search(ann, 2)
    leave(game.pk, person(game, "Bob"), "")
    queue.pair()
    assert Searcher.objects.get().player == ann
    assert not ranked_seats(ann.pk).exists()


def test_who_is_late_for_a_rematch_takes_those_along_who_have_gone_on():
    game = finished_game(3, ranked=True)
    ann = gone_on_to_another(game)
    rematch(game.pk, person(game, "Bob"), "words")
    following = fresh(game).table.games.get(number=2)
    let_readiness_lapse(following, "Ann", "Cleo")
    assert seating.free_late_seats(following.pk)
    assert ranked_seats(ann.pk).count() == 1
    assert set(chairs(following).values()) == {"Bob"}
    assert len(acts(following)) == 2


def test_who_has_gone_nowhere_stays_when_a_rematch_falls_through():
    game = finished_game(3, ranked=True)
    following = fresh(game).table.games.get(number=2)
    leave(game.pk, person(game, "Bob"), "")
    assert set(chairs(following).values()) == {"Ann", "Cleo"}


def test_a_seat_that_was_left_is_taken_back_only_by_who_sits_nowhere_else():
    game = running_game(3, ranked=True)
    leave(game.pk, person(game, "Ann"), "one")
    ann = gone_on_to_another(game)
    assert "another" in refused(game, "ranked", take_back, game.pk, ann.pk, "two")
    other = ranked_seats(ann.pk).get().game
    leave(other.pk, ann.pk, "")
    take_back(game.pk, ann.pk, "three")
    assert [seat.game for seat in ranked_seats(ann.pk)] == [game]


def missed(player, *hours_ago):
    game = waiting_game(2)
    for hours in hours_ago:
        act = Act.objects.create(
            game=game, seat=0, player=player, kind=Act.Kind.MISSED, hand_no=1, after=1
        )
        Act.objects.filter(pk=act.pk).update(at=timezone.now() - timedelta(hours=hours))


@pytest.mark.parametrize(
    ("hours_ago", "out"),
    [
        ((1, 2), False),
        ((1, 2, 3), True),
        ((23, 10, 1), True),
        ((30, 10, 1), False),
        ((25, 26, 27), False),
        ((23, 24, 25), True),
        ((40, 30, 20), True),
        ((47, 46, 45, 44), False),
    ],
)
def test_three_missed_first_throws_in_a_day_cost_a_day(hours_ago, out):
    ann = account("Zoe")
    missed(ann, *hours_ago)
    assert (excluded_until(ann.pk, timezone.now()) is not None) is out
    if out:
        with pytest.raises(Refused, match="hour"):
            tables.open_ranked([ann], size=2)


@pytest.mark.parametrize(
    ("hours_ago", "said"),
    [((23, 24, 25), "again in an hour."), ((22, 24, 25), "again in 2 hours.")],
)
def test_how_long_it_costs_is_said(hours_ago, said):
    zoe = account("Zoe")
    missed(zoe, *hours_ago)
    assert why_not(zoe, timezone.now()).endswith(said)


@pytest.mark.parametrize(
    ("name", "value"),
    [("target", 61), ("muggins", True), ("first_deal", "host"), ("turn_limit", 0)],
)
def test_what_ranked_fixes_is_not_changed(name, value):
    ann = account("Ann")
    game = open_for(ann)
    refused(game, "ranked", tables.change_setting, game.pk, ann.pk, name, value)


@pytest.mark.parametrize(
    ("name", "value"), [("turn_limit", 60), ("skunk", "off"), ("joining", "anyone")]
)
def test_what_ranked_leaves_open_is_changed(name, value):
    ann = account("Ann")
    game = open_for(ann)
    tables.change_setting(game.pk, ann.pk, name, value)
    assert getattr(fresh(game).table, name) == value


def test_the_database_refuses_a_ranked_table_with_other_settings():
    with pytest.raises(DatabaseError), transaction.atomic():
        Table.objects.create(code="x", ranked=True, size=2, turn_limit=30, muggins=True)


# --- Quick games --------------------------------------------------------------------------------


def quick(count=2):
    table = tables.open_ranked(accounts(count), size=count, quick=True)
    return tables.latest_game(table)


def test_a_quick_game_begins_when_the_last_one_is_ready():
    game = quick(3)
    for seat in game.seats.all():
        assert fresh(game).status == Game.Status.WAITING
        assert seat.ready_by is not None
        seating.ready(game.pk, seat.player_id, "words")
    assert fresh(game).status == Game.Status.PLAYING


def test_a_quick_table_is_closed_when_somebody_is_not_ready_in_time():
    game = quick()
    seating.ready(game.pk, person(game, "Ann"), "words")
    Seat.objects.filter(game=game, ready=False).update(
        ready_by=timezone.now() - timedelta(seconds=1)
    )
    assert seating.free_late_seats(game.pk)
    assert fresh(game).status == Game.Status.CLOSED
    ann = game.seats.get(player__name="Ann").player
    open_for(ann)


@pytest.mark.parametrize(
    "what",
    [
        lambda game, ann, bob: tables.change_setting(game, ann, "turn_limit", 60),
        lambda game, ann, bob: tables.change_setting(game, ann, "skunk", "off"),
        lambda game, ann, bob: tables.change_setting(game, ann, "joining", "anyone"),
        lambda game, ann, bob: seating.remove(game, ann, 1, bob),
        lambda game, ann, bob: seating.start(game, ann, "words"),
    ],
)
def test_a_quick_table_has_no_host(what):
    game = quick()
    refused(game, "not_host", what, game.pk, person(game, "Ann"), person(game, "Bob"))


def stand_up(place, player):
    """What the page of somebody sends who leaves the table before the game."""
    return frames.obey(frames.parse('{"type":"stand_up","key":"k"}'), place, player)


def test_leaving_before_the_cut_costs_nothing():
    game = quick()
    stand_up(snapshot.load(game.table.code), person(game, "Ann"))
    assert fresh(game).status == Game.Status.CLOSED
    assert not game.acts.filter(kind="missed").exists()


def test_nor_in_the_moment_in_which_the_game_begins():
    game = quick()
    ann, place = person(game, "Ann"), snapshot.load(game.table.code)
    for seat in game.seats.all():
        seating.ready(game.pk, seat.player_id, "words")
    assert "begun" in refused(game, "not_running", stand_up, place, ann)


def test_the_button_before_a_game_and_after_one_means_that_and_no_more():
    for game in (waiting_game(2, ranked=True), finished_game(2, seed=2)):
        page = browser_of(person(game, "Bob")).get(f"/t/{game.table.code}/").content.decode()
        assert re.search(r'id="leave" data-send="stand_up"', page)
