"""Who is suspended plays no longer: the CPU has the seat at once, and nothing else is obeyed."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import Player
from accounts.sanctions import imposing
from accounts.sanctions.models import Kind, LogEntry, Sanction
from games import chat, frames, seating, tables, tasks
from games.board import snapshot
from games.board.regions import contexts, look
from games.models import Game, Searcher, Seat
from games.pairing import queue
from games.refusals import Barred, NotForRanked, PlayedByComputer, TooQuiet
from tests.support.playing import (
    account,
    fresh,
    play_until,
    revision_of,
    running_game,
    state_of,
    waiting_game,
)
from tests.support.visitors import browser_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("one_look")]


def impose(player, kind, hours=1):
    until = timezone.now() + timedelta(hours=hours)
    return imposing.impose(player, kind, "Because", None, until=until)


def suspend(player):
    return impose(player, Kind.SUSPENSION)


def owner(game, number):
    return game.seats.get(number=number).player


def shown(game, player, region):
    return contexts(look(snapshot.load(game.table.code), player.pk))[region]


def test_a_cpu_has_the_seat_at_once_and_the_owner_can_not_take_it_back():
    game = play_until(running_game(), lambda state: state.phase == "play" and state.to_play == 0)
    ann, before = owner(game, 0), revision_of(game)
    given = suspend(ann)
    game = fresh(game)
    assert game.seats.get(number=0).hold == Seat.Hold.LEFT
    assert game.status == Game.Status.PLAYING
    assert game.cpu_asked_at is not None
    assert revision_of(game) > before
    frame = frames.Frame("back", "key", {})
    with pytest.raises(Barred, match="suspended"):
        frames.obey(frame, snapshot.load(game.table.code), ann.pk)
    imposing.lift(given, "It was somebody else", None)
    frames.obey(frame, snapshot.load(game.table.code), ann.pk)
    assert fresh(game).seats.get(number=0).hold == ""


def test_a_ranked_game_of_two_is_not_resigned_by_it():
    game = play_until(running_game(ranked=True), lambda state: state.phase == "play")
    suspend(owner(game, 1))
    game = fresh(game)
    assert game.status == Game.Status.PLAYING
    assert game.seats.get(number=1).hold == Seat.Hold.LEFT


def test_a_move_of_a_suspended_player_is_refused():
    game = play_until(running_game(), lambda state: state.phase == "throw")
    ann = owner(game, 0)
    cards = [card.code for card in state_of(game).hands[0][:2]]
    suspend(ann)
    action = {"type": "throw", "cards": cards}
    fields = {"decision": f"{game.number}.{fresh(game).decision}", "action": action}
    with pytest.raises(PlayedByComputer):
        frames.obey(frames.Frame("act", "key", fields), snapshot.load(game.table.code), ann.pk)


def test_seats_that_wait_become_free_and_the_search_ends():
    game = waiting_game(3)
    bob = owner(game, 1)
    suspend(bob)
    assert not game.seats.filter(player=bob).exists()
    ann = account("Ann")
    queue.search(ann, 2)
    suspend(ann)
    assert not Searcher.objects.exists()
    with pytest.raises(NotForRanked, match="suspended"):
        queue.search(ann, 2)


def test_out_of_ranked_games_the_other_seats_are_kept():
    ann = account("Ann")
    ranked, other = tables.open_ranked([ann], size=2), tables.open_table(ann)
    impose(ann, Kind.RANKED)
    assert not Seat.objects.filter(game__table=ranked).exists()
    assert Seat.objects.filter(game__table=other).exists()
    with pytest.raises(NotForRanked, match="ranked games until"):
        tables.open_ranked([ann], size=2)


def test_no_seat_no_table_and_no_form_for_who_is_suspended():
    game = waiting_game(2)
    eve = Player.objects.create(kind=Player.Kind.GUEST, name="Eve")
    suspend(eve)
    with pytest.raises(Barred):
        seating.sit_down(game.table, eve)
    with pytest.raises(Barred):
        tables.open_table(eve)
    client = browser_of(eve)
    for path in ("/play/computer/", "/play/friend/", "/lobby/open/", f"/t/{game.table.code}/sit/"):
        assert client.post(path, {"name": "Eve", "target": "121"}).url == "/account/standing/"
    assert Seat.objects.count() == 2
    assert "You are suspended" in client.get("/").content.decode()
    assert client.post("/name/", {"name": "Eva", "back": "account"}).url == "/account/"


def test_a_chat_time_out_is_shown_at_the_table_at_once_and_leaves_the_seat():
    game = running_game(seats=2)
    ann, bob = owner(game, 0), owner(game, 1)
    assert shown(game, ann, "chat").can_talk
    before = revision_of(game)
    impose(ann, Kind.CHAT)
    assert revision_of(game) > before
    said = shown(game, ann, "chat")
    assert "You can't talk at tables until" in said.quiet
    assert said.presets == ()
    assert shown(game, bob, "chat").can_talk
    with pytest.raises(TooQuiet, match="until"):
        chat.say(game.table, ann.pk, "key", "hello", None)
    assert game.seats.get(number=0).hold == ""


def test_a_warning_stands_at_the_table_for_its_player_alone():
    game = running_game()
    ann, bob = owner(game, 0), owner(game, 1)
    given = impose(ann, Kind.WARNING)
    assert "Because" in shown(game, ann, "notice")
    assert shown(game, bob, "notice") == ""
    before = revision_of(game)
    imposing.acknowledge(given)
    assert revision_of(game) > before
    assert shown(game, ann, "notice") == ""


def test_a_taken_name_is_off_the_table_at_once():
    game = running_game()
    ann = owner(game, 0)
    imposing.impose(ann, Kind.RENAME, "An insult", None)
    assert snapshot.load(game.table.code).name(0) != "Ann"


@pytest.mark.parametrize("kind", [Kind.CHAT, Kind.SUSPENSION])
def test_an_end_that_comes_by_itself_is_shown_at_the_table_once(kind):
    game = running_game(seats=2)
    ann, bob = owner(game, 0), owner(game, 1)
    given = impose(ann, kind)
    tasks.sweep()
    assert not Sanction.objects.exclude(ended_at=None).exists()
    assert shown(game, ann, "chat").quiet
    end = timezone.now() - timedelta(milliseconds=1)
    Sanction.objects.filter(pk=given.pk).update(until=end)
    impose(bob, kind)
    before = revision_of(game)
    tasks.sweep()
    after = revision_of(game)
    assert after > before
    assert Sanction.objects.get(pk=given.pk).ended_at == end
    assert shown(game, ann, "chat").can_talk
    assert shown(game, ann, "notice") == ""
    assert shown(game, bob, "chat").quiet
    tasks.sweep()
    assert revision_of(game) == after
    assert LogEntry.objects.count() == 2


def test_a_time_out_is_told_at_the_table_by_its_chat_alone():
    game = running_game()
    ann = owner(game, 0)
    address = f"/t/{game.table.code}/"
    assert "data-imposed" not in browser_of(ann).get(address).content.decode()
    impose(ann, Kind.CHAT)
    page = browser_of(ann).get(address).content.decode()
    # by it the button "Log and chat" is marked where the chat is behind it
    assert 'id="chat-quiet" data-imposed' in page
    assert "Read it and answer" not in page
