"""What the table does by itself has a countdown, a quiet one where waiting costs nothing."""

import pytest

from games import clock
from games.board import render, snapshot
from games.board.regions import contexts, look
from games.cribbage.rules import asked
from tests.support.playing import (
    fresh,
    game_in,
    person,
    play_until,
    running_game,
    state_of,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("wires", "one_look")]


def prompt(game, player=None):
    return contexts(look(snapshot.load(game.table.code), player))["prompt"]


def own_and_other(game):
    """What the one who is asked is shown, and what the other and a spectator are."""
    (seat,) = asked(state_of(game))
    own = game.seats.get(number=seat).player_id
    other = game.seats.exclude(number=seat).get().player_id
    return prompt(game, own), prompt(game, other), prompt(game)


def between_hands():
    return play_until(running_game(), lambda state: state.phase == "deal" and state.hand_no == 1)


@pytest.mark.parametrize(
    ("made", "wait"),
    [(between_hands, clock.DEAL_WAIT), (lambda: game_in("show"), clock.COUNT_WAIT)],
    ids=["dealing", "counting"],
)
def test_dealing_and_counting_have_a_quiet_countdown(made, wait):
    game = made()
    due = round((fresh(game).asked_at + wait).timestamp() * 1000)
    for region in own_and_other(game):
        assert region.clock.ends_at == due
        assert region.clock.quiet
        assert "data-own" not in render.region_html("prompt", region)


def test_a_claim_has_a_clock_that_warns_the_one_who_claims():
    game = game_in("show", muggins=True)
    due = round((fresh(game).asked_at + clock.CLAIM_WAIT).timestamp() * 1000)
    own, *others = own_and_other(game)
    assert (own.clock.ends_at, own.clock.quiet) == (due, False)
    assert own.clock.words == "You have 30 seconds for it."
    assert "data-own" in render.region_html("prompt", own)
    for region in others:
        assert (region.clock.ends_at, region.clock.quiet) == (due, True)
        assert "data-own" not in render.region_html("prompt", region)


def test_nothing_runs_while_cards_are_played_without_a_limit():
    game = game_in("play")
    assert prompt(game, person(game, "Ann")).clock is None
