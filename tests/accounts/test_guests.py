"""A guest is made by the POST that takes a seat, and keeps it on the device that took it."""

import re
from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from accounts.models import Player
from accounts.players import SESSION_PLAYER, player_of_session
from games import seating, tables
from games.models import Game, Seat, Table
from tests.support.playing import (
    begin,
    finished_game,
    fresh,
    game_in,
    state_of,
    waiting_game,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("wires", "one_look")]


def nobody_came():
    """No player, no session, no seat was made."""
    return not (Player.objects.exists() or Session.objects.exists() or Seat.objects.exists())


def open_table(client, name="Ann", url="/play/friend/"):
    response = client.post(url, {"name": name, "target": "61"})
    assert response.status_code == 302
    return response["Location"]


def sits(response):
    """The page is the table from a seat."""
    return response.status_code == 200 and response.context["seated"]


def looks_on(response):
    """The page is the table without a seat."""
    return response.status_code == 200 and not response.context["seated"]


def test_no_page_makes_a_player_or_a_session(client):
    for url in ("/", "/rules/", "/fair/", "/health/", "/admin/login/", "/nothing/"):
        client.get(url)
        client.head(url)
    for url in ("/play/computer/", "/play/friend/", "/name/", "/forget/", "/t/nothing/sit/"):
        assert client.get(url).status_code in (302, 404)
    assert nobody_came()
    assert settings.SESSION_COOKIE_NAME not in client.cookies


def test_looking_at_a_table_takes_no_seat(client):
    game = waiting_game(seated=1)
    players, sessions = Player.objects.count(), Session.objects.count()
    url = f"/t/{game.table.code}/"
    for _ in range(2):
        response = client.get(url)
        assert response.status_code == 200
        assert looks_on(response)
    assert game.seats.count() == 1
    assert (Player.objects.count(), Session.objects.count()) == (players, sessions)


@pytest.mark.parametrize("url", ["/play/computer/", "/play/friend/"])
def test_a_post_opens_a_table_and_makes_its_host(client, url):
    where = open_table(client, url=url)
    table = Table.objects.get()
    assert where == f"/t/{table.code}/"
    host = Player.objects.get(kind=Player.Kind.GUEST)
    assert host.name == "Ann"
    assert client.session[SESSION_PLAYER] == host.pk
    game = tables.latest_game(table)
    assert game.seats.get(number=0).player_id == host.pk
    assert game.seats.filter(player__kind=Player.Kind.CPU).count() == (url == "/play/computer/")
    response = client.get(where)
    assert sits(response)


def test_a_guest_needs_no_name(client):
    open_table(client, name="")
    assert Player.objects.get().name.startswith("Guest ")


@pytest.mark.parametrize("page", ["/", "/lobby/"])
def test_what_an_empty_name_means_is_said(client, page):
    assert "simply called a guest" in client.get(page).content.decode()
    open_table(client)
    assert "you keep the name you have" in client.get(page).content.decode()


def test_a_second_table_is_opened_by_the_same_player(client):
    open_table(client)
    open_table(client, name="")
    assert Player.objects.get().name == "Ann"
    assert Table.objects.count() == 2


def test_the_seat_is_kept_for_long_on_the_device(client):
    open_table(client)
    cookie = client.cookies[settings.SESSION_COOKIE_NAME]
    assert int(cookie["max-age"]) >= timedelta(days=365).total_seconds()
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    session = Session.objects.get()
    assert session.expire_date > timezone.now() + timedelta(days=365)


def test_two_devices_share_a_table_and_each_keeps_its_seat():
    ann, bob = Client(), Client()
    where = open_table(ann)
    assert bob.post(f"{where}sit/", {"name": "Bob"})["Location"] == where
    for client, number in ((ann, 0), (bob, 1), (ann, 0)):
        response = client.get(where)
        assert sits(response)
        player = client.session[SESSION_PLAYER]
        assert Seat.objects.get(player_id=player).number == number
    assert [seat.player.name for seat in Seat.objects.select_related("player")] == ["Ann", "Bob"]


def test_a_device_comes_back_to_its_seat_after_it_was_closed():
    client = Client()
    where = open_table(client)
    again = Client()
    name = settings.SESSION_COOKIE_NAME
    again.cookies[name] = client.cookies[name].value
    response = again.get(where)
    assert sits(response)
    assert again.session[SESSION_PLAYER] == client.session[SESSION_PLAYER]


def test_sitting_down_again_on_the_same_device_is_the_same_seat():
    ann, bob = Client(), Client()
    where = open_table(ann)
    for name in ("Bob", "", "Robert"):
        assert bob.post(f"{where}sit/", {"name": name}).status_code == 302
    assert Seat.objects.count() == 2
    assert Player.objects.get(seats__number=1).name == "Robert"


def test_the_host_can_not_take_the_second_seat_too(client):
    where = open_table(client)
    assert client.post(f"{where}sit/", {"name": ""}).status_code == 302
    assert Seat.objects.count() == 1


def test_nobody_becomes_a_player_for_a_seat_that_is_not_there():
    full, running, over = waiting_game(4), begin(waiting_game(seed=2)), finished_game(seed=3)
    closed = waiting_game(seed=4)
    seating.close_waiting(closed.pk)
    players, sessions = Player.objects.count(), Session.objects.count()
    for game, chair, said in (
        (full, "", "Every seat at this table is taken."),
        (full, "2", "That seat is taken."),
        (running, "3", "The game has begun already."),
        (over, "3", "They may play again with the same people."),
        (closed, "3", "This table was closed."),
    ):
        client = Client()
        url = f"/t/{game.table.code}/sit/"
        response = client.post(url, {"name": "Eve", "chair": chair})
        assert response.status_code == 409
        assert response.context["form_error"].startswith(said)
        assert said in response.content.decode()
        assert settings.SESSION_COOKIE_NAME not in client.cookies
    assert (Player.objects.count(), Session.objects.count()) == (players, sessions)


def test_a_player_is_told_when_every_seat_is_taken():
    game, cleo = waiting_game(4), Client()
    open_table(cleo, name="Eve")
    response = cleo.post(f"/t/{game.table.code}/sit/", {"name": ""}, follow=True)
    assert response.status_code == 409
    assert "Every seat at this table is taken." in response.content.decode()
    assert game.seats.count() == 4


def test_a_stranger_at_a_running_table_sees_no_card(client):
    game = game_in("throw", first_deal="host")
    response = client.get(f"/t/{game.table.code}/")
    assert looks_on(response)
    page = response.content.decode()
    assert set(re.findall(r"cards\.svg#(\w+)", page)) <= {"back"}
    assert not [card.name for hand in state_of(game).hands for card in hand if card.name in page]


# --- Signing out ----------------------------------------------------------------------------------


def test_forgetting_signs_this_device_out_and_keeps_the_seat():
    ann, tab = Client(), Client()
    where = open_table(ann)
    key = ann.session.session_key
    tab.cookies[settings.SESSION_COOKIE_NAME] = key
    assert player_of_session(key) is not None
    response = ann.post("/forget/", follow=True)
    assert "This device has forgotten you." in response.content.decode()
    assert not Session.objects.exists()
    assert player_of_session(key) is None
    assert Seat.objects.get().player.name == "Ann"
    for client in (ann, tab):
        response = client.get(where)
        assert looks_on(response)
    assert tables.latest_game(Table.objects.get()).status == Game.Status.WAITING


def test_forgetting_ends_the_device_s_seat_and_nobody_else_s():
    ann, bob = Client(), Client()
    where = open_table(ann)
    bob.post(f"{where}sit/", {"name": "Bob"})
    ann.post("/forget/")
    assert sits(bob.get(where))


def test_forgetting_a_browser_that_is_nobody_makes_nobody(client):
    assert client.post("/forget/").status_code == 302
    assert nobody_came()


def test_a_new_player_after_forgetting_is_another_one(client):
    open_table(client)
    first = client.session[SESSION_PLAYER]
    client.post("/forget/")
    open_table(client, name="Zoe")
    assert client.session[SESSION_PLAYER] != first
    assert Player.objects.get(pk=first).name == "Ann"


def test_what_a_session_cookie_can_be():
    for key in (None, "", "nothing", "x" * 5000, "\x00", "\ud800", "../etc", "'"):
        assert player_of_session(key) is None


def test_a_stale_session_of_a_player_who_is_gone_is_nobody(client):
    where = open_table(client)
    game = fresh(tables.latest_game(Table.objects.get()))
    session = client.session
    session[SESSION_PLAYER] = 10**9
    session.save()
    assert looks_on(client.get(where))
    assert client.get("/").status_code == 200
    assert game.seats.count() == 1
