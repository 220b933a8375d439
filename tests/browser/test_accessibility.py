"""axe finds nothing to complain about, in light and in dark, on what one comes to by doing things.

The tables and the pages that one only opens are walked through in test_layout.
"""

import re

import pytest

from tests.browser.looking import complaints, nothing_wrong
from tests.browser.second_step import confirm_address, open_set_up, switch_on
from tests.browser.test_accounts import PASSWORD, sign_up
from tests.support.table_page import PHONE

pytestmark = pytest.mark.browser

# A form that is shown again because something on it is wrong.
REFUSED = re.compile("status of 422")

ACCOUNT = [
    "account/",
    "account/delete/",
    "account/sessions/",
    "accounts/email/",
    "accounts/password/change/",
    "accounts/reauthenticate/",
    "accounts/2fa/",
    "accounts/2fa/reauthenticate/",
    "accounts/2fa/recovery-codes/",
    "accounts/2fa/recovery-codes/generate/",
    "accounts/2fa/totp/deactivate/",
]


def test_of_the_first_page_of_somebody_who_has_tables(people):
    table = people.arranger.table("you play")
    person = people.sit(table, 0)
    person.page.goto(people.site.url)
    assert person.page.get_by_role("heading", name="Your tables").is_visible()
    assert complaints(person) == []


def test_of_a_form_that_is_refused(people):
    person = people.come()
    person.page.goto(f"{people.site.url}accounts/signup/")
    person.page.get_by_label("E-mail").fill("no address")
    person.press("Sign up")
    person.page.get_by_text("Enter a valid email address.").wait_for()
    assert complaints(person) == []


def test_of_the_games_and_the_profile_of_somebody_who_has_played(people):
    table = people.arranger.table("over", seats=3)
    person = people.sit(table, 0)
    person.page.goto(f"{people.site.url}games/")
    person.page.get_by_role("heading", name="Finished").wait_for()
    assert complaints(person) == []
    # a guest's own profile is where a renaming leads back to
    person.page.get_by_role("link", name="Sign up").first.wait_for()
    person.page.goto(f"{people.site.url}players/{people.arranger.player(table.code, 0)}/")
    person.page.get_by_role("heading", name="Games played").wait_for()
    assert complaints(person) == []


def test_of_the_pages_of_an_account(people):
    person, site = people.come(), people.site.url
    person.page.goto(site)
    email = sign_up(person)
    person.page.get_by_role("link", name="Log out").first.wait_for()
    person.page.goto(f"{site}accounts/2fa/totp/activate/")
    person.page.get_by_role("heading", name="First confirm your address").wait_for()
    nothing_wrong(person)
    confirm_address(person, site, email)
    secret = open_set_up(person, site, PASSWORD)
    nothing_wrong(person)
    switch_on(person, secret)
    for path in ACCOUNT:
        person.page.goto(site + path)
        nothing_wrong(person)


def test_of_blocking_and_reporting(people):
    people.allowed.append(REFUSED)
    table = people.arranger.table("you play")
    person, site = people.sit(table, 0), people.site.url
    other = f"{site}players/{people.arranger.player(table.code, 1)}/"
    person.page.goto(f"{site}t/{table.code}/report/")
    nothing_wrong(person)
    person.press("Send the report")
    person.page.get_by_text("Choose whom it is about.").wait_for()
    nothing_wrong(person)
    person.page.get_by_label("Bob").check()
    person.page.get_by_label("Cheating").check()
    person.press("Send the report")
    person.page.get_by_role("heading", name="What happens next").wait_for()
    nothing_wrong(person)
    person.page.goto(other)
    person.press("Block")
    person.page.get_by_text("You have blocked Bob.").wait_for()
    nothing_wrong(person)
    person.page.goto(f"{site}account/")
    person.page.get_by_role("button", name="Unblock Bob").wait_for()
    nothing_wrong(person)


def test_of_a_lobby_with_tables_of_both_kinds(people):
    people.arranger.table("a free seat")
    people.arranger.table("you play", seats=4)
    person = people.come()
    person.page.goto(f"{people.site.url}lobby/")
    person.page.get_by_role("link", name="Watch").first.wait_for()
    person.page.get_by_role("link", name="Join").first.wait_for()
    assert complaints(person) == []


def test_of_a_table_with_everything_open_on_a_phone(people):
    table = people.arranger.table("the other plays in the second hand")
    person = people.sit(table, 0, viewport=PHONE)
    person.press("Log and chat")
    person.page.get_by_text("Last hand (1)").click()
    assert complaints(person) == []
