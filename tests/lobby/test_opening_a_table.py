"""Opening a table in the lobby: a form that says what is wrong and then changes nothing."""

import pytest
from django.contrib.sessions.models import Session
from django.test import Client

from accounts.models import Player
from games.models import Game, Seat, Table
from tests.support.playing import waiting_game
from tests.support.strict import Strict, strict_rules

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("wires", "one_look")]

URL = "/lobby/open/"


def everything():
    """All that the form could have made."""
    return [
        list(model.objects.order_by("pk").values())
        for model in (Player, Session, Table, Game, Seat)
    ]


@pytest.mark.parametrize("target", ["61", "121", "", None])
@pytest.mark.parametrize("joining", ["anyone", "link", "", None])
def test_a_table_is_opened_as_it_was_asked_for(client, target, joining):
    data = {"name": "Ann", "target": target, "joining": joining}
    response = client.post(URL, {key: value for key, value in data.items() if value is not None})
    table = Table.objects.get()
    assert response["Location"] == f"/t/{table.code}/"
    assert (table.target, table.joining) == (int(target or 121), joining or "anyone")
    seat = Seat.objects.get()
    assert (seat.player.name, seat.number, seat.game.host_seat) == ("Ann", 0, 0)


def test_it_stands_in_the_lobby_at_once_and_can_be_joined_from_there():
    ann, bob = Client(), Client()
    where = ann.post(URL, {"name": "Ann"})["Location"]
    assert f'href="{where}"' in bob.get("/lobby/").content.decode()
    assert bob.post(f"{where}sit/", {"name": "Bob", "chair": "2"})["Location"] == where
    assert list(Seat.objects.values_list("number", "player__name")) == [(0, "Ann"), (2, "Bob")]


BAD = [
    {"name": "x" * 25},
    {"name": "x" * 5000},
    {"name": "a\x00b"},
    {"name": "\u202eAnn"},
    {"name": "!!!"},
    {"name": "Hazel"},
    {"name": "ROWAN"},
    *({"target": target} for target in ("0", "62", "-121", "121.0", "x", "²", "9" * 500, "\x00")),
    *({"joining": joining} for joining in ("nobody", "ANYONE", "x" * 500, "\x00", "<b>")),
]


@pytest.mark.parametrize("data", BAD, ids=lambda data: str(data)[:30])
def test_bad_input_is_said_and_changes_nothing(client, data):
    before = everything()
    response = client.post(URL, {"name": "Ann"} | data)
    assert response.status_code == 422
    error = response.context["form_error"]
    assert str(error).endswith(".")
    page = response.content.decode()
    assert 'id="form-error"' in page
    assert Strict(page).faults == []
    strict_rules(response)
    assert not response.cookies.get("sessionid")
    assert everything() == before


def test_what_was_typed_is_still_there(client):
    page = client.post(
        URL, {"name": "<i>" + "x" * 25, "target": "61", "joining": "link"}
    ).content.decode()
    assert "&lt;i&gt;xxx" in page
    assert '<input type="radio" name="target" value="61" checked>' in page
    assert '<input type="radio" name="joining" value="link" checked>' in page


def test_the_lobby_is_looked_at_and_opening_is_posted(client):
    waiting_game()
    before = everything()
    for ask in (client.get, client.head):
        assert ask(URL).status_code == 302
    for ask in (client.put, client.delete, client.patch):
        assert ask(URL).status_code == 405
    for ask in (client.post, client.put, client.delete):
        assert ask("/lobby/").status_code == 405
    assert client.get("/lobby/").status_code == 200
    assert client.head("/lobby/").status_code == 200
    token_less = Client(enforce_csrf_checks=True)
    assert token_less.post(URL, {"name": "Ann"}).status_code == 403
    assert client.post(URL, {"name": "x" * 70_000}).status_code == 400
    assert everything() == before


def test_the_page_keeps_to_the_strict_policy_and_is_not_kept(client):
    waiting_game(seed=1)
    response = client.get("/lobby/?target=61")
    assert Strict(response.content.decode()).faults == []
    strict_rules(response)
    assert "no-cache" in response["Cache-Control"]
