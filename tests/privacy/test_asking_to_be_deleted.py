"""An account is deleted a week after its owner asked for it, and kept by one button till then."""

from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts import departures, forgetting
from accounts.models import Departure, Player, User
from tests.support.strict import Strict
from tests.support.visitors import PASSWORD, account, log_in

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.usefixtures("wires", "one_look", "quick_accounts"),
]

URL = "/account/delete/"


@pytest.fixture
def ann(client):
    player = account()
    log_in(client)
    return player


@pytest.fixture(autouse=True)
def at_once(django_capture_on_commit_callbacks):
    """What is told after the commit is told at once."""
    with django_capture_on_commit_callbacks(execute=True):
        yield


def ask(client):
    """Press the button, and type the password."""
    answer = client.post(URL)
    if "reauthenticate" in answer.headers.get("Location", ""):
        answer = client.post(answer["Location"], {"password": PASSWORD})
    return answer


def test_the_page_says_what_happens_before_there_is_a_button(ann, client):
    page = client.get(URL).content.decode()
    assert "Nothing happens for 7 days" in page
    assert "a ranked game of two is resigned" in page
    assert 'id="delete"' in page
    assert Strict(page).faults == []


def test_the_password_is_asked_again(ann, client):
    answer = client.post(URL)
    assert answer["Location"].startswith("/accounts/reauthenticate/")
    assert not Departure.objects.exists()
    client.post(answer["Location"], {"password": "wrong"})
    assert not Departure.objects.exists()
    assert client.post(answer["Location"], {"password": PASSWORD})["Location"] == "/account/"
    assert Departure.objects.exists()


def test_nobody_is_sent_to_the_log_in():
    assert Client().get(URL)["Location"].startswith("/accounts/login/")
    assert Client().post(URL)["Location"].startswith("/accounts/login/")


def test_the_week_is_told_by_mail_and_on_every_page(ann, django_capture_on_commit_callbacks):
    client = Client()
    log_in(client)
    with django_capture_on_commit_callbacks(execute=True):
        ask(client)
    departure = Departure.objects.get()
    assert departure.due_at - departure.asked_at == timedelta(days=7)
    told = mail.outbox[-1]
    assert told.to == ["ann@example.org"]
    assert "Keep my account" in told.body
    assert "http://testserver/account/" in told.body
    other = Client()
    log_in(other)
    for path in ("/", "/lobby/", "/account/"):
        page = other.get(path).content.decode()
        assert "This account will be deleted on" in page, path
        assert Strict(page).faults == []


def test_asking_again_does_not_change_the_day(ann, client):
    ask(client)
    before = Departure.objects.get().due_at
    ask(client)
    assert Departure.objects.get().due_at == before


def test_one_button_keeps_the_account(ann, client):
    ask(client)
    assert client.post("/account/keep/")["Location"] == "/account/"
    assert not Departure.objects.exists()
    page = client.get("/account/").content.decode()
    assert "Your account stays" in page
    assert "Keep my account" not in page


def test_nothing_is_deleted_before_the_week_is_over(ann, client):
    ask(client)
    Departure.objects.update(due_at=timezone.now() + timedelta(minutes=1))
    forgetting.forget()
    assert User.objects.exists()
    assert Player.objects.get(pk=ann.pk).name == "Ann"


def test_what_was_kept_in_the_last_moment_is_not_deleted(ann, client):
    ask(client)
    Departure.objects.update(due_at=timezone.now() - timedelta(minutes=1))
    (late,) = departures.due()
    client.post("/account/keep/")
    assert departures.carry_out(late) is False
    assert User.objects.exists()


def test_an_administrator_hands_over_first(ann, client):
    User.objects.update(is_staff=True)
    assert "Hand the administration over first" in client.get(URL).content.decode()
    assert ask(client).status_code == 403
    assert not Departure.objects.exists()
