"""A second step to log in: a code of an app, or a recovery code."""

import re
from types import SimpleNamespace

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.core import mail
from django.test import Client

from accounts.models import User
from tests.support.staff import log_in_staff
from tests.support.strict import Strict, strict_rules
from tests.support.visitors import PASSWORD, account, log_in, player_of

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.usefixtures("wires", "one_look", "quick_accounts"),
]

INDEX = "/accounts/2fa/"
ACTIVATE = "/accounts/2fa/totp/activate/"
DEACTIVATE = "/accounts/2fa/totp/deactivate/"
AUTHENTICATE = "/accounts/2fa/authenticate/"
CODES = "/accounts/2fa/recovery-codes/"
NEW_CODES = "/accounts/2fa/recovery-codes/generate/"
KEPT = "/accounts/2fa/recovery-codes/download/"


def code_at(secret, minute_half):
    return format_hotp_value(hotp_value(secret, minute_half))


@pytest.fixture
def clock(monkeypatch):
    """The half minute that the codes are of; a code counts once."""

    class Clock:
        now = 1000

    monkeypatch.setattr(
        "allauth.mfa.totp.internal.auth.yield_hotp_counters_from_time",
        lambda: iter([Clock.now - 1, Clock.now, Clock.now + 1]),
    )
    return Clock


@pytest.fixture
def mail_at_once(monkeypatch):
    """A test's transaction never ends, so nothing would be sent after it."""
    now = SimpleNamespace(on_commit=lambda work: work())
    for step in ("totp", "recovery_codes"):
        monkeypatch.setattr(f"allauth.mfa.{step}.internal.flows.transaction", now)


def confirm(client, answer, password=PASSWORD):
    """Type the password where the site asks whether it is you; what comes then."""
    if answer.status_code == 302 and "reauthenticate" in answer["Location"]:
        return client.post(answer["Location"], {"password": password})
    return answer


def opened(client, url):
    answer = confirm(client, client.get(url))
    return client.get(url) if answer.status_code == 302 else answer


def switch_on(client, clock):
    """Set the second step up as the page says it; the secret."""
    page = opened(client, ACTIVATE)
    secret = re.search(r'id="secret">([A-Z2-7]+)<', page.content.decode())[1]
    answer = client.post(ACTIVATE, {"code": code_at(secret, clock.now)})
    assert answer["Location"] == CODES
    clock.now += 5
    return secret


def recovery_codes(client):
    return re.findall(r"<code>(\d{8})</code>", opened(client, CODES).content.decode())


@pytest.fixture
def ann(client):
    """Logged in on `client`."""
    player = account()
    log_in(client)
    return player


@pytest.fixture
def protected(ann, client, clock):
    """Ann with a second step; its secret."""
    return switch_on(client, clock)


@pytest.mark.usefixtures("mail_at_once")
def test_it_is_set_up_with_a_picture_or_a_key(ann, client, clock):
    page = opened(client, ACTIVATE)
    text = page.content.decode()
    assert re.search(r'<img class="qr" src="data:image/svg\+xml;base64,[A-Za-z0-9+/=]+"', text)
    assert Authenticator.objects.count() == 0
    switch_on(client, clock)
    assert {each.type for each in Authenticator.objects.all()} == {"totp", "recovery_codes"}
    assert len(recovery_codes(client)) == 10
    assert "Two-factor log-in was switched on" in mail.outbox[-1].body


def test_only_its_own_page_may_draw_a_picture_from_within(ann, client, clock):
    policy = opened(client, ACTIVATE)["Content-Security-Policy"]
    assert "img-src 'self' data:;" in policy + ";"
    assert policy.count("data:") == 1
    assert "unsafe" not in policy
    switch_on(client, clock)
    for url in (INDEX, CODES, NEW_CODES, DEACTIVATE, "/account/", "/account/sessions/"):
        answer = opened(client, url)
        strict_rules(answer)
        assert Strict(answer.content.decode()).faults == [], url


def test_the_page_with_the_secret_is_not_kept_by_browsers(ann, client, clock):
    assert "no-store" in opened(client, ACTIVATE)["Cache-Control"]
    switch_on(client, clock)
    assert "no-store" in opened(client, CODES)["Cache-Control"]


def test_setting_it_up_asks_for_the_password(ann, client):
    answer = client.get(ACTIVATE)
    assert answer["Location"].startswith("/accounts/reauthenticate/")
    assert confirm(client, answer, "wrong").status_code == 200
    assert client.get(ACTIVATE)["Location"].startswith("/accounts/reauthenticate/")


def test_setting_it_up_needs_a_confirmed_address(client):
    account(verified=False)
    log_in(client)
    text = client.get(ACTIVATE).content.decode()
    assert "First confirm your address" in text
    assert 'id="secret"' not in text


@pytest.mark.parametrize("code", ["", "000000", "abcdef", "1" * 5000, "\x00", "<b>", "١٢٣٤٥٦"])
def test_a_wrong_code_switches_nothing_on(ann, client, clock, code):
    opened(client, ACTIVATE)
    answer = client.post(ACTIVATE, {"code": code})
    assert answer.status_code == 200
    assert answer.context["form"].errors["code"]
    assert not Authenticator.objects.exists()
    # the secret stays, so that the app on the phone need not be set up again
    assert answer.context["form"].secret in answer.content.decode()


def test_logging_in_takes_both(protected, client, clock):
    other = Client()
    answer = log_in(other)
    assert answer["Location"].startswith(AUTHENTICATE)
    assert player_of(other) is None
    assert "_auth_user_id" not in other.session
    page = other.get(AUTHENTICATE)
    assert Strict(page.content.decode()).faults == []
    answer = other.post(AUTHENTICATE, {"code": code_at(protected, clock.now)})
    assert answer["Location"] == "/games/"
    assert player_of(other).name == "Ann"


def test_it_leads_back_to_where_the_log_in_was_asked_for(protected, clock):
    other = Client()
    log_in(other, next="/lobby/")
    code = code_at(protected, clock.now)
    assert other.post(AUTHENTICATE, {"code": code})["Location"] == "/lobby/"


def test_a_guest_keeps_the_seat_until_both_are_right(protected, client, clock):
    other = Client()
    other.post("/play/friend/", {"name": "Zoe"})
    guest = player_of(other)
    log_in(other)
    assert player_of(other) == guest
    other.post(AUTHENTICATE, {"code": code_at(protected, clock.now)})
    assert player_of(other).name == "Ann"
    assert player_of(other).seats.count() == 1


def test_a_guest_who_has_no_code_at_hand_keeps_the_seat(protected):
    other = Client()
    other.post("/play/friend/", {"name": "Zoe"})
    guest = player_of(other)
    log_in(other)
    # nothing on the page logs out, which would end the guest's session as well
    assert "/accounts/logout/" not in other.get(AUTHENTICATE).content.decode()
    assert other.get("/").status_code == 200
    assert player_of(other) == guest


@pytest.mark.parametrize("code", ["", "000000", "x" * 5000, "\x00", "<b>", "' OR 1=1 --"])
def test_a_wrong_code_lets_nobody_in(protected, code):
    other = Client()
    log_in(other)
    answer = other.post(AUTHENTICATE, {"code": code})
    assert answer.status_code == 200
    assert answer.context["form"].errors["code"]
    assert player_of(other) is None


def test_a_code_counts_once(protected, clock):
    code = code_at(protected, clock.now)
    for status in (302, 200):
        other = Client()
        log_in(other)
        assert other.post(AUTHENTICATE, {"code": code}).status_code == status


def test_a_code_of_the_half_minute_before_counts_an_older_one_does_not(protected, clock):
    other = Client()
    log_in(other)
    old = code_at(protected, clock.now - 2)
    assert other.post(AUTHENTICATE, {"code": old}).status_code == 200
    late = code_at(protected, clock.now - 1)
    assert other.post(AUTHENTICATE, {"code": late}).status_code == 302


def test_guessing_codes_is_held_up_and_the_right_one_has_to_wait_too(protected, clock):
    other = Client()
    log_in(other)
    for number in range(12):
        other.post(AUTHENTICATE, {"code": f"{number:06}"})
    answer = other.post(AUTHENTICATE, {"code": code_at(protected, clock.now)})
    assert answer.status_code == 200
    assert player_of(other) is None


def test_the_second_step_alone_is_no_way_in(protected, clock):
    other = Client()
    assert other.get(AUTHENTICATE)["Location"].startswith("/accounts/login/")
    answer = other.post(AUTHENTICATE, {"code": code_at(protected, clock.now)})
    assert answer["Location"].startswith("/accounts/login/")
    assert player_of(other) is None


def test_a_recovery_code_lets_in_once(protected, client):
    codes = recovery_codes(client)
    for code, status in ((codes[0], 302), (codes[0], 200), (codes[1], 302)):
        other = Client()
        log_in(other)
        assert other.post(AUTHENTICATE, {"code": code}).status_code == status
    assert recovery_codes(client) == codes[2:]


def test_recovery_codes_come_as_a_file(protected, client):
    codes = recovery_codes(client)
    answer = client.get(KEPT)
    assert answer["Content-Type"].startswith("text/plain")
    assert answer.content.decode().split() == codes


@pytest.mark.usefixtures("mail_at_once")
def test_new_recovery_codes_replace_the_old_ones_and_mail_says_so(protected, client):
    old = recovery_codes(client)
    client.post(NEW_CODES)
    new = recovery_codes(client)
    assert len(new) == 10
    assert set(old) & set(new) == set()
    assert "New recovery codes" in mail.outbox[-1].subject
    other = Client()
    log_in(other)
    assert other.post(AUTHENTICATE, {"code": old[0]}).status_code == 200


def test_it_is_switched_off_with_the_codes_and_mail_says_so(protected, client):
    assert opened(client, DEACTIVATE).status_code == 200
    assert Authenticator.objects.count() == 2
    assert client.post(DEACTIVATE)["Location"] == INDEX
    assert not Authenticator.objects.exists()
    assert "switched off" in mail.outbox[-1].body
    other = Client()
    assert log_in(other)["Location"] == "/games/"


def test_a_password_set_anew_by_mail_does_not_do_without_the_code(protected, client):
    other = Client()
    other.post("/accounts/password/reset/", {"email": "ann@example.org"})
    path = re.search(r"https?://testserver(/\S+key/\S+)", mail.outbox[-1].body)[1]
    form = other.get(path, follow=True)
    new = "eight red herrings in a row"
    other.post(form.request["PATH_INFO"], {"password1": new, "password2": new})
    assert player_of(other) is None
    assert log_in(other, password=new)["Location"].startswith(AUTHENTICATE)


@pytest.mark.parametrize("url", [INDEX, ACTIVATE, CODES, NEW_CODES, KEPT, DEACTIVATE])
def test_its_pages_are_for_who_is_logged_in(url):
    for ask in (Client().get, Client().post):
        answer = ask(url)
        assert answer.status_code in (302, 404), url
        if answer.status_code == 302:
            assert answer["Location"].startswith(("/accounts/login/", "/accounts/reauth"))


# --- The administration ---------------------------------------------------------------------------


@pytest.fixture
def root(client):
    """An administrator with a second step, and its secret's text."""
    user = User.objects.create_superuser("root", "root@example.org", PASSWORD)
    step = Authenticator.objects.create(
        user=user, type="totp", data={"secret": "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"}
    )
    log_in_staff(client, user)
    return step


def test_the_administration_asks_for_the_second_step_too(root):
    other = Client()
    answer = other.get("/admin/", follow=True)
    assert answer.request["PATH_INFO"] == "/accounts/login/"
    # its own form takes nothing any more
    other.post("/admin/login/", {"username": "root", "password": PASSWORD})
    assert "_auth_user_id" not in other.session
    assert log_in(other, "root@example.org")["Location"].startswith(AUTHENTICATE)
    assert other.get("/admin/").status_code == 302


def test_an_administrator_can_remove_a_lost_second_step_and_never_sees_its_secret(root, client):
    ann = account()
    step = Authenticator.objects.create(
        user=ann.user, type="totp", data={"secret": "KRUGKIDROVUWG2ZAKRUGKIDROVUWG2ZA"}
    )
    base = "/admin/mfa/authenticator/"
    for url in (base, f"{base}{step.pk}/change/", f"{base}{step.pk}/delete/"):
        answer = client.get(url)
        assert answer.status_code == 200, url
        assert "KRUGKIDR" not in answer.content.decode(), url
    for lookup in ("data__secret__startswith", "data__contains"):
        assert client.get(base, {lookup: "K"}).status_code in (302, 400)
    client.post(f"{base}{step.pk}/delete/", {"post": "yes"})
    assert not Authenticator.objects.filter(user=ann.user).exists()
    assert client.get("/admin/usersessions/usersession/").status_code == 404
