"""A form that is sent twice in the same moment does its measure once."""

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from accounts.sanctions import imposing
from accounts.sanctions.models import Kind, LogEntry, Sanction
from games.moderation import measures
from games.moderation.guards import once
from ratings.models import Settlement
from tests.support.playing import finished_game, guests
from tests.support.staff import root

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("wires")]


def twice(work):
    """What both said who did it under one key in the same moment."""
    ready = threading.Barrier(2, timeout=30)

    def run(_number):
        try:
            connection.ensure_connection()
            ready.wait()
            return once("one key", work)
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as threads:
        return sorted(threads.map(run, range(2)))


def test_a_warning_is_given_once():
    (ann,) = guests(1)
    mia = root("mia")
    assert twice(lambda: imposing.impose(ann, Kind.WARNING, "x", mia, key="one key")) == [
        False,
        True,
    ]
    assert Sanction.objects.count() == 1
    assert LogEntry.objects.count() == 1


def test_a_game_is_voided_once_and_nobody_is_told_of_an_error():
    game, mia = finished_game(ranked=True), root("mia")
    work = lambda: measures.void(game.pk, "x", mia, report=None, key="one key")  # noqa: E731
    assert twice(work) == [False, True]
    assert Settlement.objects.filter(kind="void").count() == 1
    assert LogEntry.objects.count() == 1


def test_of_two_suspensions_at_once_one_holds():
    (ann,) = guests(1)
    mia, noa = root("mia"), root("noa")
    until = timezone.now() + timedelta(days=1)
    ready = threading.Barrier(2, timeout=30)

    def impose(actor):
        try:
            connection.ensure_connection()
            ready.wait()
            imposing.impose(ann, Kind.SUSPENSION, "x", actor, until=until)
        finally:
            connection.close()

    for _times in range(5):
        with ThreadPoolExecutor(2) as threads:
            list(threads.map(impose, (mia, noa)))
        assert Sanction.objects.in_force().filter(player=ann).count() == 1
