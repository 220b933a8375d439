"""What moderators impose: told, acknowledged, appealed once, lifted; and a log that stays."""

from datetime import timedelta

import pytest
from django.core import mail
from django.core.exceptions import ValidationError
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.utils import timezone

from accounts.models import Player, Report, User
from accounts.sanctions import imposing, standing
from accounts.sanctions.models import Appeal, Kind, LogEntry, Sanction
from tests.support.playing import account, guests
from tests.support.visitors import browser_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def mia():
    return User.objects.create(username="mia", is_staff=True)


@pytest.fixture
def noa():
    return User.objects.create(username="noa", is_staff=True)


def in_an_hour():
    return timezone.now() + timedelta(hours=1)


def over(sanction):
    Sanction.objects.filter(pk=sanction.pk).update(until=timezone.now() - timedelta(seconds=1))


def test_a_sanction_holds_until_its_end_and_says_why(mia):
    ann = account("Ann")
    given = imposing.impose(ann, Kind.CHAT, "Shouting", mia, until=in_an_hour())
    assert "until" in standing.silence(standing.in_force(ann.pk))
    assert "Shouting" in standing.sentence(given)
    assert standing.moment(given) in standing.sentence(given)
    assert standing.bar_against(ann.pk) is None
    over(given)
    assert standing.silence(standing.in_force(ann.pk)) == ""


def test_each_kind_says_what_it_is(mia):
    (ann,) = guests(1)
    for kind in Kind:
        given = imposing.impose(ann, kind, "Because", mia, until=in_an_hour())
        assert standing.sentence(given).endswith("Reason: Because")


@pytest.mark.parametrize("kind", [Kind.SUSPENSION, Kind.BAN])
def test_who_is_barred_neither_plays_nor_talks_nor_plays_ranked(mia, kind):
    ann = account("Ann")
    given = imposing.impose(ann, kind, "Cheating", mia, until=in_an_hour())
    assert standing.bar_against(ann.pk) == given
    assert standing.barred([ann.pk, ann.pk + 1]) == {ann.pk}
    assert standing.why_not_ranked(ann.pk)
    assert standing.silence(standing.in_force(ann.pk))
    assert standing.notice(standing.in_force(ann.pk))
    over(given)
    assert standing.bar_against(ann.pk) is None


def test_the_same_kind_again_takes_the_place_of_the_first(mia):
    ann = account("Ann")
    first = imposing.impose(ann, Kind.CHAT, "Once", mia, until=in_an_hour())
    second = imposing.impose(ann, Kind.CHAT, "Twice", mia, until=in_an_hour())
    assert list(Sanction.objects.in_force()) == [second]
    assert LogEntry.objects.first().before["sanction"] == first.pk


def test_a_lifted_sanction_is_over_and_the_player_is_told(mia, django_capture_on_commit_callbacks):
    ann = account("Ann")
    with django_capture_on_commit_callbacks(execute=True):
        given = imposing.impose(ann, Kind.BAN, "A robot", mia)
        imposing.lift(given, "No robot", mia)
        imposing.lift(given, "Again", mia)
    assert standing.bar_against(ann.pk) is None
    assert [line.action for line in LogEntry.objects.all()] == ["lift", "impose"]
    assert [sent.to for sent in mail.outbox] == [["ann@example.org"]] * 2
    assert "A robot" in mail.outbox[0].body


def test_a_taken_name_is_gone_at_once_and_kept_in_the_log(mia):
    ann = account("Ann")
    imposing.impose(ann, Kind.RENAME, "An insult", mia)
    ann.refresh_from_db()
    assert ann.name.startswith("Guest ")
    entry = LogEntry.objects.get()
    assert (entry.before["name"], entry.after["name"]) == ("Ann", ann.name)


@pytest.mark.parametrize("reason", ["", "  \n"])
def test_without_a_reason_nothing_is_imposed(mia, reason):
    with pytest.raises(ValidationError, match="Give a reason"):
        imposing.impose(account("Ann"), Kind.WARNING, reason, mia)
    assert not Sanction.objects.exists()
    assert not LogEntry.objects.exists()


def test_an_end_is_needed_and_lies_ahead(mia):
    ann = account("Ann")
    for kind in (Kind.CHAT, Kind.SUSPENSION):
        with pytest.raises(ValidationError, match="until when"):
            imposing.impose(ann, kind, "Because", mia)
    with pytest.raises(ValidationError, match="past"):
        imposing.impose(ann, Kind.CHAT, "Because", mia, until=timezone.now())


def test_nobody_decides_on_oneself_nor_on_a_computer(mia):
    own = Player.objects.create(kind=Player.Kind.ACCOUNT, name="Mia", user=mia)
    with pytest.raises(ValidationError, match="oneself"):
        imposing.impose(own, Kind.WARNING, "Because", mia)
    hazel = Player.objects.create(kind=Player.Kind.CPU, name="Hazel")
    with pytest.raises(ValidationError, match="computer"):
        imposing.impose(hazel, Kind.WARNING, "Because", mia)


def test_a_warning_is_told_everywhere_until_it_is_acknowledged(mia):
    (ann,) = guests(1)
    client = browser_of(ann)
    given = imposing.impose(ann, Kind.WARNING, "Mind your words", mia)
    assert "Mind your words" in client.get("/rules/").content.decode()
    answer = client.post(f"/account/standing/{given.pk}/read/")
    assert answer.url == "/account/standing/"
    assert "Mind your words" not in client.get("/rules/").content.decode()
    page = client.get("/account/standing/").content.decode()
    assert "Mind your words" in page
    assert LogEntry.objects.first().action == "read"


def test_a_suspension_can_not_be_read_away(mia):
    ann = account("Ann")
    given = imposing.impose(ann, Kind.SUSPENSION, "Cheating", mia, until=in_an_hour())
    browser_of(ann).post(f"/account/standing/{given.pk}/read/")
    assert standing.bar_against(ann.pk) == given


def test_an_appeal_is_sent_once_and_decided_by_another_moderator(mia, noa):
    ann = account("Ann")
    client = browser_of(ann)
    given = imposing.impose(ann, Kind.BAN, "A robot", mia)
    address = f"/account/standing/{given.pk}/appeal/"
    assert client.post(address, {"text": "  "}).status_code == 422
    assert client.post(address, {"text": "I am no robot"}).status_code == 302
    assert client.post(address, {"text": "Really"}).status_code == 422
    appeal = Appeal.objects.get()
    with pytest.raises(ValidationError, match="Another moderator"):
        imposing.decide_appeal(appeal, granted=True, answer="Fine", actor=mia)
    with pytest.raises(ValidationError, match="Give an answer"):
        imposing.decide_appeal(appeal, granted=True, answer=" ", actor=noa)
    imposing.decide_appeal(appeal, granted=True, answer="You are right", actor=noa)
    assert standing.bar_against(ann.pk) is None
    assert "You are right" in client.get("/account/standing/").content.decode()
    with pytest.raises(ValidationError, match="decided already"):
        imposing.decide_appeal(appeal, granted=False, answer="No", actor=noa)


def test_an_appeal_that_is_not_granted_changes_nothing_else(mia, noa):
    ann = account("Ann")
    given = imposing.impose(ann, Kind.BAN, "A robot", mia)
    made = imposing.appeal(given, "I am no robot")
    imposing.decide_appeal(made, granted=False, answer="You are one", actor=noa)
    assert standing.bar_against(ann.pk) == given


@pytest.mark.parametrize("text", ["x" * 1001, "nul\0"])
def test_hostile_appeals_are_refused(mia, text):
    ann = account("Ann")
    given = imposing.impose(ann, Kind.BAN, "A robot", mia)
    answer = browser_of(ann).post(f"/account/standing/{given.pk}/appeal/", {"text": text})
    assert answer.status_code == 422
    assert not Appeal.objects.exists()


def test_what_is_imposed_on_others_is_nobody_elses_page(mia):
    ann, bob = account("Ann"), account("Bob")
    given = imposing.impose(ann, Kind.BAN, "A robot", mia)
    for path in ("read", "appeal"):
        answer = browser_of(bob).post(f"/account/standing/{given.pk}/{path}/", {"text": "Hm"})
        assert answer.status_code == 404
    assert "A robot" not in browser_of(bob).get("/account/standing/").content.decode()
    assert Client().get("/account/standing/").status_code == 302


@pytest.mark.usefixtures("never_emptied")
@pytest.mark.parametrize("table", ["accounts_logentry", "accounts_report"])
def test_nor_to_empty_them(mia, table):
    (ann,) = guests(1)
    imposing.impose(ann, Kind.WARNING, "Shouting", mia)
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    with pytest.raises(DatabaseError, match="is never changed"), transaction.atomic():
        connection.cursor().execute(f"TRUNCATE {table} CASCADE")
    assert LogEntry.objects.exists()


@pytest.mark.parametrize("change", [
    lambda: LogEntry.objects.update(reason="Other"),
    lambda: LogEntry.objects.all().delete(),
    lambda: Report.objects.update(text="Other"),
    lambda: Report.objects.update(moment={"page": "other"}),
    lambda: Report.objects.all().delete(),
])  # fmt: skip
def test_the_database_refuses_to_change_the_log_and_what_was_reported(mia, change):
    ann, bob = guests(2)
    Report.objects.create(reporter=ann, about=bob, reason="chat", text="Shouting")
    imposing.impose(bob, Kind.WARNING, "Shouting", mia)
    with pytest.raises(DatabaseError, match="is never changed"), transaction.atomic():
        change()
    Report.objects.update(state="claimed", claimed_by=mia)
    assert Report.objects.get().text == "Shouting"


def test_a_time_out_in_chat_is_told_on_pages_and_at_a_table_by_the_chat_alone(mia):
    (ann,) = guests(1)
    client, said = browser_of(ann), "You can&#x27;t talk at tables until"
    assert "in force" not in client.get("/account/").content.decode()
    imposing.impose(ann, Kind.CHAT, "Shouting", mia, until=in_an_hour())
    for path in ("/rules/", "/games/", "/account/"):
        page = client.get(path).content.decode()
        assert said in page, path
        assert "Read it and answer" in page
    assert "1 in force" in client.get("/account/").content.decode()
    given = standing.in_force(ann.pk)
    assert standing.notice(given)
    assert standing.notice_at_table(given) == ""


def test_a_ban_is_told_before_a_newer_time_out_in_chat(mia):
    (ann,) = guests(1)
    imposing.impose(ann, Kind.BAN, "A robot", mia)
    imposing.impose(ann, Kind.CHAT, "Shouting", mia, until=in_an_hour())
    assert "banned" in standing.notice(standing.in_force(ann.pk))


def test_who_is_banned_logs_in_and_appeals(client, mia, quick_accounts):
    ann = account("Ann")
    ann.user.set_password("seven green bottles on a wall")
    ann.user.save()
    given = imposing.impose(ann, Kind.BAN, "A robot", mia)
    fields = {"login": "ann@example.org", "password": "seven green bottles on a wall"}
    assert client.post("/accounts/login/", fields)["Location"] == "/games/"
    for page in ("/terms/", "/contact/"):
        assert 'href="/account/standing/"' in client.get(page).content.decode()
    assert "Send the appeal" in client.get("/account/standing/").content.decode()
    client.post(f"/account/standing/{given.pk}/appeal/", {"text": "I am none"})
    assert Appeal.objects.get().sanction == given
