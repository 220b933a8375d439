"""Random games of OpenSpiel's cribbage, move by move against these rules.

Each hand is dealt here as it was there and its cards are laid in the same
order; after every card the points must agree. What differs there, and is
allowed for:

* a crib of four cards in one suit scores 4 without the starter;
* hands and crib are added at once, and points do not stop at 121, so here every
  hand starts from nought and only the points it brings are compared;
* passes are actions of their own, and the go is pegged with the last of them.
"""

import random
import re

import pyspiel
import pytest

from games.cribbage.actions import Count, Deal, Play, Throw
from games.cribbage.cards import DECK, Card
from games.cribbage.events import Pegged
from games.cribbage.rules import apply, asked, new_game
from games.cribbage.state import Settings

GAMES = 200


class Peer:
    """One random game over there, told as hands."""

    def __init__(self, seats, seed):
        self.seats = seats
        self.rng = random.Random(seed)
        self.state = pyspiel.load_game(f"cribbage(players={seats})").new_initial_state()
        self.sides = 3 if seats == 3 else 2

    @property
    def scores(self):
        found = re.search(r"Scores: ([\d ]+)", str(self.state)).group(1).split()
        return tuple(int(score) for score in found)[: self.sides]

    @property
    def dealer(self):
        return int(re.search(r"Dealer: (\d)", str(self.state)).group(1))

    def over(self):
        return self.state.is_terminal()

    def move(self):
        """Make a random move: the seat (negative: a card is dealt) and its cards (none: a pass)."""
        if self.state.is_chance_node():
            seat, action = -1, self.rng.choice(self.state.chance_outcomes())[0]
        else:
            seat, action = self.state.current_player(), self.rng.choice(self.state.legal_actions())
        words = self.state.action_to_string(seat, action).split()[1:]
        self.state.apply_action(action)
        return seat, tuple(Card.parse(word) for word in words)

    def passes(self):
        """Make the passes that are due, as long as nothing else can be done."""
        while not self.over() and not self.state.is_chance_node():
            actions = self.state.legal_actions()
            seat = self.state.current_player()
            names = [self.state.action_to_string(seat, action) for action in actions]
            if names != ["Pass"]:
                return
            self.state.apply_action(actions[0])


def deal_here(peer, dealer):
    """The hand that is dealt and thrown from over there, as far as the turn of the starter."""
    settings = Settings(peer.seats)
    dealt = [peer.move()[1][0] for _ in range(peer.seats * settings.dealt_each)]
    to_crib = [peer.move()[1][0]] if peer.seats == 3 else []
    hands = [
        list(dealt[settings.dealt_each * s :][: settings.dealt_each]) for s in range(peer.seats)
    ]
    throws = [peer.move() for _ in range(peer.seats)]
    starter = peer.move()[1][0]
    front = [hands[(dealer + 1 + place) % peer.seats].pop(0) for place in range(len(dealt))]
    front += [*to_crib, starter]
    deck = (*front, *(card for card in DECK if card not in front))
    state = new_game(settings, first_dealer=dealer)
    state, _ = apply(state, 0, Deal(1), deck)
    for seat, cards in throws:
        state, _ = apply(state, seat, Throw(cards))
    return state


def flush_that_only_scores_there(state):
    suits = {card.suit for card in state.crib}
    return 4 if len(suits) == 1 and state.starter.suit not in suits else 0


def gained(before, after):
    return tuple(new - old for old, new in zip(before, after, strict=True))


def won_in_the_play(there, state, events):
    """Whether the last card won over there, before its go was pegged or with it."""
    without_go = list(state.scores)
    for event in events:
        if isinstance(event, Pegged) and event.why in ("go", "last"):
            without_go[event.side] -= event.points
    return there in (state.scores, tuple(without_go))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_same_cards_bring_the_same_points(seats):
    hands = cards_laid = 0
    for seed in range(GAMES):
        peer = Peer(seats, seed)
        while not peer.over():
            dealer, before = peer.dealer, peer.scores
            state = deal_here(peer, dealer)
            hands += 1
            while state.phase == "play" and not peer.over():
                assert gained(before, peer.scores) == state.scores
                seat, (card,) = peer.move()
                assert asked(state) == (seat,)
                state, events = apply(state, seat, Play(card))
                cards_laid += 1
                peer.passes()
            if peer.over() and won_in_the_play(gained(before, peer.scores), state, events):
                assert max(peer.scores) >= 121
                break
            extra = flush_that_only_scores_there(state)
            while state.phase == "show":
                state, _ = apply(state, asked(state)[0], Count())
            assert state.phase == "deal"
            expected = list(state.scores)
            expected[dealer % peer.sides] += extra
            assert gained(before, peer.scores) == tuple(expected)
    assert hands > 5 * GAMES
    assert cards_laid > 40 * GAMES
