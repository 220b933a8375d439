"""The page of the queue, and what its forms do without a line to the site."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Player
from accounts.players import SESSION_PLAYER
from accounts.sanctions import imposing
from accounts.sanctions.models import Kind
from games import seating
from games.models import Searcher, Table
from games.pairing import queue
from games.tables import latest_game
from tests.pairing.waiting import searching
from tests.support.markup import parse
from tests.support.playing import account, waiting_game
from tests.support.strict import Strict, strict_rules
from tests.support.visitors import browser_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("wires", "one_look")]

URL, SEARCH, STOP = "/ranked/", "/ranked/search/", "/ranked/stop/"


def come(client, player):
    """The browser is that player's."""
    client.force_login(player.user)
    session = client.session
    session[SESSION_PLAYER] = player.pk
    session.save()
    return player


def page_of(client):
    response = client.get(URL)
    assert response.status_code == 200
    strict_rules(response)
    assert "no-cache" in response["Cache-Control"]
    html = response.content.decode()
    assert Strict(html).faults == []
    return parse(html)


def test_it_is_linked_from_the_first_page_and_the_lobby(client):
    for where in ("/", "/lobby/"):
        page = parse(client.get(where).content.decode())
        assert page.by_id("play-ranked")["href"] == URL


def test_a_stranger_reads_why_not_yet_and_how(client):
    page = page_of(client)
    assert "account" in page.by_id("hindrance").text
    assert page.by_id("ranked-signup") and page.by_id("ranked-login")
    assert not list(page.all("button", name="size"))
    assert "nobody waiting" in page.text
    assert not Player.objects.exists() and not client.cookies.get("sessionid")


def test_an_address_that_is_not_confirmed(client):
    come(client, account("Ann", verified=False))
    page = page_of(client)
    assert "Confirm" in page.by_id("hindrance").text
    assert page.by_id("ranked-email")["href"] == "/accounts/email/"


def test_searching_and_stopping_by_forms_alone(client):
    come(client, account("Ann"))
    buttons = list(page_of(client).all("button", name="size"))
    assert [button["value"] for button in buttons] == ["2", "3", "4"]
    assert client.post(SEARCH, {"size": "3"})["Location"] == URL
    page = page_of(client)
    assert page.by_id("ranked-search")["data-state"] == "searching"
    assert page.by_id("stop")["formaction"] == STOP
    assert [button["value"] for button in page.all("button", name="size")] == ["2", "4"]
    client.post(SEARCH, {"size": "2"})
    assert Searcher.objects.get().size == 2
    assert client.post(STOP)["Location"] == URL
    assert not Searcher.objects.exists()


def test_who_was_brought_together_is_shown_the_way(client):
    ann = come(client, searching("Ann"))
    searching("Bob")
    queue.pair()
    page = page_of(client)
    assert page.by_id("to-table")["href"].startswith("/t/")
    assert client.post(SEARCH, {"size": "2"}).status_code == 409
    assert not Searcher.objects.filter(player=ann).exists()


def test_a_quick_table_that_was_closed_leads_back_here(client):
    ann, bob = come(client, searching("Ann")), searching("Bob")
    queue.pair()
    game = latest_game(Table.objects.get())
    where = f"/t/{game.table.code}/"
    assert parse(client.get(where).content.decode()).by_id("search-again") is None
    seating.leave(game.pk, bob.pk)
    page = parse(client.get(where).content.decode())
    assert page.by_id("search-again")["href"] == URL
    assert page_of(client).by_id("ranked-search")["data-state"] == "idle"
    assert not Searcher.objects.filter(player=ann).exists()


def test_another_closed_table_does_not(client):
    game = waiting_game()
    seating.close_waiting(game.pk)
    page = parse(client.get(f"/t/{game.table.code}/").content.decode())
    assert "This table is closed" in page.text
    assert page.by_id("search-again") is None


@pytest.mark.parametrize("size", ["", "0", "1", "5", "-2", "2.0", " 2", "²", "x", "\x00", "9" * 50])
def test_an_unknown_size_is_said_and_changes_nothing(client, size):
    come(client, account("Ann"))
    for data in ({"size": size}, {}):
        response = client.post(SEARCH, data)
        assert response.status_code == 422
        assert parse(response.content.decode()).by_id("ranked-note").text.endswith(".")
        assert Strict(response.content.decode()).faults == []
    assert not Searcher.objects.exists()


def test_a_stranger_and_an_unconfirmed_account_are_refused_with_the_reason_said_once(client):
    for player in (None, account("Ann", verified=False)):
        if player:
            come(client, player)
        response = client.post(SEARCH, {"size": "2"})
        assert response.status_code == 409
        page = parse(response.content.decode())
        assert page.by_id("hindrance").text and not page.by_id("ranked-note").text
        assert client.post(STOP).status_code == 302
    assert not Searcher.objects.exists()


def test_the_page_is_looked_at_and_its_forms_are_posted(client):
    come(client, searching("Ann"))
    for where in (SEARCH, STOP):
        for ask in (client.get, client.head):
            assert ask(where)["Location"] == URL
        for ask in (client.put, client.delete, client.patch):
            assert ask(where).status_code == 405
    for ask in (client.post, client.put, client.delete):
        assert ask(URL).status_code == 405
    assert client.head(URL).status_code == 200
    token_less = Client(enforce_csrf_checks=True)
    for where in (SEARCH, STOP):
        assert token_less.post(where, {"size": "2"}).status_code == 403
    assert Searcher.objects.get().size == 2


def test_a_suspension_is_told_once_with_the_way_to_answer():
    ann = account("Ann")
    until = timezone.now() + timedelta(days=1)
    imposing.impose(ann, Kind.SUSPENSION, "Went on shouting", None, until=until)
    client = browser_of(ann)
    text = client.get(URL).content.decode()
    assert text.count("Went on shouting") == 1
    assert parse(text).by_id("ranked-standing")["href"] == "/account/standing/"
    # what is said by the region is not all that the moderators say
    imposing.impose(ann, Kind.WARNING, "Once more", None)
    text = client.get(URL).content.decode()
    assert "Once more" in text
    assert "Went on shouting" in text
