"""A turn time limit: at the deadline the computer makes that one decision, and never before."""

from random import Random

import pytest

from games import computer, tasks
from games.cribbage import rules
from games.cribbage.actions import Claim
from games.cribbage.show import points
from games.cribbage.showing import cards_in_show
from games.leaving import leave_running, take_back
from games.models import Game, Move, Seat
from games.refusals import PlayedByComputer, Refused, SeatKept, Stale, TooLate
from games.replay import faults
from games.table import resolve_due
from tests.support.playing import (
    acts,
    answer,
    fresh,
    game_in,
    pass_time,
    person,
    play_until,
    seat_of,
    some_action,
    state_of,
    truth,
)

pytestmark = pytest.mark.django_db


def to_play(game):
    return state_of(game).to_play


def worth(state):
    return points(cards_in_show(state), state.starter, state.crib_in_turn)


@pytest.mark.parametrize("limit", [30, 60])
@pytest.mark.parametrize("phase", ["throw", "play"])
def test_nothing_happens_before_the_deadline(phase, limit):
    game = game_in(phase, turn_limit=limit)
    before = truth(game)
    pass_time(limit - 2)
    assert not resolve_due(game.pk)
    tasks.sweep()
    assert truth(game) == before


@pytest.mark.parametrize("limit", [30, 60])
def test_at_the_deadline_the_computer_makes_that_one_decision(limit):
    game = game_in("play", turn_limit=limit)
    seat = to_play(game)
    moves = game.moves.count()
    pass_time(limit + 0.1)
    tasks.sweep()
    made = game.moves.last()
    assert (game.moves.count(), made.seat, made.actor) == (moves + 1, seat, Move.Actor.TIME)
    owner = game.seats.get(number=seat)
    assert (owner.hold, owner.missed, owner.missed_running) == ("", 1, 1)
    assert list(faults(fresh(game))) == []
    # The next seat has all of its own time.
    assert not resolve_due(game.pk)


def test_the_time_of_both_throws_is_up_together():
    game = game_in("throw", turn_limit=30)
    pass_time(30.1)
    assert resolve_due(game.pk)
    assert state_of(game).phase == "play"
    thrown = game.moves.filter(action__type="throw")
    assert {move.actor for move in thrown} == {Move.Actor.TIME}
    assert thrown.count() == 2


def test_a_throw_does_not_lengthen_the_time_of_the_others():
    game = game_in("throw", 3, turn_limit=30)
    state = state_of(game)
    pass_time(20)
    answer(game, 0, some_action(state, 0, Random(1)))
    pass_time(10.1)
    assert resolve_due(game.pk)
    assert state_of(game).phase == "play"


def test_an_answer_that_comes_too_late_is_refused_and_the_computers_stays():
    game = game_in("play", turn_limit=30)
    state = state_of(game)
    seat, decision = state.to_play, state.decision
    pass_time(30.1)
    cards = sorted(card.code for card in state.hands[seat])
    reasons = set()
    for code in cards:
        try:
            answer(game, seat, {"type": "play", "card": code}, decision=decision)
        except Refused as refusal:
            reasons.add(type(refusal))
    # The one card that the computer chose is the same answer; every other one is too late.
    assert reasons == {TooLate}
    assert game.moves.filter(decision=decision, seat=seat).count() == 1
    assert game.moves.get(decision=decision, seat=seat).actor == Move.Actor.TIME


def test_an_answer_of_somebody_else_lets_what_is_due_happen_first():
    game = game_in("play", turn_limit=30)
    state = state_of(game)
    other = 1 - state.to_play
    pass_time(30.1)
    card = state.hands[other][0].code
    with pytest.raises(Stale):
        answer(game, other, {"type": "play", "card": card}, decision=state.decision)
    assert game.moves.last().actor == Move.Actor.TIME


def test_two_in_a_row_cost_the_seat():
    game = game_in("throw", turn_limit=30)
    pass_time(30.1)
    resolve_due(game.pk)
    seat = to_play(game)
    pass_time(30.1)
    resolve_due(game.pk)
    held = game.seats.get(number=seat)
    assert (held.hold, held.missed_running) == (Seat.Hold.MISSED, 2)
    assert ("held", seat, "missed") in acts(game)
    # The computer goes on for it, and its owner has to take it back first.
    game = play_until(game, lambda state: seat in rules.asked(state) and state.phase == "play")
    card = state_of(game).hands[seat][0].code
    with pytest.raises(PlayedByComputer):
        answer(game, seat, {"type": "play", "card": card})
    tasks.play_cpu(game.pk, fresh(game).decision)
    assert (game.moves.last().seat, game.moves.last().actor) == (seat, Move.Actor.CPU)


def test_an_answer_in_between_starts_the_row_anew():
    game = game_in("throw", turn_limit=30, seed=3)
    pass_time(30.1)
    resolve_due(game.pk)
    seat = to_play(game)
    answer(game, seat, some_action(state_of(game), seat, Random(2)))
    assert game.seats.get(number=seat).missed_running == 0
    assert game.seats.get(number=seat).missed == 1


def test_four_in_one_game_cost_the_seat():
    game = game_in("play", turn_limit=30)
    seat = to_play(game)
    Seat.objects.filter(game=game, number=seat).update(missed=3)
    pass_time(30.1)
    resolve_due(game.pk)
    assert game.seats.get(number=seat).hold == Seat.Hold.MISSED


def test_waits_of_the_table_are_no_missed_turns():
    game = game_in("show", turn_limit=30)
    while state_of(game).phase != "throw":
        pass_time(16)
        assert resolve_due(game.pk)
    assert not game.seats.exclude(missed=0).exists()
    assert {move.actor for move in game.moves.filter(action__type="table_count")} == {
        Move.Actor.TABLE
    }


def test_the_time_runs_anew_for_every_decision():
    game = game_in("play", turn_limit=30)
    pass_time(25)
    state = state_of(game)
    answer(game, state.to_play, some_action(state, state.to_play, Random(1)))
    pass_time(25)
    assert not resolve_due(game.pk)


def test_computers_have_no_deadline():
    game = play_until(
        game_in("throw", computers=1, turn_limit=30),
        lambda state: state.phase == "play" and state.to_play == 1,
    )
    assert game.deadline_at is None
    assert game.cpu_asked_at is not None


def test_the_limit_of_a_running_game_is_the_one_it_began_with():
    game = game_in("play", turn_limit=30)
    game.table.turn_limit = 0
    game.table.save()
    pass_time(30.1)
    assert resolve_due(game.pk)


# --- Claims ---------------------------------------------------------------------------------------


def claim_of(game, name):
    """Play on until that seat owes a claim, and has not claimed too much."""
    asked = (seat_of(game, name).number,)
    return play_until(
        game,
        lambda state: state.phase == "show" and rules.asked(state) == asked and not state.refused,
    )


def let_the_claim_lapse(game):
    pass_time(30.1)
    assert resolve_due(game.pk)


def test_the_second_missed_claim_costs_the_seat_until_the_next_deal():
    game = claim_of(game_in("play", muggins=True), "Ann")
    let_the_claim_lapse(game)
    ann = seat_of(game, "Ann")
    assert (ann.hold, ann.missed_claims, ann.missed) == ("", 1, 0)
    first = state_of(game).hand_no
    game = claim_of(play_until(game, lambda state: state.hand_no > first), "Ann")
    let_the_claim_lapse(game)
    assert seat_of(game, "Ann").hold == Seat.Hold.CLAIMS
    # Waiting is no way to count exactly: the computer keeps the seat for the rest of this hand.
    with pytest.raises(SeatKept):
        take_back(game.pk, person(game, "Ann"), "k")
    while state_of(game).phase != "throw":
        if not computer.answer(game.pk, fresh(game).decision):
            pass_time(30.1)
            resolve_due(game.pk)
    assert state_of(game).hand_no > first + 1
    assert seat_of(game, "Ann").hold == ""
    assert ("back", 0, "claims") in acts(game)


def test_leaving_in_between_gives_the_seat_no_sooner_to_who_did_not_claim():
    game = claim_of(game_in("play", muggins=True), "Ann")
    ann = person(game, "Ann")
    game.seats.filter(player=ann).update(missed_claims=1)
    let_the_claim_lapse(game)
    assert seat_of(game, "Ann").hold == Seat.Hold.CLAIMS
    leave_running(game.pk, ann, "gone")
    take_back(game.pk, ann, "back")
    assert seat_of(game, "Ann").hold == Seat.Hold.CLAIMS
    with pytest.raises(SeatKept):
        take_back(game.pk, ann, "again")
    while state_of(game).phase != "throw":
        if not computer.answer(game.pk, fresh(game).decision):
            pass_time(30.1)
            resolve_due(game.pk)
    assert seat_of(game, "Ann").hold == ""
    leave_running(game.pk, ann, "gone in the next deal")
    take_back(game.pk, ann, "back in the next deal")
    assert seat_of(game, "Ann").hold == ""


def test_a_turn_ends_for_who_leaves_and_is_back_before_the_computer_has_looked():
    game = play_until(
        game_in("play", turn_limit=30),
        lambda state: state.phase == "play" and state.to_play == 1,
    )
    bob, decision = person(game, "Bob"), game.decision
    for number in range(2):
        pass_time(20)
        assert not resolve_due(game.pk)
        leave_running(game.pk, bob, f"gone {number}")
        take_back(game.pk, bob, f"back {number}")
    pass_time(10.1)
    # the second time gave nothing more
    assert resolve_due(game.pk)
    assert game.moves.get(decision=decision).actor == Move.Actor.TIME


def test_a_claim_above_the_worth_is_not_a_missed_one():
    game = play_until(
        claim_of(game_in("play", muggins=True), "Ann"),
        lambda state: state.phase == "show" and rules.asked(state) == (0,) and worth(state) < 29,
    )
    answer(game, 0, Claim(29))
    assert state_of(game).refused
    assert seat_of(game, "Ann").missed_claims == 0


def test_the_end_of_the_game_takes_no_seat():
    """A seat that is held at the end would mean that its owner had left."""
    game = play_until(
        game_in("play", muggins=True, target=61),
        lambda state: (
            state.phase == "show"
            and not state.refused
            and state.scores[rules.asked(state)[0]] + worth(state) >= 61
        ),
    )
    (number,) = rules.asked(state_of(game))
    Seat.objects.filter(game=game, number=number).update(missed_claims=1)
    let_the_claim_lapse(game)
    assert fresh(game).status == Game.Status.OVER
    assert not game.seats.exclude(hold="").exists()
