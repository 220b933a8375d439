"""The whole truth about a game, hidden cards included. Only `view` may be shown.

No repr of these values shows a card.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from games.cribbage.cards import Card, in_order
from games.cribbage.errors import Malformed
from games.cribbage.play import count_of

TARGETS = (61, 121)
SKUNKS = ("all", "121", "off")
FIRST_DEALS = ("cut", "host")
PHASES = ("cut", "deal", "throw", "play", "show", "over")

Laid = tuple[int, Card]
"""A card and the seat that laid (or drew) it."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What the host chose before the first deal. Raises `Malformed` for any other value.

    ``seats`` 2 to 4; ``target`` 61 or 121 points; ``skunk``: label the losers of
    ``all`` games, of ``121``-point games only, or none (``off``); ``first_deal``:
    ``cut`` for it, or the ``host`` deals.
    """

    seats: int
    target: int = 121
    muggins: bool = False
    skunk: str = "all"
    first_deal: str = "cut"

    def __post_init__(self) -> None:
        if (
            type(self.seats) is not int
            or self.seats not in (2, 3, 4)
            or type(self.target) is not int
            or self.target not in TARGETS
            or type(self.muggins) is not bool
            or self.skunk not in SKUNKS
            or self.first_deal not in FIRST_DEALS
        ):
            raise Malformed("There are no such settings.")

    @property
    def sides(self) -> int:
        """Number of scores: one a seat, but two with four seats."""
        return 3 if self.seats == 3 else 2

    @property
    def dealt_each(self) -> int:
        """Cards dealt to each seat."""
        return 6 if self.seats == 2 else 5

    @property
    def thrown_each(self) -> int:
        """Cards each seat throws to the crib."""
        return self.dealt_each - 4


def side_of(seats: int, seat: int) -> int:
    """The side a seat pegs for: with four seats 0 and 2 play against 1 and 3."""
    return seat % 2 if seats == 4 else seat


@dataclass(frozen=True, slots=True)
class ShownCards:
    """A hand or crib that was counted, and what its own seat pegged for it."""

    seat: int
    crib: bool
    cards: tuple[Card, ...]
    pegged: int


@dataclass(frozen=True, slots=True)
class PastHand:
    """What was shown of an earlier deal."""

    hand_no: int
    dealer: int
    starter: Card
    shown: tuple[ShownCards, ...]


@dataclass(frozen=True, slots=True)
class State:
    """A game at one moment. Build one with `rules.new_game`, move on with `rules.apply`."""

    settings: Settings
    host: int
    phase: str
    """One of ``cut deal throw play show over``."""
    decision: int
    """Rises by one whenever what was asked is completely answered."""
    scores: tuple[int, ...]
    """By side."""
    back_pegs: tuple[int, ...]
    """By side: the score before the last points it pegged."""
    hand_no: int = 0
    """The last hand dealt, from 1; 0 before the first."""
    dealer: int | None = None
    """Dealer of hand ``hand_no`` (before the first hand: of that one, once known)."""
    first_dealer: int | None = None
    cuts: tuple[tuple[Laid, ...], ...] = field(default=(), repr=False)
    """The cut for the deal, round by round."""
    hands: tuple[tuple[Card, ...], ...] = field(default=(), repr=False)
    """Cards still held, by seat."""
    throws: tuple[tuple[Card, ...], ...] = field(default=(), repr=False)
    """Cards thrown to the crib, by seat; empty until the seat has thrown."""
    crib_from_deck: tuple[Card, ...] = field(default=(), repr=False)
    """With three seats, the card the deck gives to the crib."""
    stock: tuple[Card, ...] = field(default=(), repr=False)
    """What is left of the deck, the next card first."""
    starter: Card | None = field(default=None, repr=False)
    played: tuple[Laid, ...] = field(default=(), repr=False)
    """Every card of this hand's play so far."""
    since: int = 0
    """How many of ``played`` lie before the last reset."""
    passed: tuple[int, ...] = ()
    """Seats that show "Go" until the reset, in the order they were passed."""
    to_play: int | None = None
    refused: bool = False
    """Whether a claim on the hand now in turn was already above its worth."""
    shown: tuple[ShownCards, ...] = field(default=(), repr=False)
    """Hands of this deal counted so far; the crib is the last."""
    last_hand: PastHand | None = field(default=None, repr=False)
    winner: int | None = None
    """The side that won."""

    @property
    def sequence(self) -> tuple[Card, ...]:
        """The cards since the count was last zero."""
        return tuple(card for _, card in self.played[self.since :])

    @property
    def count(self) -> int:
        """The running count of the play, 0 to 31."""
        return count_of(self.sequence)

    @property
    def crib(self) -> tuple[Card, ...]:
        """All that lies in the crib so far."""
        return in_order(
            [card for thrown in self.throws for card in thrown] + list(self.crib_from_deck)
        )

    def kept(self, seat: int) -> tuple[Card, ...]:
        """What the seat kept after its throw: cards still held and cards played."""
        laid = [card for player, card in self.played if player == seat]
        return in_order([*self.hands[seat], *laid])

    @property
    def crib_in_turn(self) -> bool:
        """Whether the show has come to the crib."""
        return self.phase == "show" and len(self.shown) == self.settings.seats
