"""What a ranked table says: what the game is worth, what it has changed, what leaving costs."""

import pytest
from django.test import Client

from accounts.models import Player
from games import rematch, seating, tables, tasks
from games.board import render, snapshot
from games.board.regions import contexts, look
from games.leaving import leave
from games.lobby.listing import Filters, open_tables
from games.models import Table
from ratings.models import Rating
from tests.support.playing import (
    WORDS,
    account,
    accounts,
    begin,
    end_wait,
    finished_game,
    fresh,
    game_in,
    guests,
    person,
    play_until,
    state_of,
    waiting_game,
)
from tests.support.strict import Strict
from tests.support.visitors import browser_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("wires", "one_look")]


def shown(game, name=None):
    player = person(game, name) if name else None
    return contexts(look(snapshot.load(game.table.code), player))


def html(game, region, name=None):
    return render.region_html(region, shown(game, name)[region])


def stand(game, **values):
    """Ratings in points of established players."""
    for name, value in values.items():
        Rating.objects.create(
            player_id=person(game, name),
            mode=game.table.size,
            value=value * 100,
            games=200,
            wins=200,
            opponents=20,
        )


def rows(stakes):
    return {row.name: (row.rating, row.odds, row.win, row.draw, row.loss) for row in stakes.rows}


# --- Before the game ------------------------------------------------------------------------------


def test_two_new_players_see_ten_points_and_even_odds():
    game = waiting_game(2, ranked=True)
    stakes = shown(game, "Ann")["waiting"].stakes
    even = ("1500 ?", "50 : 50", "+10.00", "0.00", "−10.00")
    assert rows(stakes) == {"Ann": even, "Bob": even}
    assert stakes.unrated == ""


def test_the_worked_numbers_are_what_is_at_stake():
    game = waiting_game(2, ranked=True)
    stand(game, Ann=1600, Bob=1400)
    assert rows(shown(game)["waiting"].stakes) == {
        "Ann": ("1600 ± 83", "56 : 44", "+4.43", "−0.57", "−5.57"),
        "Bob": ("1400 ± 83", "44 : 56", "+5.57", "+0.57", "−4.43"),
    }


def test_three_see_what_the_first_and_the_last_place_change():
    game = waiting_game(3, ranked=True)
    stakes = shown(game, "Ann")["waiting"].stakes
    assert (stakes.win_title, stakes.loss_title) == ("First", "Last")
    assert rows(stakes)["Ann"] == ("1500 ?", "33 : 67", "+10.00", "0.00", "−10.00")


def test_partners_see_the_same_numbers():
    game = waiting_game(4, ranked=True)
    stand(game, Ann=1700, Bob=1550, Cleo=1500, Dan=1450)
    found = rows(shown(game)["waiting"].stakes)
    assert found["Ann"][1:] == found["Cleo"][1:] == ("53 : 47", "+2.36", "−0.14", "−2.64")
    assert found["Bob"][1:] == found["Dan"][1:] == ("47 : 53", "+2.64", "+0.14", "−2.36")


def test_nothing_is_at_stake_while_a_chair_is_free():
    ann = account("Ann")
    game = tables.latest_game(tables.open_ranked([ann], size=3))
    waiting = shown(game, "Ann")["waiting"]
    assert waiting.stakes.rows == ()
    assert len(waiting.seats) == 3
    assert not any(chair.can_seat_computer for chair in waiting.seats)
    assert shown(game, "Ann")["prompt"].sentence == "This table is for 3 players: 2 seats are free."
    assert {row.name: row.value for row in waiting.settings}["ranked"] == "Yes"
    changeable = [row.name for row in waiting.settings if row.choices]
    assert changeable == ["skunk", "turn_limit", "joining"]


def test_at_a_quick_table_everybody_is_asked_and_nobody_is_host():
    game = tables.latest_game(tables.open_ranked(accounts(2), size=2, quick=True))
    for name in ("Ann", "Bob"):
        regions = shown(game, name)
        assert regions["prompt"].button.frame == {"type": "ready"}
        assert regions["prompt"].clock is not None
        assert not any(chair.is_host or chair.can_remove for chair in regions["waiting"].seats)
        assert not regions["waiting"].can_change
        assert regions["prompt"].sentence.startswith("Your opponent is here.")
    seating.ready(game.pk, person(game, "Ann"), "words")
    assert shown(game, "Ann")["prompt"].sentence == "Waiting for Bob to be ready."


def test_only_a_table_that_four_may_play_at_speaks_of_partners():
    two, any_number = waiting_game(2, ranked=True), waiting_game(2, seed=2)
    assert "partners" not in html(two, "waiting", "Ann")
    assert "partners" in html(any_number, "waiting", None)


def test_who_may_sit_down_at_a_ranked_table_is_said_before():
    table = tables.open_ranked([account("Ann")], size=2)
    address = f"/t/{table.code}/"
    guest = Client().get(address).content.decode()
    assert "no account is needed" not in guest
    # beside the chairs, and in both menus of the page
    assert guest.count(f"/accounts/signup/?next={address}") == 3
    bob = browser_of(account("Bob", verified=False)).get(address).content.decode()
    assert 'href="/accounts/email/"' in bob
    unranked = waiting_game(1, ranked=False).table.code
    assert "no account is needed" in Client().get(f"/t/{unranked}/").content.decode()


def test_who_has_a_confirmed_address_is_not_told_to_have_one():
    table = tables.open_ranked([account("Ann")], size=2)
    bob = browser_of(account("Bob")).get(f"/t/{table.code}/").content.decode()
    assert "Then choose a chair." in bob
    assert "confirmed address" not in bob
    assert "Your address" not in bob


def test_an_unranked_table_says_nothing_of_ratings():
    game = waiting_game(2)
    assert shown(game, "Ann")["waiting"].stakes is None
    assert shown(game, "Ann")["waiting"].seats[2].empty


# --- In the game ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "words"),
    [
        (2, "You lose the game at once: your rating changes by −10.00."),
        (3, "you are last: your rating changes by −10.00."),
        (4, "your rating changes by −5.00, however it ends."),
    ],
)
def test_what_leaving_costs_is_said_before(seats, words):
    game = game_in("play", seats, ranked=True)
    assert words in shown(game, "Ann")["menu"].cost
    assert shown(game, "Ann")["seats"].ranked == "ranked"


# --- After the game -------------------------------------------------------------------------------


def test_the_report_says_what_changed():
    game = finished_game(2, ranked=True)
    winner = game.seats.get(number=game.winner).player.name
    (loser,) = {"Ann", "Bob"} - {winner}
    result = shown(game, "Ann")["report"].result
    assert {row.name: (row.before, row.change, row.after) for row in result.changes} == {
        winner: ("1500.00", "+10.00", "1510.00"),
        loser: ("1500.00", "−10.00", "1490.00"),
    }
    assert result.why == ""
    text = html(game, "report", "Ann")
    assert "+10.00" in text and Strict(text).faults == []
    assert "What this game is worth" not in text
    assert text.count("What another game is worth") == 2


def test_a_resigned_game_says_so():
    game = game_in("play", 2, ranked=True)
    leave(game.pk, person(game, "Bob"), "key")
    result = shown(game, "Ann")["report"].result
    assert result.headline == "You win."
    assert result.note == "Bob has left, which resigns a ranked game of two."
    assert result.why == ""
    result = shown(game, "Bob")["report"].result
    assert result.headline == "Ann wins."
    assert result.note == "You have left, which resigns a ranked game of two."
    assert shown(game)["report"].result.note.startswith("Bob has left")


def test_a_void_game_says_so():
    game = game_in("throw", 2, ranked=True)
    end_wait(game)
    tasks.sweep()
    result = shown(game, "Ann")["report"].result
    assert result.headline == "This game is void."
    assert result.changes == ()
    assert result.why.startswith("No rating was changed. Who misses the first throw of three")
    assert "Ann did not throw in time: the game is void." in [
        line.text for line in shown(game)["log"].lines
    ]


def test_a_game_beyond_what_counts_says_so_before_it_starts():
    game = finished_game(2, ranked=True)
    for _number in (2, 3):
        for name in ("Ann", "Bob"):
            rematch.rematch(game.pk, person(game, name), WORDS[0])
        following = fresh(game).table.games.get(number=game.number + 1)
        game = play_until(following, lambda state: state.phase == "over")
    offered = shown(game, "Ann")["report"].rematch.stakes
    assert "will not be rated" in offered.unrated
    for name in ("Ann", "Bob"):
        rematch.rematch(game.pk, person(game, name), WORDS[0])
    game = fresh(game).table.games.get(number=4)
    assert shown(game, "Ann")["seats"].ranked == "not rated"
    assert shown(game, "Ann")["menu"].cost == "This game is not rated."
    game = play_until(game, lambda state: state.phase == "over")
    result = shown(game, "Ann")["report"].result
    assert result.changes == ()
    assert "not rated" in result.why


def test_who_deals_for_another_s_crib_is_not_called_host():
    """The site has brought them together: nobody there knows of a host."""
    seeds = range(1, 20)
    game = next(
        game
        for game in (begin(waiting_game(2, seed=seed)) for seed in seeds)
        if state_of(game).first_dealer == 1
    )
    assert shown(game, "Ann")["prompt"].sentence == "Deal the first hand: it is Bob's crib."


def test_a_quick_table_that_is_closed_leads_back_to_the_search():
    game = finished_game(2, ranked=True)
    Table.objects.update(quick=True)
    rematch.leave(game.pk, person(game, "Ann"))
    assert 'id="search-again"' in html(game, "report", "Bob")


# --- The lobby ------------------------------------------------------------------------------------


def test_a_ranked_table_is_opened_in_the_lobby_and_listed():
    client = browser_of(account("Ann"))
    response = client.post("/lobby/open/", {"ranked": "3", "joining": "anyone"})
    table = Table.objects.get()
    assert response["Location"] == f"/t/{table.code}/"
    assert (table.ranked, table.size, table.turn_limit, table.quick) == (True, 3, 30, False)
    (listed,) = open_tables(Filters()).tables
    assert listed.free == 2
    assert "Ranked: Yes" in listed.settings


@pytest.mark.parametrize("ranked", ["5", "1", "yes", "-2"])
def test_an_unknown_size_is_refused(ranked):
    client = browser_of(account("Ann"))
    assert client.post("/lobby/open/", {"ranked": ranked}).status_code == 422
    assert not Table.objects.exists()


def test_a_guest_who_wants_a_ranked_table_is_told_why_not_and_nobody_is_made():
    client = Client()
    response = client.post("/lobby/open/", {"name": "Gus", "ranked": "2"})
    assert response.status_code == 409
    assert "for people with an account" in response.content.decode()
    assert not Table.objects.exists()
    assert not Player.objects.filter(name="Gus").exists()


def test_a_full_ranked_table_is_not_listed():
    waiting = waiting_game(2, ranked=True)
    Table.objects.update(joining=Table.Joining.ANYONE)
    assert open_tables(Filters()).tables == ()
    assert waiting.table.size == 2


def test_a_guest_at_a_ranked_table_is_told_why_it_is_not_for_guests():
    ann = account("Ann")
    table = tables.open_ranked([ann], size=2)
    (gus,) = guests(1)
    response = browser_of(gus).post(f"/t/{table.code}/sit/", {"chair": "1"})
    assert response.status_code == 409
    assert "for people with an account" in response.content.decode()
