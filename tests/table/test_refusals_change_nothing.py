"""Whatever the table refuses, with the reason by its cause, changes nothing."""

import json

import pytest

from games import frames
from games.cribbage import rules
from games.cribbage.actions import Claim, Count, Cut, Deal, Play, TableCount, Throw
from games.cribbage.cards import DECK
from games.cribbage.play import legal
from games.models import Game, Move
from games.refusals import Malformed, NotRunning, Refused, Stale
from tests.support.playing import (
    answer,
    finished_game,
    fresh,
    game_in,
    play_to,
    play_until,
    running_game,
    state_of,
    truth,
    waiting_game,
)

pytestmark = pytest.mark.django_db


def refused(game, seat, action, code, decision=None):
    """The answer is refused for this cause with a sentence, and nothing changes."""
    before = truth(game)
    with pytest.raises(Refused) as refusal:
        answer(game, seat, action, decision=decision)
    assert refusal.value.code == code
    assert refusal.value.reason.endswith(".")
    assert truth(game) == before
    return refusal.value


def all_refused(game, seat, actions, code, decision=None):
    """Every one of the answers is refused for this cause; together they change nothing."""
    before = truth(game)
    reasons = set()
    for action in actions:
        with pytest.raises(Refused) as refusal:
            answer(game, seat, action, decision=game.decision if decision is None else decision)
        assert refusal.value.code == code, action
        assert refusal.value.reason.endswith(".")
        reasons.add(refusal.value.reason)
    assert truth(game) == before
    return reasons


def not_held(state, seat):
    return next(card for card in DECK if card not in state.hands[seat])


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_out_of_turn(seats):
    game = game_in("deal", seats)
    asked = rules.asked(state_of(game))
    for seat in set(range(seats)) - set(asked):
        refused(game, seat, Deal(1), "not_yours")
    play_to(game, "play")
    state = state_of(game)
    for seat in set(range(seats)) - {state.to_play}:
        refused(game, seat, Play(state.hands[seat][0]), "not_yours")
    play_to(game, "show")
    counting = rules.asked(state_of(game))
    for seat in set(range(seats)) - set(counting):
        refused(game, seat, Count(), "not_yours")


def test_a_claim_out_of_turn():
    game = game_in("show", muggins=True)
    (seat,) = rules.asked(state_of(game))
    refused(game, 1 - seat, Claim(0), "not_yours")


@pytest.mark.parametrize("seat", [-1, 2, 3, 4, 2**31])
def test_a_seat_that_is_not_there(seat):
    game = game_in("throw")
    refused(game, seat, Throw(state_of(game).hands[0][:2]), "not_yours")


def test_cards_that_are_not_held():
    game = game_in("throw")
    state = state_of(game)
    refused(game, 0, Throw((state.hands[0][0], not_held(state, 0))), "not_legal")
    refused(game, 0, Throw(state.hands[1][:2]), "not_legal")
    play_to(game, "play")
    state = state_of(game)
    seat = state.to_play
    for card in (*state.throws[seat], *state.hands[1 - seat], state.starter, state.stock[0]):
        refused(game, seat, Play(card), "not_legal")


def test_a_refusal_does_not_tell_whether_another_seat_holds_the_card():
    game = game_in("throw")
    state = state_of(game)
    throws = [Throw((state.hands[0][0], card)) for card in (*state.hands[1], *state.stock)]
    assert len(all_refused(game, 0, throws, "not_legal")) == 1


def test_a_card_played_already():
    game = play_until(running_game(), lambda state: len(state.played) == 3)
    state = state_of(game)
    for _seat, card in state.played:
        refused(game, state.to_play, Play(card), "not_legal")


def test_a_card_that_would_pass_31():
    game = play_until(
        running_game(),
        lambda state: (
            state.phase == "play"
            and 0 < len(legal(state.hands[state.to_play], state.count))
            and len(legal(state.hands[state.to_play], state.count))
            < len(state.hands[state.to_play])
        ),
    )
    state = state_of(game)
    seat = state.to_play
    for card in set(state.hands[seat]) - set(legal(state.hands[seat], state.count)):
        refused(game, seat, Play(card), "not_legal")


@pytest.mark.parametrize(("seats", "wrong"), [(2, 1), (3, 2), (4, 2)])
def test_the_wrong_number_of_cards(seats, wrong):
    game = game_in("throw", seats)
    refused(game, 0, Throw(state_of(game).hands[0][:wrong]), "not_legal")


def test_one_card_twice():
    game = game_in("throw")
    card = state_of(game).hands[0][0].code
    refused(game, 0, {"type": "throw", "cards": [card, card]}, "not_legal")


def test_a_throw_is_not_taken_back():
    game = game_in("throw")
    state = state_of(game)
    answer(game, 0, Throw(state.hands[0][:2]))
    refused(game, 0, Throw(state.hands[0][2:4]), "already_answered")


def test_another_phase_s_action():
    game = game_in("deal")
    (seat,) = rules.asked(state_of(game))
    for action in (Cut(), Throw(DECK[:2]), Play(DECK[0]), Count(), Claim(0), TableCount()):
        refused(game, seat, action, "not_now")
    refused(game, seat, Deal(2), "not_now")
    play_to(game, "throw")
    held = state_of(game).hands[0]
    for action in (Cut(), Deal(2), Play(held[0]), Count(), Claim(0), TableCount()):
        refused(game, 0, action, "not_now")


def test_a_claim_without_muggins_and_a_count_with_it():
    plain = game_in("show")
    refused(plain, rules.asked(state_of(plain))[0], Claim(0), "not_legal")
    muggins = game_in("show", seed=2, muggins=True)
    refused(muggins, rules.asked(state_of(muggins))[0], Count(), "not_legal")


def test_a_game_that_has_not_begun():
    game = waiting_game()
    for action in (Cut(), Deal(1), Throw(DECK[:2]), Play(DECK[0]), Count()):
        assert refused(game, 0, action, "not_running").reason == "The game has not begun."


def test_a_game_that_is_over():
    game = finished_game(target=61)
    state = state_of(game)
    for action in (Deal(state.hand_no + 1), Throw(DECK[:2]), Play(DECK[0]), Count(), Claim(3)):
        for seat in (0, 1):
            assert refused(game, seat, action, "not_running").reason == "The game is over."


def test_a_game_that_is_not_there():
    with pytest.raises(Game.DoesNotExist):
        answer(Game(pk=10**9), 0, Deal(1), decision=1)


HOSTILE_ACTIONS = [
    {},
    {"type": None},
    {"type": []},
    {"type": {}},
    {"type": 7},
    {"type": True},
    {"type": "resign"},
    {"type": "THROW", "cards": ["5H", "5D"]},
    {"type": "throw"},
    {"type": "throw", "cards": None},
    {"type": "throw", "cards": "5H5D"},
    {"type": "throw", "cards": {"0": "5H", "1": "5D"}},
    {"type": "throw", "cards": ["5H", "XX"]},
    {"type": "throw", "cards": ["5H", 5]},
    {"type": "throw", "cards": ["5H", None]},
    {"type": "throw", "cards": [["5H"], ["5D"]]},
    {"type": "throw", "cards": []},
    {"type": "throw", "cards": ["5H"] * 3},
    {"type": "throw", "cards": ["5H"] * 10_000},
    {"type": "throw", "cards": ["5H", "5D"], "more": 1},
    {"type": "throw", "cards": ["\ud800", "5D"]},
    {"type": "throw", "cards": ["5\x00H", "5D"]},
    {"type": "throw", "cards": ["５Ｈ", "5D"]},
    {"type": "play"},
    {"type": "play", "card": 0},
    {"type": "play", "card": -1},
    {"type": "play", "card": True},
    {"type": "play", "card": ["5H"]},
    {"type": "play", "card": ""},
    {"type": "play", "card": "5H "},
    {"type": "play", "card": "5H" * 5000},
    {"type": "play", "card": {"code": "5H"}},
    {"type": "claim"},
    {"type": "claim", "points": -1},
    {"type": "claim", "points": 30},
    {"type": "claim", "points": 10**30},
    {"type": "claim", "points": 4.0},
    {"type": "claim", "points": True},
    {"type": "claim", "points": "4"},
    {"type": "claim", "points": float("nan")},
    {"type": "claim", "points": float("inf")},
    {"type": "count", "by": "table"},
    {"type": "count", "points": 29},
    {"type": "deal", "hand_no": 0},
    {"type": "deal", "hand_no": -1},
    {"type": "deal", "hand_no": True},
    {"type": "deal", "hand_no": "1"},
    {"type": "deal", "hand_no": 1.0},
    {"type": "deal", "hand_no": None},
    {"type": "deal", "hand_no": 10**30},
    {"type": "deal", "deck": ["5H"]},
    {"type": "cut", "cards": ["AC", "KD"]},
]


@pytest.mark.parametrize("phase", ["deal", "throw", "play", "show"])
def test_what_is_no_action(phase):
    game = game_in(phase, muggins=True)
    (seat, *_) = rules.asked(state_of(game))
    for reason in all_refused(game, seat, HOSTILE_ACTIONS, "malformed"):
        assert "5H" not in reason


def test_what_is_no_action_after_an_answer():
    game = game_in("throw")
    state = state_of(game)
    answer(game, 0, Throw(state.hands[0][:2]), decision=state.decision)
    all_refused(game, 0, HOSTILE_ACTIONS, "malformed", decision=state.decision)


# --- The frames of a page --------------------------------------------------------------------


HOSTILE_FRAMES = [
    None,
    "",
    "null",
    "7",
    "[]",
    '"act"',
    "{",
    "{}",
    "[" * 50_000,
    '{"a":' * 20_000,
    "9" * 5_000,
    '{"type":null}',
    '{"type":["act"]}',
    '{"type":{}}',
    '{"type":"resign"}',
    '{"type":"ping","more":1}',
    '{"type":"ping","key":7}',
    '{"type":"ping","key":["k"]}',
    json.dumps({"type": "ping", "key": "k" * 65}),
    '{"type":"act"}',
    '{"type":"act","decision":"1.1"}',
    '{"type":"act","action":{"type":"deal"}}',
    '{"type":"act","decision":"1.1","action":{"type":"deal"},"seat":1}',
    '{"type":"ready"}',
    '{"type":"ready","client_seed":"a","player":7}',
    '{"type":"start","key":"k"}',
    '{"type":"rematch","client_seed":"a","first_dealer":0}',
]


@pytest.mark.parametrize("text", HOSTILE_FRAMES, ids=lambda text: str(text)[:30])
def test_what_is_no_frame(text):
    with pytest.raises(Malformed) as refusal:
        frames.parse(text)
    assert refusal.value.reason.endswith(".")


def frame(decision, action):
    return frames.parse(json.dumps({"type": "act", "decision": decision, "action": action}))


class Place:
    """What a page knows of its table, without the look at the database of a snapshot."""

    def __init__(self, game):
        self.code, self.game_id, self.game_number = game.table.code, game.pk, game.number
        self.begun = game.state is not None
        self.seat_of = {seat.player_id: seat.number for seat in game.seats.all()}.get


def obey(game, sent, seat=0):
    player = game.seats.get(number=seat).player_id
    return frames.obey(sent, Place(game), player)


HOSTILE_DECISIONS = [
    None,
    True,
    1,
    2,
    1.2,
    -1,
    10**30,
    "",
    "2",
    "1.",
    ".2",
    "1.2.3",
    "1.-2",
    "-1.2",
    " 1.2",
    "1.2\n",
    "1.٢",
    "1.2e1",
    "1." + "9" * 10,
    "9" * 5000 + ".1",
    ["1.2"],
    {"1": 2},
    "1.\ud800",
]


def test_a_decision_that_can_not_be_one():
    game = game_in("throw")
    before = truth(game)
    for decision in HOSTILE_DECISIONS:
        with pytest.raises(Malformed):
            obey(game, frame(decision, {"type": "deal"}))
    assert truth(game) == before


def test_an_action_of_a_page_that_can_not_be_one():
    game = game_in("throw")
    before = truth(game)
    for action in (None, 7, "deal", ["deal"], True, *HOSTILE_ACTIONS):
        with pytest.raises(Malformed):
            obey(game, frame(f"1.{game.decision}", action))
    assert truth(game) == before


@pytest.mark.parametrize("action", [{"type": "cut"}, {"type": "table_count"}])
def test_a_page_can_not_answer_for_the_table(action):
    game = game_in("show")
    (seat,) = rules.asked(state_of(game))
    before = truth(game)
    with pytest.raises(Malformed):
        obey(game, frame(f"1.{game.decision}", action), seat)
    assert truth(game) == before


def test_an_answer_meant_for_another_game_of_the_table_is_stale():
    game = game_in("deal")
    (seat,) = rules.asked(state_of(game))
    before = truth(game)
    for number in (0, 2, 999_999_999):
        with pytest.raises(Stale):
            obey(game, frame(f"{number}.{game.decision}", {"type": "deal"}), seat)
    assert truth(game) == before


def test_a_page_s_answer_is_the_seat_s_move():
    game = game_in("deal")
    (seat,) = rules.asked(state_of(game))
    revision = obey(game, frame(f"1.{game.decision}", {"type": "deal"}), seat)
    move = Move.objects.get(game=game, decision=game.decision)
    assert (move.seat, move.actor) == (seat, Move.Actor.PLAYER)
    assert fresh(game).table.revision == revision


def test_a_page_at_a_waiting_game_can_not_move():
    game = waiting_game()
    before = truth(game)
    with pytest.raises(NotRunning):
        obey(game, frame("1.0", {"type": "deal"}))
    assert truth(game) == before
