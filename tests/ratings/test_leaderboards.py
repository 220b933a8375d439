"""Who is on a leaderboard, in which place, and what is missing for who is not."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Player
from ratings import leaderboards
from ratings.models import Rating
from tests.ratings.ledgers import people
from tests.support.strict import Strict, strict_rules
from tests.support.visitors import browser_of

pytestmark = pytest.mark.django_db


def rate(player, value, games=100, opponents=15, days=1, mode=2):
    """A rating as if so many games had been played, the last so many days ago."""
    return Rating.objects.create(
        player=player,
        mode=mode,
        value=value * 100,
        games=games,
        wins=games,
        opponents=opponents,
        last_at=timezone.now() - timedelta(days=days),
        best_at=timezone.now(),
    )


def board(client=None, mode=2, **asked):
    response = (client or Client()).get(f"/leaderboard/{mode}/", asked)
    assert response.status_code == 200
    assert Strict(response.content.decode()).faults == []
    strict_rules(response)
    return response


def listed(response):
    return [(place.rank, place.name) for place in response.context["places"]]


def test_the_highest_first_and_equals_level():
    players = people(4)
    for player, value in zip(players, (1500, 1600, 1500, 1400), strict=True):
        rate(player, value)
    assert listed(board()) == [
        (1, "Player 2"),
        (2, "Player 1"),
        (2, "Player 3"),
        (4, "Player 4"),
    ]


@pytest.mark.parametrize(
    "short", [{"games": 99}, {"opponents": 14}, {"days": 61}, {"mode": 3}], ids=str
)
def test_who_lacks_one_thing_is_not_on_it(short):
    ann, bob = people(2)
    rate(ann, 1600, **short)
    rate(bob, 1500)
    assert listed(board()) == [(1, "Player 2")]


def test_the_conditions_are_said():
    text = board().content.decode()
    assert "100 or more rated games" in text
    assert "15 or more opponents" in text
    assert "within 60 days" in text
    assert "The first place is free." in text


def test_a_line_has_the_rating_its_uncertainty_and_the_games():
    (ann,) = people(1)
    rate(ann, 1532, games=400)
    text = board().content.decode()
    assert "<b>1532</b>" in text
    assert "± 71" in text
    assert f'href="/players/{ann.pk}/ratings/2/"' in text


def test_the_own_place_is_marked_and_said():
    ann, bob = people(2)
    rate(ann, 1600)
    rate(bob, 1500)
    text = board(browser_of(bob)).content.decode()
    assert "You are number 2" in text
    assert text.count('id="you" class="own"') == 1
    assert 'id="you"' not in board().content.decode()


@pytest.mark.parametrize(
    ("short", "said"),
    [
        ({"games": 99}, "1 more game (99 of 100)"),
        ({"games": 20}, "80 more games (20 of 100)"),
        ({"opponents": 14}, "1 more opponent"),
        ({"opponents": 3}, "12 more opponents"),
        ({"days": 70}, "a game within the last 60 days"),
    ],
    ids=str,
)
def test_what_is_missing_is_said(short, said):
    (ann,) = people(1)
    rate(ann, 1600, **short)
    text = board(browser_of(ann)).content.decode()
    assert "You have no place yet." in text
    assert said in text
    missing = text[text.index("What is missing") :]
    assert missing[: missing.index("</ul>")].count("<li>") == 1


def test_who_has_no_rated_game_and_who_has_no_account():
    (ann,) = people(1)
    guest = Player.objects.create(kind=Player.Kind.GUEST, name="Guest 1")
    text = board(browser_of(ann)).content.decode()
    assert "You have not played a rated game" in text
    assert 'href="/ranked/"' in text
    for client in (browser_of(guest), Client()):
        assert "Ranked games are for people with an account." in board(client).content.decode()


def test_fifty_a_page_and_ranks_go_on():
    players = people(leaderboards.PAGE + 4)
    for number, player in enumerate(players):
        rate(player, 1600 - max(0, number - 3))
    first, second = board(), board(page="2")
    assert len(first.context["places"]) == leaderboards.PAGE
    assert [place.rank for place in first.context["places"]][:6] == [1, 1, 1, 1, 5, 6]
    assert [place.rank for place in second.context["places"]] == [51, 52, 53, 54]
    assert "There is nobody further down." in board(page="3").content.decode()
    own = board(browser_of(players[51]))
    assert own.context["own"].page == 2
    assert 'href="?page=2#you"' in own.content.decode()


def test_equals_across_a_page_keep_their_rank():
    for player in people(leaderboards.PAGE + 2):
        rate(player, 1500)
    assert {place.rank for place in board(page="2").context["places"]} == {1}


@pytest.mark.parametrize("mode", ["5", "1", "0", "x", "99999999999999999999"])
def test_there_is_no_other_board(mode):
    assert Client().get(f"/leaderboard/{mode}/").status_code == 404


@pytest.mark.parametrize(
    "number", ["", "0", "-1", "1.5", "x", "²", "9" * 6, "9" * 5000, "\x00", "<b>"],
    ids=lambda number: number[:12],
)  # fmt: skip
def test_a_page_that_can_not_be_one(number):
    (ann,) = people(1)
    rate(ann, 1500)
    board(page=number)


def test_it_is_only_looked_at_and_in_the_menu():
    assert Client().post("/leaderboard/2/").status_code == 405
    assert 'href="/leaderboard/2/"' in Client().get("/").content.decode()


def test_the_number_of_questions_is_bounded(django_assert_max_num_queries):
    players = people(60)
    for number, player in enumerate(players):
        rate(player, 1600 - number)
    client = browser_of(players[55])
    for asked in ({}, {"page": "2"}):
        # two of them for what the moderators have to say, as on every page
        with django_assert_max_num_queries(11):
            client.get("/leaderboard/2/", asked)


def test_the_address_without_a_mode_leads_to_two_players(client):
    assert client.get("/leaderboard/").url == "/leaderboard/2/"
