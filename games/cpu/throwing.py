"""Throwing to the crib: the best four to keep, by the show alone.

A way to keep four is worth what the hand will count on average over every
starter that can still turn up, plus the average crib when it is ours, minus
it when it is not. The averages of the crib come from `crib_table`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from games.cpu import crib_table
from games.cribbage.cards import DECK, Card, in_order
from games.cribbage.rules import side_of
from games.cribbage.show import points
from games.cribbage.view import View

_JACK = 11
_SUITED_SHARE = 1 / 4
"""How often two cards of different rank are of one suit."""
_NOBS_AVERAGE = 12 / 51
"""How often the starter is of a given card's suit, nothing else known."""


def choose_throw(view: View) -> tuple[Card, ...]:
    """The cards to throw: two with two seats, one with three or four."""
    assert view.seat is not None and view.dealer is not None
    own = side_of(view.seats, view.seat) == side_of(view.seats, view.dealer)
    unseen = without(view.hand)
    best = max(
        ways_to_throw(view.hand),
        key=lambda way: (
            expected_hand(way[0], unseen)
            + expected_crib(way[1], unseen, view.seats, own) * (1 if own else -1)
        ),
    )
    return best[1]


def without(seen: Sequence[Card]) -> list[Card]:
    """The deck less the cards seen, in the deck's order."""
    return [card for card in DECK if card not in seen]


def ways_to_throw(hand: Sequence[Card]) -> Iterator[tuple[tuple[Card, ...], tuple[Card, ...]]]:
    """Every way to keep four: the cards kept, the cards thrown. Always in the same order."""
    ordered = in_order(hand)
    for kept in combinations(ordered, 4):
        yield kept, tuple(card for card in ordered if card not in kept)


def expected_hand(kept: Sequence[Card], starters: Sequence[Card]) -> float:
    """Average count of four cards over the starters given, flush and nobs included."""
    return sum(points(kept, starter) for starter in starters) / len(starters)


def expected_crib(thrown: Sequence[Card], unseen: Sequence[Card], seats: int, own: bool) -> float:
    """Average count of the crib these cards go to, 0 to 29.

    ``own``: the crib is the thrower's side's. The table goes by rank; how many
    starters give a thrown jack its nob is known better here, and so is whether
    two cards can make a flush.
    """
    average = _by_rank(thrown, seats, own)
    for card in thrown:
        if card.rank == _JACK:
            alike = sum(other.suit == card.suit for other in unseen)
            average += alike / len(unseen) - _NOBS_AVERAGE
    if len(thrown) == 2 and thrown[0].rank != thrown[1].rank:
        flush = crib_table.FLUSH_OWN if own else crib_table.FLUSH_OTHER
        suited = thrown[0].suit == thrown[1].suit
        average += flush * (suited - _SUITED_SHARE)
    return average


def _by_rank(thrown: Sequence[Card], seats: int, own: bool) -> float:
    if seats == 2:
        pairs = crib_table.TWO_SEATS_OWN if own else crib_table.TWO_SEATS_OTHER
        first, second = thrown
        return pairs[first.rank - 1][second.rank - 1]
    if seats == 3:
        singles = crib_table.THREE_SEATS_OWN if own else crib_table.THREE_SEATS_OTHER
    else:
        singles = crib_table.FOUR_SEATS_OWN if own else crib_table.FOUR_SEATS_OTHER
    return singles[thrown[0].rank - 1]
