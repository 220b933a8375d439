"""Wake-ups, tasks, logs, names of things and the admin pages: none carries a card or a seed."""

import asyncio
import logging
import re

import pytest
from celery import current_app as celery
from channels.layers import get_channel_layer
from django.conf import settings
from django.contrib import admin
from django.test import Client

from accounts.words.finding import WordList
from games import clock, frames, publish, tasks
from games.admin import GameAdmin
from games.board import render, snapshot
from games.board.regions import look
from games.cribbage import record
from games.cribbage.actions import Play, Throw
from games.cribbage.cards import DECK
from games.cribbage.dealing import deal_out
from games.cribbage.view import view
from games.models import Game, GameSeed, Move, Seat, Table
from games.refusals import Refused
from games.replay import faults
from tests.support.hidden import cards_in, secrets_of
from tests.support.playing import (
    answer,
    begin,
    end_wait,
    fresh,
    game_in,
    play_on,
    play_until,
    state_of,
    waiting_game,
)
from tests.support.staff import desk_of, root

pytestmark = pytest.mark.django_db

CODE = "table-for-these-tests"


def a_game(seats=2, *, computers=0, **choices):
    """A game whose table's code and key can't be mistaken for cards."""
    game = waiting_game(seats, computers=computers, **choices)
    Table.objects.filter(pk=game.table_id).update(code=CODE)
    return begin(fresh(game))


# --- Wake-ups and tasks ---------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "computers"), [(2, 1), (4, 2)])
def test_wake_ups_and_tasks_carry_numbers_only(
    seats, computers, wires, django_capture_on_commit_callbacks
):
    game = a_game(seats, computers=computers, target=61)
    revision = 0
    with django_capture_on_commit_callbacks(execute=True):
        for number, _state in enumerate(play_on(game)):
            if number == 35:
                break
    assert len(wires.messages) > 30
    for message in wires.messages:
        assert message == {"type": "changed", "code": CODE, "revision": message["revision"]}
        assert type(message["revision"]) is int
        assert message["revision"] > revision
        revision = message["revision"]
    assert len(wires.tasks) > 5
    for name, arguments, options in wires.tasks:
        assert name == tasks.play_cpu.name
        assert arguments[0] == game.pk
        assert type(arguments[1]) is int
        assert len(arguments) == 2
        assert set(options) <= {"expires", "retry"}


def test_nothing_is_sent_before_the_move_is_committed(wires, django_capture_on_commit_callbacks):
    game = a_game()
    with django_capture_on_commit_callbacks() as waiting:
        answer(game, game.host_seat, {"type": "deal"})
        assert wires.messages == []
    assert len(waiting) == 1


def test_a_refused_answer_sends_nothing(wires, django_capture_on_commit_callbacks):
    game = game_in("throw")
    with django_capture_on_commit_callbacks(execute=True):
        with pytest.raises(Refused):
            answer(game, 0, Play(DECK[0]))
        with pytest.raises(Refused):
            answer(game, 0, Play(DECK[0]), decision=game.decision + 1)
    assert wires.messages == []
    assert wires.tasks == []


def test_a_lost_layer_and_a_lost_broker_lose_no_move(
    monkeypatch, django_capture_on_commit_callbacks
):
    def away(*args, **options):
        raise ConnectionError("nobody there")

    monkeypatch.setattr(publish, "get_channel_layer", away)
    monkeypatch.setattr(celery._get_current_object(), "send_task", away)
    game = a_game(computers=1)
    with django_capture_on_commit_callbacks(execute=True):
        answer(game, 0, {"type": "deal"})
        game = play_until(game, lambda state: state.phase == "play" and state.to_play == 1)
    assert game.cpu_asked_at is not None
    assert list(faults(game)) == []


def test_the_site_s_own_celery_is_used_by_every_process():
    assert celery.conf.broker_url == settings.CELERY_BROKER_URL
    assert celery.conf.task_ignore_result
    # what beat sends has a queue of its own, so that it never waits for a CPU to think
    sent = {each["task"] for each in celery.conf.beat_schedule.values()}
    assert celery.conf.task_routes == {task: {"queue": "sweep"} for task in sent}


def test_a_wake_up_reaches_the_layer_as_it_is():
    async def heard():
        layer = get_channel_layer()
        channel = await layer.new_channel()
        await layer.group_add(publish.GROUP, channel)
        publish.changed(CODE, 7)
        try:
            while (message := await layer.receive(channel))["code"] != CODE:
                pass
            return message
        finally:
            await layer.group_discard(publish.GROUP, channel)
            await layer.flush() if hasattr(layer, "flush") else None

    message = asyncio.run(asyncio.wait_for(heard(), timeout=10))
    assert message == {"type": "changed", "code": CODE, "revision": 7}


# --- Logs -----------------------------------------------------------------------------------------


def test_a_whole_hand_writes_no_card_to_the_log(caplog):
    game = a_game(3, computers=1, muggins=True)
    with caplog.at_level(logging.DEBUG):
        for state in play_on(game):
            if state.hand_no == 2:
                break
            with pytest.raises(Refused):
                answer(game, 0, {"type": "play", "card": "XX"})
        end_wait(game)
        tasks.sweep()
    written = " ".join(record_.getMessage() for record_ in caplog.records)
    assert cards_in(written) == set()
    for secret in secrets_of(game):
        assert secret not in written


def test_a_game_that_can_not_be_swept_is_named_by_its_number_alone(caplog):
    game = game_in("show")
    secrets = secrets_of(game)
    game.state["stock"].append(game.state["stock"][0])
    Game.objects.filter(pk=game.pk).update(state=game.state)
    end_wait(game)
    with caplog.at_level(logging.DEBUG):
        tasks.sweep()
    assert f"Game {game.pk} could not be swept" in caplog.text
    assert cards_in(caplog.text) == set()
    assert not [secret for secret in secrets if secret in caplog.text]


# --- How things are named -------------------------------------------------------------------------


def test_no_name_of_a_thing_shows_a_card():
    game = game_in("play", 3)
    game = play_until(game, lambda state: len(state.played) == 4)
    state = state_of(game)
    seed = GameSeed.objects.get(game=game)
    things = [
        game,
        game.table,
        seed,
        *Seat.objects.filter(game=game),
        *Move.objects.filter(game=game),
        state,
        view(state, 0),
        look(snapshot_of(game), 0),
        look(snapshot_of(game), None),
        snapshot_of(game),
        Throw(state.hands[0][:2]),
        Play(state.hands[0][0]),
        deal_out(DECK, state.settings, 0),
        frames.parse('{"type":"act","decision":"1.1","action":{"type":"play","card":"5H"}}'),
        render.Shown(),
    ]
    hidden = {card.code for hand in (*state.hands, *state.throws, state.stock) for card in hand}
    assert cards_in(repr(state)) == set()
    hidden -= {card.code for cut in state.cuts for _seat, card in cut}
    for thing in things:
        for text in (repr(thing), str(thing), f"{thing}", f"{thing!r}"):
            assert not cards_in(text) & hidden, type(thing).__name__
            for secret in (bytes(seed.seed).hex(), repr(bytes(seed.seed))):
                assert secret not in text


def snapshot_of(game):
    """A snapshot of a game, without the look at the database that needs a transaction."""
    return snapshot.Snapshot(
        revision=1,
        code=CODE,
        joining="link",
        target=121,
        muggins=False,
        skunk="all",
        first_deal="cut",
        turn_limit=0,
        ranked=None,
        size=None,
        table_id=game.table_id,
        game_id=game.pk,
        game_number=1,
        status="playing",
        ending="",
        winner=None,
        paused=False,
        no_draw="",
        agreed_to_draw=frozenset(),
        host_seat=0,
        commitment=game.commitment,
        seats=tuple(
            snapshot.SeatFacts(number, number, "Ann", "guest", True) for number in range(3)
        ),
        moves=(),
        acts=(),
        agreed=None,
        next_commitment="",
        agree_by=None,
        chat=(),
        sanctions={},
        hearing={},
        words=WordList(()),
        watchers=0,
        ended=None,
        closed=False,
        quick=False,
        read_at=clock.read().now,
        read_tick=0.0,
        state=state_of(game),
    )


def test_an_action_s_error_names_no_card_that_was_not_given():
    game = game_in("throw")
    state = state_of(game)
    for seat in (0, 1):
        with pytest.raises(Refused) as refusal:
            answer(game, seat, Throw((state.hands[1 - seat][0], state.stock[0])))
        assert cards_in(str(refusal.value)) == set()
        assert not re.search(r"\bof (clubs|diamonds|hearts|spades)", refusal.value.reason)


# --- The admin pages ------------------------------------------------------------------------------


@pytest.fixture
def administrator():
    return desk_of(root())


def admin_pages(game):
    return [
        "/admin/",
        "/admin/games/",
        "/admin/games/game/",
        "/admin/games/game/?q=table",
        f"/admin/games/game/{game.pk}/change/",
        f"/admin/games/game/{game.pk}/history/",
        "/admin/games/table/",
        f"/admin/games/table/{game.table_id}/change/",
        f"/admin/games/table/{game.table_id}/history/",
        "/admin/accounts/player/",
        f"/admin/accounts/player/{game.seats.first().player_id}/change/",
    ]


@pytest.mark.parametrize("phase", ["throw", "play", "show"])
def test_an_administrator_sees_neither_state_nor_seed(administrator, phase):
    game = a_game(3)
    game = play_until(game, lambda state: state.phase == phase)
    secrets = secrets_of(game)
    for url in admin_pages(game):
        response = administrator.get(url)
        assert response.status_code == 200, url
        page = response.content.decode()
        assert cards_in(page) == set(), url
        for secret in secrets:
            assert secret not in page, url
        for seat in game.seats.all():
            assert seat.client_seed not in page, url


def test_an_administrator_can_not_change_a_game(administrator):
    game = game_in("throw")
    before = Game.objects.filter(pk=game.pk).values().get()
    for url in (
        f"/admin/games/game/{game.pk}/change/",
        f"/admin/games/game/{game.pk}/delete/",
        "/admin/games/game/add/",
        f"/admin/games/table/{game.table_id}/change/",
        "/admin/games/table/add/",
    ):
        assert administrator.post(url, {"status": "over", "post": "yes"}).status_code == 403
    administrator.post("/admin/games/game/", {"action": "delete_selected", "_selected_action": "1"})
    assert Game.objects.filter(pk=game.pk).values().get() == before


def test_what_holds_cards_has_no_admin_page(administrator):
    for model in (GameSeed, Move, Seat):
        assert not admin.site.is_registered(model)
        assert administrator.get(f"/admin/games/{model._meta.model_name}/").status_code == 404
    assert "state" in GameAdmin.exclude


def test_the_admin_can_not_be_searched_for_cards(administrator):
    game = game_in("throw")
    card = record.state_to_json(state_of(game))["hands"][0][0]
    for query in ("state__contains", "state__hands__0__0", "secret__seed", "moves__action__card"):
        for url in ("/admin/games/game/", "/admin/games/table/"):
            for lookup in (query, f"games__{query}", f"game__{query}"):
                response = administrator.get(url, {lookup: card})
                assert response.status_code in (302, 400), (url, lookup)


def test_the_admin_asks_for_a_log_in():
    game = game_in("throw")
    for url in admin_pages(game):
        response = Client().get(url)
        assert response.status_code == 302
        assert response["Location"].startswith("/admin/login/")
