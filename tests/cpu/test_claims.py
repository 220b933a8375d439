"""In the show the CPU player says what its cards are worth, no more and no less."""

import itertools

import pytest

from games.cpu import choose
from games.cribbage.actions import Claim, Count
from games.cribbage.rules import apply, asked
from games.cribbage.show import count_hand
from games.cribbage.state import Settings
from games.cribbage.view import view
from tests.cpu.games import states
from tests.rules.tables import dealt, play_all, throw_all


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_with_muggins_it_claims_every_hand_and_crib_exactly(seats):
    claimed = 0
    for before, after in itertools.pairwise(states(Settings(seats, muggins=True), 7, {})):
        if before.phase == "show":
            last = after.shown[-1]
            worth = count_hand(last.cards, before.starter, last.crib).total
            assert choose(view(before, last.seat)) == Claim(worth)
            claimed += 1
    assert claimed > 12


def test_a_crib_of_four_hearts_without_a_fifth_is_claimed_without_a_flush():
    state = dealt(
        ["2H 4H 6C 7C 8C 9S", "8H QH AC AD 9C 9D"],
        dealer=1,
        starter="JS",
        settings=Settings(2, muggins=True),
    )
    state, _ = throw_all(state, ["2H 4H", "8H QH"])
    while state.phase == "play":
        seat = state.to_play
        state, _ = play_all(state, view(state, seat).legal[-1].code)
    while not state.crib_in_turn:
        seat = asked(state)[0]
        state, _ = apply(state, seat, choose(view(state, seat)))
    assert choose(view(state, 1)) == Claim(0)


def test_without_muggins_it_lets_the_table_count():
    for state in states(Settings(2, target=61), 3, {}):
        if state.phase == "show":
            assert choose(view(state, view(state, None).showing.seat)) == Count()
