"""Muting somebody, hiding the chat, listed words: on all tabs at once, and only for oneself."""

import pytest

from tests.browser.looking import SMALL, complaints, device
from tests.support.table_page import PHONE, Keyboard

pytestmark = pytest.mark.browser

WHY = "With an account and 5 finished games you can write your own words here."


def shows(person, *lines):
    person.until(lambda look: look.chat == list(lines), f"the lines {lines}")


def focused(person):
    return person.page.evaluate("() => document.activeElement.id")


def test_a_muted_player_is_gone_from_every_tab_and_comes_back(people):
    ann, bob = people.at("you play", Keyboard())
    tab = people.another_page(ann.page.context)
    people.open(tab, ann.code)
    bob.press("Hello!")
    for person in (ann, tab):
        shows(person, "Bob Hello!")
    ann.hands.press(ann.page.get_by_text("Mute somebody"))
    ann.press("Mute Bob")
    for person in (ann, tab):
        shows(person)
    ann.page.get_by_role("button", name="Unmute Bob").wait_for()
    assert focused(ann).startswith("mute-")
    bob.press("Good luck!")
    bob.press("Nice hand!")
    shows(bob, "You Hello!", "You Good luck!", "You Nice hand!")
    # a line of one's own comes after them
    tab.press("Thank you!")
    shows(ann, "You Thank you!")
    assert "Bob: Good luck!" not in ann.watch.said()
    ann.press("Unmute Bob")
    for person in (ann, tab):
        shows(person, "Bob Hello!", "Bob Good luck!", "Bob Nice hand!", "You Thank you!")
    bob.press("Good game!")
    ann.hears("Bob: Good game!")
    # what had been said meanwhile was no news when it came back
    assert "Bob: Good luck!" not in ann.watch.said()


def test_the_chat_is_hidden_and_shown_again_with_the_same_button(people):
    ann, bob = people.at("you play", Keyboard())
    bob.press("Hello!")
    shows(ann, "Bob Hello!")
    ann.press("Hide the chat")
    ann.page.get_by_text("You have hidden the chat").wait_for()
    assert focused(ann) == "hide-chat"
    assert ann.page.get_by_role("button", name="Hello!").count() == 0
    ann.come_back()
    assert ann.look().chat == []
    ann.press("Show the chat")
    shows(ann, "Bob Hello!")
    assert focused(ann) == "hide-chat"
    assert complaints(ann) == []


def test_muting_leaves_what_is_being_typed(people):
    ann, bob = people.at("you play", write=True)
    bob.press("Hello!")
    shows(ann, "Bob Hello!")
    ann.page.get_by_label("Your words").fill("half a line")
    ann.page.get_by_text("Mute somebody").click()
    ann.press("Mute Bob")
    shows(ann)
    assert ann.page.get_by_label("Your words").input_value() == "half a line"
    assert ann.page.locator("#chat-people").get_attribute("open") is not None


def test_on_a_phone_muted_lines_are_not_counted_as_unread(people):
    table = people.arranger.table("you play")
    ann, bob = people.sit(table, 0, viewport=PHONE), people.sit(table, 1)
    tab = people.another_page(ann.page.context)
    people.open(tab, table.code)
    bob.press("Hello!")
    unread = "Log and chat 1 new"
    tab.page.get_by_role("button", name=unread).wait_for()
    ann.press(unread)
    ann.page.get_by_text("Mute somebody").click()
    ann.press("Mute Bob")
    tab.page.get_by_role("button", name="Log and chat", exact=True).wait_for()
    bob.press("Good luck!")
    shows(bob, "You Hello!", "You Good luck!")
    ann.press("Thank you!")
    shows(ann, "You Thank you!")
    shows(tab, "You Thank you!")
    assert tab.page.get_by_role("button", name="Log and chat", exact=True).is_visible()


@pytest.mark.parametrize("screen", ["desktop", "phone"])
def test_everything_of_it_is_large_enough_to_hit_and_has_a_name(people, screen):
    table = people.arranger.table("you play")
    ann = people.come(**device(screen))
    people.give_seat(ann, table, 0)
    people.open(ann, table.code)
    if screen == "phone":
        ann.press("Log and chat")
    ann.page.get_by_text("Mute somebody").click()
    ann.page.get_by_role("button", name="Mute Bob").wait_for()
    assert complaints(ann) == []
    assert ann.page.evaluate(SMALL) == []


def test_who_has_the_phrases_only_reads_why(people):
    ann, _bob = people.at("you play")
    assert ann.page.get_by_text(WHY).is_visible()
    assert ann.page.get_by_label("Your words").count() == 0


def test_a_word_that_is_listed_now_is_hidden_without_a_reload(people):
    ann, bob = people.at("you play", write=True)
    bob.hands.write(bob.page.get_by_label("Your words"), "what a flibbertigibbet")
    bob.page.keyboard.press("Enter")
    shows(ann, "Bob what a flibbertigibbet")
    people.arranger.list_word("flibbertigibbet")
    ann.until(lambda look: look.chat == ["Bob what a " + "*" * 15], "the stars", seconds=2)
    shows(bob, "You what a flibbertigibbet")
