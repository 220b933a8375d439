"""The queue of the quick game: who is in it, who is brought together, and who is told why not."""

import threading
import uuid
from contextlib import suppress
from datetime import timedelta
from functools import partial

import pytest
from allauth.account.models import EmailAddress
from django.db import connection, transaction

from accounts.models import Block, Player
from games import clock, seating, tasks
from games.models import Game, QueuePage, Searcher, Seat, Table
from games.pairing import queue
from games.pairing.readings import hindrance, read
from games.refusals import Malformed, NotForRanked
from games.tables import latest_game, open_ranked
from ratings.models import Rating
from tests.pairing.waiting import looking, searching, tables, wait
from tests.support.playing import account, accounts, guests, let_readiness_lapse, pass_time

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("wires", "one_look")]


def counts():
    return read([]).counts


# --- Coming ---------------------------------------------------------------------------------------


def test_who_looks_is_counted_for_that_number_of_seats():
    searching("Ann")
    searching("Bob", 4)
    assert counts() == {2: 1, 4: 1}
    assert looking(2) == ["Ann"] and looking(4) == ["Bob"]


def test_the_rating_is_that_of_the_number_of_seats():
    ann = account("Ann")
    Rating.objects.create(player=ann, mode=3, value=1612_50)
    for size, rating in ((2, 1500_00), (3, 1612_50)):
        queue.search(ann, size)
        assert Searcher.objects.get().rating == rating


def test_twice_is_one_entry_that_keeps_its_place():
    ann = searching("Ann", waited=20)
    since = Searcher.objects.get().since
    queue.search(ann, 2)
    assert Searcher.objects.get().since == since


def test_another_size_moves_the_entry_to_the_end_there():
    ann = searching("Ann", waited=20)
    searching("Bob", 3)
    queue.search(ann, 3)
    assert looking(2) == [] and looking(3) == ["Bob", "Ann"]


@pytest.mark.parametrize("size", [0, 1, 5, -2, "2", "", None, 2.0, True, [2], 2**70])
def test_there_is_no_game_of_another_size(size):
    with pytest.raises(Malformed):
        queue.search(account("Ann"), size)
    assert not Searcher.objects.exists()


def test_a_guest_and_an_unconfirmed_account_are_told_what_helps():
    (guest,) = guests(1)
    bob = account("Bob", verified=False)
    for player, remedy in ((guest, "account"), (bob, "email"), (None, "account")):
        assert hindrance(player).remedy == remedy
        assert hindrance(player).reason.endswith(".")
        if player is not None:
            with pytest.raises(NotForRanked):
                queue.search(player, 2)
    assert not hindrance(account("Cleo")).reason
    assert not Searcher.objects.exists()


def test_who_sits_at_a_ranked_game_does_not_look_for_another():
    ann = account("Ann")
    table = open_ranked([ann], size=2)
    with pytest.raises(NotForRanked, match="One at a time"):
        queue.search(ann, 2)
    assert read([ann.pk]).seats[ann.pk].code == table.code


# --- Leaving --------------------------------------------------------------------------------------


def test_who_stops_is_out():
    ann = searching("Ann", pages=2)
    queue.stop(ann.pk)
    queue.stop(ann.pk)
    assert counts() == {} and not Searcher.objects.exists()


def test_with_the_last_page_one_is_out_of_the_count_and_a_little_later_out_of_the_queue():
    ann = searching("Ann", pages=2)
    first, second = QueuePage.objects.values_list("page", flat=True)
    queue.depart(first, ann.pk)
    assert counts() == {2: 1}
    queue.depart(second, ann.pk)
    assert counts() == {}
    queue.pair()
    assert looking() == ["Ann"]
    pass_time(5.1)
    queue.pair()
    assert looking() == []


def test_who_loads_the_page_again_keeps_the_place():
    ann = searching("Ann", waited=20)
    since = Searcher.objects.get().since
    queue.depart(QueuePage.objects.get().page, ann.pk)
    pass_time(2)
    queue.arrive(uuid.uuid4(), ann.pk)
    pass_time(10)
    queue.pair()
    assert Searcher.objects.get().since == since and counts() == {2: 1}


def test_a_page_that_is_heard_of_no_more_ends_the_search_after_its_lease():
    ann = searching("Ann")
    page = QueuePage.objects.get().page
    for _ in range(4):
        pass_time(10)
        queue.renew({page: ann.pk})
        queue.pair()
    assert counts() == {2: 1}
    pass_time(14)
    assert counts() == {2: 1}
    pass_time(1.1)
    assert counts() == {}
    queue.pair()
    assert not Searcher.objects.exists() and not QueuePage.objects.exists()


def test_who_comes_back_too_late_begins_anew():
    ann = searching("Ann", waited=50)
    QueuePage.objects.all().delete()
    pass_time(60)
    queue.arrive(uuid.uuid4(), ann.pk)
    Searcher.objects.update(kept_until="2000-01-01T00:00Z")
    QueuePage.objects.all().delete()
    assert read([ann.pk]).searches == {}
    queue.search(ann, 2)
    reading = read([ann.pk])
    assert reading.at - reading.searches[ann.pk].since < timedelta(seconds=5)


def test_who_has_no_page_open_yet_is_not_paired():
    ann, bob = accounts(2)
    queue.search(ann, 2)
    queue.search(bob, 2)
    queue.pair()
    assert tables() == []
    for player in (ann, bob):
        queue.arrive(uuid.uuid4(), player.pk)
    queue.pair()
    assert len(tables()) == 1


# --- Being brought together -----------------------------------------------------------------------


@pytest.mark.parametrize("size", [2, 3, 4])
def test_as_many_as_the_game_needs_are_seated_and_out_of_the_queue(size):
    names = ["Ann", "Bob", "Cleo", "Dan"][:size]
    for name in names[:-1]:
        searching(name, size)
    tasks.sweep()
    assert tables() == []
    searching(names[-1], size)
    searching("Eve", 5 - size if size in (2, 3) else 2)
    tasks.sweep()
    ((*seated,),) = tables()
    assert sorted(seated) == names
    assert Searcher.objects.get().player.name == "Eve"
    table = Table.objects.get()
    assert (table.ranked, table.quick, table.size, table.turn_limit) == (True, True, size, 30)
    assert all(seat.ready_by for seat in Seat.objects.all())


def test_again_nothing_happens():
    searching("Ann")
    searching("Bob")
    for _ in range(3):
        queue.pair()
    assert len(tables()) == 1


def test_partners_sit_across_by_rating():
    for name, points in (("Ann", 1500), ("Bob", 1600), ("Cleo", 1450), ("Dan", 1550)):
        searching(name, 4, points=points)
    queue.pair()
    (seats,) = tables()
    assert {seats[0], seats[2]} == {"Bob", "Cleo"}
    assert {seats[1], seats[3]} == {"Ann", "Dan"}


def test_ratings_too_far_apart_come_together_when_both_have_waited():
    ann = searching("Ann")
    bob = searching("Bob", points=1740)
    queue.pair()
    wait(ann, 10)
    queue.pair()
    assert tables() == []
    wait(bob, 10)
    queue.pair()
    assert tables() == [["Ann", "Bob"]]


def test_after_a_minute_anyone_will_do():
    ann = searching("Ann", waited=60, points=900)
    bob = searching("Bob", waited=59, points=2100)
    queue.pair()
    assert tables() == []
    wait(bob, 1)
    queue.pair()
    assert read([ann.pk]).seats[ann.pk].new


def test_who_waits_longest_comes_first():
    searching("Ann")
    searching("Bob", waited=5)
    searching("Cleo", waited=9)
    queue.pair()
    assert tables() == [["Cleo", "Bob"]]
    assert looking() == ["Ann"]


@pytest.mark.parametrize("who", [0, 1])
def test_who_has_blocked_or_is_blocked_is_not_met(who):
    ann, bob = searching("Ann", waited=99), searching("Bob", waited=98)
    pair = [ann, bob]
    Block.objects.create(player=pair[who], blocked=pair[1 - who])
    queue.pair()
    assert tables() == []
    searching("Cleo", waited=60)
    queue.pair()
    assert tables() == [["Ann", "Cleo"]]


def test_a_block_in_the_last_moment_counts():
    ann, bob = searching("Ann"), searching("Bob")
    Block.objects.create(player=ann, blocked=bob)
    assert not queue.bring_together([ann.pk, bob.pk], clock.read())
    assert tables() == [] and looking() == ["Ann", "Bob"]


def test_who_may_not_play_any_more_is_out_and_told_why_and_the_other_waits_on():
    ann, _bob = searching("Ann", waited=5), searching("Bob")
    EmailAddress.objects.filter(user=ann.user_id).update(verified=False)
    queue.pair()
    assert tables() == [] and looking() == ["Bob"]
    assert "Confirm" in hindrance(Player.objects.get(pk=ann.pk)).reason
    searching("Cleo")
    queue.pair()
    assert tables() == [["Bob", "Cleo"]]


def test_who_takes_a_seat_in_another_ranked_game_is_out():
    ann, cleo = searching("Ann"), account("Cleo")
    table = open_ranked([cleo], size=2)
    seating.sit_down(table, ann)
    searching("Bob")
    queue.pair()
    assert tables() == [] and looking() == ["Bob"]


def test_in_the_same_moment_too():
    ann, bob = searching("Ann"), searching("Bob")
    table = open_ranked([account("Cleo")], size=2)
    seating.sit_down(table, ann)
    assert not queue.bring_together([ann.pk, bob.pk], clock.read())
    assert tables() == [] and looking() == ["Bob"]


def test_who_has_gone_or_looks_for_something_else_by_then_is_left_alone():
    ann, bob, cleo = (searching(name) for name in ("Ann", "Bob", "Cleo"))
    queue.stop(ann.pk)
    queue.search(bob, 3)
    for group in ([ann.pk, cleo.pk], [bob.pk, cleo.pk]):
        assert not queue.bring_together(group, clock.read())
    assert tables() == [] and looking() == ["Cleo"]


def test_when_somebody_was_not_ready_both_may_search_again():
    ann, bob = searching("Ann"), searching("Bob")
    queue.pair()
    game = latest_game(Table.objects.get())
    seating.ready(game.pk, ann.pk, "words")
    let_readiness_lapse(game, "Bob")
    seating.free_late_seats(game.pk)
    game.refresh_from_db()
    assert game.status == Game.Status.CLOSED
    for player in (ann, bob):
        assert read([player.pk]).seats == {}
        queue.search(player, 2)
    queue.pair()
    assert len(tables()) == 2


def test_a_failure_leaves_everybody_where_they_are(monkeypatch):
    ann, bob = searching("Ann"), searching("Bob")

    def broken(*arguments, **options):
        Table.objects.create(code="half")
        raise RuntimeError

    monkeypatch.setattr(queue, "open_ranked", broken)
    queue.pair()
    assert not Table.objects.exists()
    assert looking() == ["Ann", "Bob"]
    assert read([ann.pk, bob.pk]).seats == {}


def test_the_rest_of_the_site_is_told_without_a_name(wires, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        searching("Ann")
    assert {"type": "queue"} in wires.messages
    assert all(set(message) <= {"type", "code", "revision"} for message in wires.messages)


# --- Several at once ------------------------------------------------------------------------------


def at_once(*works):
    """Run these together, each in a thread with a connection of its own."""
    barrier = threading.Barrier(len(works), timeout=10)
    failures = []

    def run(work):
        try:
            connection.ensure_connection()
            barrier.wait()
            work()
        except Exception as error:  # noqa: BLE001
            failures.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
        assert not thread.is_alive()
    assert failures == []


@pytest.fixture
def long_passes(monkeypatch):
    """A pass seats everybody, however slow the machine is."""
    monkeypatch.setattr(queue, "PASS_SECONDS", 600)


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("long_passes")
def test_passes_at_once_make_one_table_for_each_group():
    for number in range(20):
        searching(f"Player {number}")
    at_once(*[queue.pair] * 4)
    # a pass makes tables for a moment only: on a slow machine more of them follow
    for _ in range(20):
        queue.pair()
    seated = [name for names in tables() for name in names]
    assert len(tables()) == 10
    assert len(set(seated)) == 20
    assert not Searcher.objects.exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("long_passes")
def test_who_stops_or_joins_elsewhere_while_a_pass_runs_sits_once_at_most():
    players = [searching(f"Player {number}") for number in range(12)]

    def join_elsewhere(player):
        with suppress(NotForRanked):
            queue.search(player, 3)

    at_once(
        *[queue.pair] * 2,
        *[partial(queue.stop, player.pk) for player in players[:2]],
        *[partial(join_elsewhere, player) for player in players[2:4]],
    )
    queue.pair()
    seats = Seat.objects.values_list("player", flat=True)
    assert len(seats) == len(set(seats))
    assert not Searcher.objects.filter(player__in=seats).exists()
    assert len(seats) >= 8


@pytest.mark.django_db(transaction=True)
def test_a_player_somebody_else_is_at_work_on_is_left_for_the_next_pass():
    ann, _bob = searching("Ann"), searching("Bob")
    with transaction.atomic():
        Player.objects.select_for_update().get(pk=ann.pk)
        at_once(queue.pair)
        assert tables() == []
    queue.pair()
    assert len(tables()) == 1
