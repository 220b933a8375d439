"""The fifty-two cards.

A card is a small number, ``0..51``: rank ``'A23456789TJQK'[i % 13]``, suit
``'cdhs'[i // 13]``. This is the order of the fair shuffle's decks too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Self

from games.cribbage.errors import Malformed

RANKS = "A23456789TJQK"
SUITS = "cdhs"
_RANK_NAMES = (
    *("ace", "two", "three", "four", "five", "six", "seven"),
    *("eight", "nine", "ten", "jack", "queen", "king"),
)
_SUIT_NAMES = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}


class Card(int):
    """One playing card, an ``int`` from 0 to 51. Raises `Malformed` outside that."""

    __slots__ = ()

    def __new__(cls, index: int) -> Self:
        if not isinstance(index, int) or isinstance(index, bool) or not 0 <= index < 52:
            raise Malformed("That is not a card.")
        return super().__new__(cls, index)

    @classmethod
    def parse(cls, text: object) -> Card:
        """The card written as rank then suit: ``"5H"``, ``"10H"``, ``"TH"`` or ``"th"``.

        Raises `Malformed` for anything else, of whatever type.
        """
        if isinstance(text, str) and len(text) <= 3 and text.isascii():
            card = _BY_TEXT.get(text.upper())
            if card is not None:
                return card
        raise Malformed("That is not a card.")

    @property
    def rank(self) -> int:
        """1 for an ace to 13 for a king."""
        return int(self) % 13 + 1

    @property
    def suit(self) -> str:
        """One of ``c d h s``."""
        return SUITS[int(self) // 13]

    @property
    def value(self) -> int:
        """What the card adds to the count: 1 for an ace, 10 for a court card."""
        return min(self.rank, 10)

    @property
    def code(self) -> str:
        """Two characters, rank then suit in capitals: ``"TH"``."""
        return RANKS[int(self) % 13] + self.suit.upper()

    @property
    def name(self) -> str:
        """In words: ``"ten of hearts"``."""
        return f"{_RANK_NAMES[self.rank - 1]} of {_SUIT_NAMES[self.suit]}"

    def __str__(self) -> str:
        return self.code

    def __repr__(self) -> str:
        return f"Card({self.code})"


DECK: tuple[Card, ...] = tuple(Card(index) for index in range(52))
"""All cards in order of their number."""

_BY_TEXT: dict[str, Card] = {card.code: card for card in DECK}
_BY_TEXT.update({f"10{card.suit.upper()}": card for card in DECK if card.rank == 10})


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards by rank, then suit: the way a hand is held."""
    return tuple(sorted(cards, key=lambda card: (card.rank, card.suit)))


def codes(cards: Iterable[Card]) -> list[str]:
    """The two-character codes of the cards, in the order given."""
    return [card.code for card in cards]


def check_deck(deck: Sequence[Card] | None) -> tuple[Card, ...]:
    """The deck as a tuple. Raises `Malformed` unless it holds each of the 52 cards once."""
    if not isinstance(deck, (tuple, list)) or len(deck) != 52:
        raise Malformed("A whole deck of 52 cards is needed.")
    if not all(isinstance(card, Card) for card in deck) or len(set(deck)) != 52:
        raise Malformed("A deck holds each of the 52 cards once.")
    return tuple(deck)
