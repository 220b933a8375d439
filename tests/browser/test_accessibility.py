"""axe finds nothing to complain about, on any page, in light and in dark."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.people import NOT_FOUND
from tests.browser.second_step import confirm_address, open_set_up, switch_on
from tests.browser.test_accounts import PASSWORD, sign_up
from tests.browser.test_layout import SMALL, TOO_WIDE
from tests.support.table_page import DESKTOP, PHONE

pytestmark = pytest.mark.browser

# A form that is shown again because something on it is wrong.
REFUSED = re.compile("status of 422")

PLAIN = {
    "landing": "",
    "rules": "rules/",
    "fair": "fair/",
    "terms": "terms/",
    "privacy": "privacy/",
    "contact": "contact/",
    "nothing here": "no/such/page/",
    "lobby": "lobby/",
    "no games": "games/",
    "signing up": "accounts/signup/",
    "logging in": "accounts/login/",
    "a new password": "accounts/password/reset/",
}
TABLES = [
    "a free seat",
    "throw",
    "a card too high",
    "you count second",
    "between hands",
    "you have lost",
]
FOUR_SEATS = {
    "nobody is ready": {},
    "a card too high": {},
    "you have points to claim": {"muggins": True},
}
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
axe = Axe()


def complaints(person):
    """What axe says about the page as it is; in the dark only the colours are others."""
    found = []
    for scheme, options in (("light", None), ("dark", {"runOnly": ["color-contrast"]})):
        person.page.emulate_media(color_scheme=scheme)
        for rule in axe.run(person.page, options=options).response["violations"]:
            places = [node["html"][:120] for node in rule["nodes"]]
            found.append(f"{scheme}: {rule['id']}: {rule['help']}: {places}")
    return found


@pytest.mark.parametrize("page", PLAIN)
def test_of_a_plain_page(people, page):
    person = people.come()
    people.allowed.append(NOT_FOUND)
    person.page.goto(people.site.url + PLAIN[page])
    assert complaints(person) == []


def test_of_the_first_page_of_somebody_who_has_tables(people):
    table = people.arranger.table("you play")
    person = people.sit(table, 0)
    person.page.goto(people.site.url)
    assert person.page.get_by_role("heading", name="Your tables").is_visible()
    assert complaints(person) == []


@pytest.mark.parametrize("situation", ["a free seat", "you play", "over"])
def test_of_a_table_for_who_has_no_seat(people, situation):
    person = people.come()
    people.open(person, people.arranger.table(situation).code)
    assert complaints(person) == []


@pytest.mark.parametrize("situation", TABLES)
def test_of_a_table(people, situation):
    person = people.sit(people.arranger.table(situation), 0)
    assert complaints(person) == []


@pytest.mark.parametrize("situation", FOUR_SEATS)
def test_of_a_table_with_four_chairs(people, situation):
    table = people.arranger.table(situation, seats=4, **FOUR_SEATS[situation])
    person = people.sit(table, 0)
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


def nothing_wrong(person):
    """No complaint, on a phone neither, and nothing too wide or too small there."""
    assert complaints(person) == [], person.page.url
    for width in (360, 320):
        person.page.set_viewport_size({"width": width, "height": 640})
        assert person.page.evaluate(TOO_WIDE) == [], person.page.url
        assert person.page.evaluate(SMALL) == [], person.page.url
    person.page.set_viewport_size(DESKTOP)


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
