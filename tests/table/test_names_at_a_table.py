"""No two people at a table have the same name: a guest is refused a name that somebody has."""

import pytest
from django.conf import settings
from django.test import Client

from accounts.models import Player
from accounts.players import SESSION_PLAYER
from games import seating
from games.models import Seat
from games.refusals import NameHere
from tests.support.playing import begin, chairs, guests, person, refused, waiting_game
from tests.support.racing import at_once

pytestmark = pytest.mark.django_db

HERE = "Somebody at the table is called Ann already. Choose another name."


def guest(name):
    return Player.objects.create(kind=Player.Kind.GUEST, name=name)


@pytest.mark.parametrize("name", ["Ann", "ANN", "ann"])
def test_no_guest_sits_down_with_a_name_that_somebody_has(name):
    game = waiting_game(seated=1)
    reason = refused(game, "name_here", seating.sit_down, game.table, guest(name))
    assert reason == HERE.replace("Ann", name)


def test_letters_that_are_the_same_in_any_case_are_the_same_name():
    game = waiting_game(seated=1)
    seating.sit_down(game.table, guest("Strauß"))
    refused(game, "name_here", seating.sit_down, game.table, guest("STRAUSS"))


def test_an_account_keeps_its_name_everywhere():
    game = waiting_game(seated=1)
    account = Player.objects.create(kind=Player.Kind.ACCOUNT, name="Ann")
    assert seating.sit_down(game.table, account).number == 1


@pytest.mark.usefixtures("wires", "one_look")
def test_it_is_said_at_the_field_and_nobody_becomes_a_player_for_it():
    game, client = waiting_game(seated=1), Client()
    players = Player.objects.count()
    response = client.post(f"/t/{game.table.code}/sit/", {"name": "ann"})
    assert response.status_code == 409
    page = response.content.decode()
    assert HERE.replace("Ann", "ann") in page
    assert 'value="ann"' in page
    assert Player.objects.count() == players
    assert settings.SESSION_COOKIE_NAME not in client.cookies
    assert client.post(f"/t/{game.table.code}/sit/", {"name": "Gus"}).status_code == 302
    assert chairs(game) == {0: "Ann", 1: "Gus"}


@pytest.mark.usefixtures("wires", "one_look")
def test_a_guest_who_is_refused_keeps_the_name_it_had():
    game, client = waiting_game(seated=1), Client()
    client.post("/play/friend/", {"name": "Gus"})
    assert client.post(f"/t/{game.table.code}/sit/", {"name": "Ann"}).status_code == 409
    assert Player.objects.get(pk=client.session[SESSION_PLAYER]).name == "Gus"
    assert chairs(game) == {0: "Ann"}


@pytest.mark.usefixtures("wires", "one_look")
@pytest.mark.parametrize("running", [False, True])
def test_nobody_at_the_table_takes_the_name_of_another_there(running):
    game, client = waiting_game(seated=1), Client()
    client.post(f"/t/{game.table.code}/sit/", {"name": "Gus"})
    if running:
        begin(game)
    for where in ("/name/", "/play/friend/", f"/t/{game.table.code}/sit/"):
        response = client.post(where, {"name": "Ann"}, follow=True)
        assert HERE in response.content.decode()
        assert chairs(game) == {0: "Ann", 1: "Gus"}


def test_a_computer_is_called_like_nobody_at_the_table():
    game = waiting_game(seated=1)
    # from a time when guests could have such names
    Player.objects.filter(pk=person(game, "Ann")).update(name="hazel")
    seating.seat_computer(game.pk, person(game, "hazel"), 1)
    assert chairs(game) == {0: "hazel", 1: "Rowan"}


@pytest.mark.django_db(transaction=True)
def test_of_two_of_one_name_who_sit_down_at_once_one_is_refused():
    game = waiting_game(seated=1)
    both = [guests(2)[1] for _ in range(2)]
    results = at_once(game, *(lambda who=who: seating.sit_down(game.table, who) for who in both))
    assert {type(result) for result in results} == {Seat, NameHere}
    assert game.seats.count() == 2
