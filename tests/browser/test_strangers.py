"""Who has no seat looks on: the door is open where a chair is free, and nobody's hand is shown."""

import re

import pytest

pytestmark = pytest.mark.browser


def looks_on(person):
    """The sentence that tells a stranger where they are; they hold no card and may do nothing."""
    look = person.settle() and person.look()
    assert (look.you, look.hand, look.asked, look.button) == ("", [], False, "")
    return look.sentence


def come_along(people, code):
    stranger = people.come()
    people.open(stranger, code)
    return stranger


def test_while_a_chair_is_free_a_stranger_is_asked_in(people):
    table = people.arranger.table("a free seat")
    stranger = come_along(people, table.code)
    assert looks_on(stranger) == "Take a free seat to play."
    assert stranger.look().seated == ["Ann", "", "", ""]
    assert stranger.page.get_by_label("Your name at the table").is_visible()
    assert stranger.page.get_by_role("button", name="Sit here").count() == 3


def test_at_a_full_table_a_stranger_can_watch_and_not_sit(people):
    table = people.arranger.table("nobody is ready", seats=4)
    stranger = come_along(people, table.code)
    assert looks_on(stranger) == "Every seat is taken. You can watch."
    assert not stranger.page.get_by_label("Your name at the table").is_visible()
    assert stranger.page.get_by_role("button", name="Sit here").count() == 0


@pytest.mark.parametrize("situation", ["you play", "over"])
def test_who_comes_to_a_game_that_has_begun_watches(people, situation):
    table = people.arranger.table(situation)
    stranger = come_along(people, table.code)
    looks_on(stranger)
    assert stranger.page.get_by_text("You are watching", exact=True).is_visible()
    assert stranger.page.get_by_role("button", name="Play again").count() == 0


def test_who_comes_too_late_to_a_chair_hears_that_it_is_taken(people):
    table = people.arranger.table("a free seat")
    bob, late = people.come(), people.come()
    # a form that is refused is a failed request to the console
    people.allowed.append(re.compile("status of 409"))
    # the late one's page has not heard of anything since it was loaded
    late.page.route_web_socket("**/ws/**", lambda line: None)
    late.page.goto(people.address(table.code))
    bob.sit_down(people.address(table.code), "Bob", chair=2)
    late.page.get_by_label("Your name at the table").fill("Eve")
    late.at_chair(2, "Sit here")
    late.page.get_by_role("alert").filter(has_text="taken").wait_for()
    assert late.look().seated == ["Ann", "Bob", "", ""]
    assert late.page.get_by_label("Your name at the table").input_value() == "Eve"


def test_seats_belong_to_devices_not_to_names(people):
    table = people.arranger.table("nobody is ready")
    impostor = people.come()
    impostor.page.goto(people.site.url)
    impostor.page.get_by_label("Your name at the table").fill("Ann")
    impostor.press("Play a friend")
    impostor.at_the_table()
    people.open(impostor, table.code)
    assert looks_on(impostor) == "Take a free seat to play."
    assert "Leave the table" not in impostor.page.locator("main").inner_text()
