"""Words of one's own are for accounts that have finished some games; the rest has phrases."""

import pytest

from accounts.models import Player
from games import chat
from games.board import render, snapshot
from games.board.regions import contexts, look
from games.models import Game, Seat
from tests.support.playing import let_write, person, refused, revision_of, waiting_game

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("one_look", "wires")]

WHY = "With an account and 5 finished games you can write your own words here."


def region(game, player_id):
    return contexts(look(snapshot.load(game.table.code), player_id))["chat"]


def say(game, player_id, text=None, preset=None):
    return chat.say(game.table, player_id, f"{text}-{preset}", preset, text)


def ann_of(game):
    return Player.objects.get(pk=person(game, "Ann"))


def test_a_guest_has_the_phrases_and_is_told_why_where_the_field_would_be():
    game = waiting_game()
    ann = person(game, "Ann")
    shown = region(game, ann)
    assert (shown.can_talk, shown.quiet, shown.no_words) == (True, "", WHY)
    html = render.region_html("chat", shown)
    assert WHY in html
    assert 'id="chat-text"' not in html
    assert 'data-preset="hello"' in html
    assert refused(game, "quiet", say, game, ann, "words") == WHY
    revision = revision_of(game)
    assert say(game, ann, preset="hello") == revision + 1


@pytest.mark.parametrize(("games", "may"), [(0, False), (4, False), (5, True), (9, True)])
def test_an_account_writes_after_five_finished_games(games, may):
    game = waiting_game()
    ann = ann_of(game)
    let_write(ann, games)
    assert (region(game, ann.pk).no_words == "") == may
    if may:
        say(game, ann.pk, "words")
    else:
        assert refused(game, "quiet", say, game, ann.pk, "words") == WHY


def test_a_guest_with_many_games_is_a_guest():
    game = waiting_game()
    ann = ann_of(game)
    let_write(ann, 9)
    Player.objects.filter(pk=ann.pk).update(kind=Player.Kind.GUEST, user=None)
    refused(game, "quiet", say, game, ann.pk, "words")


def test_games_that_were_left_or_void_or_run_are_not_finished():
    game = waiting_game()
    ann = ann_of(game)
    let_write(ann, 7)
    seats = Seat.objects.filter(player=ann, game__status=Game.Status.OVER).order_by("pk")
    seats.filter(pk=seats[0].pk).update(hold=Seat.Hold.LEFT)
    Game.objects.filter(pk=seats[1].game_id).update(ending=Game.Ending.VOID)
    Game.objects.filter(pk=seats[2].game_id).update(status=Game.Status.PLAYING, ending="")
    refused(game, "quiet", say, game, ann.pk, "words")


def test_how_many_is_a_setting(settings):
    settings.FREE_TEXT_GAMES = 1
    game = waiting_game()
    ann = ann_of(game)
    reason = refused(game, "quiet", say, game, ann.pk, "words")
    assert reason == "With an account and 1 finished game you can write your own words here."
    let_write(ann, 1)
    say(game, ann.pk, "words")


def test_it_is_asked_once_a_game_and_not_at_every_change(django_assert_num_queries):
    game = waiting_game()
    ann, bob = ann_of(game), person(game, "Bob")
    let_write(ann)
    table = snapshot.load(game.table.code)
    for player in (ann.pk, bob):
        assert contexts(look(table, player))["chat"].can_talk
    with django_assert_num_queries(0):
        for player in (ann.pk, bob):
            contexts(look(table, player))["chat"]
