"""Who sat down or came back in the moment of a sanction is put out by the sweep all the same."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts import anonymising
from accounts.sanctions.models import Kind, Sanction
from games import chat, frames, tasks
from games.board import snapshot
from games.refusals import Barred
from tests.support.playing import account, game_in, running_game, seat_of, waiting_game

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("wires", "one_look")]


def unseen(player, kind):
    """Imposed when the tables looked away: nothing has been obeyed yet."""
    until = timezone.now() + timedelta(hours=1)
    return Sanction.objects.create(player=player, kind=kind, reason="Because", until=until)


def test_at_a_running_game_a_computer_has_the_seat():
    game = running_game()
    unseen(seat_of(game, "Ann").player, Kind.SUSPENSION)
    tasks.sweep()
    assert seat_of(game, "Ann").hold == "left"
    assert seat_of(game, "Bob").hold == ""


@pytest.mark.parametrize("kind", [Kind.BAN, Kind.SUSPENSION])
def test_before_a_game_the_seat_is_free(kind):
    game = waiting_game()
    unseen(seat_of(game, "Bob").player, kind)
    tasks.sweep()
    assert list(game.seats.values_list("player__name", flat=True)) == ["Ann"]


def test_out_of_ranked_games_a_seat_that_waits_in_one_is_free():
    ranked, other = waiting_game(ranked=True), waiting_game(seed=2)
    for game in (ranked, other):
        unseen(game.seats.get(number=1).player, Kind.RANKED)
    tasks.sweep()
    assert [game.seats.count() for game in (ranked, other)] == [1, 2]


def test_out_of_ranked_games_one_that_runs_is_played_to_its_end():
    game = game_in("play", ranked=True)
    unseen(game.seats.get(number=1).player, Kind.RANKED)
    tasks.sweep()
    assert set(game.seats.values_list("hold", flat=True)) == {""}


def test_another_time_nobody_is_put_out():
    game = running_game()
    given = unseen(seat_of(game, "Ann").player, Kind.SUSPENSION)
    Sanction.objects.filter(pk=given.pk).update(until=timezone.now())
    unseen(account("Cleopatra"), Kind.SUSPENSION)
    tasks.sweep()
    assert set(game.seats.values_list("hold", flat=True)) == {""}


def test_nothing_is_obeyed_from_who_has_left_the_site():
    game = running_game()
    ann = seat_of(game, "Ann").player
    shown = snapshot.load(game.table.code)
    anonymising.anonymise(ann)
    for kind, fields in (("say", {"preset": "hello", "text": None}), ("back", {})):
        with pytest.raises(Barred, match="deleted"):
            frames.obey(frames.Frame(kind, "key", fields), shown, ann.pk)
    assert chat.ChatLine.objects.count() == 0
    assert seat_of(game, f"guest-{ann.pk}").hold == "left"
