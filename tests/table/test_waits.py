"""How long the table waits: it deals after 10 s, counts after 15 s, with muggins after 30 s.

No test sleeps: the end of a wait is moved in the database, whose clock is the only one.
"""

from datetime import timedelta

import pytest
from django.db import connection
from django.urls import reverse

from games import tasks
from games.cribbage import rules
from games.cribbage.actions import Claim, Count, Deal, Play, Throw
from games.cribbage.play import legal
from games.cribbage.show import points
from games.cribbage.showing import cards_in_show
from games.models import Move
from games.refusals import AlreadyAnswered, Refused, Stale, TooLate
from games.replay import faults
from games.table import resolve_due
from tests.support.playing import (
    answer,
    end_wait,
    finished_game,
    fresh,
    game_in,
    play_to,
    play_until,
    revision_of,
    running_game,
    state_of,
    truth,
    waiting_game,
)

pytestmark = pytest.mark.django_db

IN_A_SECOND = timedelta(seconds=-1)


def now():
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        return cursor.fetchone()[0]


def answer_after(game, seat, action):
    """Answer; returns how long the table gives the next decision, at least and at most."""
    before = now()
    answer(game, seat, action)
    after = now()
    ends = fresh(game).deadline_at
    return (ends - after, ends - before)


def gave(seconds, bounds):
    low, high = bounds
    return low <= timedelta(seconds=seconds) <= high


def worth(state):
    return points(cards_in_show(state), state.starter, state.crib_in_turn)


# --- How long -----------------------------------------------------------------------------------


def test_the_first_deal_is_given_ten_seconds():
    before = now()
    game = running_game()
    after = now()
    assert state_of(game).phase == "deal"
    assert game.deadline_at - after <= timedelta(seconds=10) <= game.deadline_at - before


@pytest.mark.parametrize(("muggins", "seconds"), [(False, 15), (True, 30)])
@pytest.mark.parametrize("seats", [2, 3])
def test_every_hand_and_the_crib_are_given_as_long(seats, muggins, seconds):
    game = play_until(
        running_game(seats, muggins=muggins),
        lambda state: state.phase == "play" and sum(map(len, state.hands)) == 1,
    )
    state = state_of(game)
    seat = state.to_play
    assert gave(seconds, answer_after(game, seat, Play(state.hands[seat][0])))
    for _ in range(seats):
        state = state_of(game)
        action = Claim(worth(state)) if muggins else Count()
        assert gave(seconds, answer_after(game, rules.asked(state)[0], action))
    state = state_of(game)
    assert state.crib_in_turn
    action = Claim(worth(state)) if muggins else Count()
    assert gave(10, answer_after(game, rules.asked(state)[0], action))
    assert state_of(game).phase == "deal"


def test_a_refused_claim_is_given_the_whole_time_again():
    game = play_until(
        running_game(muggins=True),
        lambda state: state.phase == "show" and worth(state) < 29,
    )
    end_wait(game, IN_A_SECOND)
    (seat,) = rules.asked(state_of(game))
    assert gave(30, answer_after(game, seat, Claim(29)))


def test_throws_and_the_play_are_given_all_the_time_there_is():
    """Alone against the computer; with other people there a CPU takes the seat in the end."""
    game = game_in("throw", computers=1)
    assert game.deadline_at is None
    answer(game, 0, Throw(state_of(game).hands[0][:2]))
    assert fresh(game).deadline_at is None
    game = play_to(game, "play")
    assert game.deadline_at is None
    assert not resolve_due(game.pk)


def test_a_finished_game_waits_for_nothing():
    game = finished_game(target=61)
    assert game.deadline_at is None
    assert game.cpu_asked_at is None
    assert game.ended_at is not None


# --- The table's own answer ---------------------------------------------------------------------


def test_the_table_deals_for_the_dealer():
    game = game_in("deal")
    (seat,) = rules.asked(state_of(game))
    end_wait(game)
    revision = revision_of(game)
    assert resolve_due(game.pk)
    assert state_of(game).phase == "throw"
    move = game.moves.last()
    assert (move.seat, move.actor, move.action) == (
        seat,
        Move.Actor.TABLE,
        {"type": "deal", "hand_no": 1},
    )
    assert revision_of(game) == revision + 1


def test_the_next_dealer_is_dealt_for_too():
    game = play_until(running_game(3), lambda state: state.phase == "deal" and state.hand_no == 1)
    (seat,) = rules.asked(state_of(game))
    end_wait(game)
    assert resolve_due(game.pk)
    state = state_of(game)
    assert (state.hand_no, state.dealer) == (2, seat)


@pytest.mark.parametrize("muggins", [False, True])
def test_the_table_counts_for_the_seat_and_correctly(muggins):
    game = game_in("show", muggins=muggins)
    while (state := state_of(game)).phase == "show":
        (seat,) = rules.asked(state)
        score = state.scores[seat]
        end_wait(game)
        assert resolve_due(game.pk)
        move = game.moves.last()
        counted = move.events[0]
        assert (move.actor, counted["type"], counted["by"]) == (
            Move.Actor.TABLE,
            "counted",
            "table",
        )
        assert counted["points"] == worth(state)
        assert state_of(game).scores[seat] == min(score + worth(state), 121)
    assert not [move for move in game.moves.all() for event in move.events if "muggins" in event]
    assert list(faults(fresh(game))) == []


def test_a_first_claim_refused_does_not_make_the_table_peg_less():
    game = play_until(
        running_game(muggins=True),
        lambda state: state.phase == "show" and 0 < worth(state) < 29,
    )
    state = state_of(game)
    (seat,) = rules.asked(state)
    answer(game, seat, Claim(29))
    end_wait(game)
    assert resolve_due(game.pk)
    assert state_of(game).scores[seat] == min(state.scores[seat] + worth(state), 121)


def test_a_wait_is_over_once():
    game = game_in("show")
    end_wait(game)
    assert resolve_due(game.pk)
    before = truth(game)
    assert not resolve_due(game.pk)
    assert truth(game) == before


# --- Never early --------------------------------------------------------------------------------


@pytest.mark.parametrize("phase", ["deal", "show"])
def test_a_wait_is_never_over_early(phase):
    game = game_in(phase)
    end_wait(game, IN_A_SECOND)
    before = truth(game)
    assert not resolve_due(game.pk)
    tasks.sweep()
    assert truth(game) == before


def test_a_player_in_time_answers_as_the_player():
    game = game_in("deal")
    (seat,) = rules.asked(state_of(game))
    end_wait(game, IN_A_SECOND)
    answer(game, seat, Deal(1))
    assert game.moves.last().actor == Move.Actor.PLAYER


def test_a_game_that_has_not_begun_is_not_begun_by_a_wait():
    game = waiting_game()
    end_wait(game)
    assert not resolve_due(game.pk)
    assert not game.moves.exists()


# --- Too late -----------------------------------------------------------------------------------


def kept(game, moves):
    """The table has made exactly one move since."""
    assert game.moves.count() == moves + 1
    assert game.moves.last().actor == Move.Actor.TABLE
    assert list(faults(fresh(game))) == []
    return True


def test_a_count_after_the_time_is_refused_and_the_table_s_is_kept():
    game = game_in("show")
    (seat,) = rules.asked(state_of(game))
    end_wait(game)
    moves = game.moves.count()
    with pytest.raises(TooLate) as refusal:
        answer(game, seat, Count(), decision=game.decision)
    assert refusal.value.code == "too_late"
    assert refusal.value.reason.endswith(".")
    assert kept(game, moves)


def test_a_claim_after_the_time_is_refused_and_the_table_counts_it_all():
    game = play_until(
        running_game(muggins=True), lambda state: state.phase == "show" and worth(state) > 0
    )
    state = state_of(game)
    (seat,) = rules.asked(state)
    end_wait(game)
    moves = game.moves.count()
    with pytest.raises(TooLate):
        answer(game, seat, Claim(0), decision=game.decision)
    assert kept(game, moves)
    assert state_of(game).scores[seat] == min(state.scores[seat] + worth(state), 121)


def test_a_deal_after_the_time_is_the_deal_of_the_table():
    game = game_in("deal")
    (seat,) = rules.asked(state_of(game))
    end_wait(game)
    moves = game.moves.count()
    outcome = answer(game, seat, {"type": "deal"}, decision=game.decision)
    assert outcome.revision == revision_of(game)
    assert kept(game, moves)


def test_somebody_else_s_answer_after_the_time_does_not_become_a_move():
    game = game_in("deal")
    (seat,) = rules.asked(state_of(game))
    end_wait(game)
    moves = game.moves.count()
    with pytest.raises(Refused):
        answer(game, 1 - seat, Deal(1), decision=game.decision)
    assert kept(game, moves)
    assert game.moves.last().seat == seat


def test_an_answer_that_comes_after_the_table_s_is_too_late():
    game = game_in("show")
    decision = game.decision
    (seat,) = rules.asked(state_of(game))
    end_wait(game)
    assert resolve_due(game.pk)
    before = truth(game)
    with pytest.raises(TooLate):
        answer(game, seat, Count(), decision=decision)
    with pytest.raises(Stale):
        answer(game, 1 - seat, Count(), decision=decision)
    assert truth(game) == before


def test_a_late_answer_sent_again_is_too_late_again():
    game = game_in("show")
    (seat,) = rules.asked(state_of(game))
    end_wait(game)
    for _ in range(3):
        with pytest.raises(TooLate):
            answer(game, seat, Count(), decision=game.decision)


def test_a_deal_that_comes_after_the_table_s_is_the_same_deal():
    game = game_in("deal")
    decision = game.decision
    (seat,) = rules.asked(state_of(game))
    end_wait(game)
    assert resolve_due(game.pk)
    before = truth(game)
    assert answer(game, seat, {"type": "deal"}, decision=decision).repeated
    with pytest.raises(TooLate):
        answer(game, seat, Deal(2), decision=decision)
    assert truth(game) == before


def test_an_answer_in_time_is_not_called_late_afterwards():
    game = play_to(game_in("throw"), "play")
    state = state_of(game)
    card, *others = legal(state.hands[state.to_play], state.count)
    answer(game, state.to_play, Play(card), decision=state.decision)
    with pytest.raises(AlreadyAnswered):
        answer(game, state.to_play, Play(others[0]), decision=state.decision)


# --- Who resolves it ----------------------------------------------------------------------------


def test_the_sweep_resolves_every_wait_that_is_over():
    due = [game_in("deal", seed=1), game_in("show", seed=2), game_in("show", seed=3, muggins=True)]
    not_due = game_in("deal", seed=4)
    for game in due:
        end_wait(game)
    moves = [game.moves.count() for game in due]
    before = truth(not_due)
    tasks.sweep()
    for game, count in zip(due, moves, strict=True):
        assert kept(game, count)
    assert truth(not_due) == before


@pytest.mark.django_db(transaction=True)
def test_opening_the_table_resolves_it(client, wires):
    game = game_in("deal")
    end_wait(game)
    assert client.get(reverse("table", args=[game.table.code])).status_code == 200
    assert state_of(game).phase == "throw"
    assert wires.messages[-1] == {
        "type": "changed",
        "code": game.table.code,
        "revision": revision_of(game),
    }
