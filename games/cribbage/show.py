"""The show: what four cards and the starter are worth, and why.

`count_hand` names every combination; `points` gives only the total, fast, by
looking up the ranks in a table.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, product
from math import prod

from games.cribbage.cards import DECK, Card, in_order
from games.cribbage.errors import Malformed

KINDS = {
    "fifteen": "fifteens",
    "pair": "pairs",
    "run": "runs",
    "flush": "flush",
    "nobs": "nobs",
}
"""Kinds of combination, in the order they are said, and the part each adds to."""


_SOME_OF_FIVE = tuple(places for size in range(2, 6) for places in combinations(range(5), size))


@dataclass(frozen=True, slots=True)
class Combination:
    """Cards that score together: one fifteen, one pair (or three or four of a
    kind), one run, the flush, or his nobs."""

    kind: str
    cards: tuple[Card, ...]
    points: int


@dataclass(frozen=True, slots=True)
class Breakdown:
    """All that a hand scores, in the order fifteens, pairs, runs, flush, nobs."""

    combinations: tuple[Combination, ...]

    @property
    def parts(self) -> dict[str, int]:
        """Points of ``fifteens``, ``pairs``, ``runs``, ``flush`` and ``nobs``, zeros included."""
        parts = dict.fromkeys(KINDS.values(), 0)
        for combination in self.combinations:
            parts[KINDS[combination.kind]] += combination.points
        return parts

    @property
    def total(self) -> int:
        """0 to 29."""
        return sum(combination.points for combination in self.combinations)


def count_hand(hand: Iterable[Card], starter: Card, crib: bool = False) -> Breakdown:
    """Count four cards with the starter; ``crib`` applies the crib's flush rule.

    Raises `Malformed` unless there are four cards and a starter, all different.
    """
    held = tuple(hand)
    if len(held) != 4 or len({*held, starter}) != 5:
        raise Malformed("A hand is four different cards and a starter.")
    return _breakdown(held, starter, crib)


@lru_cache(maxsize=1024)  # the same few hands are looked at again and again by every seat
def _breakdown(hand: tuple[Card, ...], starter: Card, crib: bool) -> Breakdown:
    cards = in_order((*hand, starter))
    return Breakdown(
        (
            *_fifteens(cards),
            *_pairs(cards),
            *_runs(cards),
            *_flush(hand, starter, crib),
            *_nobs(hand, starter),
        )
    )


def _fifteens(cards: Sequence[Card]) -> list[Combination]:
    values = [card.value for card in cards]
    return [
        Combination("fifteen", tuple(cards[place] for place in places), 2)
        for places in _SOME_OF_FIVE
        if sum(values[place] for place in places) == 15
    ]


def _pairs(cards: Sequence[Card]) -> list[Combination]:
    groups = _by_rank(cards)
    return [
        Combination("pair", groups[rank], len(groups[rank]) * (len(groups[rank]) - 1))
        for rank in sorted(groups)
        if len(groups[rank]) > 1
    ]


def _runs(cards: Sequence[Card]) -> list[Combination]:
    groups = _by_rank(cards)
    for length in (5, 4, 3):
        for low in groups:
            ranks = range(low, low + length)
            if all(rank in groups for rank in ranks):
                ways = product(*(groups[rank] for rank in ranks))
                return [Combination("run", way, length) for way in ways]
    return []


def _flush(hand: tuple[Card, ...], starter: Card, crib: bool) -> list[Combination]:
    suits = {card.suit for card in hand}
    if len(suits) > 1:
        return []
    if starter.suit in suits:
        return [Combination("flush", in_order((*hand, starter)), 5)]
    return [] if crib else [Combination("flush", in_order(hand), 4)]


def _nobs(hand: tuple[Card, ...], starter: Card) -> list[Combination]:
    return [
        Combination("nobs", (card,), 1)
        for card in hand
        if card.rank == 11 and card.suit == starter.suit
    ]


def _by_rank(cards: Iterable[Card]) -> dict[int, tuple[Card, ...]]:
    groups: dict[int, tuple[Card, ...]] = {}
    for card in cards:
        groups[card.rank] = (*groups.get(card.rank, ()), card)
    return groups


# The table. Each rank has its own power of five, so a sum over five cards
# (never more than four of a rank) says exactly which ranks they are.
_KEY = tuple(5 ** (int(card) % 13) for card in DECK)
_SUIT = tuple(int(card) // 13 for card in DECK)
_JACK = tuple(int(card) // 13 * 13 + 10 for card in DECK)


def _score_ranks(ranks: Sequence[int]) -> int:
    """Fifteens, pairs and runs of five ranks, 1 to 13."""
    sums = [0]
    for rank in ranks:
        sums += [total + min(rank, 10) for total in sums]
    score = 2 * sums.count(15)
    alike = {rank: ranks.count(rank) for rank in ranks}
    score += sum(number * (number - 1) for number in alike.values())
    for length in (5, 4, 3):
        for low in alike:
            ways = prod(alike.get(rank, 0) for rank in range(low, low + length))
            if ways:
                return score + length * ways
    return score


def _rank_points() -> dict[int, int]:
    five_ranks = combinations_with_replacement(range(1, 14), 5)
    return {
        sum(5 ** (rank - 1) for rank in ranks): _score_ranks(ranks)
        for ranks in five_ranks
        if ranks[0] != ranks[4]
    }


_RANK_POINTS = _rank_points()


def points(hand: Sequence[Card], starter: Card, crib: bool = False) -> int:
    """What `count_hand` would total, 0 to 29, without the reasons and without its checks."""
    a, b, c, d = hand
    total = _RANK_POINTS[_KEY[a] + _KEY[b] + _KEY[c] + _KEY[d] + _KEY[starter]]
    if _SUIT[a] == _SUIT[b] == _SUIT[c] == _SUIT[d]:
        if _SUIT[a] == _SUIT[starter]:
            total += 5
        elif not crib:
            total += 4
    if _JACK[starter] in hand:
        total += 1
    return total
