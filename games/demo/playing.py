"""A whole game by the rules, between people who decide sensibly more or less often."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from games.cpu.throwing import expected_crib, expected_hand, ways_to_throw, without
from games.cribbage import record, rules, shuffle
from games.cribbage.actions import Action, Count, Cut, Deal, Play, Throw
from games.cribbage.cards import Card
from games.cribbage.play import legal, score_play
from games.cribbage.state import Settings, State, side_of
from games.demo.plan import Fate
from games.models import Move

# How many starters are thought of before a throw, and for how many ways to throw the crib.
STARTERS, WEIGHED = 5, 4
# Counts that invite a fifteen or a thirty-one, and what they are thought to cost.
INVITING = {5: 0.6, 21: 0.6, 10: 0.2, 26: 0.2}


@dataclass(frozen=True, slots=True)
class Made:
    """One move, as its row has it."""

    decision: int
    seat: int
    actor: str
    action: dict[str, Any]
    events: list[dict[str, Any]]


@dataclass(slots=True)
class PlayedGame:
    """A game that is over: `fate` is what came about, `left_after` the last move before it."""

    state: State
    moves: list[Made] = field(default_factory=list)
    fate: Fate = Fate.PLAYED
    left_after: int = 0


@dataclass(frozen=True, slots=True)
class Shuffled:
    """What the decks of a game follow from."""

    seed: bytes
    key: str
    contributions: tuple[str, ...]

    def deck(self, action: Action) -> tuple[Card, ...] | None:
        """The deck that an action needs."""
        if isinstance(action, Cut):
            return shuffle.deck(self.seed, self.key, self.contributions, 0)
        if isinstance(action, Deal):
            return shuffle.deck(self.seed, self.key, self.contributions, action.hand_no)
        return None


def play(
    chance: random.Random,
    skills: Sequence[float],
    cards: Shuffled,
    fate: Fate,
    who: int,
    hand: int,
) -> PlayedGame:
    """Play until it is over. `fate` happens to seat `who` in deal `hand`, if there is one."""
    game = PlayedGame(rules.new_game(Settings(seats=len(skills))))
    gone: int | None = None
    while game.state.phase != "over":
        state = game.state
        if _now(state, fate, hand) and game.fate == Fate.PLAYED:
            game.fate, game.left_after = fate, len(game.moves)
            if fate != Fate.LEFT or len(skills) == 2:
                break
            gone = who
        seat = rules.asked(state)[0]
        if fate == Fate.MISSED and state.phase == "throw" and seat == who:
            # Everybody else has thrown in time.
            seat = rules.asked(state)[-1]
        action = _answer(chance, state, seat, 1.0 if seat == gone else skills[seat])
        actor = Move.Actor.CPU if seat == gone else Move.Actor.PLAYER
        game.state, events = rules.apply(state, seat, action, cards.deck(action))
        game.moves.append(
            Made(
                state.decision,
                seat,
                actor,
                record.action_to_json(action),
                [record.event_to_json(event) for event in events],
            )
        )
    return game


def _now(state: State, fate: Fate, hand: int) -> bool:
    if state.phase != "throw" or fate == Fate.PLAYED:
        return False
    if fate == Fate.MISSED:
        return state.hand_no == 1 and len(rules.asked(state)) == 1
    return state.hand_no == hand and len(rules.asked(state)) == state.settings.seats


def _answer(chance: random.Random, state: State, seat: int, skill: float) -> Action:
    match state.phase:
        case "cut":
            return Cut()
        case "deal":
            return Deal(state.hand_no + 1)
        case "show":
            return Count()
        case "throw":
            return Throw(_throw(chance, state, seat, sensible=chance.random() < skill))
    playable = legal(state.hands[seat], state.count)
    if chance.random() < skill:
        return Play(max(playable, key=lambda card: _worth(state, card)))
    return Play(chance.choice(playable))


def _throw(chance: random.Random, state: State, seat: int, *, sensible: bool) -> tuple[Card, ...]:
    hand, seats = state.hands[seat], state.settings.seats
    if not sensible:
        return tuple(chance.sample(hand, state.settings.thrown_each))
    assert state.dealer is not None
    own = side_of(seats, seat) == side_of(seats, state.dealer)
    unseen = without(hand)
    starters = chance.sample(unseen, STARTERS)
    ways = [(expected_hand(kept, starters), thrown) for kept, thrown in ways_to_throw(hand)]
    ways.sort(key=lambda way: way[0])
    sign = 1 if own else -1
    return max(
        ways[-WEIGHED:],
        key=lambda way: way[0] + sign * expected_crib(way[1], unseen, seats, own),
    )[1]


def _worth(state: State, card: Card) -> float:
    """The points of the card now, less what its count invites."""
    parts, count = score_play((*state.sequence, card))
    return sum(parts.values()) - INVITING.get(count, 0.0) + 0.02 * card.value
