"""A moderator decides a running game, or voids it; the table, the ratings and every list say so."""

import pytest
from django.core.exceptions import ValidationError

from games import tasks
from games.board import snapshot
from games.board.regions import contexts, look
from games.histories import finished
from games.models import Act, Game, Seat
from games.moderation import measures
from games.replay import faults
from ratings.audit import audit
from ratings.history import entries, lines
from ratings.models import Entry, Settlement
from ratings.pages import Pages
from tests.support.playing import (
    acts,
    finished_game,
    fresh,
    game_in,
    person,
    play_until,
    revision_of,
    running_game,
    seat_of,
    truth,
    waiting_game,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("wires", "one_look")]


def rule(game, winner, actor, **more):
    measures.rule(game.pk, winner, "Because", actor, report=None, **more)


def annul(game, actor):
    measures.annul(game.pk, "Because", actor, report=None)


def report_of(game, name="Ann"):
    return contexts(look(snapshot.load(game.table.code), person(game, name)))["report"].result


def changes(game):
    rows = Entry.objects.filter(settlement__game=game.pk, seat__isnull=False).order_by("seat")
    return {entry.player.name: entry.change for entry in rows}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_game_that_is_awarded_is_won_by_that_side(seats, mia):
    game = play_until(running_game(seats, ranked=True), lambda state: state.hand_no == 2)
    before = revision_of(game)
    rule(game, 1, mia)
    game = fresh(game)
    assert (game.status, game.ending, game.winner) == ("over", Game.Ending.RULING, 1)
    assert game.deadline_at is None
    assert revision_of(game) > before
    assert ("ruled", 0, "") in acts(game)
    assert list(faults(game)) == []
    moved = changes(game)
    assert moved["Bob"] > 0 > moved["Ann"]
    if seats == 4:
        assert moved["Dan"] > 0 > moved["Cleo"]
    assert Settlement.objects.get().ending == Settlement.Ending.RULED
    assert audit(seats).problems == []


def test_a_draw_that_is_ruled_leaves_all_level(mia):
    game = play_until(running_game(3, ranked=True), lambda state: state.hand_no == 2)
    rule(game, None, mia)
    game = fresh(game)
    assert (game.ending, game.winner) == (Game.Ending.RULING, None)
    assert set(Entry.objects.filter(seat__isnull=False).values_list("place", flat=True)) == {1}


def test_a_ruling_says_it_all_whoever_has_left(mia):
    game = play_until(running_game(2, ranked=True), lambda state: state.hand_no == 2)
    seat = seat_of(game, "Ann")
    seat.hold, seat.held_at = Seat.Hold.AWAY, game.asked_at
    seat.save()
    rule(game, 0, mia)
    assert not Entry.objects.filter(left=True).exists()
    assert changes(game)["Ann"] > 0
    assert "computer" not in report_of(game).why


def test_the_table_the_list_and_the_history_say_who_decided(mia):
    game = play_until(running_game(ranked=True), lambda state: state.hand_no == 2)
    rule(game, 0, mia)
    ann = game.seats.get(number=0).player
    result = report_of(game)
    assert (result.headline, result.won) == ("You win.", True)
    assert result.note == "A moderator has decided this game. This is how it stood."
    assert report_of(game, "Bob").headline == "Ann wins."
    (listed,), _more = finished(ann)
    assert listed.result.startswith("Won, ") and listed.result.endswith("(by a moderator)")
    (line,) = lines(entries(ann, 2), ann, Pages(1, 50, 1))
    assert (line.result, line.ending) == ("Won", "by a moderator")
    log = contexts(look(snapshot.load(game.table.code), None))["log"]
    assert log.lines[-1].text == "A moderator has ended the game."


def test_partners_win_together_in_words(mia):
    game = play_until(running_game(4, ranked=True), lambda state: state.hand_no == 2)
    rule(game, 0, mia)
    assert report_of(game, "Bob").headline == "Ann + Cleo win."


def test_a_ruled_draw_in_words(mia):
    game = game_in("play")
    rule(game, None, mia)
    assert report_of(game).headline == "The game is drawn."
    ((listed,), _more) = finished(game.seats.get(number=0).player)
    assert listed.result.startswith("Drawn, ") and listed.result.endswith("(by a moderator)")
    assert not Settlement.objects.exists()


def test_a_running_game_that_is_voided_has_no_result(mia):
    game = play_until(running_game(ranked=True), lambda state: state.hand_no == 2)
    annul(game, mia)
    game = fresh(game)
    assert (game.status, game.ending, game.winner) == ("over", Game.Ending.ANNULLED, None)
    assert not Settlement.objects.exists()
    result = report_of(game)
    assert result.headline == "This game is void."
    assert result.note == "A moderator has ended this game: it has no result."
    assert result.why == "No rating was changed."
    ((listed,), _more) = finished(game.seats.get(number=0).player)
    assert listed.result.startswith("Void, ") and listed.result.endswith("(by a moderator)")
    assert list(faults(game)) == []


def test_after_a_ruling_the_same_people_can_play_again(mia):
    game = game_in("play")
    rule(game, 0, mia)
    following = Game.objects.get(table=game.table, number=2)
    assert (following.status, following.rematch) == ("waiting", True)
    tasks.sweep()
    assert fresh(game).status == "over"


@pytest.mark.parametrize("work", [lambda g, m: rule(g, 0, m), lambda g, m: annul(g, m)])
def test_a_game_that_is_over_or_has_not_begun_is_not_ruled(work, mia):
    game = finished_game(target=61)
    before = truth(game)
    with pytest.raises(ValidationError, match="over already"):
        work(game, mia)
    assert truth(game) == before
    waiting = waiting_game(seed=2)
    with pytest.raises(ValidationError, match="has not begun"):
        work(waiting, mia)
    assert not Act.objects.filter(kind="ruled").exists()


def test_there_are_as_many_sides_as_the_game_has(mia):
    game = game_in("play")
    for winner in (2, -1):
        with pytest.raises(ValidationError, match="no such side"):
            rule(game, winner, mia)
    assert fresh(game).status == "playing"


def test_who_plays_does_not_decide(mia):
    game = game_in("play", ranked=True)
    ann = game.seats.get(number=0).player
    mia.player.delete()
    type(ann).objects.filter(pk=ann.pk).update(user=mia)
    for work in (lambda: rule(game, 0, mia), lambda: annul(game, mia)):
        with pytest.raises(ValidationError, match="You play in this game"):
            work()
    assert fresh(game).status == "playing"
