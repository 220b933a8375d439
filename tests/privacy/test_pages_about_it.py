"""Terms, privacy and contact: linked from every page, and true to the settings."""

import pytest

from tests.support.playing import guests
from tests.support.strict import Strict
from tests.support.visitors import browser_of

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.usefixtures("wires", "one_look", "quick_accounts"),
]


@pytest.mark.parametrize("path", ["/terms/", "/privacy/", "/contact/"])
def test_they_are_pages_of_the_site_and_name_whom_to_write_to(client, settings, path):
    settings.CONTACT_EMAIL = "people@cribbage.example.org"
    page = client.get(path).content.decode()
    assert "people@cribbage.example.org" in page
    foreign = [fault for fault in Strict(page).faults if "mailto:" not in fault]
    assert foreign == []


@pytest.mark.parametrize("path", ["/", "/lobby/", "/rules/", "/accounts/signup/"])
def test_every_page_links_to_them(client, path):
    page = client.get(path).content.decode()
    for link in ("/terms/", "/privacy/", "/contact/"):
        assert f'href="{link}"' in page


def test_the_age_is_that_of_the_sign_up(client, settings):
    settings.MINIMUM_AGE = 18
    assert "people of 18 years or more" in client.get("/terms/").content.decode()
    assert "at least 18" in client.get("/privacy/").content.decode()


@pytest.mark.parametrize(
    "kept", ["Measures and appeals", "moderators' log", "muted", "lost before a game", "a day"]
)
def test_all_that_is_kept_is_named(client, kept):
    assert kept in client.get("/privacy/").content.decode()


def test_guests_who_are_somebody_find_their_account(client):
    (ann,) = guests(1)
    link = 'href="/account/"'
    assert link in browser_of(ann).get("/lobby/").content.decode()
    assert link not in client.get("/lobby/").content.decode()
