"""What a seat may not see can be dealt anew, and nothing on its page changes."""

import json
import random
from dataclasses import replace

import pytest

from games.board import render, snapshot
from games.board.log import news
from games.board.regions import contexts, look
from games.board.render import Shown
from tests.support.hidden import cards_in, hidden_from, secrets_of, shuffled
from tests.support.playing import game_in, play_on, running_game

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("wires", "one_look")]

TABLES = [(2, False, 1), (2, True, 2), (3, False, 3), (3, True, 4), (4, False, 5), (4, True, 6)]


def moments(seats, muggins, seed):
    """Snapshots of a real game: its first hand and some of the second, half of them by chance."""
    game = running_game(seats, seed=seed, muggins=muggins)
    chance = random.Random(seed)
    phases = set()
    for state in play_on(game, seed=seed):
        if state.phase == "over" or (state.hand_no == 2 and len(state.played) > 2):
            break
        if state.phase not in phases or state.hand_no == 2 or chance.random() < 0.5:
            phases.add(state.phase)
            yield snapshot.load(game.table.code)


def player_in(table, seat):
    """Who sits there; None for a seat of nobody's: somebody who only looks on."""
    return next((facts.player_id for facts in table.seats if facts.number == seat), None)


def seen(table, seat):
    """All that the page of a seat is made from."""
    looker = look(table, player_in(table, seat), "http://here")
    regions = contexts(looker)
    return {
        "contexts": regions,
        "events": news(looker, 0),
        "title": render.title(looker, regions["prompt"]),
        "call": render.call(looker, regions["prompt"]),
    }


def sent(table, seat):
    """The frame with all of a seat's page, HTML and events, as text; without the time."""
    player = player_in(table, seat)
    frame = render.frame(table, player, "http://here", Shown(), full=True)
    return json.dumps({**frame, "clock": None})


def named_already(table):
    """Cards that everybody has seen in the cut, or in the hands before, and the log still names."""
    codes = {card.code for cut in table.state.cuts for _seat, card in cut}
    for move in table.moves:
        codes |= cards_in(json.dumps(move.events))
    return codes


@pytest.mark.parametrize(("seats", "muggins", "seed"), TABLES)
def test_what_a_seat_can_not_see_changes_nothing_on_its_page(seats, muggins, seed):
    chance = random.Random(seed)
    phases, changed = set(), 0
    for table in moments(seats, muggins, seed):
        phases.add(table.state.phase)
        known = named_already(table)
        rendered = chance.sample([*range(seats), None], 2)
        for seat in (*range(seats), None):
            other = replace(table, state=shuffled(table.state, seat, chance))
            changed += other.state != table.state
            page = seen(table, seat)
            assert seen(other, seat) == page, (table.state.phase, seat)
            hidden = {card for card in hidden_from(table.state, seat) if card.code not in known}
            assert not {card.code for card in hidden} & cards_in(repr(page))
            if seat in rendered:
                frame = sent(table, seat)
                assert sent(other, seat) == frame, (table.state.phase, seat)
                assert not {card.code for card in hidden} & cards_in(frame)
                assert not [card for card in hidden if card.name in frame]
    assert phases == {"deal", "throw", "play", "show"}
    assert changed > 20


def test_the_test_has_teeth():
    """Cards that a seat does see change its page when they change."""
    chance = random.Random(1)
    differ = 0
    for table in moments(2, False, 1):
        if table.state.phase not in ("throw", "play") or not all(table.state.hands):
            continue
        for seat in (0, 1):
            # As the other seat is allowed not to notice, this seat must.
            other = replace(table, state=shuffled(table.state, 1 - seat, chance))
            if set(other.state.hands[seat]) != set(table.state.hands[seat]):
                differ += 1
                assert seen(other, seat) != seen(table, seat)
                assert sent(other, seat) != sent(table, seat)
    assert differ > 5


def test_news_of_every_move_say_nothing_hidden():
    """The frames between two moves, as a page gets them one after the other."""
    game = running_game(3, seed=7)
    shown = {seat: Shown() for seat in (0, 1, 2, None)}
    for state in play_on(game, seed=7):
        if state.hand_no > 1 or state.phase == "over":
            break
        table = snapshot.load(game.table.code)
        for seat, page_shows in shown.items():
            player = player_in(table, seat)
            frame = render.frame(table, player, "", page_shows, full=page_shows.revision < 0)
            hidden = {card.code for card in hidden_from(state, seat)}
            cut = {card.code for each in state.cuts for _seat, card in each}
            assert not (hidden - cut) & cards_in(json.dumps(frame))
            assert render.frame(table, player, "", page_shows, full=False) is None


@pytest.mark.parametrize("phase", ["deal", "throw", "play", "show", "over"])
def test_the_seed_is_shown_with_the_report_and_never_before(phase):
    game = game_in(phase, target=61)
    seed, *_ = secrets_of(game)
    table = snapshot.load(game.table.code)
    over = phase == "over"
    assert (table.ended.seed if table.ended else "") == (seed if over else "")
    for seat in (0, 1, None):
        player = player_in(table, seat)
        frame = json.dumps(render.frame(table, player, "", Shown(), full=True))
        assert (seed in frame) == over
