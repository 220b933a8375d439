"""Where an account is logged in, and logging a device out from another one."""

import re

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.test import Client

from accounts.devices import device_name
from accounts.players import player_of_session
from tests.support.staff import desk_of, root
from tests.support.strict import Strict, strict_rules
from tests.support.visitors import PASSWORD, account, log_in, player_of, sign_up

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.usefixtures("wires", "one_look", "quick_accounts"),
]

URL = "/account/sessions/"
END = "/account/sessions/end/"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"
SAFARI = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like"
    " Gecko) Version/17.0 Mobile/15E148 Safari/604.1"
)
CHROME = (
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)"
    " Chrome/126.0.0.0 Safari/537.36"
)
NEW = "eight red herrings in a row"


def key_of(client):
    return client.cookies["sessionid"].value


def session_of(client):
    return UserSession.objects.get(session_key=key_of(client)).pk


def logged_in(email="ann@example.org", user_agent=FIREFOX):
    client = Client(headers={"user-agent": user_agent})
    log_in(client, email=email)
    return client


def is_over(client, key=None):
    """Whether a device's session is gone, for pages and for sockets."""
    key = key or key_of(client)
    gone = not Session.objects.filter(session_key=key).exists()
    assert gone == (player_of_session(key) is None)
    return gone


def test_every_device_is_listed_this_one_first():
    account()
    phone, here = logged_in(user_agent=SAFARI), logged_in()
    page = here.get(URL)
    strict_rules(page)
    text = page.content.decode()
    assert Strict(text).faults == []
    assert [each.name for each in page.context["devices"]] == [
        "Firefox on Linux",
        "Safari on iPhone",
    ]
    assert [each.here for each in page.context["devices"]] == [True, False]
    assert text.count("127.0.0.1") == 2
    assert "now" in text
    for client in (phone, here):
        assert key_of(client) not in text


def test_signing_up_counts_as_well():
    client = Client()
    sign_up(client)
    (device,) = client.get(URL).context["devices"]
    assert device.here


def test_a_device_is_logged_out_from_another_one():
    account()
    phone, tablet, here = logged_in(user_agent=SAFARI), logged_in(), logged_in()
    answer = here.post(END, {"session": session_of(phone)}, follow=True)
    assert "Safari on iPhone is logged out." in answer.content.decode()
    assert is_over(phone)
    assert not is_over(tablet)
    assert not is_over(here)
    assert phone.get(URL)["Location"].startswith("/accounts/login/")
    assert len(answer.context["devices"]) == 2


def test_all_other_devices_are_logged_out_at_once():
    account()
    phone, tablet, here = logged_in(), logged_in(), logged_in()
    here.post(END, {"session": "others"})
    assert is_over(phone)
    assert is_over(tablet)
    assert not is_over(here)
    assert UserSession.objects.count() == 1


@pytest.mark.parametrize(
    "session", ["", "0", "-1", "x", "9" * 40, "\x00", "<b>", "1 OR 1=1", "ⅳ", None]
)
def test_what_is_no_device_of_the_account_is_left_alone(session):
    account()
    other, here = logged_in(), logged_in()
    answer = here.post(END, {} if session is None else {"session": session}, follow=True)
    assert answer.status_code == 200
    assert not is_over(other)
    assert not is_over(here)


def test_nobody_logs_somebody_else_out():
    account()
    account("Bob", "bob@example.org")
    ann, bob = logged_in(), logged_in("bob@example.org")
    bob.post(END, {"session": session_of(ann)})
    bob.post(END, {"session": "others"})
    assert not is_over(ann)
    assert key_of(ann) not in bob.get(URL).content.decode()


def test_this_device_is_not_ended_by_its_number():
    account()
    here = logged_in()
    here.post(END, {"session": session_of(here)})
    assert not is_over(here)


def test_it_needs_a_log_in_a_form_and_its_token():
    account()
    other = logged_in()
    for ask in (Client().get, Client().post):
        assert ask(URL)["Location"].startswith("/accounts/login/")
        assert ask(END, {"session": "others"})["Location"].startswith("/accounts/login/")
    assert other.get(END)["Location"] == URL
    strict = Client(enforce_csrf_checks=True)
    strict.cookies["sessionid"] = key_of(other)
    assert strict.post(END, {"session": "others"}).status_code == 403


def test_a_session_that_is_over_is_not_listed():
    account()
    gone, here = logged_in(), logged_in()
    gone.post("/accounts/logout/")
    lost = logged_in()
    Session.objects.filter(session_key=key_of(lost)).delete()
    assert len(here.get(URL).context["devices"]) == 1


def test_a_new_password_logs_every_other_device_out():
    account()
    phone, here = logged_in(), logged_in()
    form = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}
    assert here.post("/accounts/password/change/", form).status_code == 302
    assert is_over(phone)
    assert player_of(here).name == "Ann"
    assert len(here.get(URL).context["devices"]) == 1


def test_a_password_set_anew_by_mail_logs_every_device_out(mailoutbox):
    account()
    phone, tablet = logged_in(), logged_in()
    stranger = Client()
    stranger.post("/accounts/password/reset/", {"email": "ann@example.org"})
    path = re.search(r"https?://testserver(/\S+key/\S+)", mailoutbox[-1].body)[1]
    form = stranger.get(path, follow=True)
    stranger.post(form.request["PATH_INFO"], {"password1": NEW, "password2": NEW})
    assert is_over(phone)
    assert is_over(tablet)


def test_who_may_not_log_in_any_more_is_logged_out_everywhere():
    ann = account()
    account("Bob", "bob@example.org")
    phone, here, other = logged_in(), logged_in(), logged_in("bob@example.org")
    ann.user.is_active = False
    ann.user.save()
    assert is_over(phone) and is_over(here)
    assert not is_over(other)


def test_with_the_account_goes_its_player_s_every_device():
    ann = account()
    here = logged_in()
    ann.user.delete()
    assert is_over(here)


@pytest.mark.parametrize("usable", ["true", "false"])
def test_a_password_that_an_administrator_sets_logs_every_device_out(usable):
    desk = desk_of(root())
    ann = account()
    here = logged_in()
    form = {"usable_password": usable, "password1": NEW, "password2": NEW}
    if usable == "false":
        form["unset-password"] = "yes"
    address = f"/admin/accounts/user/{ann.user.pk}/password/"
    assert desk.post(address, form).status_code == 302
    assert is_over(here)


@pytest.mark.parametrize(
    ("user_agent", "name"),
    [
        (FIREFOX, "Firefox on Linux"),
        (SAFARI, "Safari on iPhone"),
        (CHROME, "Chrome on Windows"),
        (CHROME + " Edg/126.0", "Edge on Windows"),
        ("curl/8.0", "A browser that does not say what it is"),
        ("", "A browser that does not say what it is"),
        ("<script>alert(1)</script>" * 50, "A browser that does not say what it is"),
    ],
)
def test_browsers_are_called_what_people_call_them(user_agent, name):
    assert device_name(user_agent) == name


@pytest.mark.parametrize("user_agent", ["x" * 5000, "caf\u00e9 \u00ff", "<b>", ""])
def test_a_strange_browser_can_log_in(user_agent):
    account()
    client = Client(headers={"user-agent": user_agent})
    assert log_in(client).status_code == 302
    assert client.get(URL).status_code == 200
