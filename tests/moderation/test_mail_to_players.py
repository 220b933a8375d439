"""What moderators decide is told by mail too: what it is, on which site, and where it stands."""

import pytest
from django.core import mail

from accounts.models import Report
from accounts.sanctions import imposing
from accounts.sanctions.models import Kind
from games.moderation import reports
from tests.support.playing import account, guests
from tests.support.staff import desk_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_accounts")]

REASON = {"reason": "No <robot> & kind", "key": "a" * 32}


@pytest.fixture
def committed(django_capture_on_commit_callbacks):
    """Everything within it is committed, and its mails are sent."""
    return lambda: django_capture_on_commit_callbacks(execute=True)


def last():
    assert mail.outbox[-1].to == ["ann@example.org"]
    return f"{mail.outbox[-1].subject}\n{mail.outbox[-1].body}"


def test_a_warning_names_the_site_and_where_to_appeal(desk, committed):
    ann = account("Ann")
    with committed():
        desk.post(f"/moderation/players/{ann.pk}/warning/", REASON)
    assert "The moderators warn you. Reason: No <robot> & kind" in last()
    assert "http://testserver/account/standing/" in last()
    assert "Cribbage at testserver" in last()
    assert "you can appeal there, once" in last()


def test_a_lifted_measure_says_what_ended_and_why(mia, desk, committed):
    given = imposing.impose(account("Ann"), Kind.RANKED, "A robot", mia)
    page = desk.get(f"/moderation/sanctions/{given.pk}/lift/").content.decode()
    assert "The player reads it" in page
    with committed():
        desk.post(f"/moderation/sanctions/{given.pk}/lift/", REASON)
    said = "lifted this before its time: suspension from ranked games. Reason: No <robot> & kind"
    assert said in last()
    assert "appeal" not in last()
    assert "http://testserver/account/standing/" in last()


@pytest.mark.parametrize(("decision", "said"), [
    ("grant", "Your appeal was granted: another moderator has looked at it, and this is over: ban"),
    ("refuse", "Your appeal was not granted"),
])  # fmt: skip
def test_a_decided_appeal_brings_the_answer_and_no_second_appeal(
    mia, noa, committed, decision, said
):
    given = imposing.impose(account("Ann"), Kind.BAN, "A robot", mia)
    appeal = imposing.appeal(given, "I am none")
    fields = {"decision": decision, "answer": "We have looked"}
    with committed():
        desk_of(noa).post(f"/moderation/appeals/{appeal.pk}/", fields)
    (sent,) = mail.outbox
    assert said in sent.body
    assert "The answer: We have looked" in sent.body
    assert "can appeal" not in sent.body
    assert "http://testserver/account/standing/" in sent.body


def test_who_has_reported_gets_the_answer(mia, desk, committed):
    ann, bob = account("Ann"), account("Bob")
    report = Report.objects.create(reporter=ann, about=bob, reason="chat", text="Rude")
    with committed():
        desk.post(f"/moderation/reports/{report.pk}/close/", {"answer": "We <b>have</b> warned"})
    assert "your report about Bob" in last()
    assert "We <b>have</b> warned" in last()
    assert "http://testserver/account/reports/" in last()


def test_a_guest_and_the_site_itself_get_no_mail(mia, committed):
    ann, bob = guests(2)
    by_guest = Report.objects.create(reporter=ann, about=bob, reason="chat", text="Rude")
    by_site = Report.objects.create(about=bob, reason="leaver")
    with committed():
        for report in (by_guest, by_site):
            reports.close(report.pk, "Thanks", mia)
    assert mail.outbox == []
