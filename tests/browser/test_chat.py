"""Talking at the table: ready phrases and one's own words, as text and nothing else."""

import pytest

from tests.browser.people import settle
from tests.support.table_page import PHONE, Keyboard, Mouse

pytestmark = pytest.mark.browser


def write(person, words):
    """Write words and send them."""
    person.hands.write(person.page.get_by_label("Your words"), words)
    person.page.keyboard.press("Enter")


def hears(person, line):
    person.until(lambda look: line in look.chat, f"the line {line!r}")


def test_a_phrase_and_words_appear_for_the_other_and_are_told_once(people):
    ann, bob = people.at("you play", Keyboard(), Mouse(), write=True)
    ann.press("Good luck!")
    hears(bob, "Ann Good luck!")
    hears(ann, "You Good luck!")
    write(bob, "thanks, and you")
    hears(ann, "Bob thanks, and you")
    hears(bob, "You thanks, and you")
    ann.hears("Bob: thanks, and you")
    assert "You: Good luck!" not in ann.watch.said()
    bob.come_back()
    assert bob.look().chat == ["Ann Good luck!", "You thanks, and you"]


def test_what_is_said_is_text_and_never_markup(people):
    ann, bob = people.at("you play", write=True)
    words = """<b>bold</b> & <img src=x onerror="alert(1)"> {{ 7 }} "quoted"'"""
    write(ann, words)
    hears(bob, f"Ann {words}")
    for person in (ann, bob):
        person.come_back()
        assert person.look().chat[-1].endswith(words)
        assert person.page.locator("#chat-lines .chat-text *").count() == 0


def test_half_a_line_keeps_its_words_and_its_place_while_the_game_goes_on(people):
    ann, bob = people.at("the other plays in the second hand", write=True)
    field = ann.page.get_by_label("Your words")
    field.click()
    ann.page.keyboard.type("well, that")
    for _ in range(4):
        ann.page.keyboard.press("ArrowLeft")
    bob.until_asked()
    bob.answer()
    write(bob, "your turn")
    hears(ann, "Bob your turn")
    settle(ann, bob)
    ann.page.keyboard.type("look at ")
    assert field.input_value() == "well, look at that"
    ann.page.keyboard.press("Enter")
    hears(bob, "Ann well, look at that")
    assert field.input_value() == ""
    assert ann.page.evaluate("() => document.activeElement.id") == "chat-text"


def test_too_much_at_once_is_refused_with_the_reason_and_the_words_come_back(people):
    ann, bob = people.at("you play", write=True)
    for number in range(5):
        write(ann, f"line {number}")
        hears(ann, f"You line {number}")
    write(ann, "one too many")
    ann.page.get_by_role("alert").filter(has_text="That was a lot at once.").wait_for()
    assert ann.page.get_by_label("Your words").input_value() == "one too many"
    settle(ann, bob)
    assert bob.look().chat == [f"Ann line {number}" for number in range(5)]


def test_nothing_is_said_by_an_empty_line(people):
    ann, _bob = people.at("you play", write=True)
    write(ann, "   ")
    ann.page.get_by_text("Type something first.").wait_for()
    assert ann.watch.moves_sent == []


def test_on_a_phone_the_drawer_says_how_many_lines_are_unread(people):
    table = people.arranger.table("you play")
    people.arranger.let_write(table.code)
    ann, bob = people.sit(table, 0, viewport=PHONE), people.sit(table, 1)
    write(bob, "hello there")
    ann.page.get_by_role("button", name="Log and chat 1 new").click()
    assert ann.page.get_by_text("hello there", exact=True).is_visible()
    ann.page.get_by_role("button", name="Log and chat", exact=True).wait_for()


def test_a_table_where_as_much_was_said_as_can_be_still_comes_down_the_line(people):
    table = people.arranger.table("over")
    people.arranger.talk(table.code, ['<&"😀' * 50] * 60)
    bob = people.sit(table, 1)
    assert bob.look().chat == ["Ann " + '<&"😀' * 50] * 50
    assert sum(len(frame["html"]) for frame in bob.watch.boards) > 50_000


def test_before_the_game_a_visitor_without_a_seat_hears_why_not(people):
    table = people.arranger.table("nobody is ready")
    eve = people.look_on(table.code)
    assert eve.look().quiet == "Take a seat to talk at this table."
    assert eve.page.get_by_label("Your words").count() == 0
