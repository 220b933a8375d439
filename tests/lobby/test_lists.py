"""What the lobby lists: public tables with a free chair, and public games to watch."""

import uuid

import pytest
from django.urls import reverse

from accounts.models import Player
from games import presence, rematch, seating, tables
from games.lobby.listing import LONGEST, Filters, open_tables, running_tables
from games.lobby.regions import region_html
from games.models import Game, Table
from games.presence import Sight
from tests.support.playing import (
    WORDS,
    begin,
    finished_game,
    game_in,
    guests,
    let_readiness_lapse,
    person,
    running_game,
    state_of,
    waiting_game,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("wires", "one_look")]

ALL = Filters()


def url(game):
    return reverse("table", args=[game.table.code])


def listed(filters=ALL):
    return [table.url for table in open_tables(filters).tables]


def watchable(filters=ALL):
    return [table.url for table in running_tables(filters).tables]


def lists(client, query=""):
    return client.get(f"/lobby/{query}").content.decode()


# --- Open tables ----------------------------------------------------------------------------------


def test_a_public_table_with_free_chairs():
    game = waiting_game(3, computers=1, target=61, muggins=True)
    (table,) = open_tables(ALL).tables
    assert (table.url, table.host, table.free) == (url(game), "Ann", 1)
    assert table.players == ("Ann", "Bob", "Hazel")
    assert table.settings == ("Playing to: 61 points", "Muggins: On")


def test_the_host_is_named_wherever_it_sits():
    game = waiting_game(2)
    seating.change_chair(game.pk, person(game, "Ann"), 3)
    (table,) = open_tables(ALL).tables
    assert table.host == "Ann"


def test_a_table_for_those_with_the_link_is_not_listed(client):
    game = waiting_game()
    assert listed() == [url(game)]
    tables.change_setting(game.pk, person(game, "Ann"), "joining", "link")
    assert listed() == []
    assert game.table.code not in lists(client)
    begin(game)
    assert watchable() == []


def test_a_full_table_is_not_listed():
    game = waiting_game(4)
    assert listed() == []
    seating.leave(game.pk, person(game, "Dan"))
    assert listed() == [url(game)]


def test_a_closed_table_is_not_listed():
    game = waiting_game()
    seating.close_waiting(game.pk)
    assert listed() == watchable() == []


def test_a_table_whose_game_runs_or_is_over_is_not_open():
    running_game(seed=1)
    finished_game(seed=2, target=61)
    assert listed() == []


def test_a_table_that_waits_for_a_rematch_is_not_open_until_others_may_come():
    game = finished_game(3, target=61)
    rematch.rematch(game.pk, person(game, "Ann"), WORDS[0])
    assert listed() == []
    again = Game.objects.get(table=game.table, number=2)
    let_readiness_lapse(again, "Bob")
    seating.free_late_seats(again.pk)
    assert listed() == [url(game)]
    assert open_tables(ALL).tables[0].players == ("Ann", "Cleo")


def test_the_newest_is_first_and_the_list_has_an_end():
    ann = guests(1)[0]
    opened = [tables.open_table(ann, joining="anyone") for _ in range(LONGEST + 3)]
    shown = listed()
    assert len(shown) == LONGEST
    assert shown[0] == reverse("table", args=[opened[-1].code])


def test_many_tables_need_few_queries(django_assert_max_num_queries):
    ann = guests(1)[0]
    for _ in range(20):
        tables.open_table(ann, joining="anyone")
    for seed in range(5):
        running_game(3, seed=seed)
    with django_assert_max_num_queries(4):
        assert len(listed()) == 20
        assert len(watchable()) == 5


# --- Games to watch -------------------------------------------------------------------------------


def test_a_public_game_with_its_scores():
    game = game_in("show", 3, target=61)
    (table,) = running_tables(ALL).tables
    assert (table.url, table.target, table.watchers) == (url(game), 61, 0)
    assert [name for name, _score in table.sides] == ["Ann", "Bob", "Cleo"]
    assert tuple(score for _name, score in table.sides) == state_of(game).scores


def test_partners_are_named_together():
    game_in("play", 4)
    (table,) = running_tables(ALL).tables
    assert [name for name, _score in table.sides] == ["Ann + Cleo", "Bob + Dan"]


def test_who_watches_is_counted_by_table():
    game, other = running_game(seed=1), running_game(3, seed=2)
    for _ in range(3):
        presence.arrive(Sight(uuid.uuid4(), game.table_id, None))
    counts = {table.url: table.watchers for table in running_tables(ALL).tables}
    assert counts == {url(game): 3, url(other): 0}


def test_a_finished_game_is_not_there_to_watch():
    finished_game(target=61)
    assert watchable() == []


# --- Filters --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "kept"),
    [
        ({}, {"full", "short", "muggins"}),
        ({"target": "61"}, {"short", "muggins"}),
        ({"target": "121"}, {"full"}),
        ({"muggins": "on"}, {"muggins"}),
        ({"muggins": "off"}, {"full", "short"}),
        ({"target": "61", "muggins": "off"}, {"short"}),
        ({"target": "121", "muggins": "on"}, set()),
    ],
)
@pytest.mark.parametrize("running", [False, True])
def test_the_lists_are_narrowed(query, kept, running):
    make = running_game if running else waiting_game
    games = {
        "full": make(seed=1),
        "short": make(seed=2, target=61),
        "muggins": make(seed=3, target=61, muggins=True),
    }
    names = {url(game): name for name, game in games.items()}
    filters = Filters.of(query)
    shown = watchable(filters) if running else listed(filters)
    assert {names[each] for each in shown} == kept
    assert open_tables(filters).filtered == bool(query)


@pytest.mark.parametrize(
    "query",
    ["", "61.0", "121 ", "x", "-61", "²", "1e2", "9" * 5000, "\x00", "' OR 1=1", "<b>", "\ud800"],
)
def test_a_filter_that_is_none_narrows_nothing(query):
    assert Filters.of({"target": query, "muggins": query, "more": query}) == ALL


def test_the_filters_are_kept_for_the_socket_and_the_form(client):
    page = lists(client, "?target=61&muggins=off")
    assert 'data-socket="/ws/lobby/?target=61&amp;muggins=off"' in page
    assert '<option value="61" selected>' in page
    assert '<option value="off" selected>' in page
    for query in ("?target=%00&muggins=%3Cscript%3E", "?target=61%22%3E", "?" + "a=1&" * 40):
        response = client.get(f"/lobby/{query}")
        assert response.status_code == 200
        assert 'data-socket="/ws/lobby/"' in response.content.decode()


# --- What is shown --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["<b>Ann</b>", '"><script>', "&lt;Ann&gt;", "</ul></section>", "{{ 7 }}{% x %}"]
)
def test_names_are_escaped(name, client):
    Player.objects.filter(pk=person(waiting_game(seed=1), "Ann")).update(name=name)
    game = running_game(seed=2)
    Player.objects.filter(pk=person(game, "Ann")).update(name=name)
    escaped = (
        name.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
    )
    page = lists(client)
    for html in (
        page,
        region_html("open", open_tables(ALL)),
        region_html("running", running_tables(ALL)),
    ):
        assert escaped in html
        if escaped != name:
            assert name not in html.replace("</ul>\n", "").replace("  </ul>", "")


def test_no_code_of_a_table_that_is_not_listed_is_in_the_page(client):
    hidden = [waiting_game(4, seed=1), finished_game(seed=2, target=61)]
    private = running_game(seed=3)
    Table.objects.filter(pk=private.table_id).update(joining="link")
    page = lists(client)
    for game in (*hidden, private):
        assert game.table.code not in page


def test_the_running_list_shows_no_cards(client):
    game_in("show", 4)
    page = lists(client)
    assert "cards.svg#" not in page
    assert not [word for word in ("hands", "stock", "seed") if f'"{word}"' in page]
