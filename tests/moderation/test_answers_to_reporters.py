"""Who has reported something is told what came of it, until it was read."""

import pytest
from django.test import Client

from accounts.models import Report
from accounts.sanctions import imposing
from accounts.sanctions.models import Kind
from games.moderation import reports
from tests.support.playing import account, guests
from tests.support.strict import Strict, strict_rules
from tests.support.visitors import browser_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_accounts")]


def test_the_answer_is_new_until_it_is_read(mia):
    ann, bob = guests(2)
    report = Report.objects.create(reporter=ann, about=bob, reason="chat", text="<i>Rude</i>")
    client = browser_of(ann)
    page = client.get("/account/reports/").content.decode()
    assert "not answered yet" in page
    assert "&lt;i&gt;Rude" in page
    reports.close(report.pk, "We have <b>warned</b> Bob.", mia)
    assert "1 new answer" in client.get("/account/").content.decode()
    answer = client.get("/account/reports/")
    strict_rules(answer)
    page = answer.content.decode()
    assert Strict(page).faults == []
    assert "new answer" in page
    assert "We have &lt;b&gt;warned&lt;/b&gt; Bob." in page
    # looking is not reading yet
    assert Report.objects.get().told_at is None
    client.post("/account/reports/read/")
    assert Report.objects.get().told_at is not None
    page = client.get("/account/reports/").content.decode()
    assert "new answer" not in page
    assert "We have" in page


def test_nobody_reads_another_s_reports(mia):
    ann, bob = guests(2)
    report = Report.objects.create(reporter=ann, about=bob, reason="chat", text="Secret")
    reports.close(report.pk, "Thanks", mia)
    client = browser_of(bob)
    assert "Secret" not in client.get("/account/reports/").content.decode()
    client.post("/account/reports/read/")
    assert Report.objects.get().told_at is None
    assert Client().get("/account/reports/").status_code == 302
    assert Client().get("/account/reports/read/")["Location"] == "/account/reports/"


def test_who_is_banned_reads_the_answers_too(mia):
    ann, bob = account("Ann"), account("Bob")
    report = Report.objects.create(reporter=ann, about=bob, reason="chat", text="x")
    reports.close(report.pk, "Thanks", mia)
    imposing.impose(ann, Kind.BAN, "Because", mia)
    browser_of(ann).post("/account/reports/read/")
    assert Report.objects.get().told_at is not None
