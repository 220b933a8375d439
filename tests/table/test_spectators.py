"""Who looks on sees what everybody may see, is counted, and is forgotten when the page is gone."""

import json
import random
import uuid
from dataclasses import replace
from datetime import timedelta

import pytest

from accounts.models import Player
from games import clock, frames, presence, tasks
from games.board import render, snapshot
from games.board.regions import contexts, look
from games.board.render import Shown
from games.models import Page
from games.presence import Sight
from games.refusals import NotSeated
from tests.support.hidden import cards_in, hidden_from, secrets_of, shuffled
from tests.support.playing import (
    finished_game,
    game_in,
    person,
    play_on,
    play_until,
    revision_of,
    running_game,
    truth,
    waiting_game,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("wires", "one_look")]


def stranger():
    return Player.objects.create(kind=Player.Kind.GUEST, name="Eve").pk


def watch(game, page=None):
    page = page or uuid.uuid4()
    presence.arrive(Sight(page, game.table_id, None))
    return page


def stop(game, page):
    presence.depart(Sight(page, game.table_id, None))


def lapse(page):
    Page.objects.filter(page=page).update(until=clock.SiteNow() - timedelta(seconds=1))


# --- What they see --------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "muggins"), [(2, True), (3, False), (4, True)])
def test_no_frame_of_a_spectator_carries_a_hidden_card(seats, muggins):
    game = running_game(seats, seed=seats, muggins=muggins)
    chance = random.Random(seats)
    eve = stranger()
    pages = {None: Shown(), eve: Shown()}
    phases = set()
    for state in play_on(game, seed=seats):
        if state.hand_no == 2 or state.phase == "over":
            break
        if state.phase in phases and chance.random() < 0.6:
            continue
        phases.add(state.phase)
        table = snapshot.load(game.table.code)
        hidden = {card.code for card in hidden_from(state, None)}
        hidden -= {card.code for cut in state.cuts for _seat, card in cut}
        sent = {}
        for player, shown in pages.items():
            frame = render.frame(table, player, "", shown, full=shown.revision < 0)
            sent[player] = json.dumps(frame)
            assert not hidden & cards_in(sent[player])
            assert not frame["call"]
        # Dealt otherwise among the places nobody looks at, the whole page is the same.
        other = replace(table, state=shuffled(state, None, chance))
        for player in pages:
            assert contexts(look(other, player)) == contexts(look(table, player))
    assert phases >= {"deal", "throw", "play", "show"}


@pytest.mark.parametrize("phase", ["throw", "play", "show"])
def test_the_page_of_a_visitor_carries_no_hidden_card(client, phase):
    game = game_in(phase, 4, first_deal="host")
    state = snapshot.load(game.table.code).state
    page = client.get(f"/t/{game.table.code}/").content.decode()
    assert not {card.code for card in hidden_from(state, None)} & cards_in(page)
    for secret in secrets_of(game):
        assert secret not in page


def test_a_spectator_has_no_hand_no_button_and_nothing_to_do():
    for seed, phase in enumerate(("deal", "throw", "play", "show")):
        game = game_in(phase, 3, seed=seed, muggins=True)
        shown = contexts(look(snapshot.load(game.table.code), stranger()))
        assert not shown["hand"].visible
        assert shown["prompt"].button is None
        assert not shown["prompt"].yours
        assert [row.is_you for row in shown["seats"].seats] == [False] * 3
        assert shown["seats"].watching
        if phase == "show":
            assert not shown["show"].turn.claim


def test_a_spectator_can_not_act():
    game, eve = game_in("throw", 3), stranger()
    place = snapshot.load(game.table.code)
    before = truth(game)
    for frame in (
        {"type": "act", "decision": f"1.{game.decision}", "action": {"type": "deal"}},
        {"type": "ready", "client_seed": "0123456789abcdef0123456789abcdef"},
        {"type": "start", "client_seed": "0123456789abcdef0123456789abcdef"},
        {"type": "rematch", "client_seed": "0123456789abcdef0123456789abcdef"},
        {"type": "move", "chair": 3},
        {"type": "stand_up", "key": "u"},
        {"type": "leave", "key": "l"},
        {"type": "back", "key": "b"},
        {"type": "draw", "key": "d"},
        {"type": "claim_win", "key": "c"},
        {"type": "remove", "chair": 1, "player": 1},
        {"type": "computer", "chair": 3},
        {"type": "setting", "name": "target", "value": "61"},
    ):
        with pytest.raises(NotSeated):
            frames.obey(frames.parse(json.dumps(frame)), place, eve)
    assert truth(game) == before


def test_a_player_of_another_table_only_looks_on_here():
    game, other = game_in("play", seed=1), game_in("play", seed=2)
    game.seats.filter(number=0).update(player=stranger())
    shot = snapshot.load(game.table.code)
    looker = look(shot, person(other, "Ann"))
    assert looker.seat is None
    assert not contexts(looker)["hand"].visible


def test_looking_on_creates_nobody(client):
    game = running_game()
    players, before = Player.objects.count(), truth(game)
    assert client.get(f"/t/{game.table.code}/").status_code == 200
    assert Player.objects.count() == players
    assert "sessionid" not in client.cookies
    assert truth(game) == before


# --- How many there are ---------------------------------------------------------------------------


def counted(game):
    shot = snapshot.load(game.table.code)
    region = contexts(look(shot, person(game, "Ann")))
    return (region["seats"] if region["seats"].visible else region["waiting"]).watchers


@pytest.mark.parametrize("make", [waiting_game, running_game, finished_game])
def test_each_page_that_looks_on_is_counted_once(make):
    game = make()
    revision = revision_of(game)
    pages = [watch(game) for _ in range(3)]
    assert revision_of(game) == revision + 3
    assert counted(game) == 3
    for page in pages:
        watch(game, page)
    # Still the same three: no news.
    assert revision_of(game) == revision + 3
    assert counted(game) == 3


def test_the_count_is_shown():
    game = running_game()
    watch(game)
    watch(game)
    looker = look(snapshot.load(game.table.code), person(game, "Ann"))
    assert "2 spectators" in render.page_regions(looker)["seats"]


def test_who_goes_is_counted_no_more():
    game = running_game()
    page, _other = watch(game), watch(game)
    revision = revision_of(game)
    stop(game, page)
    assert (counted(game), revision_of(game)) == (1, revision + 1)
    stop(game, page)
    stop(game, uuid.uuid4())
    assert (counted(game), revision_of(game)) == (1, revision + 1)


def test_a_page_that_is_not_heard_of_is_gone_when_its_lease_ends():
    game = running_game()
    page, _other = watch(game), watch(game)
    revision = revision_of(game)
    lapse(page)
    assert counted(game) == 1
    tasks.sweep()
    assert Page.objects.filter(player=None).count() == 1
    assert revision_of(game) == revision + 1
    tasks.sweep()
    assert revision_of(game) == revision + 1


def test_a_lease_that_is_renewed_goes_on():
    game = running_game()
    page = watch(game)
    lapse(page)
    watch(game, page)
    tasks.sweep()
    assert counted(game) == 1


def test_watchers_of_one_table_are_not_counted_at_another():
    game, other = running_game(seed=1), running_game(seed=2)
    page = watch(game)
    assert counted(other) == 0
    # A page that goes to another table is counted there.
    watch(other, page)
    assert (counted(game), counted(other)) == (0, 1)


def test_a_spectator_sees_the_game_to_its_report():
    game = play_until(running_game(4, target=61), lambda state: state.phase == "over")
    shown = contexts(look(snapshot.load(game.table.code), None))
    assert shown["report"].visible
    assert not shown["report"].result.won
    assert " win, " in shown["report"].result.headline
