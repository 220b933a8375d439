"""Before the first deal: four chairs to choose from, a host, and one settings box for all."""

import pytest

from tests.browser.people import settle

pytestmark = pytest.mark.browser


def at(people, count, **choices):
    """So many people at a table, nobody ready."""
    table = people.arranger.table("nobody is ready", seats=count, **choices)
    return [people.sit(table, seat) for seat in range(count)]


def all_see(everyone, seated):
    for person in everyone:
        person.until(lambda look: look.seated == seated, f"the chairs {seated}")


def hosts(person):
    return [chair["name"] for chair in person.look().chairs if chair["host"]]


def test_moving_to_another_chair_makes_another_partner(people):
    ann, bob, cleo, dan = four = [*at(people, 3), people.come()]
    bob.at_chair(4, "Move here")
    all_see((ann, bob, cleo), ["Ann", "", "Cleo", "Bob"])
    cleo.at_chair(2, "Move here")
    all_see((ann, bob, cleo), ["Ann", "Cleo", "", "Bob"])
    dan.sit_down(people.address(ann.code), "Dan", chair=3)
    all_see(four, ["Ann", "Cleo", "Dan", "Bob"])
    for person in four:
        across = [chair["across"] for chair in person.look().chairs]
        assert across == ["with Dan", "with Bob", "with Ann", "with Cleo"]
        assert person.page.get_by_role("button", name="Move here").count() == 0


def test_who_leaves_looks_on_and_can_sit_down_again(people):
    ann, bob, cleo = three = at(people, 3)
    people.arranger.own_pages_only(ann.code)
    bob.press("Leave the table")
    all_see(three, ["Ann", "", "Cleo", ""])
    assert bob.look().sentence == "Take a free seat to play."
    ann.until(lambda look: look.watchers == 1, "the spectator")
    bob.take_chair("Robert", chair=4)
    all_see(three, ["Ann", "", "Cleo", "Robert"])
    ann.until(lambda look: look.watchers == 0, "nobody who only looks on")
    assert cleo.look().sentence == "Are you ready? Then Ann can start."


def test_the_host_who_leaves_hands_on_to_the_next_to_the_left(people):
    ann, bob, cleo = three = at(people, 3)
    assert [hosts(person) for person in three] == [["Ann"]] * 3
    assert bob.page.get_by_label("Playing to", exact=True).count() == 0
    ann.press("Leave the table")
    all_see(three, ["", "Bob", "Cleo", ""])
    assert [hosts(person) for person in three] == [["Bob"]] * 3
    assert ann.page.get_by_label("Playing to", exact=True).count() == 0
    bob.page.get_by_label("Playing to", exact=True).select_option(
        label="121 points (the full game)"
    )
    cleo.until(lambda look: len(cleo.watch.boards) and "121" in value(cleo, "Playing to"))
    cleo.press("I'm ready")
    bob.until_asked()
    bob.press("Cut the cards")
    looks = [person.until(lambda look: look.dealer, "the cut") for person in (bob, cleo)]
    assert all(look.scores == {"Bob": 0, "Cleo": 0} for look in looks)


def test_when_the_last_one_leaves_the_table_is_closed(people):
    (ann,) = at(people, 1)
    stranger = people.look_on(ann.code)
    ann.press("Leave the table")
    for person in (ann, stranger):
        person.page.get_by_role("heading", name="This table is closed").wait_for()
        assert person.look().seated == []
        assert person.page.get_by_role("link", name="Go to the lobby").is_visible()


def names_of_buttons(person):
    """What Chromium tells a screen reader that the buttons at the chairs are called."""
    reader = person.page.context.new_cdp_session(person.page)
    nodes = reader.send("Accessibility.getFullAXTree")["nodes"]
    buttons = [node for node in nodes if node.get("role", {}).get("value") == "button"]
    return {node["name"]["value"] for node in buttons}


def test_buttons_at_the_chairs_are_called_by_what_they_do_and_where(people):
    ann, bob = at(people, 2)
    stranger = people.look_on(ann.code)
    assert {"Sit here, chair 3", "Sit here, chair 4"} <= names_of_buttons(stranger)
    assert {"Move here, chair 3", "Move here, chair 4"} <= names_of_buttons(bob)
    assert {
        "Remove Bob", "Move here, chair 3", "Add a computer player here, chair 4"
    } <= names_of_buttons(ann)  # fmt: skip


def test_only_the_host_removes_somebody(people):
    ann, bob, _cleo = three = at(people, 3)
    assert bob.page.get_by_role("button", name="Remove").count() == 0
    assert ann.page.get_by_role("button", name="Remove Ann").count() == 0
    ann.press("Remove Bob")
    all_see(three, ["Ann", "", "Cleo", ""])
    assert bob.look().sentence == "The host removed you from the table."
    for person in three:
        person.hears("The host removed Bob.")


def test_computer_players_are_added_and_removed_by_the_host(people):
    ann, bob = pair = at(people, 2)
    assert bob.page.get_by_role("button", name="Add a computer player").count() == 0
    ann.at_chair(3, "Add a computer player")
    all_see(pair, ["Ann", "Bob", "Hazel", ""])
    ann.at_chair(4, "Add a computer player")
    all_see(pair, ["Ann", "Bob", "Hazel", "Rowan"])
    ann.press("Remove Hazel")
    all_see(pair, ["Ann", "Bob", "", "Rowan"])
    ann.press("Remove Bob")
    all_see(pair, ["Ann", "", "", "Rowan"])
    # alone with a CPU: nobody to wait for
    assert ann.until_asked().button == "Cut the cards"


def value(person, label):
    """What the settings box says to somebody who can't change it."""
    row = person.page.locator(".setting").filter(has_text=label)
    return row.locator(".setting-value").inner_text()


SETTINGS = [
    ("Playing to", "61 points", "121 points (the full game)"),
    ("Muggins", "Off", "On"),
    ("Skunk", "All games", "121-point games only"),
    ("First deal", "Cut for it", "The host deals"),
]


def test_a_setting_that_the_host_changes_asks_everybody_again(people):
    ann, bob = at(people, 2)
    for label, old, new in SETTINGS:
        assert value(bob, label) == old
        bob.press("I'm ready")
        ann.until_asked()
        bob.until(lambda look: look.chairs[1]["state"] == "ready")
        box = ann.page.get_by_label(label, exact=True)
        box.select_option(label=new)
        bob.until(lambda look, label=label, new=new: value(bob, label) == new, f"{label}: {new}")
        look = bob.until_asked()
        assert look.button == "I'm ready"
        assert look.chairs[1]["state"].startswith("not ready yet")
        assert ann.until(lambda look: "Bob" in look.sentence).button == ""
        settle(ann, bob)
        assert box.locator("option:checked").inner_text() == new


def test_who_may_join_is_changed_without_asking_again(people):
    ann, bob = at(people, 2)
    bob.press("I'm ready")
    ann.until_asked()
    ann.page.get_by_label("Who may join").select_option(label="Only with the link")
    bob.until(lambda look: value(bob, "Who may join") == "Only with the link")
    assert bob.look().chairs[1]["state"] == "ready"


def test_the_host_deals_where_that_is_set(people):
    ann, bob = at(people, 2, first_deal="host")
    bob.press("I'm ready")
    assert ann.until_asked().button == "Start"
    ann.press("Start")
    assert ann.until(lambda look: look.button == "Deal", "the first deal").dealer == "Ann"
    assert bob.until(lambda look: look.dealer).dealer == "Ann"
    assert bob.look().sequence == []


def test_the_settings_box_works_by_keyboard_and_keeps_its_focus(people):
    ann, bob = at(people, 2)
    box = ann.page.get_by_label("Muggins")
    box.focus()
    ann.page.keyboard.press("ArrowDown")
    bob.until(lambda look: value(bob, "Muggins") == "On", "the new setting")
    settle(ann, bob)
    assert ann.page.evaluate("() => document.activeElement.id") == "setting-muggins"
    assert box.input_value() == "on"
