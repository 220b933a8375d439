"""Reload, close and open again, a second tab: the same seat and the same board."""

import pytest

from tests.browser.people import settle

pytestmark = [pytest.mark.browser]

HANDS = ["throw", "play", "wait"]


def stage(look):
    """Where in a game a page is, as far as it matters for loading it again."""
    return look.mode, look.button, bool(look.counted), look.over


def test_loading_the_page_again_in_every_phase_changes_nothing(people):
    table = people.arranger.table("a free seat")
    ann, bob = people.sit(table, 0), people.come()
    seen = set()

    def come_back(*everyone):
        boards = settle(*everyone)
        for person, board in zip(everyone, boards, strict=True):
            before = person.look()
            kind = (person is ann, *stage(before))
            if kind in seen:
                continue
            person.come_back()
            found = person.settle()
            after = person.look()
            if after.decision != before.decision:
                # it took so long that the table has dealt or counted by itself
                continue
            seen.add(kind)
            assert found == board
            assert (after.you, after.hand, after.sentence, after.title, after.scores) == (
                before.you,
                before.hand,
                before.sentence,
                before.title,
                before.scores,
            )

    come_back(ann)
    bob.sit_down(people.address(table.code), "Bob")
    come_back(ann, bob)
    bob.press("I'm ready")
    ann.until_asked()
    come_back(ann, bob)
    ann.press("Cut the cards")
    ann.until(lambda look: look.dealer)
    come_back(ann, bob)
    # one hand and the throw of the next: before and after the own throw, the play, the show
    while "Hand 2" not in " ".join(ann.look().log) or "play" not in (
        ann.look().mode,
        bob.look().mode,
    ):
        for person in (ann, bob):
            if person.answer():
                come_back(ann, bob)
    people.arranger.play_on(table.code, "over")
    ann.until(lambda look: look.over)
    come_back(ann, bob)
    ann.press("Play again")
    bob.page.locator("#region-report").get_by_text("Ann would like to play again.").wait_for()
    come_back(ann, bob)

    for mode in HANDS:
        assert any(mode in kind for kind in seen), f"nobody came back to {mode!r}"
    for button in ("I'm ready", "Cut the cards", "Deal", "Throw them in", "Count it"):
        assert any(button in kind for kind in seen), f"nobody came back to {button!r}"


def test_closing_the_page_and_opening_it_again_keeps_the_seat(people):
    ann, bob = people.at("you play")
    board = ann.settle()
    ann.page.close()
    again = people.another_page(ann.page.context)
    again.page.goto(bob.page.url)
    again.at_the_table()
    assert again.settle() == board
    again.answer()
    settle(again, bob)
    assert len(bob.look().sequence) == 2


def test_two_tabs_of_one_player_show_the_same_seat_and_both_are_live(people):
    ann, bob = people.at("you play")
    tab = people.another_page(ann.page.context)
    tab.page.goto(ann.page.url)
    tab.at_the_table()

    assert tab.settle() == ann.settle()
    ann.answer()
    assert len(settle(ann, tab, bob)) == 3
    assert tab.board() == ann.board()
    asked = bob if bob.look().asked else tab
    asked.answer()
    settle(ann, tab, bob)
    assert tab.board() == ann.board()


def test_a_sixth_tab_says_that_there_are_too_many_and_comes_back_when_one_is_closed(people):
    ann, bob = people.at("you play")
    tabs = [people.another_page(ann.page.context) for _ in range(5)]
    *others, last = tabs
    for tab in others:
        people.open(tab, ann.code)
    last.page.clock.install()
    last.page.goto(ann.page.url)
    last.until(lambda look: "Too many pages of this site are open" in look.line)
    # what the page was made of stays, and the other five go on
    assert last.look().hand == ann.look().hand
    ann.answer()
    settle(ann, *others, bob)
    others[0].page.close()
    last.page.clock.fast_forward(31_000)
    last.at_the_table()
    last.until(lambda look: not look.line, "the end of the line at the top")
    settle(ann, last, bob)
