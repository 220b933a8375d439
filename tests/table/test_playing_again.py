"""Another game with the same people, when both agree; the first deal passes to the left."""

import pytest

from games import rematch
from games.board import snapshot
from games.board.regions import contexts, look
from games.cribbage import shuffle
from games.models import Game, GameSeed
from games.refusals import Refused
from games.replay import faults
from tests.support.playing import (
    WORDS,
    begin,
    finished_game,
    fresh,
    play_to,
    play_until,
    revision_of,
    state_of,
    truth,
    waiting_game,
)

pytestmark = pytest.mark.django_db


def agree(game, seat, words=None):
    player = game.seats.get(number=seat).player_id
    return rematch.rematch(game.pk, player, words or WORDS[seat])


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
