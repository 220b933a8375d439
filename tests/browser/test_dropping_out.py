"""Stalling, going away, leaving and coming back, as those at the table see it."""

import time
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.people import LOST_LINE
from tests.support.cable import Cable
from tests.support.table_page import PHONE, Keyboard, Mouse

pytestmark = [pytest.mark.browser, pytest.mark.timeout(180)]


def seat(person, number):
    return person.page.locator(f"#seat-{number}")


def told(person, words):
    """Wait until the log says it; it is told to a screen reader too."""
    person.until(lambda look: any(words in line for line in look.log), f"the line {words!r}")


def test_who_is_away_is_played_by_a_computer_and_comes_back(people):
    table = people.arranger.table("the other plays")
    ann = people.sit(table, 0)
    people.arranger.away(table.code, 1, seconds=55)
    expect(seat(ann, 1)).to_contain_text("away")
    left = seat(ann, 1).locator(".countdown").inner_text()
    assert left.startswith("0:0")
    told(ann, "Bob is away.")
    expect(seat(ann, 1)).to_contain_text("CPU for Bob", timeout=15_000)
    told(ann, "A computer plays for Bob")
    # it plays, too
    ann.until_asked()
    bob = people.sit(table, 1)
    expect(seat(ann, 1)).not_to_contain_text("CPU for Bob")
    told(ann, "Bob takes the seat back.")
    assert bob.look().you == "Bob"
    assert not bob.page.get_by_role("button", name="I'm back").is_visible()


def test_ten_seconds_before_the_end_of_the_turn_there_is_one_warning(people):
    table = people.arranger.table("you play", turn_limit=30)
    ann, bob = people.sit(table, 0, viewport=PHONE), people.sit(table, 1)
    people.arranger.end_turn_in(table.code, 11.5)
    clock = ann.page.locator("#prompt-clock")
    expect(clock).to_be_visible()
    assert "Ten seconds left." not in ann.watch.said("alert")
    ann.hears("Ten seconds left.", "alert")
    assert "urgent" in clock.get_attribute("class")
    bob.until(lambda look: any("time was up" in line for line in look.log), "the computer's move")
    assert ann.watch.said("alert").count("Ten seconds left.") == 1
    assert "Ten seconds left." not in bob.watch.said("alert")


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


@pytest.mark.parametrize("hands", [Mouse(), Keyboard()], ids=lambda hands: type(hands).__name__)
def test_leaving_says_what_it_costs_and_can_be_taken_back(people, hands):
    ann, bob = people.at("you play", hands)
    ann.hands.press(ann.page.locator("#menu-summary"))
    ann.hands.press(ann.page.locator("#leave-summary"))
    expect(ann.page.get_by_text("A computer plays on for you at once")).to_be_visible()
    assert ann.watch.moves_sent == []
    ann.press("Leave now")
    expect(seat(bob, 0)).to_contain_text("CPU for Ann")
    told(bob, "Ann leaves the table.")
    bob.until_asked()
    back = ann.page.get_by_role("button", name="I'm back")
    expect(back).to_be_visible()
    ann.press("I'm back")
    expect(back).not_to_be_visible()
    expect(seat(bob, 0)).not_to_contain_text("CPU for Ann")


def test_a_draw_is_offered_seen_and_agreed_to(people):
    ann, bob = people.at("the other plays in the second hand")
    ann.page.locator("#menu-summary").click()
    ann.press("Offer a draw")
    expect(bob.page.get_by_text("Ann offers a draw.").first).to_be_visible()
    bob.hears("Ann offers a draw.")
    expect(ann.page.locator("#draw-offer")).to_contain_text("waiting for Bob")
    bob.press("Agree to a draw")
    for person in (ann, bob):
        person.until(lambda look: look.headline == "The game is drawn.", "the report")
        assert person.page.get_by_role("button", name="Play again").is_visible()


def test_a_draw_can_not_be_offered_in_the_first_deal_and_the_reason_is_said(people):
    ann, _bob = people.at("throw")
    ann.page.locator("#menu-summary").click()
    offer = ann.page.get_by_role("button", name="Offer a draw")
    assert offer.get_attribute("aria-disabled") == "true"
    expect(ann.page.locator("#no-draw")).to_contain_text("second deal")
    offer.click(force=True)
    assert ann.watch.moves_sent == []


def test_the_win_is_claimed_when_the_computer_has_played_for_a_minute(people):
    table = people.arranger.table("you play")
    ann = people.sit(table, 0)
    people.arranger.hold(table.code, 1, "left", seconds=56)
    claim = ann.page.get_by_role("button", name="Claim the win")
    expect(claim).to_have_attribute("aria-disabled", "true")
    claim.click(force=True)
    assert "for a minute" in ann.until(lambda look: look.note, "the reason").note
    assert ann.watch.moves_sent == []
    expect(claim).not_to_have_attribute("aria-disabled", "true", timeout=15_000)
    # the site's own clock goes by what is proven
    time.sleep(2)
    claim.click()
    ann.until(lambda look: look.headline == "You win.", "the report")
    told(ann, "Ann claims the win")


def test_a_game_that_everybody_left_is_closed_and_says_so(people):
    table = people.arranger.table("you play")
    people.arranger.close_table(table.code)
    ann = people.sit(table, 0)
    assert ann.look().headline == "This game was closed."
    expect(ann.page.get_by_text("Nobody was here for too long.")).to_be_visible()
    assert ann.page.get_by_role("link", name="Go to the lobby").is_visible()
    assert not ann.look().hand


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
