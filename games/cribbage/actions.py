"""What a seat may answer when the game asks. Plain values; `rules.apply` judges them.

Cards are left out of every repr, so that an action can be logged.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from games.cribbage.cards import Card


@dataclass(frozen=True, slots=True)
class Cut:
    """The host has the first dealer cut for; ties are cut again at once. Needs deck 0."""


@dataclass(frozen=True, slots=True)
class Deal:
    """Deal hand ``hand_no``, which is one more than the last. Needs that hand's deck."""

    hand_no: int


@dataclass(frozen=True, slots=True)
class Throw:
    """Throw to the crib: two cards with two seats, one with three or four."""

    cards: tuple[Card, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Play:
    """Lay one card on the count."""

    card: Card = field(repr=False)


@dataclass(frozen=True, slots=True)
class Count:
    """Have the hand (or crib) in turn counted. Muggins off."""


@dataclass(frozen=True, slots=True)
class Claim:
    """Say what the hand (or crib) in turn is worth, 0 to 29. Muggins on."""

    points: int


@dataclass(frozen=True, slots=True)
class TableCount:
    """The table counts the hand (or crib) in turn for its seat, correctly."""


Action = Cut | Deal | Throw | Play | Count | Claim | TableCount
