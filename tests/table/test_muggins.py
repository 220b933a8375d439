"""Muggins at the table: neither claiming 29 nor waiting pays, and an opponent gets the rest."""

import pytest

from games import tasks
from games.board import snapshot
from games.board.regions import contexts, look
from games.cribbage import rules
from games.cribbage.actions import Claim
from games.cribbage.show import points
from games.cribbage.showing import cards_in_show
from games.models import Move
from games.refusals import BrokenRule
from games.replay import faults
from tests.support.playing import (
    answer,
    chairs,
    end_wait,
    fresh,
    game_in,
    person,
    play_until,
    refused,
    running_game,
    state_of,
)

pytestmark = pytest.mark.django_db


def worth(state):
    return points(cards_in_show(state), state.starter, state.crib_in_turn)


def counting(seats=2, at_least=4, **choices):
    """A game at a hand worth something, with room on the board for all of it."""
    return play_until(
        running_game(seats, muggins=True, **choices),
        lambda state: state.phase == "show" and worth(state) >= at_least and max(state.scores) < 90,
    )


def claimant(game):
    return rules.asked(state_of(game))[0]


def gained(game, before):
    return [now - then for now, then in zip(state_of(game).scores, before, strict=True)]


def pegged(game, seq):
    return [
        (event["seat"], event["points"], event["why"])
        for event in game.moves.get(seq=seq).events
        if event["type"] == "pegged"
    ]


def test_a_right_claim_is_pegged():
    game = counting()
    state, seat = state_of(game), claimant(game)
    answer(game, seat, Claim(worth(state)))
    assert gained(game, state.scores)[seat] == worth(state)
    assert gained(game, state.scores)[1 - seat] == 0


@pytest.mark.parametrize("missed", [1, 3])
def test_what_is_missed_goes_to_the_opponent_after_the_claimant(missed):
    game = counting()
    state, seat = state_of(game), claimant(game)
    answer(game, seat, Claim(worth(state) - missed))
    assert pegged(game, game.version + 1) == [
        (seat, worth(state) - missed, "hand"),
        (1 - seat, missed, "muggins"),
    ]


@pytest.mark.parametrize(("seats", "steps"), [(3, 1), (4, 1)])
def test_the_next_seat_that_is_no_partner_pegs_it(seats, steps):
    game = counting(seats)
    state, seat = state_of(game), claimant(game)
    answer(game, seat, Claim(0))
    (only,) = pegged(game, game.version + 1)
    assert only == ((seat + steps) % seats, worth(state), "muggins")
    assert (seat + steps) % seats != (seat + 2) % 4 or seats != 4


# --- The first hole: claim 29 and see what it is worth ---


def test_twenty_nine_twice_pegs_nothing():
    game = counting()
    state, seat = state_of(game), claimant(game)
    first = answer(game, seat, Claim(29))
    assert gained(game, state.scores) == [0, 0]
    assert claimant(game) == seat
    assert fresh(game).decision == state.decision + 1
    answer(game, seat, Claim(29))
    assert gained(game, state.scores)[seat] == 0
    assert gained(game, state.scores)[1 - seat] == worth(state)
    types = [event["type"] for event in game.moves.last().events]
    assert "forfeited" in types
    assert list(faults(fresh(game))) == []
    assert first.revision < fresh(game).table.revision


def test_the_first_refusal_does_not_tell_how_far_it_was():
    said = set()
    for points_claimed in (29, 28, 25):
        game = counting(seed=points_claimed)
        state, seat = state_of(game), claimant(game)
        assert worth(state) < points_claimed
        answer(game, seat, Claim(points_claimed))
        for event in game.moves.last().events:
            assert set(event) == {"type", "seat", "crib"}
            said.add(event["type"])
    assert said == {"claim_refused"}


@pytest.mark.usefixtures("one_look")
def test_nobody_s_page_tells_what_the_refused_hand_is_worth():
    game = counting()
    answer(game, claimant(game), Claim(29))
    shot = snapshot.load(game.table.code)
    for player in (person(game, "Ann"), person(game, "Bob"), None):
        shown = contexts(look(shot, player))
        assert shown["show"].latest is None or shown["show"].turn is not None
        assert (
            shown["log"]
            .lines[-1]
            .text.endswith("claims more than that is worth and must claim again.")
        )
        assert "worth" not in repr(shown["show"])


def test_a_refused_claim_sent_again_is_not_the_second():
    game = counting()
    state, seat = state_of(game), claimant(game)
    for _ in range(3):
        answer(game, seat, Claim(29), decision=state.decision)
    assert claimant(game) == seat
    assert game.moves.count() == game.version + 1
    answer(game, seat, Claim(worth(state)))
    assert gained(game, state.scores)[seat] == worth(state)


def test_after_one_refusal_a_lower_claim_counts():
    game = counting()
    state, seat = state_of(game), claimant(game)
    answer(game, seat, Claim(29))
    answer(game, seat, Claim(worth(state) - 2))
    assert gained(game, state.scores) == [
        worth(state) - 2 if side == seat else 2 for side in (0, 1)
    ]


def test_every_hand_has_a_first_refusal_of_its_own():
    game = counting()
    seat = claimant(game)
    answer(game, seat, Claim(29))
    answer(game, seat, Claim(0))
    state = state_of(game)
    other = claimant(game)
    answer(game, other, Claim(29))
    assert gained(game, state.scores) == [0, 0]
    assert claimant(game) == other


@pytest.mark.parametrize("claim", [-1, 30, 1000, 4.0, True, "4", None])
def test_a_claim_out_of_range_is_no_claim(claim):
    game = counting()
    seat = claimant(game)
    refused(game, "malformed", answer, game, seat, {"type": "claim", "points": claim})


def test_nobody_claims_for_another():
    game = counting(4)
    seat = claimant(game)
    for other in set(range(4)) - {seat}:
        refused(game, "not_yours", answer, game, other, Claim(0))


# --- The second hole: wait, and the table counts ---


def test_waiting_gets_exactly_what_the_hand_is_worth_and_the_log_says_who_counted():
    game = counting()
    state, seat = state_of(game), claimant(game)
    end_wait(game)
    tasks.sweep()
    assert gained(game, state.scores)[seat] == worth(state)
    move = game.moves.last()
    assert move.actor == Move.Actor.TABLE
    (counted,) = [event for event in move.events if event["type"] == "counted"]
    assert counted["by"] == "table"


def test_waiting_after_a_refusal_is_no_way_round_it_either():
    game = counting()
    state, seat = state_of(game), claimant(game)
    answer(game, seat, Claim(29))
    assert fresh(game).deadline_at is not None
    end_wait(game)
    tasks.sweep()
    assert gained(game, state.scores)[seat] == worth(state)
    assert game.moves.last().actor == Move.Actor.TABLE


def test_a_cpu_claims_exactly():
    game = play_until(
        running_game(3, computers=2, muggins=True),
        lambda state: state.phase == "show" and rules.asked(state) == (1,),
    )
    state = state_of(game)
    tasks.play_cpu(game.pk, game.decision)
    move = game.moves.last()
    assert (move.actor, move.action) == (Move.Actor.CPU, {"type": "claim", "points": worth(state)})


# --- What is shown --------------------------------------------------------------------------------


@pytest.mark.usefixtures("one_look")
def test_what_was_missed_is_shown_to_everybody_afterwards():
    game = counting()
    state, seat = state_of(game), claimant(game)
    answer(game, seat, Claim(worth(state) - 1))
    shot = snapshot.load(game.table.code)
    opponent = game.seats.select_related("player").get(number=1 - seat).player
    for player in (person(game, "Ann"), person(game, "Bob"), None):
        latest = contexts(look(shot, player))["show"].latest
        assert latest.points == worth(state)
        where = "you" if player == opponent.pk else opponent.name
        assert latest.missed == (
            f"Pegged {worth(state) - 1} and missed 1 point, which went to {where}."
        )


@pytest.mark.usefixtures("one_look")
def test_only_the_claimant_has_the_claim_box_and_it_does_not_tell():
    game = counting(3)
    seat = claimant(game)
    shot = snapshot.load(game.table.code)
    for number, name in chairs(game).items():
        shown = contexts(look(shot, person(game, name)))
        assert shown["show"].turn.claim == ("Claim for your hand" if number == seat else "")
        assert not hasattr(shown["show"].turn, "points")
        assert shown["prompt"].yours == (number == seat)


def test_without_muggins_there_is_nothing_to_claim():
    game = game_in("show")
    with pytest.raises(BrokenRule):
        answer(game, claimant(game), Claim(0))
