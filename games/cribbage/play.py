"""The play: what a card laid on the count is worth, and which cards may be laid."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.cribbage.cards import Card

LIMIT = 31
"""The count never passes this."""

_ALIKE = {2: 2, 3: 6, 4: 12}


def count_of(sequence: Iterable[Card]) -> int:
    """The running count of these cards, court cards as ten."""
    return sum(card.value for card in sequence)


def legal(hand: Iterable[Card], count: int) -> tuple[Card, ...]:
    """The cards of the hand that keep the count within 31, in the hand's order."""
    return tuple(card for card in hand if count + card.value <= LIMIT)


def score_play(sequence: Sequence[Card]) -> tuple[dict[str, int], int]:
    """What the last card of the sequence pegs, and the count it makes.

    ``sequence`` is every card since the count was last zero. The parts, each
    present only if it scores: ``fifteen`` 2, ``thirtyone`` 2, ``pair`` 2, 6 or
    12 for the longest tail of one rank, ``run`` the length (3 to 7) of the
    longest tail that makes a run in any order. The point for a go or for the
    last card is not among them.
    """
    count = count_of(sequence)
    parts: dict[str, int] = {}
    if count == 15:
        parts["fifteen"] = 2
    if count == LIMIT:
        parts["thirtyone"] = 2
    alike = _tail_alike(sequence)
    if alike > 1:
        parts["pair"] = _ALIKE[alike]
    run = _tail_run(sequence)
    if run:
        parts["run"] = run
    return parts, count


def _tail_alike(sequence: Sequence[Card]) -> int:
    length = 0
    for card in reversed(sequence):
        if card.rank != sequence[-1].rank:
            break
        length += 1
    return length


def _tail_run(sequence: Sequence[Card]) -> int:
    for length in range(min(len(sequence), 7), 2, -1):
        ranks = {card.rank for card in sequence[-length:]}
        if len(ranks) == length and max(ranks) - min(ranks) == length - 1:
            return length
    return 0
