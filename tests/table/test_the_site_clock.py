"""Site time: it runs while the site takes moves, and stands still while it does not."""

from datetime import timedelta

import pytest
from django.db import connection

from games import clock, tasks
from games.models import SiteClock
from games.table import resolve_due
from tests.support.playing import end_wait, game_in, state_of, truth

pytestmark = pytest.mark.django_db


def silent_since(seconds, stopped=0.0):
    """The last heartbeat was so long ago."""
    SiteClock.objects.update_or_create(
        pk=1,
        defaults={
            "alive_at": clock.read().real - timedelta(seconds=seconds),
            "stopped": timedelta(seconds=stopped),
        },
    )


def behind():
    """How far site time lies behind real time, in seconds: what runs on, and what is proven."""
    moment = clock.read()
    return (
        (moment.real - moment.now).total_seconds(),
        (moment.real - moment.proven).total_seconds(),
    )


def test_without_a_heartbeat_ever_it_is_the_real_time():
    assert behind() == pytest.approx((0, 0), abs=0.1)


def test_with_heartbeats_it_runs():
    clock.beat()
    assert behind() == pytest.approx((0, 0), abs=0.1)
    silent_since(1)
    clock.beat()
    assert behind() == pytest.approx((0, 0), abs=0.1)


def test_it_stands_still_while_nothing_is_heard():
    silent_since(40)
    assert behind() == pytest.approx((38.5, 40), abs=0.1)


def test_an_outage_does_not_count_and_everybody_gets_a_moment_to_come_back():
    silent_since(40)
    clock.beat()
    assert behind() == pytest.approx((43, 43), abs=0.1)
    silent_since(10, stopped=43)
    clock.beat()
    assert behind() == pytest.approx((56, 56), abs=0.1)


def test_a_short_silence_is_no_outage():
    silent_since(1.2)
    clock.beat()
    assert behind() == pytest.approx((0, 0), abs=0.1)


def test_a_deadline_that_was_not_proven_to_be_over_is_not_over():
    game = game_in("deal")
    clock.beat()
    end_wait(game, timedelta(milliseconds=-500))
    silent_since(2)
    before = truth(game)
    # Two seconds after the last heartbeat: the deadline lies in the time that nobody vouches for.
    assert not resolve_due(game.pk)
    tasks.sweep()
    assert truth(game) == before
    clock.beat()
    assert not resolve_due(game.pk)


def test_a_wait_goes_on_after_an_outage_where_it_stood():
    game = game_in("deal")
    clock.beat()
    end_wait(game, timedelta(seconds=-4))
    silent_since(600)
    clock.beat()
    assert not resolve_due(game.pk)
    # 4 seconds, less what had run, and 3 for finding the way back
    with connection.cursor() as cursor:
        cursor.execute("UPDATE games_siteclock SET stopped = stopped - interval '607.5 seconds'")
    assert resolve_due(game.pk)
    assert state_of(game).phase == "throw"


def test_a_deadline_set_in_the_last_moments_is_not_shorter():
    silent_since(1)
    moment = clock.read()
    assert (moment.now - moment.proven).total_seconds() == pytest.approx(1, abs=0.1)
    game = game_in("deal")
    assert game.deadline_at - moment.now >= timedelta(seconds=10)
