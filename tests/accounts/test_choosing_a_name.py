"""The player of a device is renamed by a POST; an unusable name changes nothing."""

import pytest
from django.contrib.sessions.models import Session
from django.urls import reverse

from accounts.models import Player
from accounts.players import SESSION_PLAYER
from games.models import Game
from tests.support.playing import begin, finished_game, guests, revision_of, waiting_game

pytestmark = pytest.mark.django_db

URL = "/name/"


def is_at(client, player):
    """Make the client the device of a player."""
    session = client.session
    session[SESSION_PLAYER] = player.pk
    session.save()
    return client


def said(response):
    return " ".join(str(message) for message in response.context["messages"])


def test_a_new_browser_becomes_a_player_of_that_name(client):
    response = client.post(URL, {"name": "  Ann  Mary "}, follow=True)
    assert response.redirect_chain == [(reverse("landing"), 302)]
    player = Player.objects.get()
    assert (player.name, player.kind, player.user) == ("Ann Mary", Player.Kind.GUEST, None)
    assert client.session[SESSION_PLAYER] == player.pk
    assert said(response) == "You are now called Ann Mary."


def test_a_player_is_renamed_and_stays_the_same_player(client):
    client.post(URL, {"name": "Ann"})
    before = Player.objects.get()
    response = client.post(URL, {"name": "Bob"}, follow=True)
    after = Player.objects.get()
    assert (after.pk, after.name, after.created_at) == (before.pk, "Bob", before.created_at)
    assert "Bob" in said(response)


@pytest.mark.parametrize(
    "typed", ["", "  ", "x" * 25, "x" * 5000, "a\u200bb", "a\x00b", "!!!", "\u202eAnn", None]
)
def test_an_unusable_name_changes_nothing(client, typed):
    data = {} if typed is None else {"name": typed}
    response = client.post(URL, data, follow=True)
    assert said(response).endswith(".")
    assert not Player.objects.exists()
    assert SESSION_PLAYER not in client.session
    (ann,) = guests(1)
    response = is_at(client, ann).post(URL, data, follow=True)
    assert said(response).endswith(".")
    assert Player.objects.get().name == "Ann"


def test_a_name_with_marks_of_html_is_shown_as_text(client):
    response = client.post(URL, {"name": "<b>Ann</b>"}, follow=True)
    page = response.content.decode()
    assert "<b>Ann</b>" not in page
    assert "&lt;b&gt;Ann&lt;/b&gt;" in page


def test_a_new_name_is_news_at_every_unfinished_table_of_the_player(client):
    waiting, running = waiting_game(seed=1), begin(waiting_game(seed=2))
    over, strange = finished_game(target=61, seed=3), waiting_game(seed=4)
    (ann,) = guests(1)
    for game in (waiting, running, over):
        game.seats.filter(number=1).update(player=ann)
    revisions = {game.pk: revision_of(game) for game in (waiting, running, over, strange)}
    is_at(client, ann).post(URL, {"name": "Zoe"})
    for game in (waiting, running):
        assert revision_of(game) == revisions[game.pk] + 1
    assert revision_of(strange) == revisions[strange.pk]
    assert Game.objects.get(pk=running.pk).version == running.version


@pytest.mark.parametrize("url", ["/play/computer/", "/play/friend/"])
def test_a_name_given_when_opening_another_table_is_news_at_the_first(client, url):
    game = waiting_game()
    (ann,) = guests(1)
    game.seats.filter(number=1).update(player=ann)
    revision = revision_of(game)
    is_at(client, ann).post(url, {"name": "Zoe"})
    assert Player.objects.get(pk=ann.pk).name == "Zoe"
    assert revision_of(game) == revision + 1


def test_the_same_name_again_is_no_news(client):
    game = waiting_game()
    (ann,) = guests(1)
    game.seats.filter(number=1).update(player=ann)
    revision = revision_of(game)
    is_at(client, ann).post("/play/friend/", {"name": "Ann"})
    assert revision_of(game) == revision


def test_a_name_is_not_chosen_by_looking(client):
    assert client.get(URL, {"name": "Ann"}).status_code == 302
    assert not Player.objects.exists()
    assert not Session.objects.exists()
