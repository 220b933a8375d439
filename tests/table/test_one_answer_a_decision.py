"""A seat answers a decision once: again the same is harmless, anything else is refused."""

import pytest

from games.cribbage import record, rules
from games.cribbage.actions import Claim, Count, Deal, Play, Throw
from games.cribbage.cards import Card
from games.cribbage.play import legal
from games.cribbage.show import points
from games.cribbage.showing import cards_in_show
from games.models import Move
from games.refusals import AlreadyAnswered, Stale
from tests.support.playing import (
    answer,
    fresh,
    game_in,
    play_on,
    play_to,
    play_until,
    revision_of,
    running_game,
    state_of,
    truth,
)

pytestmark = pytest.mark.django_db


def an_answer(state, seat):
    """The first legal answer of a seat, always the same one."""
    match state.phase:
        case "deal":
            return Deal(state.hand_no + 1)
        case "throw":
            return Throw(state.hands[seat][: state.settings.thrown_each])
        case "play":
            return Play(legal(state.hands[seat], state.count)[0])
    if not state.settings.muggins:
        return Count()
    return Claim(points(cards_in_show(state), state.starter, state.crib_in_turn))


def another_answer(state, seat):
    """An answer that the seat could have given instead."""
    match state.phase:
        case "deal":
            return Deal(state.hand_no + 2)
        case "throw":
            return Throw(state.hands[seat][-state.settings.thrown_each :])
        case "play":
            return Play(state.hands[seat][-1])
    return Claim(29)


@pytest.mark.parametrize("phase", ["deal", "throw", "play", "show"])
@pytest.mark.parametrize(("seats", "muggins"), [(2, False), (2, True), (3, False), (4, True)])
def test_the_same_answer_again_gets_the_same_result(phase, seats, muggins):
    game = game_in(phase, seats, muggins=muggins)
    state = state_of(game)
    seat = rules.asked(state)[0]
    first = answer(game, seat, an_answer(state, seat), decision=state.decision)
    assert not first.repeated
    assert first.revision == revision_of(game)
    before = truth(game)
    again = answer(game, seat, an_answer(state, seat), decision=state.decision)
    assert again.repeated
    assert again.revision == first.revision
    assert truth(game) == before


@pytest.mark.parametrize("phase", ["deal", "throw", "play", "show"])
def test_another_answer_is_refused_and_changes_nothing(phase):
    game = game_in(phase, muggins=True)
    state = state_of(game)
    seat = rules.asked(state)[0]
    answer(game, seat, an_answer(state, seat), decision=state.decision)
    before = truth(game)
    with pytest.raises(AlreadyAnswered) as refusal:
        answer(game, seat, another_answer(state, seat), decision=state.decision)
    assert refusal.value.code == "already_answered"
    assert refusal.value.reason.endswith(".")
    assert truth(game) == before


def test_an_answer_of_another_kind_is_refused_too():
    game = game_in("throw")
    state = state_of(game)
    answer(game, 0, an_answer(state, 0), decision=state.decision)
    before = truth(game)
    for other in (Play(state.hands[0][0]), Count(), Deal(1), Claim(3)):
        with pytest.raises(AlreadyAnswered):
            answer(game, 0, other, decision=state.decision)
    assert truth(game) == before


def test_an_answer_sent_again_much_later_is_still_the_same_answer():
    game = game_in("throw", target=61)
    state = state_of(game)
    thrown = an_answer(state, 1)
    answer(game, 1, thrown, decision=state.decision)
    play_until(game, lambda now: now.hand_no == 2)
    before = truth(game)
    assert answer(game, 1, thrown, decision=state.decision).repeated
    assert truth(game) == before
    play_to(game, "over")
    before = truth(game)
    assert answer(game, 1, thrown, decision=state.decision).repeated
    assert truth(game) == before


def test_a_card_written_in_another_way_is_the_same_answer():
    game = play_until(
        running_game(),
        lambda state: (
            state.phase == "play"
            and any(card.rank == 10 for card in legal(state.hands[state.to_play], state.count))
        ),
    )
    state = state_of(game)
    seat = state.to_play
    ten = next(card for card in legal(state.hands[seat], state.count) if card.rank == 10)
    answer(game, seat, Play(ten), decision=state.decision)
    for text in (f"10{ten.suit}", f"t{ten.suit}", f"T{ten.suit.upper()}"):
        assert answer(game, seat, {"type": "play", "card": text}, decision=state.decision).repeated


def test_a_deal_need_not_say_which_hand():
    game = game_in("deal")
    seat = rules.asked(state_of(game))[0]
    decision = fresh(game).decision
    first = answer(game, seat, {"type": "deal"}, decision=decision)
    assert state_of(game).hand_no == 1
    before = truth(game)
    for again in ({"type": "deal"}, {"type": "deal", "hand_no": 1}):
        outcome = answer(game, seat, again, decision=decision)
        assert outcome.repeated
        assert outcome.revision == first.revision
    assert truth(game) == before


def test_a_refused_claim_sent_again_is_not_the_second_one():
    game = play_until(
        running_game(muggins=True),
        lambda state: (
            state.phase == "show"
            and points(cards_in_show(state), state.starter, state.crib_in_turn) < 29
        ),
    )
    state = state_of(game)
    seat = rules.asked(state)[0]
    answer(game, seat, Claim(29), decision=state.decision)
    refused = state_of(game)
    assert refused.decision == state.decision + 1
    assert rules.asked(refused) == (seat,)
    before = truth(game)
    assert answer(game, seat, Claim(29), decision=state.decision).repeated
    assert truth(game) == before
    answer(game, seat, Claim(29), decision=refused.decision)
    assert fresh(game).moves.last().events[0]["type"] == "forfeited"


def test_every_seat_throws_to_the_same_decision():
    game = game_in("throw", 4)
    state = state_of(game)
    for seat in (2, 0, 3, 1):
        assert not answer(game, seat, an_answer(state, seat), decision=state.decision).repeated
    moves = Move.objects.filter(game=game, decision=state.decision)
    assert sorted(move.seat for move in moves) == [0, 1, 2, 3]
    assert fresh(game).decision == state.decision + 1


@pytest.mark.parametrize("phase", ["deal", "throw", "play", "show"])
def test_an_answer_to_a_decision_that_is_past_is_stale(phase):
    game = game_in(phase)
    state = state_of(game)
    before = truth(game)
    wanted = an_answer(state, rules.asked(state)[0])
    for other in (state.decision - 1, state.decision + 1, 2**31 - 1):
        for seat in range(2):
            if Move.objects.filter(game=game, decision=other, seat=seat).exists():
                continue
            with pytest.raises(Stale) as refusal:
                answer(game, seat, wanted, decision=other)
            assert refusal.value.code == "stale"
    assert truth(game) == before


def test_the_unique_keys_of_the_moves_stand_behind_it():
    game = running_game(3)
    for state in play_on(game):
        if state.phase == "show":
            break
    moves = list(Move.objects.filter(game=game))
    assert [move.seq for move in moves] == list(range(1, len(moves) + 1))
    assert len({(move.decision, move.seat) for move in moves}) == len(moves)
    assert fresh(game).version == len(moves)


def test_a_throw_is_stored_as_the_cards_that_were_thrown():
    game = game_in("throw")
    state = state_of(game)
    thrown = state.hands[0][1:3]
    answer(game, 0, Throw(thrown), decision=state.decision)
    stored = Move.objects.get(game=game, decision=state.decision, seat=0)
    assert set(stored.action["cards"]) == {card.code for card in thrown}
    assert set(record.action_from_json(stored.action).cards) == set(thrown)
    assert stored.actor == Move.Actor.PLAYER
    assert not any(isinstance(value, Card) for value in stored.events[0].values())
