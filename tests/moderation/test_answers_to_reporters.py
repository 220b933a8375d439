"""Who has reported something is told what came of it, until it was read."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import Report
from accounts.sanctions import imposing
from accounts.sanctions.models import Kind
from games.moderation import reports
from tests.support.playing import account, guests, waiting_game
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


@pytest.mark.usefixtures("wires", "one_look")
def test_every_page_but_the_table_tells_of_an_answer_until_it_is_read(mia):
    ann, bob = guests(2)
    report = Report.objects.create(reporter=ann, about=bob, reason="chat", text="Rude")
    client, told = browser_of(ann), 'id="answered"'
    table = f"/t/{waiting_game().table.code}/"
    assert told not in client.get("/rules/").content.decode()
    reports.close(report.pk, "Thanks", mia)
    for path in ("/", "/rules/", "/account/", "/games/"):
        page = client.get(path).content.decode()
        assert told in page, path
        assert 'href="/account/reports/">Read the answer' in page
    for path in (table, "/account/reports/"):
        assert told not in client.get(path).content.decode(), path
    assert told not in browser_of(bob).get("/rules/").content.decode()
    client.post("/account/reports/read/")
    assert told not in client.get("/rules/").content.decode()


@pytest.mark.usefixtures("wires", "one_look")
def test_only_pages_that_show_it_ask_for_it_and_once(mia):
    (ann,) = guests(1)
    client, asked = browser_of(ann), 'FROM "accounts_report"'
    for path, times in (("/rules/", 1), (f"/t/{waiting_game().table.code}/", 0)):
        with CaptureQueriesContext(connection) as caught:
            client.get(path)
        assert sum(asked in query["sql"] for query in caught) == times, path


def test_the_thanks_say_where_the_answer_will_stand():
    ann, bob = guests(2)
    page = browser_of(ann).get(f"/players/{bob.pk}/report/thanks/").content.decode()
    assert "no answer" not in page
    assert 'href="/account/reports/"' in page
