"""The settings box: the host's alone, until the first deal, and everybody is asked again."""

from datetime import timedelta

import pytest

from games import rematch, seating, tables
from games.board import snapshot
from games.board.before import settings_of
from games.board.regions import contexts, look
from games.clock import READY_WAIT
from games.models import Game
from games.refusals import Malformed
from games.replay import faults
from tests.support.playing import (
    WORDS,
    begin,
    finished_game,
    fresh,
    game_in,
    guests,
    let_readiness_lapse,
    person,
    refused,
    revision_of,
    state_of,
    truth,
    waiting_game,
)

pytestmark = pytest.mark.django_db

OTHER = {
    "target": 61,
    "muggins": True,
    "skunk": "off",
    "first_deal": "host",
    "turn_limit": 60,
    "joining": "link",
}


def change(game, name, value, by="Ann"):
    return tables.change_setting(game.pk, person(game, by), name, value)


def ready_people(game):
    return {seat.player.name for seat in game.seats.select_related("player") if seat.ready}


@pytest.mark.parametrize(("name", "value"), OTHER.items())
def test_the_host_changes_a_setting(name, value):
    game = waiting_game()
    revision = revision_of(game)
    assert change(game, name, value) == revision + 1 == revision_of(game)
    assert getattr(fresh(game).table, name) == value


def test_the_game_is_played_by_what_was_set():
    game = waiting_game(3)
    for name, value in OTHER.items():
        change(game, name, value)
    settings = state_of(begin(game)).settings
    assert (settings.target, settings.muggins, settings.skunk) == (61, True, "off")
    assert settings.first_deal == "host"
    assert fresh(game).turn_limit == 60


@pytest.mark.parametrize(("name", "value"), OTHER.items())
def test_nobody_else_changes_a_setting(name, value):
    game = waiting_game(3, computers=1)
    assert "host" in refused(game, "not_host", change, game, name, value, "Bob")
    stranger = guests(4)[3].pk
    refused(game, "not_seated", tables.change_setting, game.pk, stranger, name, value)
    refused(game, "not_seated", tables.change_setting, game.pk, 10**9, name, value)


def test_only_the_host_of_now_changes_a_setting():
    game = waiting_game(3)
    ann = person(game, "Ann")
    seating.leave(game.pk, ann)
    refused(game, "not_seated", tables.change_setting, game.pk, ann, "target", 61)
    change(game, "target", 61, by="Bob")
    assert fresh(game).table.target == 61


OUT_OF_RANGE = [
    None, "", 1, -61, 62, 120, 121.0, 61.0, 10**30, "61", "anyone ", "ALL", "cut\x00", [], {},
]  # fmt: skip


def test_values_out_of_range_are_refused():
    game = waiting_game()
    before, ann = truth(game), person(game, "Ann")
    for name in OTHER:
        for value in OUT_OF_RANGE:
            with pytest.raises(Malformed) as refusal:
                tables.change_setting(game.pk, ann, name, value)
            assert refusal.value.reason.endswith(".")
    assert truth(game) == before


@pytest.mark.parametrize(
    "name",
    ["ranked", "code", "revision", "pk", "__class__", "", "TARGET", None, 7, [], {}],
    ids=str,
)
def test_a_setting_that_is_not_there_is_refused(name):
    game = waiting_game()
    assert refused(game, "malformed", change, game, name, True) == "There is no such setting."


def test_the_same_value_again_is_no_change():
    game = waiting_game()
    seating.ready(game.pk, person(game, "Bob"), WORDS[1])
    before = truth(game)
    for name in OTHER:
        change(game, name, getattr(fresh(game).table, name))
    assert truth(game) == before


@pytest.mark.parametrize("name", ["target", "muggins", "skunk", "first_deal"])
def test_everybody_is_asked_again(name):
    game = waiting_game(4, computers=1)
    for other in ("Bob", "Cleo"):
        seating.ready(game.pk, person(game, other), "words of " + other)
    change(game, name, OTHER[name])
    assert ready_people(game) == {"Hazel"}
    seats = list(game.seats.all())
    assert [seat.client_seed for seat in seats] == [""] * 4
    # The host is ready by starting and the CPU always: only the two have a minute.
    assert [seat.ready_by is not None for seat in seats] == [False, True, True, False]
    refused(game, "not_ready", seating.start, game.pk, person(game, "Ann"), WORDS[0])
    for number in (1, 2):
        seating.ready(game.pk, seats[number].player_id, WORDS[number])
    seating.start(game.pk, person(game, "Ann"), WORDS[0])
    assert fresh(game).status == Game.Status.PLAYING


def test_a_change_gives_everybody_the_whole_minute():
    game = waiting_game()
    let_readiness_lapse(game, "Bob")
    change(game, "target", 61)
    assert not seating.free_late_seats(game.pk)
    left = game.seats.get(player__name="Bob").ready_by - fresh(game).created_at
    assert left > READY_WAIT - timedelta(seconds=1)


def test_who_may_join_asks_nobody_again():
    game = waiting_game()
    seating.ready(game.pk, person(game, "Bob"), WORDS[1])
    change(game, "joining", "link")
    assert ready_people(game) == {"Bob"}
    assert game.seats.get(player__name="Bob").client_seed == WORDS[1]


@pytest.mark.parametrize("phase", ["deal", "throw", "play", "show", "over"])
def test_nothing_is_set_once_the_game_has_begun(phase):
    game = game_in(phase, target=61)
    for name, value in (OTHER | {"target": 121}).items():
        assert refused(game, "not_running", change, game, name, value).startswith("The game has")


def test_nothing_is_set_at_a_closed_table():
    game = waiting_game()
    seating.close_waiting(game.pk)
    assert refused(game, "not_running", change, game, "target", 61) == "This table was closed."


def test_what_is_set_for_the_next_game_changes_nothing_of_the_last():
    game = finished_game(target=61)
    rematch.rematch(game.pk, person(game, "Ann"), WORDS[0])
    again = Game.objects.get(table=game.table, number=2)
    let_readiness_lapse(again, "Bob")
    assert seating.free_late_seats(again.pk)
    change(again, "target", 121)
    change(again, "muggins", True)
    assert list(faults(fresh(game))) == []


# --- The box on the page --------------------------------------------------------------------------


@pytest.mark.usefixtures("one_look")
def test_everybody_sees_the_box_and_only_the_host_may_change_it():
    game = waiting_game(3)
    shot = snapshot.load(game.table.code)
    boxes = {}
    for player in (person(game, "Ann"), person(game, "Bob"), None, 10**9):
        region = contexts(look(shot, player))["waiting"]
        boxes[player] = region.settings
        assert region.can_change == (player == person(game, "Ann"))
    assert len(set(boxes.values())) == 1
    shown = {row.label: row.value for row in boxes[None]}
    assert shown == {
        "Playing to": "121 points (the full game)",
        "Muggins": "Off",
        "Skunk": "All games",
        "First deal": "Cut for it",
        "Turn time limit": "None",
        "Ranked": "No",
        "Who may join": "Anyone",
    }
    assert all(row.note.endswith(".") for row in boxes[None])


def test_every_choice_of_the_box_is_a_value_that_is_taken():
    game = waiting_game()
    for row in settings_of(game.table):
        for choice in reversed(row.choices):
            change(game, row.name, tables.from_field(row.name, choice.value))
            (now,) = [each for each in settings_of(fresh(game).table) if each.name == row.name]
            assert [each.value for each in now.choices if each.chosen] == [choice.value]


@pytest.mark.parametrize(
    "text", [None, True, 61, 61.0, [], {}, "", "²", "6" * 5000, "-61", "+61", " 61", "٦١", "True"]
)
def test_a_field_that_holds_no_value_is_none(text):
    for name in (*OTHER, "ranked", None, 7, []):
        assert tables.from_field(name, text) is None
