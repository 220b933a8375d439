"""Appeals in a list of their own, decided by another moderator than the one who imposed."""

import pytest
from django.core.exceptions import ValidationError

from accounts.sanctions import imposing, standing
from accounts.sanctions.models import Appeal, Kind, LogEntry
from tests.support.playing import account
from tests.support.staff import desk_of
from tests.support.strict import Strict, strict_rules

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_accounts")]


@pytest.fixture
def appeal(mia):
    given = imposing.impose(account("Ann"), Kind.BAN, "A robot", mia)
    return imposing.appeal(given, "I am <b>no</b> robot")


def test_another_moderator_decides_and_the_first_can_not(appeal, desk, noa):
    address = f"/moderation/appeals/{appeal.pk}/"
    fields = {"decision": "grant", "answer": "You are right"}
    page = desk.get("/moderation/appeals/").content.decode()
    assert "Another moderator decides this one." in page
    assert address not in page
    assert desk.post(address, fields).status_code == 422
    other = desk_of(noa)
    page = other.get("/moderation/appeals/")
    strict_rules(page)
    text = page.content.decode()
    assert Strict(text).faults == []
    assert "I am &lt;b&gt;no&lt;/b&gt; robot" in text
    assert other.get(address)["Location"] == "/moderation/appeals/"
    assert other.post(address, fields)["Location"] == "/moderation/appeals/"
    assert standing.bar_against(appeal.sanction.player_id) is None
    assert "None." in other.get("/moderation/appeals/").content.decode()
    assert "You are right" in other.get("/moderation/appeals/?state=decided").content.decode()
    assert LogEntry.objects.filter(action="decide", actor_name="Noa").exists()
    assert "decided already" in other.post(address, fields).content.decode()


@pytest.mark.parametrize("fields", [
    {"decision": "grant", "answer": " "},
    {"decision": "grant", "answer": "x" * 501},
    {"decision": "grant", "answer": "nul\0"},
    {"decision": "perhaps", "answer": "Well"},
    {"answer": "Well"},
])  # fmt: skip
def test_without_a_decision_and_an_answer_nothing_is_decided(fields, appeal, noa):
    other = desk_of(noa)
    answer = other.post(f"/moderation/appeals/{appeal.pk}/", fields)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode()
    assert Appeal.objects.get().decided_at is None


def test_one_that_is_not_granted_leaves_the_sanction(appeal, noa):
    fields = {"decision": "refuse", "answer": "You are one"}
    desk_of(noa).post(f"/moderation/appeals/{appeal.pk}/", fields)
    assert standing.bar_against(appeal.sanction.player_id) is not None


def test_while_an_appeal_waits_nothing_takes_the_place_of_what_it_is_against(appeal, mia, noa):
    player = appeal.sanction.player
    with pytest.raises(ValidationError, match="An appeal against the one in force waits"):
        imposing.impose(player, Kind.BAN, "Still a robot", mia)
    imposing.impose(player, Kind.WARNING, "Another matter", mia)
    imposing.decide_appeal(appeal, granted=True, answer="Right", actor=noa)
    assert standing.bar_against(player.pk) is None
    imposing.impose(player, Kind.BAN, "A robot all the same", mia)


def test_lifting_grants_the_appeal_that_waits(appeal, mia, noa):
    imposing.lift(appeal.sanction, "A mistake", mia)
    appeal.refresh_from_db()
    assert (appeal.granted, appeal.answer, appeal.decided_by) == (True, "A mistake", mia)
    with pytest.raises(ValidationError, match="decided already"):
        imposing.decide_appeal(appeal, granted=False, answer="No", actor=noa)
