"""Turns, passes, go, last card and reset."""

import pytest

from games.cribbage.actions import Play
from games.cribbage.cards import Card
from games.cribbage.errors import Malformed, NotLegal, NotYours
from games.cribbage.events import Over, Passed, Pegged, Played, Reset
from games.cribbage.rules import apply, asked
from games.cribbage.situations import in_play
from games.cribbage.view import view

from .tables import cards, play_all


def table(*hands, to_play=0, scores=None, target=121):
    return in_play([cards(hand) for hand in hands], to_play, scores=scores, target=target)


def kinds(events):
    return [type(event) for event in events]


def test_a_seat_that_cannot_play_is_passed():
    state, events = play_all(table("8C 2C", "TD 9D", "TS AS KS"), "8C TD TS")
    assert (state.count, asked(state), kinds(events)[-1]) == (28, (0,), Pegged)
    state, events = play_all(state, "2C")
    assert events == (Played(0, cards("2C")[0], 30, {}), Passed(1))
    assert (asked(state), view(state, None).passed) == ((2,), (1,))


def test_a_passed_seat_shows_go_until_the_reset():
    state, events = play_all(table("TC AC KC", "TD 9D", "9S KS"), "TC TD 9S")
    assert (state.count, state.passed, asked(state)) == (29, (), (0,))
    state, events = play_all(state, "AC")
    assert events[1:] == (Passed(1), Passed(2), Pegged(0, 0, 1, 1, "go"), Reset(1))
    assert (state.passed, state.count, asked(state)) == ((), 0, (1,))


def test_nobody_is_passed_twice_in_a_count():
    _, events = play_all(table("7C 2C KC", "TD 9D", "TS AS KS"), "7C TD TS 2C AS")
    assert [event.seat for event in events if isinstance(event, Passed)] == [1, 0]


def test_a_seat_without_cards_shows_no_go():
    _, events = play_all(table("TC", "TD KD", "9S AS KS"), "TC TD 9S AS")
    assert [event.seat for event in events if isinstance(event, Passed)] == [1]
    assert events[-2:] == (Pegged(2, 2, 1, 1, "go"), Reset(1))


def test_the_last_player_of_a_count_is_not_passed():
    _, events = play_all(table("TC KC", "QD KD", "9S"), "TC QD 9S")
    assert [event.seat for event in events if isinstance(event, Passed)] == [0, 1]
    assert events[-2:] == (Pegged(2, 2, 1, 1, "go"), Reset(0))


def test_a_seat_that_can_play_is_never_passed():
    state, events = play_all(table("9C", "KS"), "9C")
    assert (asked(state), view(state, 1).legal, kinds(events)) == ((1,), cards("KS"), [Played])


def test_a_seat_alone_lays_one_card_after_another():
    state, events = play_all(table("5C", "KD QD JD 5D"), "5C KD QD")
    assert asked(state) == (1,)
    state, events = play_all(state, "5D JD")
    assert events[1:] == (
        Pegged(1, 1, 1, 3, "go"),
        Reset(1),
        Played(1, cards("JD")[0], 10, {}),
        Pegged(1, 1, 1, 4, "last"),
        Reset(None),
    )
    assert (state.phase, state.count) == ("show", 0)


def test_thirty_one_is_two_and_never_a_go_besides():
    _, events = play_all(table("TC KC", "JD AD", "TS 2S"), "TC JD TS AD")
    assert events[-2:] == (Pegged(1, 1, 2, 2, "play"), Reset(2))
    assert Passed(2) not in events


def test_thirty_one_with_the_very_last_card_is_two_and_no_more():
    _, events = play_all(table("TC AC", "JD TD"), "TC JD AC TD")
    assert events[-2:] == (Pegged(1, 1, 2, 2, "play"), Reset(None))


def test_the_very_last_card_pegs_one_and_never_two():
    state, events = play_all(table("TC", "9D"), "TC 9D")
    assert events[-2:] == (Pegged(1, 1, 1, 1, "last"), Reset(None))
    assert state.scores == (0, 1)


def test_the_next_seat_that_holds_cards_leads_after_a_reset():
    state, events = play_all(table("TC", "TD", "TS AS KS"), "TC TD TS AS")
    assert events[-1] == Reset(2)
    assert asked(state) == (2,)


def test_pairs_and_runs_do_not_reach_back_over_a_reset():
    state, _ = play_all(table("TC KC", "QD KD", "JS"), "TC QD JS")
    assert state.count == 0
    state, events = play_all(state, "KC KD")
    assert events[1] == Played(1, cards("KD")[0], 20, {"pair": 2})
    state, _ = play_all(table("TC KC", "QD KD", "KS"), "TC QD KS")
    _, events = play_all(state, "KC")
    assert events[0].parts == {}


def test_points_of_one_card_add_up_in_one_pegging():
    _, events = play_all(table("4S 5C", "6D 9D"), "4S 6D 5C")
    assert events[2:] == (
        Played(0, cards("5C")[0], 15, {"fifteen": 2, "run": 3}),
        Pegged(0, 0, 5, 5, "play"),
    )


def test_with_four_both_partners_peg_for_one_score():
    state, _ = play_all(table("5C 9C", "TD 9D", "KH 9H", "JS 9S"), "5C TD")
    assert state.scores == (0, 2)
    state, _ = play_all(table("5C 9C", "5D 9D", "5H 9H", "5S 9S"), "5C 5D 5H 5S")
    assert state.scores == (8, 14)


def test_a_card_that_wins_ends_the_game_before_any_go():
    state, events = play_all(table("TC KC", "5D 2D", scores=(100, 119)), "TC 5D")
    assert events[2:] == (Pegged(1, 1, 2, 121, "play"), Over(1, (100, 121), (None, None)))
    assert (state.phase, state.winner, asked(state)) == ("over", 1, ())


def test_the_go_point_can_win_and_what_is_held_is_never_played():
    start = table("TC KC", "TD QD", "9S", scores=(0, 31, 60), target=61)
    state, events = play_all(start, "TC TD 9S")
    assert events[-2:] == (
        Pegged(2, 2, 1, 61, "go"),
        Over(2, (0, 33, 61), ("skunk", None, None)),
    )
    assert state.hands == (cards("KC"), cards("QD"), ())
    assert view(state, 0).shown == ()


@pytest.mark.parametrize("card", ["5H", "9C"])
def test_a_card_not_held_or_already_laid_is_refused(card):
    state, _ = play_all(table("9C 2C", "KS 4D"), "9C")
    with pytest.raises(NotLegal):
        apply(state, 1, Play(Card.parse(card)))


def test_a_card_that_passes_thirty_one_is_refused():
    state, _ = play_all(table("TC 2C", "TD 9D 2D", "3S KS"), "TC TD 3S 2C")
    with pytest.raises(NotLegal, match="31"):
        apply(state, 1, Play(cards("9D")[0]))


def test_a_card_out_of_turn_is_refused():
    with pytest.raises(NotYours):
        apply(table("9C", "KS"), 1, Play(cards("KS")[0]))


@pytest.mark.parametrize("card", [None, 5, "9C", True, cards("9C")])
def test_what_is_no_card_is_refused(card):
    with pytest.raises(Malformed):
        apply(table("9C", "KS"), 0, Play(card))


def test_every_card_is_a_decision():
    before = table("9C 2C", "KS 4D")
    assert play_all(before, "9C KS")[0].decision == before.decision + 2
