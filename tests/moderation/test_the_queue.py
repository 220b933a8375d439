"""The queue of reports: found by what one looks for, taken by one, closed with an answer."""

from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.core.exceptions import ValidationError
from django.db import connection, transaction
from django.utils import timezone

from accounts.models import Report
from accounts.sanctions.models import LogEntry
from games.moderation import reports
from tests.ratings.ledgers import new_game
from tests.support.playing import guests
from tests.support.staff import desk_of, root
from tests.support.strict import Strict, strict_rules

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_accounts")]


@pytest.fixture
def people():
    ann, bob = guests(2)
    return SimpleNamespace(ann=ann, bob=bob)


def file(people, reason="chat", text="Rude.", **more):
    fields = {"reporter": people.ann, "about": people.bob} | more
    return Report.objects.create(reason=reason, text=text, **fields)


def shown(client, **query):
    page = client.get("/moderation/", query)
    assert page.status_code == 200
    return [each.pk for each in page.context["reports"]]


def test_open_reports_the_oldest_first_and_how_many(people, desk):
    first, second = file(people), file(people, "cheating", "<script>alert(1)</script>")
    assert shown(desk) == [first.pk, second.pk]
    page = desk.get("/moderation/")
    strict_rules(page)
    text = page.content.decode()
    assert Strict(text).faults == []
    assert "2 are open." in text
    assert "<script>alert" not in text


def test_it_is_filtered_by_state_reason_and_source(people, desk, mia, noa):
    chat, cheating = file(people), file(people, "cheating")
    signal = file(people, "farming", reporter=None)
    reports.claim(cheating.pk, mia)
    other = file(people, "leaving")
    reports.claim(other.pk, noa)
    assert shown(desk) == [chat.pk, signal.pk]
    assert shown(desk, state="mine") == [cheating.pk]
    assert shown(desk, state="work") == [cheating.pk, other.pk]
    assert shown(desk, reason="chat") == [chat.pk]
    assert shown(desk, **{"from": "site"}) == [signal.pk]
    assert shown(desk, **{"from": "players"}) == [chat.pk]
    reports.close(cheating.pk, "Thank you.", mia)
    assert shown(desk, state="closed") == [cheating.pk]
    assert shown(desk, state="nonsense", reason="x", page="-1") == [chat.pk, signal.pk]


def test_a_report_of_a_game_stands_there_too(people, desk):
    report = file(people, about=None, game=new_game())
    assert shown(desk) == [report.pk]
    assert "About the game" in desk.get("/moderation/").content.decode()


def test_pages_of_fifty_keep_the_filter(people, desk):
    Report.objects.bulk_create(
        Report(reporter=people.ann, about=people.bob, reason="chat", text=str(number))
        for number in range(51)
    )
    page = desk.get("/moderation/", {"reason": "chat"})
    assert len(page.context["reports"]) == 50
    assert "reason=chat&amp;page=2" in page.content.decode()
    assert len(shown(desk, reason="chat", page="2")) == 1


def test_a_report_is_taken_given_back_and_closed(people, desk, mia):
    report = file(people)
    base = f"/moderation/reports/{report.pk}/"
    assert desk.post(f"{base}claim/")["Location"] == base
    assert desk.post(f"{base}claim/").status_code == 302
    report.refresh_from_db()
    assert (report.state, report.claimed_by) == ("claimed", mia)
    desk.post(f"{base}release/")
    report.refresh_from_db()
    assert (report.state, report.claimed_by) == ("open", None)
    assert desk.post(f"{base}close/", {"answer": "  "}).status_code == 422
    assert desk.post(f"{base}close/", {"answer": "x" * 501}).status_code == 422
    desk.post(f"{base}close/", {"answer": "We have warned them."})
    report.refresh_from_db()
    assert (report.state, report.answer) == ("closed", "We have warned them.")
    assert report.closed_at is not None
    actions = [line.action for line in LogEntry.objects.filter(report=report)]
    assert actions == ["close", "release", "claim"]


def test_who_comes_second_is_told_by_whom_it_was_taken(people, desk, noa):
    report = file(people)
    reports.claim(report.pk, noa)
    for what in ("claim", "release", "close"):
        answer = desk.post(f"/moderation/reports/{report.pk}/{what}/", {"answer": "Done."})
        assert answer.status_code == 422
        assert "Noa has taken this report." in answer.content.decode()
    report.refresh_from_db()
    assert report.claimed_by == noa


def test_a_report_that_was_forgotten_can_be_given_back_by_anybody(people, mia, noa):
    report = file(people)
    reports.claim(report.pk, noa)
    Report.objects.update(claimed_at=timezone.now() - timedelta(hours=25))
    reports.release(report.pk, mia)
    assert Report.objects.get().state == "open"


def test_a_closed_report_stays_closed(people, desk, mia):
    report = file(people)
    reports.close(report.pk, "Done.", mia)
    for what in ("claim", "release", "close"):
        answer = desk.post(f"/moderation/reports/{report.pk}/{what}/", {"answer": "Again."})
        assert "This report is closed already." in answer.content.decode()
    assert Report.objects.get().answer == "Done."


def test_a_report_about_oneself_is_another_s(people, mia, desk):
    own = mia.player
    report = file(people, about=own)
    assert shown(desk) == []
    assert desk.get(f"/moderation/reports/{report.pk}/").status_code == 403
    with pytest.raises(ValidationError, match="about you"):
        reports.claim(report.pk, mia)
    page = desk.get(f"/moderation/players/{own.pk}/").content.decode()
    assert "This is you" in page
    assert f"/moderation/reports/{report.pk}/" not in page


@pytest.mark.django_db(transaction=True)
def test_of_two_at_once_one_wins_and_the_other_is_told():
    from concurrent.futures import ThreadPoolExecutor

    ann, bob = guests(2)
    report = Report.objects.create(reporter=ann, about=bob, reason="chat", text="x")
    staff = [root("one"), root("two")]

    def take(user):
        try:
            with transaction.atomic():
                return reports.claim(report.pk, user).claimed_by
        except ValidationError as error:
            return error.message
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as threads:
        taken = list(threads.map(take, staff))
    winner = Report.objects.get().claimed_by
    assert winner in staff
    assert taken.count(winner) == 1
    assert f"{winner.known_as} has taken this report." in taken
    assert LogEntry.objects.filter(action="claim").count() == 1


def test_hostile_numbers_are_no_report(desk):
    for pk in (0, 10**9, 10**30):
        assert desk.get(f"/moderation/reports/{pk}/").status_code == 404
        assert desk.post(f"/moderation/reports/{pk}/claim/").status_code == 404


def test_the_queue_is_for_reading_where_taking_is_not_allowed(people, mia):
    report = file(people)
    mia.groups.clear()
    from django.contrib.auth.models import Permission

    mia.user_permissions.add(Permission.objects.get(codename="view_queue"))
    client = desk_of(mia)
    assert "Take it" not in client.get("/moderation/").content.decode()
    assert client.post(f"/moderation/reports/{report.pk}/claim/").status_code == 403
