"""The order of the show, and the end of the game in the middle of it."""

import pytest

from games.cribbage.actions import Claim, Count, TableCount
from games.cribbage.errors import NotLegal, NotNow, NotYours
from games.cribbage.events import Counted, Over, Pegged
from games.cribbage.rules import apply, asked
from games.cribbage.state import Settings
from games.cribbage.view import view

from .tables import cards, dealt, play_all, throw_all

HANDS = ["2C 4C 6C 8D QC KC", "2D 4D 6D 8H QD KD"]
PLAYS = "2D 2C 4D 4C 6D 6C 8H 8D"


def show(scores=None, dealer=0, starter="AS", muggins=False):
    state = dealt(HANDS, dealer, starter, scores=scores, settings=Settings(2, muggins=muggins))
    state, _ = throw_all(state, ["QC KC", "QD KD"])
    return play_all(state, PLAYS)[0]


def test_the_hands_are_counted_from_the_dealers_left_and_the_crib_last():
    state = show()
    turns = []
    while state.phase == "show":
        turn = view(state, None).showing
        assert asked(state) == (turn.seat,)
        turns.append((turn.seat, turn.crib))
        state, _ = apply(state, turn.seat, Count())
    assert turns == [(1, False), (0, False), (0, True)]
    assert state.phase == "deal"


@pytest.mark.parametrize(("seats", "order"), [(3, [2, 0, 1, 1]), (4, [2, 3, 0, 1, 1])])
def test_with_more_seats_it_goes_round(seats, order):
    hands = ["AC 2C 5C 9C KC", "AD 2D 5D 9D KD", "AH 2H 5H 9H KH", "AS 2S 5S 9S KS"][:seats]
    state = dealt(hands, dealer=1, starter="7S", crib_from_deck="7C" if seats == 3 else "")
    state, _ = throw_all(state, ["KC", "KD", "KH", "KS"][:seats])
    while state.phase == "play":
        state, _ = play_all(state, view(state, asked(state)[0]).legal[0].code)
    counted = []
    while state.phase == "show":
        state, events = apply(state, asked(state)[0], Count())
        counted += [event for event in events if isinstance(event, Counted)]
    assert [event.seat for event in counted] == order
    assert [event.crib for event in counted] == [False] * seats + [True]
    assert all(len(event.cards) == 4 for event in counted)


def test_a_count_shows_the_cards_their_parts_and_pegs_them():
    state = show()
    before = state.scores
    state, events = apply(state, 1, Count())
    parts = {"fifteens": 4, "pairs": 0, "runs": 0, "flush": 0, "nobs": 0}
    assert events == (
        Counted(1, False, cards("2D 4D 6D 8H"), cards("AS")[0], parts, 4, "seat"),
        Pegged(1, 1, 4, before[1] + 4, "hand"),
    )
    (shown,) = view(state, 0).shown
    assert (shown.seat, shown.crib, shown.points_pegged) == (1, False, 4)
    assert shown.breakdown.total == 4


def test_a_hand_worth_nothing_pegs_nothing():
    state = dealt(["AC 3C 5C 7C QC KC", "2D 4H 6C 8S QD KD"], starter="KS")
    state, _ = throw_all(state, ["QC KC", "QD KD"])
    state, _ = play_all(state, "2D AC 4H 3C 6C 5C 8S 7C")
    state, events = apply(state, 1, Count())
    assert [type(event) for event in events] == [Counted]
    assert view(state, 1).shown[0].points_pegged == 0


def test_the_crib_is_seen_only_when_it_is_to_be_counted():
    state = show()
    assert view(state, 0).crib is None
    state, _ = apply(state, 1, Count())
    assert view(state, 0).crib is None
    state, _ = apply(state, 0, Count())
    assert view(state, 1).crib == cards("QC QD KC KD")
    assert view(state, None).showing.cards == cards("QC QD KC KD")


def test_a_count_that_reaches_the_target_ends_the_game_before_the_dealer_counts():
    state = show(scores=(110, 110))
    before = state.scores
    state = show(scores=(110, 121 - 4 - (before[1] - 110)))
    state, events = apply(state, 1, Count())
    assert events[-1] == Over(1, state.scores, (None, None))
    assert (state.scores[1], state.phase, state.winner) == (121, "over", 1)
    assert view(state, 0).showing is None
    assert view(state, 0).crib is None
    with pytest.raises(NotNow):
        apply(state, 0, Count())


def test_points_are_cut_at_the_target():
    played = show(scores=(0, 0)).scores[1]
    state, events = apply(show(scores=(0, 118 - played)), 1, Count())
    assert events[1] == Pegged(1, 1, 3, 121, "hand")
    assert view(state, 0).shown[0].points_pegged == 3
    assert view(state, 0).shown[0].breakdown.total == 4
    assert state.back_pegs[1] == 118


def test_the_table_counts_for_a_seat_and_says_so():
    state, events = apply(show(), 1, TableCount())
    assert (events[0].by, events[0].points) == ("table", 4)
    assert state.phase == "show"


def test_nobody_counts_for_another():
    for action in (Count(), TableCount()):
        with pytest.raises(NotYours):
            apply(show(), 0, action)


def test_nothing_is_claimed_without_muggins():
    with pytest.raises(NotLegal):
        apply(show(), 1, Claim(4))


def test_every_count_is_a_decision():
    state = show()
    assert apply(state, 1, Count())[0].decision == state.decision + 1
