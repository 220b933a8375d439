"""What all 12,994,800 hands are worth, exactly.

Suits are only names: hands that differ by a renaming of suits are counted
through one of them, as many times as there are such hands. How many there are
is found by going through all 270,725 hands. `bench/counting.py` counts all
12,994,800 one by one.
"""

import json
from collections import Counter
from itertools import combinations

import pytest

from games.cribbage.cards import DECK
from games.cribbage.show import points

from .tables import ORACLES

DISTRIBUTION = json.loads((ORACLES / "show_distribution.json").read_text())


@pytest.fixture(scope="module")
def hands():
    """One hand of each kind, and how many hands are of that kind."""
    bits = [(1 << int(card) % 13, int(card) // 13) for card in DECK]
    number, example = Counter(), {}
    for hand in combinations(DECK, 4):
        suits = [0, 0, 0, 0]
        for card in hand:
            rank, suit = bits[card]
            suits[suit] |= rank
        kind = tuple(sorted(suits))
        number[kind] += 1
        example.setdefault(kind, hand)
    assert len(number) == 16432
    return [(example[kind], number[kind]) for kind in number]


@pytest.mark.parametrize("owner", ["hand", "crib"])
def test_every_score_comes_as_often_as_it_should(hands, owner):
    crib = owner == "crib"
    found = Counter()
    for hand, number in hands:
        for starter in DECK:
            if starter not in hand:
                found[points(hand, starter, crib)] += number
    expected = {int(score): count for score, count in DISTRIBUTION[owner]["counts"].items()}
    assert sum(found.values()) == DISTRIBUTION[owner]["total"] == 12_994_800
    assert {score: found[score] for score in range(30)} == expected
