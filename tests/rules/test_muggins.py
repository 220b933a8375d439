"""Claiming what a hand is worth."""

from dataclasses import replace

import pytest

from games.cribbage.actions import Claim, Count, TableCount
from games.cribbage.errors import Malformed, NotLegal, NotYours
from games.cribbage.events import Claimed, ClaimRefused, Counted, Forfeited, Over, Pegged
from games.cribbage.rules import apply, asked
from games.cribbage.situations import in_play
from games.cribbage.state import ShownCards
from games.cribbage.view import view

from .tables import cards

WORTH = 6


def show(seats=2, owner=1, dealer=0, scores=None, crib=False):
    """The show with muggins, a hand (or crib) of ``owner`` worth 6 in turn."""
    none = ((),) * seats
    state = in_play(none, to_play=0, dealer=dealer, scores=scores)
    hand = cards("7C 8D 2H KS")
    before = seats if crib else (owner - dealer - 1) % seats
    return replace(
        state,
        phase="show",
        settings=replace(state.settings, muggins=True),
        starter=cards("7H")[0],
        played=() if crib else tuple((owner, card) for card in hand),
        throws=(hand, *none[1:]) if crib else none,
        shown=(ShownCards(0, False, (), 0),) * before,
    )


def pegged(events):
    return [(each.seat, each.points, each.why) for each in events if isinstance(each, Pegged)]


def test_a_right_claim_pegs_all_of_it():
    state, events = apply(show(), 1, Claim(WORTH))
    assert [type(event) for event in events] == [Claimed, Counted, Pegged]
    assert pegged(events) == [(1, 6, "hand")]
    assert state.scores == (0, 6)


def test_what_a_claim_misses_goes_to_the_next_opponent_after_the_claim():
    state, events = apply(show(), 1, Claim(4))
    assert events[0] == Claimed(1, False, 4)
    assert (events[1].points, events[1].by) == (6, "seat")
    assert pegged(events) == [(1, 4, "hand"), (0, 2, "muggins")]
    assert view(state, 0).shown[0].points_pegged == 4
    assert view(state, 0).shown[0].breakdown.total == 6


def test_a_claim_of_nothing_gives_all_of_it_away():
    _, events = apply(show(), 1, Claim(0))
    assert pegged(events) == [(0, 6, "muggins")]


def test_the_crib_is_claimed_by_the_dealer():
    state = show(owner=0, crib=True)
    assert asked(state) == (0,)
    state, events = apply(state, 0, Claim(4))
    assert events[0] == Claimed(0, True, 4)
    assert pegged(events) == [(0, 4, "crib"), (1, 2, "muggins")]
    assert state.phase == "deal"


@pytest.mark.parametrize(("seats", "owner", "opponent"), [(3, 2, 0), (4, 1, 2), (4, 3, 0)])
def test_the_next_seat_to_the_left_that_is_no_partner_takes_it(seats, owner, opponent):
    state, events = apply(show(seats, owner), owner, Claim(1))
    assert pegged(events) == [(owner, 1, "hand"), (opponent, 5, "muggins")]
    sides = [0, 0, 0] if seats == 3 else [0, 0]
    sides[owner % len(sides)], sides[opponent % len(sides)] = 1, 5
    assert state.scores == tuple(sides)


def test_the_first_claim_above_the_worth_is_refused_without_a_hint():
    start = show(scores=(50, 50))
    state, events = apply(start, 1, Claim(7))
    assert events == (ClaimRefused(1, False),)
    assert state == replace(start, refused=True, decision=start.decision + 1)
    assert events == apply(start, 1, Claim(29))[1]
    assert view(state, 0).showing.refused
    assert not view(start, 0).showing.refused


def test_after_a_refusal_a_right_claim_is_pegged():
    state, _ = apply(show(), 1, Claim(7))
    state, events = apply(state, 1, Claim(6))
    assert pegged(events) == [(1, 6, "hand")]
    assert not state.refused


def test_a_second_claim_above_the_worth_forfeits_the_hand():
    state, _ = apply(show(), 1, Claim(7))
    state, events = apply(state, 1, Claim(8))
    assert events[0] == Forfeited(1, False)
    assert isinstance(events[1], Counted)
    assert pegged(events) == [(0, 6, "muggins")]
    assert view(state, 1).shown[0].points_pegged == 0


def test_a_refusal_is_forgotten_with_the_next_hand():
    state = replace(show(), throws=(cards("AC 3C"), cards("AD 3D")))
    state = replace(state, played=(*state.played, *((0, card) for card in cards("TC TD TS TH"))))
    state, _ = apply(state, 1, Claim(7))
    state, _ = apply(state, 1, Claim(8))
    assert asked(state) == (0,)
    _, events = apply(state, 0, Claim(29))
    assert events == (ClaimRefused(0, False),)


def test_the_claim_can_win_before_the_rest_is_pegged():
    state, events = apply(show(scores=(119, 117)), 1, Claim(4))
    assert pegged(events) == [(1, 4, "hand")]
    assert (state.winner, state.scores) == (1, (119, 121))


def test_what_was_missed_can_win():
    state, events = apply(show(scores=(119, 116)), 1, Claim(4))
    assert pegged(events) == [(1, 4, "hand"), (0, 2, "muggins")]
    assert events[-1] == Over(0, (121, 120), (None, None))
    assert state.winner == 0


def test_the_table_counts_rightly_for_who_lets_time_pass():
    state, events = apply(show(), 1, TableCount())
    assert events[0].by == "table"
    assert pegged(events) == [(1, 6, "hand")]
    assert state.scores == (0, 6)


def test_with_muggins_nothing_is_counted_at_a_press():
    with pytest.raises(NotLegal):
        apply(show(), 1, Count())


def test_nobody_claims_for_another():
    with pytest.raises(NotYours):
        apply(show(), 0, Claim(6))


@pytest.mark.parametrize("points", [-1, 30, True, 6.0, "6", None])
def test_a_claim_is_a_number_from_0_to_29(points):
    with pytest.raises(Malformed):
        apply(show(), 1, Claim(points))
