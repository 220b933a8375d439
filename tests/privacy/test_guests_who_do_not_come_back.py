"""Guests are forgotten thirty days after the last sign of them."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts import forgetting
from accounts.models import Player, Report
from accounts.reports import file_report
from games.models import ChatLine, Game, GameSeed, Page, Seat, Table
from games.presence import Sight, arrive
from tests.support.playing import finished_game, guests, running_game
from tests.support.visitors import browser_of

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.usefixtures("wires", "one_look", "quick_accounts"),
]

LONG_AGO = timedelta(days=31)


def let_time_pass(age=LONG_AGO):
    """Everything that has happened was that long ago, and no page is open."""
    then = timezone.now() - age
    Page.objects.all().delete()
    Player.objects.update(seen_at=then, created_at=then)
    Game.objects.update(created_at=then)
    Game.objects.exclude(ended_at=None).update(ended_at=then)
    ChatLine.objects.update(at=then)


def alone():
    """Ann has played against the computer, and the table waits for nothing."""
    game = finished_game(computers=1)
    Game.objects.filter(status=Game.Status.WAITING).update(status=Game.Status.CLOSED)
    return game.seats.get(number=0).player


def together():
    game = finished_game()
    Game.objects.filter(status=Game.Status.WAITING).update(status=Game.Status.CLOSED)
    return [game.seats.get(number=number).player for number in (0, 1)]


def test_who_played_alone_is_deleted_with_all_of_it():
    ann = alone()
    let_time_pass()
    forgetting.forget(60)
    assert not Player.objects.filter(pk=ann.pk).exists()
    for kind in (Table, Game, GameSeed, Seat):
        assert not kind.objects.exists(), kind


def test_who_never_played_is_deleted():
    guests(1)
    let_time_pass()
    forgetting.forget(60)
    assert not Player.objects.exists()


def test_who_played_with_others_stays_under_a_number():
    ann, bob = together()
    table = Table.objects.get()
    ChatLine.objects.create(table=table, player=ann, key="a", text="my secret")
    let_time_pass()
    Player.objects.filter(pk=bob.pk).update(seen_at=timezone.now())
    forgetting.forget(60)
    ann.refresh_from_db()
    assert (ann.name, ann.kind) == (f"guest-{ann.pk}", Player.Kind.GUEST)
    assert ChatLine.objects.get().text == ""
    assert Player.objects.get(pk=bob.pk).name == "Bob"
    assert "has left" in browser_of(bob).get(f"/players/{ann.pk}/").content.decode()
    assert f"guest-{ann.pk}" in browser_of(bob).get("/games/").content.decode()


def test_who_was_reported_stays_under_a_number():
    ann = alone()
    (bob,) = guests(1)
    file_report(bob, Report.Reason.OTHER, "a name", about=ann)
    let_time_pass()
    forgetting.forget(60)
    assert Player.objects.get(pk=ann.pk).name == f"guest-{ann.pk}"
    assert Report.objects.get().text == "a name"
    assert Game.objects.exists()


def test_after_twenty_nine_days_nobody_is_forgotten():
    ann = alone()
    let_time_pass(timedelta(days=29))
    forgetting.forget(60)
    assert Player.objects.get(pk=ann.pk).name == "Ann"


@pytest.mark.parametrize("sign", ["game", "page", "chat"])
def test_a_sign_of_life_keeps_a_guest(sign):
    ann = alone()
    table = Table.objects.get()
    let_time_pass()
    if sign == "game":
        Game.objects.update(ended_at=timezone.now())
    elif sign == "page":
        now = timezone.now()
        Page.objects.create(
            table=table, player=ann, page="0" * 31 + "1", seen_at=now, until=now + LONG_AGO
        )
    else:
        ChatLine.objects.create(table=table, player=ann, key="a", text="hello")
    forgetting.forget(60)
    ann.refresh_from_db()
    assert ann.name == "Ann"
    assert ann.seen_at > timezone.now() - timedelta(hours=1)


def test_a_guest_at_a_game_that_runs_is_kept():
    game = running_game(computers=1)
    let_time_pass()
    forgetting.forget(60)
    assert game.seats.get(number=0).player.name == "Ann"


def test_opening_a_table_and_doing_something_are_seen():
    (ann,) = guests(1)
    table = finished_game(computers=1, seed=2).table
    for sign in (
        lambda: arrive(Sight("0" * 31 + "2", table.pk, ann.pk)),
        lambda: browser_of(ann).post("/name/", {"name": "Anna"}),
    ):
        let_time_pass()
        sign()
        ann.refresh_from_db()
        assert ann.seen_at > timezone.now() - timedelta(hours=1)


def test_a_device_that_comes_back_is_a_new_guest():
    ann, _bob = together()
    client = browser_of(ann)
    let_time_pass()
    forgetting.forget(60)
    assert client.get("/games/").status_code == 200
    client.post("/name/", {"name": "Zoe"})
    assert Player.objects.get(name="Zoe").pk != ann.pk


def test_a_pass_has_an_end_and_the_next_goes_on():
    guests(4)
    let_time_pass()
    forgetting.forget(0)
    assert Player.objects.count() == 3
    forgetting.forget(60)
    assert not Player.objects.exists()
