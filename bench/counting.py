"""How fast hands are counted, on one core in pure Python.

    python bench/counting.py [--rounds 15] [--short]

Prints hands a second of `games.cribbage.show.points` over 20,000 random hands
(always the same), best and median of the rounds, and the time to count all
12,994,800 hands as a hand and as a crib, checking the totals on the way.
``--short`` leaves the latter out.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import time
from itertools import combinations
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from games.cribbage.cards import DECK  # noqa: E402
from games.cribbage.show import points  # noqa: E402

HANDS = 20_000
TARGET = 500_000
SEED = 29


def rates(rounds: int) -> list[float]:
    """Hands a second in each of so many rounds."""
    rng = random.Random(SEED)
    dealt = [rng.sample(DECK, 5) for _ in range(HANDS)]
    hands = [(tuple(five[:4]), five[4]) for five in dealt]
    found = []
    for _ in range(rounds):
        start = time.perf_counter()
        for hand, starter in hands:
            points(hand, starter)
        found.append(HANDS / (time.perf_counter() - start))
    return found


def count_all(crib: bool) -> tuple[float, list[int]]:
    """Seconds to count every hand with every starter, and how often each score came."""
    scores = [0] * 30
    start = time.perf_counter()
    for hand in combinations(DECK, 4):
        for starter in DECK:
            if starter not in hand:
                scores[points(hand, starter, crib)] += 1
    return time.perf_counter() - start, scores


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--short", action="store_true", help="not all 12,994,800 hands")
    chosen = parser.parse_args()
    found = rates(chosen.rounds)
    print(
        f"counting: best {max(found):,.0f}, median {statistics.median(found):,.0f} hands/s "
        f"over {HANDS:,} random hands, {chosen.rounds} rounds (target {TARGET:,})"
    )
    if chosen.short:
        return 0
    oracle = json.loads((ROOT / "tests" / "oracles" / "show_distribution.json").read_text())
    right = True
    for owner in ("hand", "crib"):
        seconds, scores = count_all(crib=owner == "crib")
        expected = [oracle[owner]["counts"][str(score)] for score in range(30)]
        right = right and scores == expected
        print(
            f"counting: all {sum(scores):,} as a {owner} in {seconds:.1f} s, "
            f"{'as they should be' if scores == expected else 'WRONG'} (target 60 s)"
        )
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
