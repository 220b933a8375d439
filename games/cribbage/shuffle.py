"""The fair shuffle ``cribbage-shuffle-v1``.

A game's decks follow from a secret 32-byte seed, published only after the game
but committed to before it, and from what each seat contributed:

* commitment: SHA-256 of ``"<game id>:<seed in hex>"``
* hand key: HMAC-SHA256(seed, ``"cribbage-shuffle-v1|<game id>|<hand no>|<c0>|<c1>|…"``)
* words: 32-bit big-endian words of HMAC-SHA256(hand key, counter), the counter a
  big-endian 32-bit number from 0
* deck: Fisher-Yates over cards 0..51 from place 51 down, a word that would
  favour low places being skipped

Hand 0 is the cut for the deal.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence

from games.cribbage.cards import DECK, Card
from games.cribbage.errors import Malformed

VERSION = "cribbage-shuffle-v1"

_WORDS = 2**32


def commitment(game_id: str, seed: bytes) -> str:
    """64 hex digits that bind the seed without telling it. Shown before anyone is ready."""
    return hashlib.sha256(f"{game_id}:{seed.hex()}".encode()).hexdigest()


def contribution(kind: str, client_seed: str | None) -> str:
    """What one seat adds: ``cpu``, ``none`` without a client seed, else 32 hex digits.

    ``kind`` is ``account``, ``guest`` or ``cpu``. An empty client seed is none.
    """
    if kind == "cpu":
        return "cpu"
    if not client_seed:
        return "none"
    return hashlib.sha256(client_seed.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def hand_key(seed: bytes, game_id: str, contributions: Sequence[str], hand_no: int) -> bytes:
    """The 32-byte key that alone decides the deck of this hand. ``contributions`` by seat."""
    text = "|".join((VERSION, game_id, str(hand_no), *contributions))
    return hmac.new(seed, text.encode(), hashlib.sha256).digest()


def words(key: bytes) -> Iterator[int]:
    """The endless stream of 32-bit words of a hand key."""
    counter = 0
    while True:
        block = hmac.new(key, counter.to_bytes(4, "big"), hashlib.sha256).digest()
        for start in range(0, 32, 4):
            yield int.from_bytes(block[start : start + 4], "big")
        counter += 1


def deck(seed: bytes, game_id: str, contributions: Sequence[str], hand_no: int) -> tuple[Card, ...]:
    """The deck of a hand (0: the cut), the card dealt first in front."""
    cards = list(DECK)
    stream = words(hand_key(seed, game_id, contributions, hand_no))
    for place in range(51, 0, -1):
        limit = _WORDS - _WORDS % (place + 1)
        word = next(word for word in stream if word < limit)
        other = word % (place + 1)
        cards[place], cards[other] = cards[other], cards[place]
    return tuple(cards)


def cut_for_deal(
    deck: Sequence[Card], seats: int
) -> tuple[tuple[tuple[tuple[int, Card], ...], ...], int]:
    """The rounds of the cut, each (seat, card) in seat order, and the first dealer.

    Lowest rank deals, ace low; only the seats tied for lowest draw again, the
    next cards of the deck. Raises `Malformed` if a deck so contrived that it
    ties to its end is used up.
    """
    rounds = []
    drawing, used = tuple(range(seats)), 0
    while len(drawing) > 1:
        cards = deck[used : used + len(drawing)]
        if len(cards) < len(drawing):
            raise Malformed("The deck ran out before the cut was settled.")
        used += len(drawing)
        drawn = tuple(zip(drawing, cards, strict=True))
        rounds.append(drawn)
        lowest = min(card.rank for card in cards)
        drawing = tuple(seat for seat, card in drawn if card.rank == lowest)
    return tuple(rounds), drawing[0]
