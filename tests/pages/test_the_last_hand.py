"""The last hand can be looked at again; once the game is over, the one that decided it."""

import pytest

from games.board import render, snapshot
from games.board.regions import contexts, look
from tests.support.playing import (
    finished_game,
    fresh,
    play_until,
    running_game,
    state_of,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("wires", "one_look")]


def last_hand(game):
    """As somebody sees it who looks on."""
    return contexts(look(snapshot.load(game.table.code), None))["last"]


def finished_where(ends):
    """A game whose last state is such a one."""
    for seed in range(1, 60):
        game = finished_game(seed=seed, target=61)
        if ends(state_of(game)):
            return game
    raise AssertionError("no such game")


def test_while_a_game_runs_it_is_the_hand_before():
    game = play_until(running_game(), lambda state: state.phase == "throw" and state.hand_no == 2)
    region = last_hand(fresh(game))
    assert region.title == "Last hand (1)"
    assert [hand.points is None for hand in region.hands] == [False] * 3


def test_after_a_game_won_in_the_count_it_is_the_hand_that_decided_it():
    game = finished_where(lambda state: len(state.shown) == 1)
    state = state_of(game)
    region = last_hand(game)
    assert region.title == f"Last hand ({state.hand_no})"
    counted, played = region.hands
    assert [card.code for card in counted.cards] == [card.code for card in state.shown[0].cards]
    assert played.points is None
    assert played.spoken == "Played, not counted."
    html = render.region_html("last", region)
    hidden = {card.code for thrown in state.throws for card in thrown}
    assert not any(f'#{code}"' in html for code in hidden)


def test_after_a_game_won_in_the_play_it_shows_what_was_played():
    game = finished_where(lambda state: not state.shown and state.played)
    state = state_of(game)
    region = last_hand(game)
    shown = {card.code for hand in region.hands for card in hand.cards}
    assert shown == {card.code for _seat, card in state.played}
    assert all(hand.points is None for hand in region.hands)
