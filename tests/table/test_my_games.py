"""My games and the pages of players: a way back to each game, and nothing that is not public."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from games import rematch, seating
from games.histories import PAGE, finished, played, unfinished
from games.models import Game
from ratings import settlement
from tests.support.hidden import cards_in
from tests.support.playing import (
    WORDS,
    finished_game,
    fresh,
    game_in,
    guests,
    person,
    running_game,
    state_of,
    waiting_game,
)
from tests.support.strict import Strict, strict_rules
from tests.support.visitors import browser_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("wires", "one_look")]


@pytest.fixture
def ann():
    return guests(1)[0]


def url(game):
    return reverse("table", args=[game.table.code])


def past(game):
    """The page of a game that is over."""
    return reverse("game", args=[game.table.code, game.number])


def give(player, *games, seat=0):
    """The player sits in that seat of all these games."""
    for game in games:
        game.seats.filter(number=seat).update(player=player)
    return games


# --- My games -------------------------------------------------------------------------------------


def test_a_browser_that_is_nobody_has_no_games(client):
    finished_game(target=61)
    response = client.get("/games/")
    assert response.status_code == 200
    assert (response.context["unfinished"], response.context["finished"]) == ([], [])
    assert "/t/" not in response.content.decode()
    assert not client.cookies.get("sessionid")


def test_running_waiting_and_finished_games_have_a_way_back(ann):
    running, waiting, over = give(
        ann,
        game_in("throw", 3, seed=1),
        waiting_game(seed=2),
        finished_game(seed=3, target=61),
    )
    strange = running_game(seed=4)
    response = browser_of(ann).get("/games/")
    assert {each.url for each in response.context["unfinished"]} == {url(running), url(waiting)}
    assert [each.url for each in response.context["finished"]] == [past(over)]
    page = response.content.decode()
    for address in (url(running), url(waiting), past(over)):
        assert f'href="{address}"' in page
    assert url(strange) not in page
    assert Strict(page).faults == []
    strict_rules(response)
    assert cards_in(page) == set()


def test_who_one_plays_with_and_how_it_ended(ann):
    (over,) = give(ann, finished_game(4, target=61))
    (listed,), more = finished(ann)
    assert listed.title == "With Cleo against Bob and Dan"
    assert not more
    scores, winner = state_of(over).scores, state_of(over).winner
    word = "Won" if winner == 0 else "Lost"
    assert listed.result == f"{word}, {scores[0]} : {scores[1]}"


def test_of_four_the_partner_is_told_from_the_opponents():
    game = running_game(seats=4)
    (listed,) = unfinished(game.seats.get(number=0).player)
    assert listed.title == "With Cleo against Bob and Dan"
    (listed,) = unfinished(game.seats.get(number=3).player)
    assert listed.title == "With Bob against Ann and Cleo"


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_own_score_comes_first(ann, seat):
    (over,) = give(ann, finished_game(3, target=61), seat=seat)
    scores = list(state_of(over).scores)
    own = scores.pop(seat)
    word = "Won" if state_of(over).winner == seat else "Lost"
    assert finished(ann)[0][0].result == f"{word}, {own} : {scores[0]} : {scores[1]}"


def test_a_rematch_is_listed_once_it_was_agreed_to():
    game = finished_game(target=61)
    players = {name: Player.objects.get(pk=person(game, name)) for name in ("Ann", "Bob")}
    assert unfinished(players["Ann"]) == unfinished(players["Bob"]) == []
    rematch.rematch(game.pk, players["Ann"].pk, WORDS[0])
    assert [each.url for each in unfinished(players["Ann"])] == [url(game)]
    assert unfinished(players["Bob"]) == []
    rematch.rematch(game.pk, players["Bob"].pk, WORDS[1])
    for player in players.values():
        assert [each.status for each in unfinished(player)] == ["running"]
        assert len(finished(player)[0]) == 1


def test_a_table_that_others_may_join_again_is_listed_like_any_that_waits():
    game = finished_game(target=61)
    rematch.leave(game.pk, person(game, "Bob"))
    eve = Player.objects.create(kind=Player.Kind.GUEST, name="Eve")
    seating.sit_down(game.table, eve)
    for player in (Player.objects.get(pk=person(game, "Ann")), eve):
        assert [each.url for each in unfinished(player)] == [url(game)]
    assert unfinished(Player.objects.get(pk=person(game, "Bob"))) == []


def test_closed_tables_and_seats_given_back_are_not_listed():
    closed, left = waiting_game(seed=1), waiting_game(seed=2)
    for game, work in ((closed, seating.close_waiting), (left, None)):
        bob = Player.objects.get(pk=person(game, "Bob"))
        if work is not None:
            work(game.pk)
        else:
            seating.leave(game.pk, bob.pk)
        assert unfinished(bob) == []
        assert finished(bob) == ([], False)


def many_finished(player, count):
    game = finished_game(target=61)
    give(player, game)
    state = fresh(game).state
    others = Game.objects.bulk_create(
        Game(
            table=game.table,
            number=number,
            key=f"k{number}",
            status="over",
            ending="played",
            state=state,
        )
        for number in range(10, 10 + count - 1)
    )
    for other in others:
        other.seats.create(number=0, player=player)


def test_fifty_a_page(ann, django_assert_max_num_queries):
    many_finished(ann, PAGE + 3)
    client = browser_of(ann)
    sizes = []
    for page in ("1", "2", "3"):
        response = client.get("/games/", {"page": page})
        sizes.append((len(response.context["finished"]), response.context["more"]))
        assert Strict(response.content.decode()).faults == []
    assert sizes == [(PAGE, True), (3, False), (0, False)]
    with django_assert_max_num_queries(6):
        finished(ann)


def test_a_game_that_was_taken_out_of_the_ratings_says_so(django_assert_num_queries):
    game = finished_game(ranked=True)
    counted = {seat.player: finished(seat.player)[0][0].result for seat in game.seats.all()}
    with django_assert_num_queries(4):
        finished(next(iter(counted)))
    settlement.void(game.pk, "Together", game.ended_at)
    for player, result in counted.items():
        assert finished(player)[0][0].result == f"{result}, taken out of the ratings"
        page = browser_of(player).get("/games/").content.decode()
        assert "taken out of the ratings" in page


@pytest.mark.parametrize(
    "page",
    ["", "0", "-1", "1.5", "x", "²", "١", "9" * 4, "9" * 20, "9" * 5000, "\x00", "1 OR 1=1", "<b>"],
    ids=lambda page: page[:12],
)
def test_a_page_that_can_not_be_one(ann, page):
    client = browser_of(ann)
    response = client.get("/games/", {"page": page})
    assert response.status_code == 200
    assert "<b>&" not in response.content.decode()


def test_they_are_only_looked_at(ann):
    client = browser_of(ann)
    for where in ("/games/", f"/players/{ann.pk}/"):
        for ask in (client.post, client.put, client.patch, client.delete):
            assert ask(where).status_code == 405
        assert client.head(where).status_code == 200


# --- The page of a player -------------------------------------------------------------------------


def test_name_and_games_played(ann, client):
    give(
        ann,
        finished_game(seed=1, target=61),
        finished_game(3, seed=2, target=61),
        finished_game(3, seed=3, target=61),
        game_in("play", 4, seed=4),
        waiting_game(seed=5),
    )
    assert played(ann).total == 3
    assert dict(played(ann).by_seats) == {2: 1, 3: 2, 4: 0}
    response = client.get(f"/players/{ann.pk}/")
    page = response.content.decode()
    assert "Ann" in page
    assert response.context["played"].total == 3
    assert Strict(page).faults == []
    strict_rules(response)


def test_nobody_else_learns_where_a_player_sits(ann, client):
    games = give(ann, game_in("play", seed=1), waiting_game(seed=2))
    page = client.get(f"/players/{ann.pk}/").content.decode()
    assert not [game for game in games if game.table.code in page]


def test_only_the_own_page_can_change_the_name(ann):
    own = browser_of(ann).get(f"/players/{ann.pk}/")
    assert own.context["own"]
    assert 'action="/name/"' in own.content.decode()
    for other in (Client(), browser_of(guests(2)[1])):
        response = other.get(f"/players/{ann.pk}/")
        assert not response.context["own"]
        assert 'action="/name/"' not in response.content.decode()
    client = browser_of(ann)
    response = client.post("/name/", {"name": "Zoe", "back": "profile"})
    assert response["Location"] == f"/players/{ann.pk}/"
    assert "Zoe" in client.get(f"/players/{ann.pk}/").content.decode()


@pytest.mark.parametrize("back", ["//evil.example", "https://evil.example", "/x", "", "\x00"])
def test_renaming_sends_nobody_elsewhere(ann, back):
    response = browser_of(ann).post("/name/", {"name": "Zoe", "back": back})
    assert response["Location"] == "/"


@pytest.mark.parametrize("name", ["<script>alert(1)", '"><img src=x>', "{{ 7 }}", "&amp;"])
def test_a_name_is_escaped_everywhere(ann, name):
    Player.objects.filter(pk=ann.pk).update(name=name)
    give(ann, finished_game(seed=1, target=61), running_game(seed=2))
    game = give(ann, running_game(seed=3))[0]
    client = browser_of(person(game, "Bob"))
    own = browser_of(ann)
    for page in (
        own.get("/").content.decode(),
        own.get("/games/").content.decode(),
        own.get(f"/players/{ann.pk}/").content.decode(),
        client.get("/games/").content.decode(),
        client.get(url(game)).content.decode(),
    ):
        assert "<script>alert" not in page
        assert "<img src=x>" not in page
        assert Strict(page).faults == []


def test_a_cpu_has_a_page_too(client):
    game = finished_game(computers=1, target=61)
    cpu = game.seats.get(number=1).player
    response = client.get(f"/players/{cpu.pk}/")
    assert response.status_code == 200
    assert response.context["played"].total == 1
