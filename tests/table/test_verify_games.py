"""`manage.py verify_games` replays every game and finds whatever was altered behind its moves."""

import io
import os
import re
import subprocess
import sys

import pytest
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection

from games import rematch, seating
from games.models import Game, GameSeed, Move, Seat
from tests.support.playing import begin, finished_game, fresh, game_in, play_until, waiting_game

pytestmark = pytest.mark.django_db


def verify():
    """The exit status of the command, and what it printed."""
    said = io.StringIO()
    try:
        call_command("verify_games", stdout=said)
    except CommandError as error:
        return error.returncode, said.getvalue()
    return 0, said.getvalue()


def test_games_in_every_phase_are_right():
    waiting_game(seed=1)
    for number, phase in enumerate(("deal", "throw", "play", "show"), start=2):
        game_in(phase, seed=number)
    finished_game(target=61, seed=6)
    game_in("show", 3, seed=7, muggins=True)
    play_until(begin(waiting_game(4, computers=2, seed=8)), lambda state: state.hand_no == 2)
    # The finished one has the next game waiting behind it.
    assert verify() == (0, "9 games checked, 0 wrong\n")


def test_tables_that_were_closed_before_a_game_are_right():
    nobody, still_there = waiting_game(seed=1), waiting_game(seed=2)
    after_one = finished_game(seed=3, target=61)
    for seat in nobody.seats.all():
        seating.leave(nobody.pk, seat.player_id)
    seating.close_waiting(still_there.pk)
    for seat in after_one.seats.all():
        rematch.leave(after_one.pk, seat.player_id)
    assert Game.objects.filter(status=Game.Status.CLOSED).count() == 3
    assert verify() == (0, "4 games checked, 0 wrong\n")


def test_it_finds_a_table_that_was_closed_before_a_game_with_moves():
    closed, other = waiting_game(seed=1), game_in("deal", seed=2)
    seating.close_waiting(closed.pk)
    moves(other).update(game=closed)
    assert "it has moves before it began" in verify()[1]


def test_no_games_at_all_are_right():
    assert verify() == (0, "0 games checked, 0 wrong\n")


def moves(game):
    return Move.objects.filter(game=game)


def games(game):
    return Game.objects.filter(pk=game.pk)


def swap_held_cards(game):
    hands = game.state["hands"]
    hands[0][0], hands[1][0] = hands[1][0], hands[0][0]
    games(game).update(state=game.state)


def raise_a_score(game):
    game.state["scores"][0] += 1
    games(game).update(state=game.state)


def alter_an_action(game):
    move = moves(game).filter(action__type="throw").first()
    held = next(
        code
        for code in (card for cards in game.state["throws"] for card in cards)
        if code not in move.action["cards"]
    )
    moves(game).filter(pk=move.pk).update(action={"type": "throw", "cards": [held] * 2})


def alter_the_played_card(game):
    one, other = moves(game).filter(action__type="play")[:2]
    moves(game).filter(pk=one.pk).update(action=other.action)


def make_an_action_unreadable(game):
    moves(game).filter(seq=3).update(action=["throw"])


def alter_the_events(game):
    move = moves(game).filter(action__type="play").first()
    move.events[0]["count"] += 1
    move.save()


def drop_an_event(game):
    move = moves(game).last()
    moves(game).filter(pk=move.pk).update(events=[])


def make_events_unreadable(game):
    moves(game).filter(seq=1).update(events="none")


def remove_a_move(game):
    moves(game).filter(seq=3).delete()


def remove_the_last_move(game):
    moves(game).last().delete()


def remove_every_move(game):
    moves(game).delete()


def leave_a_gap(game):
    last = moves(game).last()
    moves(game).filter(pk=last.pk).update(seq=last.seq + 1)


def answer_another_decision(game):
    last = moves(game).last()
    moves(game).filter(pk=last.pk).update(decision=last.decision + 7)


def answer_for_another_seat(game):
    move = moves(game).filter(action__type="play").first()
    moves(game).filter(pk=move.pk).update(seat=1 - move.seat)


def add_a_move(game):
    last = moves(game).last()
    last.pk, last.seq, last.decision = None, last.seq + 1, last.decision + 1
    last.save(force_insert=True)


def raise_the_version(game):
    games(game).update(version=game.version + 1)


def alter_the_decision(game):
    games(game).update(decision=game.decision + 1)


def alter_the_commitment(game):
    games(game).update(commitment="0" * 64)


def alter_the_key(game):
    games(game).update(key="another")


def alter_the_seed(game):
    GameSeed.objects.filter(game=game).update(seed=b"x" * 32)


def remove_the_seed(game):
    GameSeed.objects.filter(game=game).delete()


def call_it_over(game):
    games(game).update(status=Game.Status.OVER, ending=Game.Ending.PLAYED)


def call_it_waiting(game):
    games(game).update(status=Game.Status.WAITING)


def alter_the_words_of_a_seat(game):
    Seat.objects.filter(game=game, number=1).update(client_seed="other words")


def remove_a_seat(game):
    Seat.objects.filter(game=game, number=1).delete()


def alter_the_settings(game):
    games(game).update(settings={**fresh(game).settings, "first_deal": "host"})


def make_the_state_unreadable(game):
    games(game).update(state={"rules": "others"})


ALTERATIONS = [
    swap_held_cards,
    raise_a_score,
    alter_an_action,
    alter_the_played_card,
    make_an_action_unreadable,
    alter_the_events,
    drop_an_event,
    make_events_unreadable,
    remove_a_move,
    remove_the_last_move,
    remove_every_move,
    leave_a_gap,
    answer_another_decision,
    answer_for_another_seat,
    add_a_move,
    raise_the_version,
    alter_the_decision,
    alter_the_commitment,
    alter_the_key,
    alter_the_seed,
    remove_the_seed,
    call_it_over,
    call_it_waiting,
    alter_the_words_of_a_seat,
    remove_a_seat,
    alter_the_settings,
    make_the_state_unreadable,
]


@pytest.mark.parametrize("alter", ALTERATIONS, ids=lambda alter: alter.__name__)
def test_it_finds(alter):
    game = play_until(
        begin(waiting_game(seed=1)),
        lambda state: state.phase == "play" and len(state.played) == 4,
    )
    right = waiting_game(seed=2)
    alter(game)
    status, said = verify()
    assert status == 1
    assert f"game {game.pk} at table {game.table.code}: " in said
    assert f"game {right.pk} " not in said
    assert said.endswith("2 games checked, 1 wrong\n")
    # What is wrong is said without a card and without a secret.
    for code in {card for cards in game.state["hands"] for card in cards}:
        assert f"'{code}'" not in said
        assert f'"{code}"' not in said


def test_it_finds_a_finished_game_that_is_called_running():
    game = finished_game(target=61)
    games(game).update(status=Game.Status.PLAYING, ending="")
    assert verify()[0] == 1


def test_it_finds_a_waiting_game_with_moves():
    game, other = waiting_game(seed=1), game_in("deal", seed=2)
    moves(other).update(game=game)
    status, said = verify()
    assert status == 1
    assert said.endswith("2 games checked, 2 wrong\n")


def test_it_finds_a_waiting_game_whose_seed_was_changed():
    game = waiting_game()
    alter_the_seed(game)
    assert verify()[0] == 1


def test_one_game_that_can_not_be_replayed_does_not_hide_another():
    first, second = game_in("deal", seed=1), game_in("deal", seed=2)
    remove_a_seat(first)
    raise_the_version(second)
    status, said = verify()
    assert status == 1
    assert f"game {first.pk} at" in said
    assert f"game {second.pk} at" in said


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("wires")
def test_the_command_line_exits_with_1():
    game = game_in("deal")
    command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "verify_games"]
    environment = _environment(connection.settings_dict["NAME"])
    raise_the_version(game)
    wrong = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=60)
    assert wrong.returncode == 1
    assert "1 games checked, 1 wrong" in wrong.stdout


def _environment(name):
    """This process's environment, with the test database instead of the real one."""
    return {
        **os.environ,
        "DATABASE_URL": re.sub(r"(?<=/)[^/?]*(?=\?|$)", name, os.environ["DATABASE_URL"], count=1),
    }
