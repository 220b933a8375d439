"""PostgreSQL tells the whole row in its errors; none of that comes out of the write path."""

import logging
import random
import traceback

import pytest
from django.db import DatabaseError, DataError, IntegrityError, OperationalError, connection
from django.db.models.signals import pre_save

from accounts.players import SESSION_PLAYER
from games import computer, rematch, seating, table, tables, tasks
from games.board import snapshot
from games.cribbage import rules
from games.models import Game, GameSeed, Move, Seat, Table
from tests.support.hidden import cards_in, secrets_of
from tests.support.playing import (
    WORDS,
    answer,
    begin,
    end_wait,
    finished_game,
    fresh,
    game_in,
    guests,
    lose_cpu_task,
    play_until,
    some_action,
    state_of,
    truth,
    waiting_game,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def spoil(request):
    """Set a column of every row of a model to a value that the database refuses."""

    def spoil(model, **columns):
        def before_saving(sender, instance, **options):
            for name, value in columns.items():
                setattr(instance, name, value)

        pre_save.connect(before_saving, sender=model, weak=False)
        request.addfinalizer(lambda: pre_save.disconnect(before_saving, sender=model))

    return spoil


def told(error):
    """All that a log could show of an error: its text, its causes, its traceback."""
    chain, texts = [error], ["".join(traceback.format_exception(error))]
    while chain:
        each = chain.pop()
        texts += [str(each), repr(each), str(getattr(each, "args", "")), str(vars(each))]
        chain += [other for other in (each.__cause__, each.__context__) if other is not None]
    return " ".join(texts)


def no_detail(error, secrets):
    """The error is a database error of its kind and says nothing of a row."""
    text = told(error)
    assert not [secret for secret in secrets if secret in text]
    for word in ("DETAIL", "Failing row", "Key (", "hands", "\\x"):
        assert word not in text
    return True


def a_move(game, seed=1):
    """Have the seat that is asked make a legal move."""
    state = state_of(game)
    seat = rules.asked(state)[0]
    return answer(game, seat, some_action(state, seat, random.Random(seed)))


def test_postgresql_does_tell_the_row():
    """Else these tests prove nothing."""
    game = game_in("play")
    game.commitment = None
    with pytest.raises(IntegrityError) as raised:
        game.save()
    assert any(secret in told(raised.value) for secret in secrets_of_state(game))


def secrets_of_state(game):
    return [f'"{card}"' for hand in game.state["hands"] for card in hand]


@pytest.mark.parametrize("phase", ["deal", "throw", "play", "show"])
def test_a_not_null_violation_of_the_game(phase, spoil):
    game = game_in(phase)
    secrets, before = secrets_of(game), truth(game)
    spoil(Game, commitment=None)
    with pytest.raises(IntegrityError) as raised:
        a_move(game)
    assert no_detail(raised.value, secrets)
    assert truth(game) == before


@pytest.mark.parametrize("phase", ["deal", "throw", "play", "show"])
def test_a_unique_violation_of_the_move(phase, spoil):
    game = game_in(phase)
    secrets, before = secrets_of(game), truth(game)
    spoil(Move, seq=1)
    with pytest.raises(IntegrityError) as raised:
        a_move(game)
    assert no_detail(raised.value, secrets)
    assert truth(game) == before


def test_a_not_null_violation_of_the_move(spoil):
    game = game_in("throw")
    secrets = secrets_of(game)
    spoil(Move, actor=None)
    with pytest.raises(IntegrityError) as raised:
        a_move(game)
    assert no_detail(raised.value, secrets)


def test_a_check_violation_of_the_game(spoil):
    game = game_in("play")
    secrets = secrets_of(game)
    spoil(Game, version=-1)
    with pytest.raises(IntegrityError) as raised:
        a_move(game)
    assert no_detail(raised.value, secrets)


def test_a_value_that_does_not_fit(spoil):
    game = game_in("play")
    secrets = secrets_of(game)
    spoil(Game, commitment="x" * 65)
    with pytest.raises(DataError) as raised:
        a_move(game)
    assert no_detail(raised.value, secrets)


@pytest.mark.parametrize("phase", ["deal", "show"])
def test_the_table_s_own_move(phase, spoil, caplog):
    game = game_in(phase)
    secrets = secrets_of(game)
    end_wait(game)
    spoil(Game, commitment=None)
    with pytest.raises(IntegrityError) as raised:
        table.resolve_due(game.pk)
    assert no_detail(raised.value, secrets)
    with caplog.at_level(logging.DEBUG):
        tasks.sweep()
    assert f"Game {game.pk} could not be swept" in caplog.text
    assert not [secret for secret in secrets if secret in caplog.text]
    assert cards_in(caplog.text) == set()


def test_a_cpu_s_move(spoil, caplog):
    game = play_until(
        begin(waiting_game(computers=1)),
        lambda state: state.phase == "play" and state.to_play == 1,
    )
    secrets = secrets_of(game)
    lose_cpu_task(game)
    spoil(Game, commitment=None)
    for work in (
        lambda: computer.answer(game.pk, game.decision),
        lambda: tasks.play_cpu(game.pk, game.decision),
    ):
        with pytest.raises(IntegrityError) as raised:
            work()
        assert no_detail(raised.value, secrets)
    with caplog.at_level(logging.DEBUG):
        tasks.sweep()
    assert not [secret for secret in secrets if secret in caplog.text]


def test_opening_a_table_does_not_tell_the_seed(spoil):
    seeds = []

    def keep(sender, instance, **options):
        seeds.append(bytes(instance.seed).hex())

    pre_save.connect(keep, sender=GameSeed)
    try:
        spoil(GameSeed, game_id=None)
        with pytest.raises(IntegrityError) as raised:
            tables.open_table(guests(1)[0])
    finally:
        pre_save.disconnect(keep, sender=GameSeed)
    assert no_detail(raised.value, seeds)
    assert not Table.objects.exists()


def test_starting_and_being_ready_do_not_tell_the_cut(spoil):
    game = waiting_game()
    secrets = secrets_of(game)
    host, other = game.seats.all()
    seating.ready(game.pk, other.player_id, WORDS[1])
    spoil(Game, commitment=None)
    before = truth(game)
    with pytest.raises(IntegrityError) as raised:
        seating.start(game.pk, host.player_id, WORDS[0])
    assert no_detail(raised.value, secrets)
    spoil(Seat, ready=None)
    with pytest.raises(IntegrityError) as raised:
        seating.start(game.pk, host.player_id, WORDS[0])
    assert no_detail(raised.value, [*secrets, WORDS[0]])
    assert truth(game) == before


def test_playing_again_does_not_tell_the_new_seed(spoil):
    game = finished_game(target=61)
    rematch.rematch(game.pk, game.seats.get(number=0).player_id, WORDS[0])
    again = Game.objects.get(table=game.table, number=2)
    secrets, before = secrets_of(again), truth(game)
    spoil(Game, commitment=None)
    with pytest.raises(IntegrityError) as raised:
        rematch.rematch(game.pk, game.seats.get(number=1).player_id, WORDS[1])
    assert no_detail(raised.value, secrets)
    assert truth(game) == before


def test_sitting_down_does_not_tell_the_other_seats(spoil):
    game = waiting_game(seated=1)
    spoil(Seat, number=9)
    with pytest.raises(Exception) as raised:
        seating.sit_down(game.table, guests(2)[1])
    assert WORDS[0] not in told(raised.value)
    assert game.seats.count() == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("wires")
def test_reading_a_table(monkeypatch):
    game = game_in("play")

    def failing(*args, **options):
        raise OperationalError(f"DETAIL: Failing row contains {game.state['hands']}")

    monkeypatch.setattr(snapshot, "_seat", failing)
    with pytest.raises(OperationalError) as raised:
        snapshot.load(game.table.code)
    assert no_detail(raised.value, secrets_of(game))


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("wires")
def test_a_page_that_fails_logs_no_detail(client, spoil, caplog):
    game = game_in("show")
    session = client.session
    session[SESSION_PLAYER] = game.seats.get(number=0).player_id
    session.save()
    secrets = secrets_of(game)
    end_wait(game)
    spoil(Game, commitment=None)
    client.raise_request_exception = False
    with caplog.at_level(logging.DEBUG):
        response = client.get(f"/t/{game.table.code}/")
    assert response.status_code == 500
    written = caplog.text + response.content.decode()
    assert "IntegrityError" in written
    assert "Failing row" not in written
    assert not [secret for secret in secrets if secret in written]


def test_values_travel_beside_the_statement():
    """What PostgreSQL logs of a statement then has $1 where a card would be."""
    assert connection.settings_dict["OPTIONS"]["server_side_binding"] is True
    with connection.cursor() as cursor:
        cursor.execute("SHOW lock_timeout")
        assert cursor.fetchone() == ("2s",)
        cursor.execute("SHOW statement_timeout")
        assert cursor.fetchone() == ("5s",)


def test_the_kind_of_the_error_is_kept(monkeypatch):
    game = game_in("throw")
    for kind in (OperationalError, IntegrityError, DatabaseError):

        def failing(game_id, kind=kind):
            raise kind("row: 5H")

        monkeypatch.setattr(table, "locked_game", failing)
        with pytest.raises(kind) as raised:
            table.decide(game_id=game.pk, seat=0, decision=0, wanted={}, actor=Move.Actor.PLAYER)
        assert type(raised.value) is kind
        assert cards_in(told(raised.value)) == set()
    assert fresh(game).version == game.version
