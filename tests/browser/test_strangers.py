"""Who has no seat sees a door or that it is full, never a card."""

import re

import pytest

pytestmark = pytest.mark.browser


def shows_no_card(person):
    source = person.page.content()
    assert "cards.svg" not in source
    assert "data-code" not in source
    assert " of hearts" not in source
    return person.page.get_by_role("heading", level=1).inner_text()


def test_while_a_seat_is_free_a_stranger_is_asked_in(people):
    table = people.arranger.table("a free seat")
    stranger = people.come()
    stranger.page.goto(people.address(table.code))
    assert shows_no_card(stranger) == "Ann would like to play cribbage with you"
    assert stranger.button("Sit down").is_visible()


@pytest.mark.parametrize("situation", ["nobody is ready", "you play", "you count", "over"])
def test_a_third_person_hears_that_it_is_full(people, situation):
    table = people.arranger.table(situation)
    stranger = people.come()
    stranger.page.goto(people.address(table.code))
    assert shows_no_card(stranger) == "Every seat at this table is taken"
    assert stranger.watch.received == []


def test_who_comes_too_late_to_the_door_hears_that_it_is_full(people):
    table = people.arranger.table("a free seat")
    bob, late = people.come(), people.come()
    # a form that is refused is a failed request to the console
    people.allowed.append(re.compile("status of 409"))
    late.page.goto(people.address(table.code))
    bob.sit_down(people.address(table.code), "Bob")
    late.press("Sit down")
    late.page.get_by_role("heading", name="Every seat at this table is taken").wait_for()
    shows_no_card(late)


def test_seats_belong_to_devices_not_to_names(people):
    table = people.arranger.table("nobody is ready")
    impostor = people.come()
    impostor.page.goto(people.site.url)
    impostor.page.get_by_label("Your name at the table").fill("Ann")
    impostor.press("Play a friend")
    impostor.at_the_table()
    impostor.page.goto(people.address(table.code))
    assert shows_no_card(impostor) == "Every seat at this table is taken"
