"""The moderators are told of accounts that share a device or an address with somebody kept out."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts import forgetting
from accounts.models import Departure, Report
from accounts.sanctions import imposing
from accounts.sanctions.models import Kind, Sanction
from accounts.traces import noting
from accounts.traces.models import Trace
from games import tasks
from games.signals import returning
from tests.support.playing import accounts
from tests.support.visitors import account, log_in, player_of, quick_accounts, sign_up

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_accounts", "wires", "one_look")]
__all__ = ["quick_accounts"]


def keep_out(player, kind=Kind.BAN, days=0):
    """Imposed so many days ago."""
    until = timezone.now() + timedelta(days=1) if kind == Kind.SUSPENSION else None
    sanction = imposing.impose(player, kind, "Insults", None, until=until)
    Sanction.objects.filter(pk=sanction.pk).update(at=timezone.now() - timedelta(days=days))
    return sanction


def trace(player, digest="same", kind="device", days=0):
    """Last seen so many days ago."""
    at = timezone.now() - timedelta(days=days)
    Trace.objects.create(player=player, kind=kind, digest=digest, first_at=at, last_at=at)


def told():
    """About whom, because of whom."""
    tasks.look_for_signals()
    signals = Report.objects.filter(reporter=None, reason="shared").order_by("pk")
    return [(each.about_id, each.moment["kept_out"]) for each in signals]


def close_all():
    Report.objects.update(state=Report.State.CLOSED, closed_at=timezone.now())


def test_a_banned_player_s_next_account_on_the_device_is_told():
    ann = account("Ann")
    device = Client()
    log_in(device)
    keep_out(ann)
    device.post("/forget/")
    sign_up(device, "next@example.org", "Next")
    assert told() == [(player_of(device).pk, ann.pk)]
    report = Report.objects.get()
    assert report.moment["shared"] == ["device"]
    assert report.moment["kept_out_by"] == "ban"


@pytest.mark.parametrize("kind", [Kind.BAN, Kind.SUSPENSION])
@pytest.mark.parametrize("shared", ["device", "address"])
def test_an_older_account_that_is_used_instead_is_told_too(kind, shared):
    ann, bob = accounts(2)
    trace(ann, kind=shared)
    trace(bob, kind=shared, days=2)
    keep_out(bob, kind, days=1)
    assert told() == [(ann.pk, bob.pk)]


@pytest.mark.parametrize("kind", [Kind.WARNING, Kind.RANKED])
def test_who_may_play_keeps_nobody_under_suspicion(kind):
    ann, bob = accounts(2)
    trace(ann)
    trace(bob)
    keep_out(bob, kind, days=1)
    assert told() == []


def test_an_account_that_was_not_used_since_is_not_told_nor_one_elsewhere():
    ann, bob, cleo = accounts(3)
    keep_out(bob)
    trace(ann, days=0.5)
    trace(bob, days=0.5)
    trace(cleo, "another")
    assert told() == []


def test_nothing_is_told_of_somebody_who_is_kept_out_as_well_or_when_it_is_over():
    ann, bob, cleo = accounts(3)
    trace(ann)
    trace(bob)
    keep_out(ann, days=1)
    keep_out(bob, days=1)
    assert told() == []
    for held in Sanction.objects.all():
        imposing.lift(held, "Enough", None)
    trace(cleo)
    assert told() == []


def test_each_pair_is_told_once():
    ann, bob, cleo = accounts(3)
    trace(ann)
    for other in (bob, cleo):
        trace(other)
        keep_out(other, days=1)
    first = [(ann.pk, bob.pk)]
    assert told() == told() == first
    close_all()
    assert told() == told() == [*first, (ann.pk, cleo.pk)]
    close_all()
    keep_out(bob, Kind.SUSPENSION)
    assert len(told()) == 2


def test_an_address_of_very_many_says_nothing(monkeypatch):
    monkeypatch.setattr(returning, "MOST_ACCOUNTS", 2)
    players = accounts(3)
    for player in players:
        trace(player, "school")
    keep_out(players[0], days=1)
    assert told() == []


def test_a_ban_holds_for_as_long_as_the_traces_of_a_deleted_account_are_kept():
    ann = account("Ann")
    device = Client()
    log_in(device)
    keep_out(ann)
    now = timezone.now()
    Departure.objects.create(user=ann.user, asked_at=now - timedelta(days=8), due_at=now)
    forgetting.forget(60)
    ann.refresh_from_db()
    assert ann.left_at is not None
    later = Client()
    later.cookies = device.cookies
    later.cookies.pop("sessionid", None)
    sign_up(later, "ann@example.org", "Ann")
    back = player_of(later)
    assert back != ann
    assert told() == [(back.pk, ann.pk)]
    Trace.objects.update(last_at=now - noting.KEPT - timedelta(days=1))
    tasks.look_for_signals()
    assert not Trace.objects.exists()
