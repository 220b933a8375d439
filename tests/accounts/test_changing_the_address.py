"""Another e-mail address: added, confirmed, used, and the old one told and removed."""

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from accounts.verified import has_verified_email
from tests.support.strict import Strict, strict_rules
from tests.support.visitors import PASSWORD, account, link_in_mail, log_in

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.usefixtures("wires", "one_look", "quick_accounts"),
]

URL = "/accounts/email/"
OLD, NEW = "ann@example.org", "ann@new.example"


@pytest.fixture
def ann(client):
    """Logged in on `client`."""
    player = account()
    log_in(client)
    return player


def change(client, action, email):
    """Press a button of the page, and type the password if it is asked for."""
    answer = client.post(URL, {f"action_{action}": "", "email": email})
    if "reauthenticate" in answer.headers.get("Location", ""):
        answer = client.post(answer["Location"], {"password": PASSWORD})
    return answer


def addresses():
    return {
        each.email: (each.verified, each.primary) for each in EmailAddress.objects.order_by("pk")
    }


def test_the_whole_way(ann, client):
    change(client, "add", NEW)
    assert mail.outbox[-1].to == [NEW]
    assert addresses() == {OLD: (True, True), NEW: (False, False)}
    client.post(link_in_mail())
    assert addresses()[NEW] == (True, False)
    change(client, "primary", NEW)
    assert addresses() == {OLD: (True, False), NEW: (True, True)}
    told = mail.outbox[-1]
    assert told.to == [OLD]
    assert NEW in told.body
    assert "/accounts/password/reset/" in told.body
    change(client, "remove", OLD)
    assert addresses() == {NEW: (True, True)}
    assert has_verified_email(ann)
    assert log_in(Client(), email=OLD).status_code == 200
    assert log_in(Client(), email=NEW).status_code == 302


def test_the_password_is_asked_for_and_what_was_typed_is_kept(ann, client):
    answer = client.post(URL, {"action_add": "", "email": NEW})
    assert answer["Location"].startswith("/accounts/reauthenticate/")
    assert addresses() == {OLD: (True, True)}
    assert client.post(answer["Location"], {"password": "wrong"}).status_code == 200
    assert addresses() == {OLD: (True, True)}
    client.post(answer["Location"], {"password": PASSWORD})
    assert NEW in addresses()


def test_the_page_offers_for_each_address_what_can_be_done_with_it(ann, client):
    change(client, "add", NEW)
    page = client.get(URL)
    strict_rules(page)
    text = page.content.decode()
    assert Strict(text).faults == []
    assert text.count('name="action_send"') == text.count('name="action_remove"') == 1
    assert 'name="action_primary"' not in text
    client.post(link_in_mail())
    text = client.get(URL).content.decode()
    assert 'name="action_send"' not in text
    assert text.count('name="action_primary"') == text.count('name="action_remove"') == 1


def test_an_address_that_is_not_confirmed_is_not_used(ann, client):
    change(client, "add", NEW)
    change(client, "primary", NEW)
    assert addresses()[OLD] == (True, True)


def test_the_address_in_use_is_not_removed(ann, client):
    change(client, "remove", OLD)
    assert addresses() == {OLD: (True, True)}


def test_it_can_be_changed_with_a_second_step_too(ann, client):
    from allauth.mfa.models import Authenticator

    Authenticator.objects.create(user=ann.user, type="totp", data={"secret": "JBSWY3DPEHPK3PXP"})
    change(client, "add", NEW)
    client.post(link_in_mail())
    change(client, "primary", NEW)
    assert addresses()[NEW] == (True, True)


@pytest.mark.parametrize(
    "email",
    ["", "ann", "ann@", "\x00", "a\x00@b.org", "x" * 5000 + "@b.org", "a@b.org\nBcc: e@f.org"],
)
def test_what_is_no_address_is_refused_at_the_field_and_kept_there(ann, client, email):
    answer = change(client, "add", email)
    assert answer.status_code == 200
    assert answer.context["form"].errors["email"]
    assert 'id="id_email_error"' in answer.content.decode()
    assert addresses() == {OLD: (True, True)}
    assert mail.outbox == []


@pytest.mark.parametrize("action", ["remove", "primary", "send"])
def test_somebody_else_s_address_is_left_alone(ann, client, action):
    bob = account("Bob", "bob@example.org")
    before = addresses()
    change(client, action, "bob@example.org")
    assert addresses() == before
    assert has_verified_email(bob)


def test_an_address_of_another_account_can_not_be_confirmed(ann, client):
    account("Bob", "bob@example.org")
    change(client, "add", "bob@example.org")
    for message in [each for each in mail.outbox if "/confirm-email/" in each.body]:
        client.post(link_in_mail(mail.outbox.index(message)))
    assert EmailAddress.objects.filter(email="bob@example.org", verified=True).count() == 1
    assert log_in(Client(), email="bob@example.org").status_code == 302
