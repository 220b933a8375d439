"""A name is a way to talk: who is silenced keeps it, and nobody changes it all day."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.anonymising import anonymise
from accounts.models import LogEntry, NameTakenAway, Player, Renaming, Sanction
from accounts.players import require_free_name
from accounts.renaming import allowed, taken_away
from accounts.sanctions import imposing
from accounts.sanctions.models import Appeal, Kind
from tests.support.playing import account, guests, waiting_game
from tests.support.visitors import browser_of, player_of, sign_up

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.usefixtures("wires", "one_look", "quick_accounts"),
]

FIVE = "You have taken five names within a day. Keep this one until tomorrow."
TAKEN_AWAY = "The moderators have taken that name away. Choose another one."


def rename(player, name):
    """Ask for the name on the account's page; returns what was said."""
    response = browser_of(player).post("/name/", {"name": name, "back": "account"}, follow=True)
    return " ".join(str(message) for message in response.context["messages"])


def called(player):
    return Player.objects.get(pk=player.pk).name


def silence(player, kind=Kind.CHAT):
    until = timezone.now() + timedelta(days=1) if kind != Kind.BAN else None
    return imposing.impose(player, kind, "Insults", None, until=until)


def take_away(player):
    sanction = imposing.impose(player, Kind.RENAME, "An insult", None)
    player.refresh_from_db()
    return sanction


# --- Who is silenced ------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [Kind.CHAT, Kind.SUSPENSION, Kind.BAN])
def test_who_is_silenced_keeps_the_name_and_the_page_says_so_in_place_of_the_form(kind):
    ann = account("Ann")
    held = silence(ann, kind)
    assert rename(ann, "Bob is a cheat").endswith("As long as that holds you keep your name.")
    assert called(ann) == "Ann"
    page = browser_of(ann).get("/account/").content.decode()
    assert "you keep your name" in page
    assert 'action="/name/"' not in page
    imposing.lift(held, "Enough", None)
    assert rename(ann, "Zoe") == "You are now called Zoe."


@pytest.mark.parametrize("kind", [Kind.WARNING, Kind.RANKED, Kind.BOARDS])
def test_who_may_talk_may_take_another_name(kind):
    ann = account("Ann")
    silence(ann, kind)
    rename(ann, "Zoe")
    assert called(ann) == "Zoe"


def test_who_is_silenced_takes_no_name_with_a_seat_or_a_table_either():
    (ann,) = guests(1)
    game = waiting_game()
    silence(ann)
    for url in ("/play/computer/", "/play/friend/", "/lobby/open/", f"/t/{game.table.code}/sit/"):
        response = browser_of(ann).post(url, {"name": "Bob is a cheat"})
        assert response.status_code == 422
        assert "you keep your name" in response.content.decode()
    assert called(ann) == "Ann"
    assert browser_of(ann).post("/play/computer/", {"name": "Ann"}).status_code == 302


def test_who_is_silenced_takes_no_name_with_an_account():
    (ann,) = guests(1)
    silence(ann)
    browser = browser_of(ann)
    response = sign_up(browser, name="Bob is a cheat")
    assert "you keep your name" in str(response.context["form"].errors["name"])
    assert sign_up(browser, name="Ann").status_code == 302
    assert (called(ann), player_of(browser).kind) == ("Ann", Player.Kind.ACCOUNT)


# --- Five a day -----------------------------------------------------------------------------------


def test_the_sixth_name_of_a_day_is_refused_and_tomorrow_there_are_more():
    (ann,) = guests(1)
    for number in range(5):
        assert rename(ann, f"Ann {number}") == f"You are now called Ann {number}."
    assert rename(ann, "Ann 5") == FIVE
    assert FIVE in browser_of(ann).get("/account/").content.decode()
    assert called(ann) == "Ann 4"
    # the one that it has is no other one
    assert browser_of(ann).post("/play/computer/", {"name": "Ann 4"}).status_code == 302
    Renaming.objects.update(at=timezone.now() - timedelta(hours=25))
    rename(ann, "Ann 5")
    assert called(ann) == "Ann 5"
    assert Renaming.objects.count() == 1


def test_a_name_that_is_refused_does_not_count():
    account("Zoe")
    (ann,) = guests(1)
    for _ in range(6):
        rename(ann, "Zoe")
    assert not Renaming.objects.exists()
    rename(ann, "Mary")
    assert called(ann) == "Mary"


def test_nothing_of_it_is_kept_of_who_has_left():
    ann = account("Ann")
    rename(ann, "Mary")
    anonymise(ann)
    assert not Renaming.objects.exists()


# --- Names that were taken away -------------------------------------------------------------------


@pytest.mark.parametrize(
    "typed", ["Rude Name", "rude name", "R.u.d.e N4me", "Ru\u0301de N\u0430me"]
)
def test_a_name_that_was_taken_away_is_nobody_s_in_any_spelling(typed):
    ann = account("Rude Name")
    (bob,) = guests(1)
    take_away(ann)
    given = called(ann)
    for player in (ann, bob):
        assert rename(player, typed) == TAKEN_AWAY
    assert called(ann) == given
    response = sign_up(Client(), email="new@example.org", name=typed)
    assert response.context["form"].errors == {"name": [TAKEN_AWAY]}
    rename(ann, "Ruder Nation")
    assert called(ann) == "Ruder Nation"


def test_it_stays_so_when_the_player_has_read_it_and_when_it_has_left():
    ann = account("Rude Name")
    imposing.acknowledge(take_away(ann))
    anonymise(ann)
    (bob,) = guests(1)
    assert rename(bob, "Rude Name") == TAKEN_AWAY


def test_it_is_free_again_when_the_sanction_was_lifted():
    ann = account("Fine Name")
    imposing.lift(take_away(ann), "A mistake", None)
    rename(ann, "Fine Name")
    assert called(ann) == "Fine Name"


def test_it_is_free_again_when_an_appeal_was_granted_after_it_was_read():
    ann = account("Fine Name")
    sanction = take_away(ann)
    imposing.acknowledge(sanction)
    Appeal.objects.create(
        sanction=sanction, text="?", granted=True, decided_at=timezone.now(), answer="Yes"
    )
    rename(ann, "Fine Name")
    assert called(ann) == "Fine Name"


@pytest.mark.parametrize("name", ["\U0001f642 5", "\u5b57", "5 5"])
def test_a_name_without_latin_letters_can_be_taken_away_too(name):
    (ann, bob) = guests(2)
    Player.objects.filter(pk=ann.pk).update(name=name)
    ann.refresh_from_db()
    take_away(ann)
    assert taken_away.is_taken_away(name)
    require_free_name("Bob", bob)


def test_who_was_given_a_name_may_choose_one_even_when_silenced_but_only_once():
    ann = account("Rude Name")
    silence(ann)
    held = take_away(ann)
    rename(ann, "Zoe")
    assert called(ann) == "Zoe"
    assert "you keep your name" in rename(ann, "Mary")
    imposing.acknowledge(held)
    assert "you keep your name" in rename(ann, "Mary")
    imposing.acknowledge(take_away(ann))
    rename(ann, "Mary")
    assert called(ann) == "Mary"


def test_the_names_that_the_log_knows_from_before_are_kept():
    from importlib import import_module

    from django.apps import apps

    migration = import_module("accounts.migrations.0011_renaming")
    ann, bob = account("Rude Name"), account("Fine Name")
    taken = take_away(ann)
    imposing.lift(take_away(bob), "A mistake", None)
    NameTakenAway.objects.all().delete()
    migration.keep_names_taken_before(apps, None)
    kept = NameTakenAway.objects.get()
    assert (kept.sanction, kept.instead) == (taken, ann.name)
    assert taken_away.is_taken_away("Rude Name")
    assert LogEntry.objects.exists() and Sanction.objects.count() == 2
    assert allowed.why_not(ann) == ""
