"""A 30 s table where one browser never acts, and ninety seconds without a network."""

import time
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.people import LOST_LINE
from tests.support.cable import Cable

pytestmark = [pytest.mark.browser]


def seat(person, number):
    return person.page.locator(f"#seat-{number}")


def told(person, words):
    """Wait until the log says it; it is told to a screen reader too."""
    person.until(lambda look: any(words in line for line in look.log), f"the line {words!r}")


def test_who_never_acts_at_a_table_with_a_limit_loses_the_seat(people):
    table = people.arranger.table("the other plays", turn_limit=30)
    ann, bob = people.sit(table, 0), people.sit(table, 1)
    for times in (1, 2):
        people.arranger.play_on(table.code, "the other plays")
        people.arranger.end_turn_in(table.code, 0.2)
        ann.until(
            lambda look, times=times: (
                sum("Bob's time was up" in line for line in look.log) == times
            ),
            "the computer's move",
        )
    expect(seat(ann, 1)).to_contain_text("CPU for Bob")
    expect(bob.page.get_by_role("button", name="I'm back")).to_be_visible()
    bob.press("I'm back")
    expect(seat(ann, 1)).not_to_contain_text("CPU for Bob")
    told(bob, "Bob takes the seat back.")


@pytest.fixture
def cable(site):
    cable = Cable(urlsplit(site.url).port)
    yield cable
    cable.close()


def test_ninety_seconds_without_a_network_in_the_middle_of_a_hand(people, cable):
    people.allowed.append(LOST_LINE)
    table = people.arranger.table("the other plays")
    ann, bob = people.sit(table, 0), people.come()
    bob.watch.site = cable.url
    people.give_seat(bob, table, 1)
    bob.page.goto(f"{cable.url}t/{table.code}/")
    bob.at_the_table()
    people.arranger.own_pages_only(table.code)
    hand = bob.settle() and bob.look().hand
    cable.cut()

    def wait_until(true, seconds):
        """Two more seconds pass at the site in each of ours; Ann's lease is renewed in between."""
        give_up = time.monotonic() + seconds
        while not true():
            people.arranger.pass_time(2)
            ann.page.wait_for_timeout(1000)
            assert time.monotonic() < give_up, seat(ann, 1).inner_text()

    began = time.monotonic()
    wait_until(lambda: "CPU for Bob" in seat(ann, 1).inner_text(), 90)
    told(ann, "Bob is away.")
    told(ann, "A computer plays for Bob")
    look = bob.look()
    assert "Reconnecting" in look.line
    assert look.hand == hand
    wait_until(lambda: time.monotonic() - began > 30, 40)
    cable.mend()
    bob.until(lambda look: not look.line, "the line", seconds=30)
    for person in (ann, bob):
        told(person, "Bob takes the seat back.")
    assert not bob.page.get_by_role("button", name="I'm back").is_visible()
