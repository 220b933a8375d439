"""The moderators' pages and the administration: staff with a second step, and with the right."""

import re
from datetime import timedelta

import pytest
from allauth.account.authentication import AUTHENTICATION_METHODS_SESSION_KEY
from allauth.mfa.totp.internal import auth as totp
from django.contrib.auth.models import Group
from django.test import Client
from django.utils import timezone

from accounts.models import Report, User
from accounts.sanctions import imposing
from accounts.sanctions.models import Kind
from accounts.sanctions.rights import ADMIN_ONLY, GROUPS, Right
from tests.support.playing import account
from tests.support.staff import (
    BACKEND,
    desk_of,
    moderator,
    root,
    used_second_step,
    with_second_step,
)
from tests.support.strict import Strict
from tests.support.visitors import PASSWORD, link_in_mail, log_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_accounts")]

PAGES = ("/moderation/", "/moderation/log/", "/moderation/players/", "/moderation/appeals/")


def test_two_groups_have_their_rights():
    for name, rights in GROUPS.items():
        held = Group.objects.get(name=name).permissions.values_list("codename", flat=True)
        assert set(held) == {right.value for right in rights}
    assert ADMIN_ONLY & GROUPS["moderator"] == set()


@pytest.mark.parametrize("page", PAGES)
def test_nobody_comes_in_without_the_right(page):
    assert Client().get(page)["Location"].startswith("/accounts/login/?next=/moderation/")
    ann = account("Ann").user
    client = Client()
    client.force_login(ann, backend=BACKEND)
    assert client.get(page).status_code == 403
    # staff of another kind
    eve = moderator("eve")
    eve.groups.clear()
    assert desk_of(eve).get(page).status_code == 403


@pytest.mark.parametrize("page", PAGES)
def test_a_moderator_and_a_superuser_come_in(page, desk):
    assert desk.get(page).status_code == 200
    assert desk_of(root()).get(page).status_code == 200


@pytest.mark.parametrize("page", ["/moderation/", "/moderation/nothing/", "/admin/"])
def test_without_a_second_step_staff_are_led_to_set_it_up(page, mia):
    mia.is_superuser = True
    mia.save()
    client = Client()
    client.force_login(mia, backend=BACKEND)
    answer = client.get(page)
    assert answer["Location"] == "/accounts/2fa/totp/activate/"
    follow = client.get("/rules/").content.decode()
    assert "need two-factor log-in" in follow


@pytest.mark.parametrize("page", ["/moderation/", "/admin/"])
def test_a_second_step_that_was_not_used_here_is_asked_for_once(page, mia):
    mia.is_superuser = True
    mia.save()
    client = Client()
    client.force_login(mia, backend=BACKEND)
    with_second_step(mia)
    answer = client.get(page)
    assert answer["Location"] == f"/accounts/2fa/reauthenticate/?next={page.replace('/', '%2F')}"
    assert client.get(answer["Location"]).status_code == 200
    used_second_step(client, mia)
    assert client.get(page).status_code == 200


def test_another_one_s_code_does_not_count(mia, noa):
    client = Client()
    client.force_login(mia, backend=BACKEND)
    with_second_step(mia)
    used_second_step(client, noa)
    assert client.get("/moderation/").status_code == 302


def test_who_is_switched_off_is_out(mia, desk):
    User.objects.filter(pk=mia.pk).update(is_active=False)
    assert desk.get("/moderation/").status_code == 302
    User.objects.filter(pk=mia.pk).update(is_active=True, is_staff=False)
    assert desk.get("/moderation/").status_code == 403


def test_the_link_is_in_the_site_s_menu_for_those_who_may_see_the_queue(mia, desk):
    link = 'href="/moderation/"'
    assert link in desk.get("/rules/").content.decode()
    assert link not in Client().get("/rules/").content.decode()
    mia.groups.clear()
    assert link not in desk.get("/rules/").content.decode()


def test_each_measure_asks_for_its_own_right(mia, desk):
    ann = account("Ann")
    assert desk.get(f"/moderation/players/{ann.pk}/ban/").status_code == 403
    assert desk.post(f"/moderation/players/{ann.pk}/boards/", {"reason": "x"}).status_code == 403
    page = desk.get(f"/moderation/players/{ann.pk}/").content.decode()
    assert "suspension-7-days" in page
    assert "/ban/" not in page
    group = Group.objects.get(name="moderator")
    group.permissions.remove(group.permissions.get(codename=Right.SUSPEND.value))
    assert "suspension-7-days" not in desk.get(f"/moderation/players/{ann.pk}/").content.decode()
    assert desk.get(f"/moderation/players/{ann.pk}/suspension-7-days/").status_code == 403


def test_the_administration_shows_what_moderators_did_and_changes_none():
    client = desk_of(root())
    for model in ("sanction", "appeal", "logentry"):
        assert client.get(f"/admin/accounts/{model}/").status_code == 200
        assert client.get(f"/admin/accounts/{model}/add/").status_code == 403


def test_a_new_administrator_comes_all_the_way_in():
    User.objects.create_superuser("root", "root@example.org", PASSWORD)
    client = Client()
    log_in(client, "root@example.org")
    # the address is confirmed first: a second step on another one's would lock that one out
    page = client.get("/admin/", follow=True)
    assert page.redirect_chain[-1][0] == "/accounts/2fa/totp/activate/"
    assert "need two-factor log-in" in page.content.decode()
    client.post(link_in_mail())
    page = client.get("/admin/", follow=True)
    page = client.post(page.redirect_chain[-1][0], {"password": PASSWORD}, follow=True)
    secret = re.search(r'id="secret">([A-Z2-7]+)<', page.content.decode())[1]
    code = totp.format_hotp_value(
        totp.hotp_value(secret, next(totp.yield_hotp_counters_from_time()))
    )
    client.post("/accounts/2fa/totp/activate/", {"code": code})
    page = client.get("/admin/", follow=True)
    assert page.redirect_chain[-1][0] == "/accounts/2fa/reauthenticate/?next=%2Fadmin%2F"
    page = client.post(page.redirect_chain[-1][0], {"code": code, "next": "/admin/"}, follow=True)
    assert page.request["PATH_INFO"] == "/admin/"
    assert page.status_code == 200


@pytest.mark.parametrize("page", ["/moderation/", "/admin/accounts/user/"])
def test_on_the_way_to_staff_pages_a_password_is_not_offered(page, mia):
    client = Client()
    client.force_login(mia, backend=BACKEND)
    mia.set_password("seven green bottles on a wall")
    with_second_step(mia)
    asks = client.get(page)["Location"]
    assert "Use your password instead" not in client.get(asks).content.decode()
    by_password = client.get("/accounts/reauthenticate/", {"next": page})
    assert by_password["Location"] == asks
    other = client.get("/accounts/2fa/reauthenticate/", {"next": "/accounts/email/"})
    assert "Use your password instead" in other.content.decode()


@pytest.mark.parametrize("path", ["/moderation/", "/admin/accounts/user/add/"])
def test_who_is_refused_reads_words_that_fit_and_finds_a_way_back(path, desk):
    client = desk if "admin" in path else desk_of(account("Eve").user)
    answer = client.get(path)
    assert answer.status_code == 403
    page = answer.content.decode()
    assert Strict(page).faults == []
    assert "seat" not in page
    for way in ("/lobby/", "/games/", 'href="/"'):
        assert way in page


def test_a_refusal_with_a_reason_says_it(mia, desk):
    report = Report.objects.create(about=mia.player, reason="leaver")
    answer = desk.get(f"/moderation/reports/{report.pk}/")
    assert answer.status_code == 403
    assert "This report is about you" in answer.content.decode()


@pytest.mark.parametrize("page", ["/moderation/", "/admin/"])
@pytest.mark.parametrize("kind", [Kind.SUSPENSION, Kind.BAN])
def test_who_is_suspended_judges_nobody(page, kind, mia, desk, ada):
    until = timezone.now() + timedelta(days=1) if kind == Kind.SUSPENSION else None
    imposing.impose(mia.player, kind, "x", ada, until=until)
    assert desk.get(page)["Location"] == "/account/standing/"


def test_a_code_opens_their_pages_for_half_a_day(mia, desk):
    session = desk.session
    for record in session[AUTHENTICATION_METHODS_SESSION_KEY]:
        record["at"] -= 12 * 3600 + 1
    session.save()
    assert desk.get("/moderation/")["Location"].startswith("/accounts/2fa/reauthenticate/")
