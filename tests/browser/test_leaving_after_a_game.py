"""After a game one may leave from the report; the others see it, and somebody new sits down."""

import pytest

pytestmark = pytest.mark.browser


def test_a_newcomer_plays_on_in_the_place_of_who_left_from_the_report(people):
    table = people.arranger.table("over", names=["Ann", "Bob"])
    ann, bob = (people.sit(table, seat) for seat in (0, 1))
    stranger = people.look_on(table.code)
    ann.press("Play again")
    for person, words in (
        (bob, "Ann would like to play again."),
        (stranger, "Ann would like to play again. Waiting for Bob to agree."),
    ):
        person.page.locator("#region-report").get_by_text(words, exact=True).wait_for()
        person.hears(words)
    headline = ann.look().headline
    bob.press("Leave the table")
    for person in (ann, bob, stranger):
        person.until(lambda look: look.seated == ["Ann", "", "", ""], "the free chair")
        assert person.page.locator("#gone").inner_text() == "No longer at the table: Bob."
        person.hears("No longer at the table: Bob.")
    ann.page.get_by_text(f"Last game: {headline}").click()
    assert ann.page.get_by_role("link", name="Download every deal of this game").is_visible()

    stranger.take_chair("Eve", chair=2)
    stranger.press("I'm ready")
    ann.until_asked()
    ann.press("Cut the cards")
    for person in (ann, stranger):
        look = person.until(lambda look: look.dealer, "the next game")
        assert look.scores == {"Ann": 0, "Eve": 0}
    assert bob.until(lambda look: not look.waiting, "the next game").hand == []


def test_who_leaves_the_computer_sees_the_report_and_the_way_on(people):
    table = people.arranger.table("over", computers=1)
    ann = people.sit(table, 0)
    headline = ann.look().headline
    ann.press("Leave the table")
    ann.page.get_by_text("This table is closed. Open another one to play on.").wait_for()
    assert ann.look().headline == headline
    ann.hands.press(ann.page.get_by_role("link", name="Go to the lobby"))
    ann.page.get_by_role("heading", name="Lobby").wait_for()
