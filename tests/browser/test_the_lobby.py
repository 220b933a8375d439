"""The lobby in two browsers: what one person does stands in the other's list by itself."""

import pytest

from tests.support.site import wait_until

pytestmark = pytest.mark.browser


class Visitor:
    """A person in the lobby. Rows are found by the table's code: other tables stand there too."""

    def __init__(self, people):
        self.person = people.come()
        self.page = self.person.page
        self.page.goto(f"{people.site.url}lobby/")

    def row(self, code):
        return self.page.locator(f".table-row:has(#join-t{code}, #watch-t{code})")

    def open_row(self, code):
        return self.page.locator("#lobby-open .table-row").filter(
            has=self.page.locator(f"#join-t{code}")
        )

    def running_row(self, code):
        return self.page.locator("#lobby-running .table-row").filter(
            has=self.page.locator(f"#watch-t{code}")
        )

    def open_table(self, name, points="121 points"):
        self.page.get_by_label("Your name at the table").fill(name)
        self.page.get_by_role("radio", name=points).check()
        self.person.press("Open a table")
        self.person.at_the_table()
        return self.person


def test_tables_come_and_go_in_the_lobby_without_a_reload(people):
    eve, fred = Visitor(people), Visitor(people)
    ann = Visitor(people).open_table("Ann of the lobby", "61 points")
    code = ann.code
    row = eve.open_row(code)
    row.locator(".table-host", has_text="Ann of the lobby's table").wait_for()
    row.get_by_text("3 free seats").wait_for()
    assert "61" in row.inner_text()

    # full: gone; a seat free again: back
    for chair in (2, 3, 4):
        ann.at_chair(chair, "Add a computer player")
        ann.until(lambda look, chair=chair: look.seated[chair - 1], "the computer player")
    row.wait_for(state="detached")
    for name in ("Linden", "Rowan", "Hazel"):
        ann.press(f"Remove {name}")
        ann.until(lambda look, name=name: name not in look.seated)
    row.get_by_text("3 free seats").wait_for()

    # somebody joins from the other browser
    fred.open_row(code).get_by_role("link", name="Join").click()
    bob = fred.person
    bob.at_the_table()
    bob.take_chair("Bob of the lobby")
    row.get_by_text("2 free seats").wait_for()

    # it starts: gone from the one list, and in the other with its scores
    bob.press("I'm ready")
    ann.until_asked()
    ann.press("Cut the cards")
    running = eve.running_row(code)
    running.locator(".table-sides", has_text="Bob of the lobby").wait_for()
    row.wait_for(state="detached")
    assert running.locator(".table-score").all_inner_texts() == ["0", "0"]
    people.arranger.play_on(code, "between hands")
    ann.until(lambda look: any(look.scores.values()), "points")
    ann.settle()
    points = {name: str(score) for name, score in ann.look().scores.items()}

    def listed():
        names = running.locator(".table-sides b").all_inner_texts()
        return dict(zip(names, running.locator(".table-score").all_inner_texts(), strict=False))

    wait_until(lambda: listed() == points, 40, "the same points in the list")

    # watched from there
    running.get_by_role("link", name="Watch").click()
    eve.page.get_by_text("You are watching", exact=True).wait_for()
    ann.until(lambda look: look.watchers == 1, "the spectator")


def test_a_table_for_those_with_the_link_stands_in_no_list(people):
    eve = Visitor(people)
    ann = Visitor(people).open_table("Ann of the link")
    row = eve.open_row(ann.code)
    row.wait_for()
    ann.page.get_by_label("Who may join").select_option(label="Only with the link")
    row.wait_for(state="detached")
    ann.page.get_by_label("Who may join").select_option(label="Anyone")
    row.wait_for()
    ann.press("Leave the table")
    row.wait_for(state="detached")


def test_filters_hold_for_what_comes_later_too(people):
    eve = Visitor(people)
    eve.page.get_by_label("Muggins").select_option(label="On")
    eve.page.get_by_label("Playing to").first.select_option(label="121 points")
    eve.person.press("Show")
    eve.page.wait_for_url("**/lobby/?*muggins=on*")
    plain = Visitor(people).open_table("Ann of the plain")
    ann = Visitor(people).open_table("Ann of the filters")
    ann.page.get_by_label("Muggins").select_option(label="On")
    eve.open_row(ann.code).wait_for()
    assert eve.row(plain.code).count() == 0
    ann.page.get_by_label("Playing to", exact=True).select_option(label="61 points")
    eve.open_row(ann.code).wait_for(state="detached")
    eve.page.get_by_role("link", name="Show all tables").first.click()
    for code in (ann.code, plain.code):
        eve.open_row(code).wait_for()


def test_the_focus_stays_on_a_table_while_the_lists_change(people):
    eve = Visitor(people)
    ann = Visitor(people).open_table("Ann of the focus")
    link = eve.open_row(ann.code).get_by_role("link")
    link.focus()
    Visitor(people).open_table("Bob of the focus")
    eve.page.locator(".table-host", has_text="Bob of the focus's table").wait_for()
    focused = "() => document.activeElement.id"
    assert eve.page.evaluate(focused) == f"join-t{ann.code}"
    ann.press("Leave the table")
    eve.open_row(ann.code).wait_for(state="detached")
    assert eve.page.evaluate(focused) == "lobby-open-title"
