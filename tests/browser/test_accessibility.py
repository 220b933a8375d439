"""axe finds nothing to complain about, on any page, in light and in dark."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.people import NOT_FOUND
from tests.support.table_page import PHONE

pytestmark = pytest.mark.browser

PLAIN = {"landing": "", "rules": "rules/", "fair": "fair/", "nothing here": "no/such/page/"}
TABLES = [
    "a free seat",
    "nobody is ready",
    "cut",
    "throw",
    "the other has still to throw",
    "a card too high",
    "the other said go",
    "you count second",
    "a long count",
    "between hands",
    "you have lost",
]
axe = Axe()


def complaints(person):
    """What axe says about the page as it is, once in light and once in dark."""
    found = []
    for scheme in ("light", "dark"):
        person.page.emulate_media(color_scheme=scheme)
        for rule in axe.run(person.page).response["violations"]:
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


def test_of_the_door(people):
    person = people.come()
    person.page.goto(people.address(people.arranger.table("a free seat").code))
    assert complaints(person) == []


def test_of_a_full_table(people):
    person = people.come()
    person.page.goto(people.address(people.arranger.table("nobody is ready").code))
    assert complaints(person) == []


@pytest.mark.parametrize("situation", TABLES)
def test_of_a_table(people, situation):
    person = people.sit(people.arranger.table(situation), 0)
    assert complaints(person) == []


def test_of_a_table_with_everything_open_on_a_phone(people):
    table = people.arranger.table("the other plays in the second hand")
    person = people.sit(table, 0, viewport=PHONE)
    person.press("Log and last hand")
    person.page.get_by_text("Last hand (1)").click()
    assert complaints(person) == []
