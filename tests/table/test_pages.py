"""Every address answers what it should, with the browser's rules, and bad forms change nothing."""

import logging

import pytest
from django.contrib.sessions.models import Session
from django.test import Client

from accounts.models import Player
from accounts.players import SESSION_PLAYER
from games import seating, views
from games.board import render, snapshot
from games.board.regions import REGIONS, look
from games.models import Game, GameSeed, Seat, Table
from tests.support.playing import (
    WORDS,
    finished_game,
    game_in,
    guests,
    play_until,
    running_game,
    waiting_game,
)
from tests.support.strict import Strict, strict_rules

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("wires", "one_look")]

POSTS = [
    "/play/computer/",
    "/play/friend/",
    "/lobby/open/",
    "/name/",
    "/forget/",
    "/t/nothing/sit/",
]
PAGES = ["/", "/rules/", "/fair/", "/lobby/", "/games/"]


def sitting(game, seat=0):
    """A browser of the player in that seat."""
    client = Client()
    session = client.session
    session[SESSION_PLAYER] = game.seats.get(number=seat).player_id
    session.save()
    return client


def everything():
    """All that a form could have made."""
    return [
        list(model.objects.order_by("pk").values())
        for model in (Player, Session, Table, Game, Seat)
    ]


# --- What a strict browser would refuse -----------------------------------------------------------


def test_the_reader_of_these_tests_finds_what_is_forbidden():
    for html in (
        '<p style="color:red">',
        '<svg><circle STYLE="r: 1"/></svg>',
        "<style>p{}</style>",
        "<script>1</script>",
        '<script src="/a.js">1</script>',
        '<script src="https://other.example/a.js"></script>',
        '<script src="//other.example/a.js"></script>',
        '<a href="javascript:1">',
        '<button onclick="1">',
        '<p hx-on:click="1">',
        '<img src="data:image/png;base64,AA">',
    ):
        assert Strict(html).faults, html
    assert not Strict('<a href="/x" class="y">z</a><script src="/a.js"></script>').faults


@pytest.mark.parametrize("url", [*PAGES, "/health/", "/nothing/", "/admin/login/"])
def test_every_page_has_the_browser_s_rules(client, url):
    strict_rules(client.get(url))


def test_every_other_answer_has_the_browser_s_rules(client):
    game = finished_game(target=61)
    code = game.table.code
    open_game = waiting_game(seated=1, seed=2)
    answers = [
        sitting(game).get(f"/t/{code}/"),
        client.get(f"/t/{code}/"),
        client.get(f"/t/{open_game.table.code}/"),
        client.get(f"/t/{code}/1/deals.json"),
        client.get(f"/t/{code}/2/deals.json"),
        client.get("/play/friend/"),
        client.post("/play/friend/", {"name": "x" * 25}),
        client.post("/play/friend/", {"name": "Ann"}),
        client.post("/play/friend/", {"name": "x" * 70_000}),
        Client(enforce_csrf_checks=True).post("/play/friend/", {"name": "Ann"}),
        client.post(f"/t/{code}/sit/", {}),
    ]
    assert [answer.status_code for answer in answers] == [
        200, 200, 200, 200, 404, 302, 422, 302, 400, 403, 409,
    ]  # fmt: skip
    for answer in answers:
        strict_rules(answer)


@pytest.mark.parametrize("url", [*PAGES, "/nothing/"])
def test_no_page_has_inline_style_or_script(client, url):
    assert Strict(client.get(url).content.decode()).faults == []


def test_no_page_of_a_form_has_inline_style_or_script(client):
    game = waiting_game(seated=1)
    token_less = Client(enforce_csrf_checks=True)
    for response in (
        client.post("/play/friend/", {"name": "x" * 25}),
        client.get(f"/t/{game.table.code}/"),
        client.post(f"/t/{game.table.code}/sit/", {"name": "\u202e"}),
        token_less.post("/name/", {"name": "Ann"}),
        client.post("/name/", {"name": "Ann"}, follow=True),
    ):
        assert Strict(response.content.decode()).faults == []


@pytest.mark.parametrize(("seats", "muggins"), [(2, True), (3, False), (4, True)])
def test_no_region_of_any_phase_has_inline_style_or_script(seats, muggins):
    hostile = "<script>alert(1)</script>"[:24]
    game = waiting_game(seats, muggins=muggins, target=61)
    Player.objects.filter(name="Ann").update(name=hostile)
    code = game.table.code

    def regions():
        shot = snapshot.load(code)
        for player in (*(seat.player_id for seat in game.seats.all()), None):
            for name, html in render.page_regions(look(shot, player, "http://here")).items():
                # The link to send is a whole address on purpose; it is no link on the page.
                assert Strict(html).faults == [], name
                assert "<script" not in html
                assert html.count(f'id="region-{name}"') == 1

    regions()
    for seat in game.seats.all()[1:]:
        seating.ready(game.pk, seat.player_id, WORDS[seat.number])
    seating.start(game.pk, game.seats.get(number=0).player_id, WORDS[0])
    game = Game.objects.get(pk=game.pk)
    for until in (
        lambda state: state.phase == "deal",
        lambda state: state.phase == "throw" and any(state.throws),
        lambda state: state.phase == "play" and len(state.played) == 3,
        lambda state: state.phase == "play" and state.passed,
        lambda state: state.phase == "show" and len(state.shown) == 1,
        lambda state: state.phase == "deal" and state.hand_no > 0,
        lambda state: state.phase == "over",
    ):
        game = play_until(game, until, seed=2)
        regions()


@pytest.mark.parametrize("phase", ["deal", "throw", "play", "show", "over"])
def test_the_table_page_has_no_inline_style_or_script_and_every_region_once(phase):
    game = game_in(phase, target=61)
    page = sitting(game).get(f"/t/{game.table.code}/").content.decode()
    assert Strict(page).faults == []
    for name in REGIONS:
        assert page.count(f'id="region-{name}"') == 1
    assert f'data-socket="/ws/t/{game.table.code}/"' in page


def test_the_htmx_settings_of_the_table_need_no_eval_and_no_inline_style():
    game = running_game()
    page = sitting(game).get(f"/t/{game.table.code}/").content.decode()
    assert '"includeIndicatorStyles":false' in page
    assert '"allowEval":false' in page
    assert '"allowScriptTags":false' in page


# --- Addresses that are not there, and ways that are not allowed ----------------------------------


@pytest.mark.parametrize(
    "url",
    [
        "/t/nothing/",
        "/t/nothing/1/deals.json",
        "/t/" + "x" * 33 + "/",
        "/t/a%00b/",
        "/t/%ED%A0%80/",
        "/t/../../etc/passwd",
        "/t/'/",
        "/t//",
        "/nothing/",
        "/players/0/",
        "/players/99999999999999999999/",
        "/players/-1/",
        "/players/x/",
        "/players/1.5/",
        "/lobby/x/",
        "/ws/lobby/",
    ],
)
def test_what_is_not_there_is_a_page_that_says_so(client, url):
    response = client.get(url)
    assert response.status_code == 404
    assert "There is nothing at this address" in response.content.decode()


def test_nobody_sits_down_at_a_table_that_is_not_there(client):
    before = everything()
    assert client.post("/t/nothing/sit/", {"name": "Ann"}).status_code == 404
    assert everything() == before


@pytest.mark.parametrize("url", POSTS)
def test_what_changes_something_is_not_done_by_looking(client, url):
    before = everything()
    for ask in (client.get, client.head):
        assert ask(url).status_code == 302
    for ask in (client.put, client.delete, client.patch):
        assert ask(url).status_code == 405
    assert everything() == before


@pytest.mark.parametrize(
    "url",
    ["/", "/t/nothing/", "/t/nothing/1/deals.json", "/lobby/", "/games/", "/players/1/"],
)
def test_pages_are_only_looked_at(client, url):
    for ask in (client.post, client.put, client.delete):
        assert ask(url).status_code == 405


@pytest.mark.parametrize("url", POSTS)
def test_a_form_without_its_token_is_refused_with_what_to_do(url):
    client = Client(enforce_csrf_checks=True)
    before = everything()
    response = client.post(url, {"name": "Ann", "csrfmiddlewaretoken": "wrong"})
    assert response.status_code == 403
    page = response.content.decode()
    assert "Please try once more" in page
    assert "CSRF" not in page
    assert everything() == before


def test_a_form_with_its_token_is_taken():
    client = Client(enforce_csrf_checks=True)
    client.get("/")
    token = client.cookies["csrftoken"].value
    response = client.post("/play/friend/", {"name": "Ann", "csrfmiddlewaretoken": token})
    assert response.status_code == 302


def test_pages_that_change_are_not_kept_by_caches():
    game = running_game()
    for response in (sitting(game).get(f"/t/{game.table.code}/"), Client().get("/")):
        assert "no-store" in response["Cache-Control"] or "no-cache" in response["Cache-Control"]


# --- Forms ----------------------------------------------------------------------------------------

BAD_NAMES = ["x" * 25, "x" * 201, "a\x00b", "a\u200bb", "\u202eAnn", "!!!", "\u3164"]
BAD_TARGETS = ["0", "62", "-121", "121.0", "x", "1e2", "²", "9" * 500, "\x00"]


@pytest.mark.parametrize("url", ["/play/computer/", "/play/friend/"])
def test_a_table_is_not_opened_with_bad_input(client, url):
    before = everything()
    for data in (
        *({"name": name} for name in BAD_NAMES),
        *({"name": "Ann", "target": target} for target in BAD_TARGETS),
    ):
        response = client.post(url, data)
        assert response.status_code == 422, data
        (error,) = [part for part in [response.context["form_error"]] if part]
        assert error.endswith(".")
        assert error.replace("'", "&#x27;") in response.content.decode()
        assert not response.cookies.get("sessionid")
    assert everything() == before


def test_a_seat_is_not_taken_with_bad_input(client):
    game = waiting_game(seated=1)
    before = everything()
    for name in BAD_NAMES:
        response = client.post(f"/t/{game.table.code}/sit/", {"name": name})
        assert response.status_code == 422
        assert response.context["form_error"].endswith(".")
        assert not response.cookies.get("sessionid")
    assert everything() == before


def test_fields_nobody_asked_for_change_nothing(client):
    client.post(
        "/play/friend/",
        {"name": "Ann", "joining": "anyone", "muggins": "on", "code": "mine", "host_seat": "1"},
    )
    table = Table.objects.get()
    assert (table.joining, table.muggins, table.target) == ("link", False, 121)
    assert table.code != "mine"


def test_a_form_that_is_too_big_is_refused(client):
    before = everything()
    assert client.post("/play/friend/", {"name": "x" * 70_000}).status_code == 400
    assert client.post("/play/friend/", {f"f{n}": "1" for n in range(60)}).status_code == 400
    assert everything() == before


@pytest.mark.parametrize("target", ["61", "121", "", None])
def test_a_table_is_opened_for_the_points_that_were_chosen(client, target):
    data = {"name": "Ann"} | ({} if target is None else {"target": target})
    assert client.post("/play/friend/", data).status_code == 302
    assert Table.objects.get().target == int(target or 121)


# --- Ways back, and trouble -----------------------------------------------------------------------


def test_the_first_page_leads_back_to_unfinished_games(client):
    game, other = running_game(seed=1), waiting_game(seated=1, seed=2)
    over = finished_game(target=61, seed=3)
    (ann,) = guests(1)
    for each in (game, other, over):
        each.seats.filter(number=0).update(player=ann)
    session = client.session
    session[SESSION_PLAYER] = ann.pk
    session.save()
    page = client.get("/").content.decode()
    assert f'href="/t/{game.table.code}/"' in page
    assert f'href="/t/{other.table.code}/"' in page
    assert over.table.code not in page


def test_trouble_is_said_without_what_was_in_it(monkeypatch, caplog):
    game = game_in("play")
    client = sitting(game)
    client.raise_request_exception = False

    def broken(looker):
        raise RuntimeError("out of order")

    monkeypatch.setattr(views.board, "page_regions", broken)
    with caplog.at_level(logging.DEBUG):
        response = client.get(f"/t/{game.table.code}/")
    assert response.status_code == 500
    page = response.content.decode()
    assert "Something broke on our side" in page
    assert "RuntimeError" not in page
    assert "Traceback" not in page
    assert bytes(GameSeed.objects.get(game=game).seed).hex() not in caplog.text
    strict_rules(response)


def test_health_is_answered_from_the_database(client, django_assert_num_queries):
    with django_assert_num_queries(1):
        response = client.get("/health/")
    assert (response.status_code, response.content) == (200, b"ok\n")
