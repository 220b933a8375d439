"""One's own data as a file: all that is one's own, nothing that is hidden or of others."""

import json

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts import export
from accounts.models import Player, Report
from accounts.reports import file_report
from accounts.sanctions import imposing
from accounts.sanctions.models import Kind
from games import chat
from games.models import Game, GameSeed, Move
from games.moderation import reports
from tests.support.playing import finished_game, game_in
from tests.support.staff import moderator
from tests.support.visitors import account, browser_of, log_in

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.usefixtures("wires", "one_look", "quick_accounts"),
]

URL = "/account/export/"


def file_of(client):
    response = client.post(URL)
    assert response.status_code == 200, response
    assert response["Content-Disposition"].startswith('attachment; filename="cribbage-')
    assert "no-store" in response["Cache-Control"]
    return json.loads(response.content)


def ann_of(game):
    return game.seats.get(number=0).player


def test_an_account_finds_its_addresses_and_devices(client):
    player = account()
    log_in(client, HTTP_USER_AGENT="a browser")
    data = file_of(client)
    assert data["account"]["addresses"] == [
        {"email": "ann@example.org", "verified": True, "primary": True}
    ]
    assert len(data["account"]["devices"]) == 1
    assert data["player"]["name"] == player.name
    assert "password" not in json.dumps(data).lower()
    assert client.session.session_key not in json.dumps(data)


def test_a_guest_gets_a_file_too():
    game = finished_game()
    data = file_of(browser_of(ann_of(game)))
    assert data["account"] is None
    assert (data["player"]["kind"], data["player"]["name"]) == ("guest", "Ann")


def test_a_finished_game_has_its_seats_its_result_and_every_move_of_ones_own():
    game = finished_game()
    (shown,) = file_of(browser_of(ann_of(game)))["games"][:1]
    assert shown["status"] == "over"
    assert [each["name"] for each in shown["others"]] == ["Bob"]
    assert shown["won"] is (game.winner == 0)
    own = Move.objects.filter(game=game, seat=0, actor=Move.Actor.PLAYER)
    assert [each["number"] for each in shown["own_moves"]] == list(
        own.values_list("seq", flat=True)
    )


@pytest.mark.parametrize("phase", ["throw", "play", "show"])
def test_a_running_game_shows_nothing_that_is_hidden(phase):
    game = game_in(phase)
    ann = ann_of(game)
    said = json.dumps(file_of(browser_of(ann)))
    assert GameSeed.objects.get(game=game).seed.hex() not in said
    (shown,) = json.loads(said)["games"]
    assert set(shown) == {
        "game", "table", "number", "status", "ranked", "started_at", "ended_at", "seat",
        "words_for_the_shuffle", "others", "ending", "won", "scores", "own_moves",
    }  # fmt: skip
    own = Move.objects.filter(game=game, seat=0, actor=Move.Actor.PLAYER)
    assert [each["answer"] for each in shown["own_moves"]] == list(
        own.values_list("action", flat=True)
    )
    for words in game.seats.exclude(number=0).values_list("client_seed", flat=True):
        assert words not in said


def test_chat_blocks_and_reports_are_ones_own_alone(settings):
    settings.FREE_TEXT_GAMES = 0
    game = finished_game(ranked=True)
    ann, bob = (game.seats.get(number=number).player for number in (0, 1))
    chat.say(game.table, ann.pk, "a", None, "mine")
    chat.say(game.table, bob.pk, "b", None, "his")
    file_report(ann, Report.Reason.OTHER, "of Ann", about=bob)
    file_report(bob, Report.Reason.OTHER, "about Ann", about=ann)
    client = browser_of(ann)
    client.post(f"/players/{bob.pk}/block/")
    data = file_of(client)
    assert [each["text"] for each in data["chat"]] == ["mine"]
    assert [each["text"] for each in data["reports_made"]] == ["of Ann"]
    assert [each["name"] for each in data["blocks"]] == ["Bob"]
    assert "about Ann" not in json.dumps(data)


def test_ranked_games_have_their_entries_in_the_ledger():
    game = finished_game(ranked=True)
    (ratings,) = file_of(browser_of(ann_of(game)))["ratings"]
    assert ratings["seats"] == 2
    assert [each["game"] for each in ratings["entries"]] == [game.pk]
    assert ratings["now"]["games"] == 1


def test_many_games_take_no_more_statements_than_one():
    first = finished_game()
    client = browser_of(ann_of(first))
    with CaptureQueriesContext(
        connection,
    ) as one:
        file_of(client)
    for seed in (2, 3, 4):
        other = finished_game(seed=seed)
        other.seats.filter(number=0).update(player=ann_of(first))
    with CaptureQueriesContext(connection) as four:
        assert len(file_of(client)["games"]) >= 4
    assert len(four) == len(one)


def test_a_part_of_the_site_adds_a_section(monkeypatch):
    monkeypatch.setattr(export, "_sections", dict(export._sections))
    export.section("sanctions", lambda user, player: [player.name])
    assert file_of(browser_of(ann_of(finished_game())))["sanctions"] == ["Ann"]


def test_nobody_gets_a_file_and_a_link_gives_none(client):
    assert client.post(URL)["Location"].startswith("/accounts/login/")
    assert client.get(URL)["Location"] == "/account/"
    assert not Player.objects.exists()


def test_it_writes_nothing():
    client = browser_of(ann_of(finished_game()))
    with CaptureQueriesContext(connection) as asked:
        file_of(client)
    for statement in asked:
        assert statement["sql"].startswith(("SELECT", "DECLARE", "FETCH", "CLOSE")), statement
    assert Game.objects.exists()


def test_it_can_be_had_ten_times_an_hour():
    client = browser_of(ann_of(finished_game()))
    for _ in range(10):
        file_of(client)
    assert client.post(URL)["Location"] == "/account/"
    assert "Try again in an hour." in client.get("/account/").content.decode()


def test_the_form_needs_its_token():
    player = ann_of(finished_game())
    client = Client(enforce_csrf_checks=True)
    client.cookies = browser_of(player).cookies
    assert client.post(URL).status_code == 403


def test_answers_measures_and_their_end_are_in_the_file():
    ann, bob = account("Ann"), account("Bob", "bob@example.org")
    mia = moderator()
    report = Report.objects.create(reporter=ann, about=bob, reason="chat", text="Rude")
    reports.close(report.pk, "We have warned Bob", mia)
    imposing.lift(imposing.impose(ann, Kind.BAN, "A robot", mia), "No robot", mia)
    kept = file_of(browser_of(ann))
    (told,) = kept["reports_made"]
    assert told["answer"] == "We have warned Bob"
    assert told["answered_at"]
    assert told["answer_read_at"] is None
    (imposed,) = kept["sanctions"]
    assert imposed["lifted_for"] == "No robot"
    assert kept["player"]["seen_noted_once_a_day"]
