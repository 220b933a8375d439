"""An account is made at once; its address is confirmed by the link in the mail."""

import re

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from accounts.models import Player, User
from tests.support.strict import Strict
from tests.support.visitors import (
    PASSWORD,
    account,
    browser_of,
    link_in_mail,
    log_in,
    player_of,
    sign_up,
)

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.usefixtures("wires", "one_look", "quick_accounts"),
]


def verified(email="ann@example.org"):
    return EmailAddress.objects.get(email=email).verified


def test_a_new_account_is_logged_in_and_has_a_player(client):
    response = sign_up(client, name="  Ann  Mary ")
    assert response.status_code == 302
    assert response["Location"] == "/games/"
    user = User.objects.get()
    player = Player.objects.get()
    assert (player.name, player.kind, player.user) == ("Ann Mary", Player.Kind.ACCOUNT, user)
    assert player_of(client) == player
    assert client.session["_auth_user_id"] == str(user.pk)
    assert user.check_password(PASSWORD)


def test_a_new_account_needs_no_name(client):
    sign_up(client)
    assert Player.objects.get().name.startswith("Guest ")


def test_the_address_is_confirmed_by_the_link_in_the_mail(client):
    sign_up(client, name="Ann")
    (message,) = mail.outbox
    assert message.to == ["ann@example.org"]
    assert not verified()
    path = link_in_mail()
    # Looking at the link, as mail scanners do, confirms nothing.
    page = client.get(path)
    assert page.status_code == 200
    assert Strict(page.content.decode()).faults == []
    assert not verified()
    assert client.post(path).status_code == 302
    assert verified()


def test_the_link_works_in_another_browser():
    sign_up(Client())
    assert Client().post(link_in_mail()).status_code == 302
    assert verified()


def test_a_link_that_was_used_or_made_up_confirms_nothing(client):
    sign_up(client)
    path = link_in_mail()
    altered = path[:-3] + ("x" if path[-3] != "x" else "y") + path[-2:]
    for wrong in (
        altered,
        "/accounts/confirm-email/x/",
        "/accounts/confirm-email/" + "x" * 500 + "/",
    ):
        response = client.get(wrong)
        assert response.status_code in (200, 404)
        client.post(wrong)
        assert not verified()
    client.post(path)
    assert "does not work any more" in client.get(path).content.decode()


def test_the_mail_shows_neither_password_nor_name_of_a_machine(client):
    sign_up(client, name="Ann")
    text = mail.outbox[0].subject + mail.outbox[0].body
    assert PASSWORD not in text
    assert "example.com" not in text


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({"email": ""}, "email"),
        ({"email": "ann"}, "email"),
        ({"email": "ann@"}, "email"),
        ({"email": "a@b@c.org"}, "email"),
        ({"email": "ann@example.org\x00"}, "email"),
        ({"email": "x" * 400 + "@example.org"}, "email"),
        ({"email": "ann@example.org\nBcc: eve@example.org"}, "email"),
        ({"password": ""}, "password1"),
        ({"password": "short"}, "password1"),
        ({"password": "password1"}, "password1"),
        ({"password": "ann@example.org"}, "password1"),
        ({"name": "x" * 25}, "name"),
        ({"name": "x" * 5000}, "name"),
        ({"name": "!!!"}, "name"),
        ({"name": "a\x00b"}, "name"),
        ({"name": "\u202eAnn"}, "name"),
        ({"name": "\u3164"}, "name"),
    ],
    ids=lambda value: str(value)[:30],
)
def test_bad_input_is_said_at_the_field_and_makes_nobody(client, data, field):
    response = sign_up(client, **data)
    assert response.status_code == 200
    errors = response.context["form"].errors
    assert list(errors) == [field]
    page = response.content.decode()
    assert re.search(
        rf'<input[^>]*name="{field}"[^>]*aria-describedby="[^"]*id_{field}_error', page
    )
    assert f'id="id_{field}_error"' in page
    assert Strict(page).faults == []
    assert not User.objects.exists()
    assert not Player.objects.exists()
    assert mail.outbox == []
    assert "_auth_user_id" not in client.session


def test_what_was_typed_is_kept_but_for_the_password(client):
    page = sign_up(client, email="no address", name="<b>Ann</b>!" + "x" * 20).content.decode()
    assert "no address" in page
    assert "&lt;b&gt;Ann" in page
    assert "<b>Ann</b>" not in page
    assert PASSWORD not in page


def test_a_confirmed_address_belongs_to_one_account(client):
    account()
    for email in ("ann@example.org", "ANN@example.org"):
        client = Client()
        # nothing tells that there is one
        assert sign_up(client, email=email, name="").status_code == 302
        client.post(link_in_mail())
    assert EmailAddress.objects.filter(verified=True).count() == 1
    again = Client()
    log_in(again)
    assert player_of(again).name == "Ann"


def test_signing_up_again_while_logged_in_makes_no_second_account(client):
    sign_up(client, name="Ann")
    response = sign_up(client, email="other@example.org", name="Zoe")
    assert response.status_code == 302
    assert User.objects.count() == 1


def test_a_name_nobody_sees_is_not_made_from_the_address(client):
    sign_up(client, name="Ann")
    assert "ann" not in User.objects.get().username


def test_the_address_is_shown_to_nobody(client):
    sign_up(client, email="secret.address@example.org", name="Ann")
    player = Player.objects.get()
    for url in (f"/players/{player.pk}/", "/lobby/", "/"):
        assert "secret.address" not in Client().get(url).content.decode()


@pytest.mark.parametrize(
    "target", ["//evil.example/", "https://evil.example/", "javascript:alert(1)", "/\\evil.example"]
)
def test_nobody_is_sent_elsewhere(target):
    client = Client()
    assert sign_up(client, next=target)["Location"] == "/games/"
    client.post("/accounts/logout/")
    assert log_in(client, next=target)["Location"] == "/games/"


def test_who_comes_from_a_table_goes_back_to_it(client):
    page = client.get("/accounts/signup/?next=/t/abc/").content.decode()
    assert 'value="/t/abc/"' in page
    assert sign_up(client, next="/t/abc/")["Location"] == "/t/abc/"


def test_too_many_sign_ups_from_one_place_are_held_up():
    answers = {sign_up(browser_of(10**9), email="no address").status_code for _ in range(25)}
    assert answers == {200, 429}


def test_signing_up_does_not_tell_who_has_an_account():
    first, second = (sign_up(Client(), name=name) for name in ("Ann", "Bea"))
    assert (second.status_code, second["Location"]) == (first.status_code, first["Location"])
    assert User.objects.count() == 2
