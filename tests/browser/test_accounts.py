"""A guest makes an account in the middle of a game, and has the seat wherever it logs in."""

import secrets

import pytest

from tests.browser.people import settle

pytestmark = pytest.mark.browser

PASSWORD = "seven purple elephants"


def sign_up(person, name=""):
    """From the page that is open, by its link; the address used."""
    email = f"{secrets.token_hex(6)}@example.org"
    person.page.get_by_role("link", name="Sign up").first.click()
    person.hands.write(person.page.get_by_label("E-mail"), email)
    person.hands.write(person.page.get_by_label("Password"), PASSWORD)
    if name:
        person.page.get_by_label("Your name at the table").fill(name)
    person.page.get_by_label("I am at least 16 years old").check()
    person.press("Sign up")
    return email


def log_in(person, email, password=PASSWORD):
    person.page.get_by_role("link", name="Log in").first.click()
    person.hands.write(person.page.get_by_label("E-mail"), email)
    person.hands.write(person.page.get_by_label("Password"), password)
    person.press("Log in")


def in_the_seat(person, name, before):
    """The page shows the table from the seat of that player, as it was."""
    person.page.locator(".seat-you").wait_for()
    person.at_the_table()
    person.settle()
    look = person.look()
    assert (look.you, look.hand, look.sentence) == (name, before.hand, before.sentence)


def test_a_guest_signs_up_in_the_middle_of_a_game_and_keeps_the_seat_everywhere(people):
    ann, bob = people.at("you play")
    name = f"Ann {secrets.token_hex(3)}"
    code, before = ann.code, ann.until_asked()
    email = sign_up(ann, name)
    in_the_seat(ann, name, before)
    bob.page.get_by_text(name, exact=True).first.wait_for()
    assert name in bob.look().scores
    ann.answer()
    settle(ann, bob)
    assert len(bob.look().sequence) == 2

    # log out: the page looks on, the seat stays taken
    ann.page.get_by_role("link", name="Log out").first.click()
    ann.press("Log out")
    ann.page.get_by_role("link", name="Log in").first.wait_for()
    people.open(ann, code)
    ann.page.get_by_text("You are watching", exact=True).wait_for()
    assert ann.look().hand == []

    # in another browser
    other = people.come()
    people.open(other, code)
    assert other.look().hand == []
    bob.answer()
    log_in(other, email)
    other.page.locator(".seat-you").wait_for()
    other.at_the_table()
    other.settle()
    assert other.look().you == name
    assert len(other.look().hand) == len(before.hand) - 1
    while not other.look().asked:
        bob.answer()
        settle(other, bob)
    assert other.answer() is not None
    settle(other, bob)

    # and from the list of games, on the first device again
    log_in(ann, email)
    ann.page.goto(people.site.url)
    ann.page.get_by_role("link", name="My games").first.click()
    ann.page.get_by_role("heading", name="Go on playing").wait_for()
    ann.page.locator(f"main a[href='/t/{code}/']").click()
    ann.page.locator(".seat-you").wait_for()
    assert ann.settle() == other.settle()


def test_a_guest_who_logs_in_brings_the_seat_to_the_account(people):
    first = people.come()
    first.page.goto(people.site.url)
    email = sign_up(first, f"Cleo {secrets.token_hex(3)}")
    first.page.get_by_role("link", name="Log out").first.wait_for()
    name = first.page.locator(".nav-name").first.inner_text().split(",")[0].strip()

    ann, bob = people.at("throw")
    before = ann.until_asked()
    log_in(ann, email)
    in_the_seat(ann, name, before)
    bob.until(lambda look: name in look.scores, "the account's name")
    # the account's other device has the seat too
    people.open(first, bob.code)
    in_the_seat(first, name, before)


def test_a_wrong_password_is_said_at_the_form_and_changes_nothing(people):
    ann, _bob = people.at("you play")
    before, code = ann.until_asked(), ann.code
    log_in(ann, "nobody@example.org", "not the password")
    ann.page.get_by_role("alert").wait_for()
    assert ann.page.get_by_label("E-mail").input_value() == "nobody@example.org"
    people.open(ann, code)
    in_the_seat(ann, "Ann", before)


def test_a_name_of_somebody_elses_account_is_refused_at_the_field(people):
    first, second = people.come(), people.come()
    name = f"Dora {secrets.token_hex(3)}"
    for person in (first, second):
        person.page.goto(people.site.url)
    sign_up(first, name)
    first.page.get_by_role("link", name="Log out").first.wait_for()
    sign_up(second, name.upper())
    second.page.get_by_text("That name is taken. Choose another one.").wait_for()
    assert second.page.get_by_label("Your name at the table").input_value() == name.upper()
