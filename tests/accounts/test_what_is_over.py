"""A sanction that is over: said in the past, with how it ended, and nothing to appeal against."""

from datetime import timedelta
from importlib import import_module

import pytest
from django.apps import apps
from django.core.exceptions import ValidationError
from django.utils import timezone

from accounts.models import User
from accounts.sanctions import ending, imposing, standing
from accounts.sanctions.models import Appeal, Kind, Sanction
from tests.support.playing import account
from tests.support.visitors import browser_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def mia():
    return User.objects.create(username="mia", is_staff=True)


@pytest.fixture
def noa():
    return User.objects.create(username="noa", is_staff=True)


def standing_of(player):
    return browser_of(player).get("/account/standing/").content.decode()


def test_a_lifted_ban_is_told_in_the_past_with_the_reason_of_its_end(mia):
    ann = account("Ann")
    given = imposing.impose(ann, Kind.BAN, "A robot", mia)
    assert "You are banned from this site." in standing_of(ann)
    imposing.lift(given, "<b>No</b> robot", mia)
    given.refresh_from_db()
    page = standing_of(ann)
    assert "You were banned from this site. Reason: A robot" in page
    when = standing.in_words(given.ended_at)
    assert f"A moderator lifted it on {when}. Reason: &lt;b&gt;No&lt;/b&gt; robot" in page
    assert "You are banned" not in page
    assert "Send the appeal" not in page


@pytest.mark.parametrize("noted", [True, False])
def test_an_end_that_came_by_itself_is_told_as_one(mia, noted):
    ann = account("Ann")
    given = imposing.impose(
        ann, Kind.SUSPENSION, "Shouting", mia, until=timezone.now() + timedelta(hours=1)
    )
    until = timezone.now() - timedelta(hours=1)
    Sanction.objects.update(until=until)
    if noted:
        ending.note(given.pk)
    page = standing_of(ann)
    assert "You were suspended. Reason: Shouting" in page
    assert f"It ended by itself on {standing.in_words(until)}." in page
    assert "Send the appeal" not in page


def test_a_granted_appeal_is_told_as_the_end(mia, noa):
    ann = account("Ann")
    given = imposing.impose(ann, Kind.BAN, "A robot", mia)
    made = imposing.appeal(given, "I am none")
    imposing.decide_appeal(made, granted=True, answer="You are right", actor=noa)
    page = standing_of(ann)
    assert "because your appeal was granted." in page
    assert "You are right" in page
    assert "A moderator lifted it" not in page


def test_a_warning_is_over_when_it_was_read(mia):
    ann = account("Ann")
    imposing.acknowledge(imposing.impose(ann, Kind.WARNING, "Shouting", mia))
    page = standing_of(ann)
    assert "The moderators warned you. Reason: Shouting" in page
    assert "with that it was over." in page


def test_one_that_took_another_s_place_is_said_so(mia):
    ann = account("Ann")
    for reason in ("Once", "Twice"):
        imposing.impose(ann, Kind.BAN, reason, mia)
    page = standing_of(ann)
    assert "Another one took its place on" in page
    assert page.count("Send the appeal") == 1


def test_nobody_appeals_against_what_is_over(mia):
    ann = account("Ann")
    given = imposing.impose(ann, Kind.BAN, "A robot", mia)
    imposing.lift(given, "No robot", mia)
    with pytest.raises(ValidationError, match="It is over"):
        imposing.appeal(given, "I am none")
    address = f"/account/standing/{given.pk}/appeal/"
    answer = browser_of(ann).post(address, {"text": "I am none"})
    assert answer.status_code == 422
    assert "nothing left to appeal against" in answer.content.decode()
    assert not Appeal.objects.exists()


def test_reasons_that_the_log_alone_had_are_taken_from_it(mia, noa):
    ann = account("Ann")
    lifted = imposing.impose(ann, Kind.BAN, "A robot", mia)
    imposing.lift(lifted, "No robot", mia)
    granted = imposing.impose(ann, Kind.BAN, "A robot", mia)
    appeal = imposing.appeal(granted, "I am none")
    imposing.decide_appeal(appeal, granted=True, answer="You are right", actor=noa)
    Sanction.objects.update(lifted_for="")
    migration = import_module("accounts.migrations.0012_why_a_sanction_was_lifted")
    migration.take_from_the_log(apps, None)
    reasons = dict(Sanction.objects.values_list("pk", "lifted_for"))
    assert reasons == {lifted.pk: "No robot", granted.pk: ""}
