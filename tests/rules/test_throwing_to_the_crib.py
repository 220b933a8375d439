"""Throws are simultaneous, secret and final; the last one turns the starter."""

import pytest

from games.cribbage.actions import Play, Throw
from games.cribbage.errors import Malformed, NotLegal, NotNow
from games.cribbage.events import Over, Pegged, StarterTurned, Thrown
from games.cribbage.rules import apply, asked
from games.cribbage.view import view

from .tables import cards, dealt, throw_all

HANDS = ["AC 2C 3C 4C 5C 6C", "AD 2D 3D 4D 5D 6D"]
THREE = ["AC 2C 3C 4C 5C", "AD 2D 3D 4D 5D", "AH 2H 3H 4H 5H"]


def test_every_seat_is_asked_at_once_and_throws_when_it_likes():
    state = dealt(THREE, crib_from_deck="9C")
    assert asked(state) == (0, 1, 2)
    decision = state.decision
    state, events = apply(state, 1, Throw(cards("AD")))
    assert events == (Thrown(1, 1),)
    assert asked(state) == (0, 2)
    assert state.decision == decision
    state, _ = apply(state, 2, Throw(cards("AH")))
    state, events = apply(state, 0, Throw(cards("AC")))
    assert state.decision == decision + 1
    assert events == (Thrown(0, 1), StarterTurned(cards("KS")[0]))
    assert (state.phase, asked(state)) == ("play", (1,))


def test_a_throw_cannot_be_taken_back():
    state, _ = apply(dealt(HANDS), 0, Throw(cards("AC 2C")))
    with pytest.raises(NotNow):
        apply(state, 0, Throw(cards("3C 4C")))


@pytest.mark.parametrize("thrown", ["AC", "AC 2C 3C", "AC AC", "AC AD", "KS QS"])
def test_two_seats_throw_two_cards_of_their_own(thrown):
    with pytest.raises(NotLegal):
        apply(dealt(HANDS), 0, Throw(cards(thrown)))


@pytest.mark.parametrize("thrown", ["AC 2C", "AD"])
def test_three_seats_throw_one_card_of_their_own(thrown):
    with pytest.raises(NotLegal):
        apply(dealt(THREE, crib_from_deck="9C"), 0, Throw(cards(thrown)))


@pytest.mark.parametrize("thrown", [None, "AC 2C", [*cards("AC 2C")], (0, 1), (0, "x"), 5])
def test_what_is_no_throw_is_refused(thrown):
    with pytest.raises(Malformed):
        apply(dealt(HANDS), 0, Throw(thrown))


def test_nothing_is_played_before_the_last_throw():
    state, _ = apply(dealt(HANDS), 1, Throw(cards("AD 2D")))
    with pytest.raises(NotNow):
        apply(state, 1, Play(cards("3D")[0]))


def test_a_seat_sees_its_own_throw_and_of_the_others_only_that_they_threw():
    state, _ = apply(dealt(HANDS), 0, Throw(cards("2C AC")))
    assert view(state, 0).own_throw == cards("AC 2C")
    assert view(state, 0).hand == cards("3C 4C 5C 6C")
    other = view(state, 1)
    assert (other.own_throw, other.has_thrown, other.crib_size, other.crib) == (
        (),
        (True, False),
        2,
        None,
    )


def test_a_jack_turned_pegs_two_for_the_dealer():
    state, events = throw_all(dealt(HANDS, dealer=1, starter="JS"), ["AC 2C", "AD 2D"])
    assert events[1:] == (StarterTurned(cards("JS")[0]), Pegged(1, 1, 2, 2, "heels"))
    assert state.scores == (0, 2)
    assert (state.phase, asked(state)) == ("play", (0,))


def test_a_jack_turned_can_win_the_game():
    start = dealt(HANDS, dealer=1, starter="JS", scores=(7, 120))
    state, events = throw_all(start, ["AC 2C", "AD 2D"])
    assert events[2:] == (
        Pegged(1, 1, 1, 121, "heels"),
        Over(1, (7, 121), ("double", None)),
    )
    assert (state.phase, state.winner, asked(state)) == ("over", 1, ())


def test_with_four_a_jack_turned_is_the_dealers_sides():
    hands = [*THREE, "AS 2S 3S 4S 5S"]
    state, events = throw_all(dealt(hands, dealer=3, starter="JS"), ["AC", "AD", "AH", "AS"])
    assert events[-1] == Pegged(1, 3, 2, 2, "heels")
    assert asked(state) == (0,)
