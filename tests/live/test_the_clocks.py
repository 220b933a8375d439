"""While no move can be accepted the clocks stand still, and a dead beat or worker only delays."""

import signal
import time

import pytest

from tests.support.site import wait_until

pytestmark = [pytest.mark.live, pytest.mark.kill]

SECONDS = 4


def behind(truth):
    """How far site time is behind real time, in seconds."""
    (row,) = truth.rows(
        "SELECT extract(epoch FROM clock_timestamp() - games_site_now())::float AS behind"
    )
    return row["behind"]


def heard(truth):
    rows = truth.rows(
        "SELECT extract(epoch FROM clock_timestamp() - alive_at)::float AS ago FROM games_siteclock"
    )
    return bool(rows) and rows[0]["ago"] < 1


@pytest.mark.parametrize("part", ["daphne", "valkey"])
def test_they_stand_still_while_a_part_that_moves_need_is_away(site, truth, part):
    wait_until(lambda: heard(truth), what="a heartbeat")
    before = behind(truth)
    site.kill(part, signal.SIGSTOP)
    try:
        time.sleep(SECONDS)
        assert behind(truth) - before > SECONDS - 2.5
    finally:
        site.kill(part, signal.SIGCONT)
    wait_until(lambda: heard(truth), what="a heartbeat")
    wait_until(lambda: behind(truth) - before >= SECONDS - 0.5, what="the time that is given back")
    # and they run again
    now = behind(truth)
    time.sleep(2)
    assert behind(truth) == pytest.approx(now, abs=1)


@pytest.mark.parametrize("part", ["beat", "worker-sweep", "worker-cpu"])
def test_they_run_on_without_those_who_only_do_the_work(site, truth, part):
    wait_until(lambda: heard(truth), what="a heartbeat")
    before = behind(truth)
    site.kill(part, signal.SIGSTOP)
    try:
        time.sleep(SECONDS)
        assert behind(truth) == pytest.approx(before, abs=1)
    finally:
        site.kill(part, signal.SIGCONT)
