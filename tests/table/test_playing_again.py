"""Another game with the same people, when both agree; the first deal passes to the left."""

import json
from datetime import timedelta

import pytest

from accounts.models import Player
from games import clock, frames, rematch, seating, tables, tasks
from games.board import snapshot
from games.board.regions import contexts, look
from games.cribbage import shuffle
from games.lobby.listing import Filters, open_tables
from games.models import Game, GameSeed
from games.refusals import Refused
from games.replay import faults
from tests.support.playing import (
    WORDS,
    begin,
    chairs,
    finished_game,
    fresh,
    let_readiness_lapse,
    person,
    play_to,
    play_until,
    refused,
    revision_of,
    state_of,
    truth,
    waiting_game,
)

pytestmark = pytest.mark.django_db


def agree(game, seat, words=None):
    player = game.seats.get(number=seat).player_id
    return rematch.rematch(game.pk, player, words or WORDS[seat])


def newcomer():
    return Player.objects.create(kind=Player.Kind.GUEST, name="Eve")


def following(game):
    """The game that a table has ready as soon as one is over."""
    return Game.objects.select_related("table").get(table_id=game.table_id, number=game.number + 1)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", [1, 2])
def test_the_first_dealer_sits_left_of_the_last_game_s(seats, seed):
    game = finished_game(seats, seed=seed, target=61)
    first = state_of(game).first_dealer
    for seat in range(seats):
        agree(game, seat)
    again = following(game)
    state = state_of(again)
    assert state.first_dealer == (first + 1) % seats
    assert (state.phase, state.cuts, state.hand_no) == ("deal", (), 0)
    again = play_to(again, "throw")
    assert state_of(again).dealer == (first + 1) % seats
    assert list(faults(again)) == []


def test_the_first_deal_keeps_passing_from_game_to_game():
    game = finished_game(target=61)
    first = state_of(game).first_dealer
    for number in (2, 3):
        agree(game, 0)
        agree(game, 1)
        game = play_to(following(game), "over", seed=number)
        assert game.number == number
        assert state_of(game).first_dealer == (first + number - 1) % 2
        assert list(faults(game)) == []


def test_both_must_agree():
    game = finished_game(target=61)
    revision = revision_of(game)
    agree(game, 1)
    again = following(game)
    assert again.status == Game.Status.WAITING
    assert [seat.ready for seat in again.seats.all()] == [False, True]
    assert revision_of(game) == revision + 1
    with pytest.raises(Refused):
        agree(again, 1)
    agree(game, 0)
    again = following(game)
    assert again.status == Game.Status.PLAYING
    assert [seat.client_seed for seat in again.seats.all()] == list(WORDS[:2])


def test_all_three_must_agree():
    game = finished_game(3, target=61)
    agree(game, 0)
    agree(game, 2)
    assert following(game).status == Game.Status.WAITING
    agree(game, 1)
    assert following(game).status == Game.Status.PLAYING


def test_agreeing_twice_is_not_agreeing_for_both():
    game = finished_game(target=61)
    agree(game, 0)
    before = truth(game)
    agree(game, 0, "other words")
    assert truth(game) == before


def test_everybody_keeps_the_seat_and_the_table_its_settings():
    game = finished_game(3, target=61, muggins=True)
    for seat in (2, 0, 1):
        agree(game, seat)
    again = following(game)
    assert [seat.player_id for seat in again.seats.all()] == [
        seat.player_id for seat in game.seats.all()
    ]
    assert again.host_seat == game.host_seat
    settings = state_of(again).settings
    assert (settings.target, settings.muggins, settings.seats) == (61, True, 3)


def test_a_late_resend_changes_nothing():
    game = finished_game(target=61)
    agree(game, 0)
    agree(game, 1)
    again = following(game)
    before = truth(game)
    # As the page sent it, for the old game, and as it would be taken now, for the new one.
    for sent in (game, again):
        for seat in (0, 1):
            assert agree(sent, seat) == revision_of(game)
    assert truth(game) == before
    play_to(again, "play")
    before = truth(game)
    for seat in (0, 1):
        agree(game, seat)
    assert truth(game) == before


def test_a_late_resend_after_two_more_games_changes_nothing():
    game = finished_game(target=61)
    agree(game, 0)
    agree(game, 1)
    again = play_to(following(game), "over", seed=2)
    before = truth(game)
    agree(game, 0)
    assert truth(game) == before
    agree(again, 0)
    before = truth(game)
    agree(game, 1)
    assert truth(game) == before
    assert following(again).status == Game.Status.WAITING


def test_against_the_computer_it_begins_at_once():
    game = play_to(begin(waiting_game(computers=1, target=61)), "over")
    agree(game, 0)
    again = following(game)
    assert again.status == Game.Status.PLAYING
    assert [seat.ready for seat in again.seats.all()] == [True, True]
    assert state_of(again).first_dealer == (state_of(game).first_dealer + 1) % 2


def test_a_computer_that_deals_first_is_asked_to(wires, django_capture_on_commit_callbacks):
    game = play_to(begin(waiting_game(computers=1, target=61)), "over")
    with django_capture_on_commit_callbacks(execute=True):
        agree(game, 0)
    again = following(game)
    # RULES: the host deals the first hand, whoever's crib it is.
    assert again.cpu_asked_at is None
    assert wires.tasks == []


def test_the_new_game_has_a_seed_and_a_commitment_of_its_own():
    game = finished_game(target=61)
    agree(game, 0)
    again = following(game)
    seeds = [bytes(GameSeed.objects.get(game=each).seed) for each in (game, again)]
    assert seeds[0] != seeds[1]
    assert game.key != again.key
    assert again.commitment == shuffle.commitment(again.key, seeds[1])
    promised = again.commitment
    agree(game, 1)
    assert following(game).commitment == promised


def seen(game, seat):
    """What the page of a seat shows."""
    player = game.seats.get(number=seat).player_id
    return contexts(look(snapshot.load(game.table.code), player))


@pytest.mark.usefixtures("one_look")
def test_the_new_commitment_is_shown_to_each_before_anybody_agrees():
    game = finished_game(target=61)
    promised = following(game).commitment
    before = [seen(game, seat)["report"].rematch.commitment for seat in (0, 1)]
    agree(game, 0)
    before.append(seen(game, 1)["report"].rematch.commitment)
    agree(game, 1)
    assert {*before, following(game).commitment} == {promised}


@pytest.mark.usefixtures("one_look")
def test_the_report_stays_until_both_have_agreed():
    game = finished_game(target=61)
    report = seen(game, 0)["report"]
    assert report.visible
    assert report.rematch.state == "offer"
    agree(game, 0)
    for seat, state in ((0, "waiting"), (1, "asked")):
        regions = seen(game, seat)
        assert regions["report"].visible
        assert regions["report"].rematch.state == state
    agree(game, 1)
    for seat in (0, 1):
        regions = seen(game, seat)
        assert not regions["report"].visible
        assert regions["prompt"].decision is not None


def test_the_finished_game_stays_as_it_was():
    game = finished_game(target=61)
    before = Game.objects.filter(pk=game.pk).values().get()
    agree(game, 0)
    agree(game, 1)
    play_until(following(game), lambda state: state.hand_no == 2)
    assert Game.objects.filter(pk=game.pk).values().get() == before
    assert list(faults(fresh(game))) == []


# --- Only the same people, and in time ------------------------------------------------------------


def test_a_minute_runs_from_the_first_to_agree():
    game = finished_game(3, target=61)
    again = following(game)
    assert not again.seats.exclude(ready_by=None).exists()
    assert not seating.free_late_seats(again.pk)
    agree(game, 1)
    now = Game.objects.annotate(now=clock.DatabaseClock()).get(pk=again.pk).now
    waits = dict(again.seats.values_list("number", "ready_by"))
    assert waits[1] is None
    assert all(0 < (waits[seat] - now).total_seconds() <= 60 for seat in (0, 2))
    agree(game, 2)
    assert again.seats.get(number=0).ready_by == waits[0]


def test_who_does_not_agree_in_time_loses_the_seat():
    game = finished_game(3, target=61)
    for seat in (0, 2):
        agree(game, seat)
    again = following(game)
    let_readiness_lapse(again, "Bob")
    tasks.sweep()
    again = fresh(again)
    assert chairs(again) == {0: "Ann", 2: "Cleo"}
    # From here on it is a table like any other: others may come, and it will be cut for.
    assert (again.status, again.given_first_dealer) == (Game.Status.WAITING, None)
    assert seating.sit_down(game.table, newcomer()).number == 1
    refused(game, "not_seated", agree, game, 1)
    seating.leave(again.pk, person(again, "Eve"))
    seating.start(again.pk, person(again, "Ann"), "words")
    assert state_of(again).settings.seats == 2
    assert state_of(again).cuts
    assert list(faults(fresh(again))) == []


def test_the_host_who_is_late_is_followed_by_who_is_there():
    game = finished_game(3, target=61)
    agree(game, 1)
    again = following(game)
    let_readiness_lapse(again, "Ann", "Cleo")
    tasks.sweep()
    again = fresh(again)
    assert chairs(again) == {1: "Bob"}
    assert again.host_seat == 1
    # What comes late from a page that still shows the report takes no seat from the new host.
    agree(game, 1)
    assert again.seats.get().ready_by is None


def test_a_table_to_which_nobody_agrees_is_closed_with_its_report_left():
    game = finished_game(target=61)
    again = following(game)
    Game.objects.filter(pk=again.pk).update(
        created_at=clock.DatabaseClock() - timedelta(minutes=31)
    )
    tasks.sweep()
    assert following(game).status == Game.Status.CLOSED
    assert refused(game, "not_running", agree, game, 0) == "This table was closed."
    assert "closed" in refused(game, "not_running", seating.sit_down, game.table, newcomer())
    assert fresh(game).status == Game.Status.OVER


@pytest.mark.usefixtures("one_look")
def test_the_report_of_a_closed_table_offers_no_other_game():
    game = finished_game(target=61)
    seating.close_waiting(following(game).pk)
    report = seen(game, 0)["report"]
    assert report.visible
    assert report.rematch is None


@pytest.mark.parametrize("agreed", [(), (0,)])
def test_strangers_can_not_sit_in_between(agreed):
    game = finished_game(3, target=61)
    for seat in agreed:
        agree(game, seat)
    eve = newcomer()
    for chair in (None, 0, 3):
        said = refused(game, "not_running", seating.sit_down, game.table, eve, chair)
        assert said == "They may play again with the same people. Wait a moment."
    refused(game, "not_seated", rematch.rematch, game.pk, eve.pk, "words")
    again = following(game)
    refused(game, "not_seated", seating.ready, again.pk, eve.pk, "words")


def test_who_leaves_after_a_game_opens_the_table_to_others():
    game = finished_game(3, target=61)
    again = following(game)
    agree(game, 0)
    seating.leave(again.pk, person(again, "Ann"))
    again = fresh(again)
    assert chairs(again) == {1: "Bob", 2: "Cleo"}
    assert chairs(again)[again.host_seat] == "Bob"
    assert seating.sit_down(game.table, newcomer()).number == 0
    assert chairs(game) == {0: "Ann", 1: "Bob", 2: "Cleo"}


@pytest.mark.usefixtures("one_look")
def test_spectators_see_the_report_and_can_not_agree():
    game = finished_game(target=61)
    shown = contexts(look(snapshot.load(game.table.code), newcomer().pk))
    assert shown["report"].visible
    again = shown["report"].rematch
    assert (again.state, again.button_label, again.can_leave) == ("watching", "", False)
    assert shown["prompt"].button is None


def test_a_computer_agrees_at_once_and_never_late():
    game = finished_game(3, computers=1, target=61)
    again = following(game)
    assert [seat.ready for seat in again.seats.all()] == [False, False, True]
    agree(game, 0)
    assert again.seats.get(number=2).ready_by is None
    agree(game, 1)
    assert following(game).status == Game.Status.PLAYING


def test_partners_stay_partners():
    game = finished_game(4, target=61)
    for seat in (3, 1, 0, 2):
        agree(game, seat)
    assert chairs(following(game)) == chairs(game)


# --- Leaving after a game -------------------------------------------------------------------------


def send(game, name, frame):
    """What the page of that player sends while it shows this game; the table's revision then."""
    player = person(game, name)
    place = snapshot.load(game.table.code)
    assert place.game_id == game.pk
    return frames.obey(frames.parse(json.dumps(frame | {"key": "k"})), place, player)


def page_of(game, name):
    return contexts(look(snapshot.load(game.table.code), person(game, name)))


@pytest.mark.usefixtures("one_look")
@pytest.mark.parametrize("agreed", [(), (0,), (1,), (0, 1)])
def test_who_looks_at_the_report_can_leave_the_table(agreed):
    game = finished_game(3, target=61)
    for seat in agreed:
        agree(game, seat)
    assert page_of(game, "Cleo")["report"].rematch.can_leave
    revision = revision_of(game)
    assert send(game, "Cleo", {"type": "stand_up"}) == revision + 1
    assert chairs(following(game)) == {0: "Ann", 1: "Bob"}
    assert chairs(game) == {0: "Ann", 1: "Bob", 2: "Cleo"}
    assert fresh(game).status == Game.Status.OVER


@pytest.mark.usefixtures("one_look")
def test_the_others_see_who_has_left_and_who_is_ready():
    game = finished_game(3, target=61)
    agree(game, 1)
    send(game, "Cleo", {"type": "stand_up"})
    for player in (person(game, "Ann"), person(game, "Cleo"), newcomer().pk, None):
        regions = contexts(look(snapshot.load(game.table.code), player))
        waiting = regions["waiting"]
        assert not regions["report"].visible
        assert waiting.gone == "No longer at the table: Cleo."
        assert [chair.name for chair in waiting.seats] == ["Ann", "Bob", "", ""]
        assert waiting.seats[1].ready
    assert following(game).seats.get(number=1).client_seed == WORDS[1]


@pytest.mark.usefixtures("one_look")
def test_the_last_game_can_be_looked_at_after_somebody_has_left():
    game = finished_game(3, target=61)
    before = {name: page_of(game, name)["report"].result for name in ("Ann", "Bob", "Cleo")}
    send(game, "Bob", {"type": "stand_up"})
    seating.change_chair(following(game).pk, person(game, "Ann"), 3)
    for name, result in before.items():
        assert page_of(game, name)["waiting"].last == result
        assert result.seed
    assert page_of(waiting_game(seed=2), "Ann")["waiting"].last is None


@pytest.mark.usefixtures("one_look")
def test_everybody_sees_who_would_like_another_game():
    game = finished_game(3, target=61)
    agree(game, 0)
    stranger = contexts(look(snapshot.load(game.table.code), None))["report"].rematch
    assert stranger.text == "Ann would like to play again. Waiting for Bob and Cleo to agree."
    assert page_of(game, "Ann")["report"].rematch.text == "Waiting for Bob and Cleo to agree."
    assert page_of(game, "Cleo")["report"].rematch.text == "Ann would like to play again."


@pytest.mark.usefixtures("one_look")
def test_a_newcomer_takes_the_chair_of_who_left_and_plays():
    game = finished_game(target=61)
    send(game, "Bob", {"type": "stand_up"})
    again, eve = following(game), newcomer()
    offered = contexts(look(snapshot.load(game.table.code), eve.pk))["waiting"].seats
    assert [chair.can_sit for chair in offered] == [False, True, True, True]
    assert seating.sit_down(game.table, eve, 1).number == 1
    again = begin(again)
    assert chairs(again) == {0: "Ann", 1: "Eve"}
    assert again.status == Game.Status.PLAYING
    assert state_of(again).cuts
    assert list(faults(play_to(again, "over", seed=2))) == []


def test_a_table_where_somebody_left_stands_in_the_lobby_if_anyone_may_join():
    game = finished_game(target=61)
    assert open_tables(Filters()).tables == ()
    rematch.leave(game.pk, person(game, "Bob"))
    (table,) = open_tables(Filters()).tables
    assert (table.players, table.free) == (("Ann",), 3)
    tables.change_setting(following(game).pk, person(game, "Ann"), "joining", "link")
    assert open_tables(Filters()).tables == ()
    # Who has the link may sit down all the same.
    assert seating.sit_down(game.table, newcomer()).number == 1


@pytest.mark.parametrize("leaver", ["Ann", "Bob", "Cleo"])
@pytest.mark.parametrize("agreed", [(), (1,)])
def test_after_somebody_left_the_host_has_time_and_the_others_a_minute(leaver, agreed):
    game = finished_game(3, target=61)
    for seat in agreed:
        agree(game, seat)
    rematch.leave(game.pk, person(game, leaver))
    again = following(game)
    for seat in again.seats.all():
        is_host = seat.number == again.host_seat
        assert (seat.ready_by is None) == (is_host or seat.ready), seat.player.name


def test_to_agree_while_another_leaves_is_to_be_ready():
    game = finished_game(3, target=61)
    rematch.leave(game.pk, person(game, "Cleo"))
    again = following(game)
    # The page still shows the report, or its frame finds the next game already.
    for sent in (game, again):
        agree(sent, 1)
        assert again.seats.get(number=1).ready
    assert fresh(again).status == Game.Status.WAITING
    seating.start(again.pk, person(again, "Ann"), "words")
    assert fresh(again).status == Game.Status.PLAYING


@pytest.mark.usefixtures("one_look")
def test_when_all_have_left_the_report_stays_and_the_table_is_closed():
    game = play_to(begin(waiting_game(computers=1, target=61)), "over")
    send(game, "Ann", {"type": "stand_up"})
    assert following(game).status == Game.Status.CLOSED
    regions = page_of(game, "Ann")
    assert regions["report"].visible
    assert regions["report"].closed
    assert regions["report"].rematch is None
    assert regions["chat"].quiet == "This table was closed."
    refused(game, "not_seated", rematch.leave, game.pk, person(game, "Ann"))


def test_nobody_leaves_for_another_or_once_the_next_game_has_begun():
    game = finished_game(target=61)
    refused(game, "not_seated", rematch.leave, game.pk, newcomer().pk)
    agree(game, 0)
    agree(game, 1)
    refused(game, "not_running", rematch.leave, game.pk, person(game, "Bob"))


def test_who_left_can_sit_down_again():
    game = finished_game(target=61)
    bob = Player.objects.get(pk=person(game, "Bob"))
    rematch.leave(game.pk, bob.pk)
    refused(game, "not_seated", rematch.leave, game.pk, bob.pk)
    assert seating.sit_down(game.table, bob).number == 1
