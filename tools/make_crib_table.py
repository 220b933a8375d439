"""Write games/cpu/crib_table.py: what a crib counts on average, by the ranks thrown to it.

``python tools/make_crib_table.py [deals]``, a few minutes on two cores.

The averages depend on what the other seats throw, and that on the averages. So
it is done in rounds, from a table of nothing: everybody throws by the last
round's table, and the cribs that come of it make the next. The last round
takes all the deals. Each deal serves every entry: the cards of the entry are
drawn from those the deal has left over, and it weighs as much as there are
ways to draw them. Seeded, so the same run writes the same table.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from games.cpu.throwing import expected_hand, ways_to_throw, without
from games.cribbage.cards import DECK, Card
from games.cribbage.show import points

TABLE = ROOT / "games" / "cpu" / "crib_table.py"
DEALS = 160_000
SHORT_DEALS = 16_000
ROUNDS = 6
BLOCK = 4_000
SEED = 20_240_607
OWN, OTHER = 0, 1

Ranks = tuple[int, ...]
FLUSH: Ranks = ()
"""The entry for what the flush of two thrown cards of one suit is worth."""
Entry = tuple[Ranks, int]
"""The ranks thrown, lowest first, and whether the crib is OWN or OTHER."""
Table = dict[Entry, float]
Sums = tuple[float, float]


@dataclass(frozen=True)
class Way:
    """One throw of a hand, and what the four cards kept count on average."""

    hand: float
    thrown: tuple[Card, ...]
    ranks: Ranks


@dataclass(frozen=True)
class Dealt:
    """The other seats' hands as their ways to throw, and the rest of one deal."""

    hands: tuple[tuple[Way, ...], ...]
    from_deck: tuple[Card, ...]
    starter: Card
    left: tuple[tuple[Card, ...], ...]
    """Cards left over, by rank."""


def main(deals: int) -> None:
    """Make the tables for two, three and four seats and write them."""
    tables: dict[int, Table] = {}
    with ProcessPoolExecutor(2) as pool:
        for seats in (2, 3, 4):
            table = dict.fromkeys(entries(seats), 0.0)
            for number in range(ROUNDS):
                last = number == ROUNDS - 1
                blocks = max(1, (deals if last else min(deals, SHORT_DEALS)) // BLOCK)
                jobs = [(seats, f"{SEED} {seats} {each}", BLOCK, table) for each in range(blocks)]
                results = list(pool.map(block, jobs))
                table = {entry: mean([sums[entry] for sums in results]) for entry in table}
                print(f"{seats} seats, round {number + 1} of {ROUNDS}", file=sys.stderr)
            tables[seats] = table
    TABLE.write_text(source(tables), encoding="utf-8")


def entries(seats: int) -> list[tuple[Ranks, int]]:
    thrown = 2 if seats == 2 else 1
    of_ranks = list(combinations_with_replacement(range(1, 14), thrown))
    if seats == 2:
        of_ranks.append(FLUSH)
    return [(ranks, role) for ranks in of_ranks for role in (OWN, OTHER)]


def mean(sums: Sequence[Sums]) -> float:
    return sum(total for total, _ in sums) / sum(weight for _, weight in sums)


def block(job: tuple[int, str, int, Table]) -> dict[Entry, Sums]:
    """Sums of weighted crib points and of weights over a block of deals.

    ``job``: the number of seats, the seed, the number of deals, and the table all throw by.
    """
    seats, seed, deals, table = job
    chance = random.Random(seed)
    totals = dict.fromkeys(table, 0.0)
    weights = dict.fromkeys(table, 0.0)
    for _ in range(deals):
        dealt = _deal(seats, chance)
        others = [_others_thrown(dealt, seats, role, table) for role in (OWN, OTHER)]
        for entry in table:
            ranks, role = entry
            if ranks == FLUSH:
                total, weight = _flush(others[role], dealt)
            else:
                total, weight = _count(ranks, others[role], dealt, chance)
            totals[entry] += total
            weights[entry] += weight
    return {entry: (totals[entry], weights[entry]) for entry in table}


def _others_thrown(dealt: Dealt, seats: int, role: int, table: Table) -> list[Card]:
    """What lies in a crib that is ``role`` to the thrower, the thrower's cards apart."""
    cards = list(dealt.from_deck)
    for hand, theirs in zip(dealt.hands, _roles(seats, role), strict=True):
        cards += _thrown(hand, theirs, table)
    return cards


def _count(ranks: Ranks, others: Sequence[Card], dealt: Dealt, chance: random.Random) -> Sums:
    """The crib with cards of these ranks drawn from those left, times the ways to draw them."""
    ways = _drawn(ranks, dealt.left)
    if not ways:
        return 0.0, 0.0
    crib = [*chance.choice(ways), *others]
    return len(ways) * points(crib, dealt.starter, crib=True), len(ways)


def _flush(others: Sequence[Card], dealt: Dealt) -> Sums:
    """Five points whenever two cards of one suit, from those left, make a flush."""
    suits = {card.suit for card in (*others, dealt.starter)}
    total = weight = 0.0
    for suit in "cdhs":
        number = sum(card.suit == suit for cards in dealt.left for card in cards)
        ways = number * (number - 1) / 2
        total += 5 * ways if suits == {suit} else 0
        weight += ways
    return total, weight


def _roles(seats: int, role: int) -> tuple[int, ...]:
    """Whose crib it is to each of the other seats, when to the thrower it is ``role``."""
    if seats == 2:
        return (1 - role,)
    if seats == 3:
        return (OTHER, OTHER) if role == OWN else (OWN, OTHER)
    return (1 - role, role, 1 - role)


def _deal(seats: int, chance: random.Random) -> Dealt:
    each = 6 if seats == 2 else 5
    deck = list(DECK)
    chance.shuffle(deck)
    hands = [deck[place * each : (place + 1) * each] for place in range(seats - 1)]
    rest = deck[(seats - 1) * each :]
    from_deck = tuple(rest[1:2]) if seats == 3 else ()
    left = rest[1 + len(from_deck) :]
    return Dealt(
        hands=tuple(_ways(hand) for hand in hands),
        from_deck=from_deck,
        starter=rest[0],
        left=tuple(tuple(card for card in left if card.rank == rank) for rank in range(14)),
    )


def _ways(hand: Sequence[Card]) -> tuple[Way, ...]:
    starters = without(hand)
    return tuple(
        Way(expected_hand(kept, starters), thrown, tuple(card.rank for card in thrown))
        for kept, thrown in ways_to_throw(hand)
    )


def _thrown(hand: Sequence[Way], role: int, table: Table) -> tuple[Card, ...]:
    sign = 1 if role == OWN else -1
    return max(hand, key=lambda way: way.hand + sign * table[way.ranks, role]).thrown


def _drawn(ranks: Ranks, left: Sequence[tuple[Card, ...]]) -> list[tuple[Card, ...]]:
    """Every way to draw cards of these ranks from what is left."""
    if len(ranks) == 1:
        return [(card,) for card in left[ranks[0]]]
    first, second = ranks
    if first == second:
        return list(combinations(left[first], 2))
    return [(a, b) for a in left[first] for b in left[second]]


def source(tables: dict[int, Table]) -> str:
    lines = [
        '"""What a crib counts on average, by the ranks thrown to it.',
        "",
        "Made by ``python tools/make_crib_table.py``; change that, not this. Points, 0 to 29,",
        "flush and nobs included. OWN: to the crib of one's own side; OTHER: to an opponent's.",
        "Ranks are in order, ace first: ``TWO_SEATS_OWN[0][4]`` is an ace and a five.",
        '"""',
        "",
        "from __future__ import annotations",
        "",
    ]
    for role, name in ((OWN, "OWN"), (OTHER, "OTHER")):
        lines.append(f"TWO_SEATS_{name} = (")
        for first in range(1, 14):
            pairs = (tuple(sorted((first, second))) for second in range(1, 14))
            values = ", ".join(f"{tables[2][ranks, role]:.2f}" for ranks in pairs)
            lines.append(f"    ({values}),")
        lines.append(")")
    for seats, word in ((3, "THREE"), (4, "FOUR")):
        for role, name in ((OWN, "OWN"), (OTHER, "OTHER")):
            values = ", ".join(f"{tables[seats][(rank,), role]:.2f}" for rank in range(1, 14))
            lines.append(f"{word}_SEATS_{name} = ({values})")
    lines += [
        f"FLUSH_OWN = {tables[2][FLUSH, OWN]:.3f}",
        '"""What a flush adds on average when the two cards thrown are of one suit."""',
        f"FLUSH_OTHER = {tables[2][FLUSH, OTHER]:.3f}",
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else DEALS)
