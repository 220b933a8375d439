"""The averages of the crib: against known ones, and against the tool that makes them."""

import json
import runpy
from itertools import combinations_with_replacement

import pytest

from games.cpu import crib_table
from games.cribbage.cards import RANKS
from tests.rules.tables import ORACLES

KNOWN = json.loads((ORACLES / "discard_ev.json").read_text())["pairs"]
PAIRS = list(combinations_with_replacement(range(13), 2))
BOTH = [("own", crib_table.TWO_SEATS_OWN), ("opp", crib_table.TWO_SEATS_OTHER)]
SINGLES = [
    crib_table.THREE_SEATS_OWN,
    crib_table.THREE_SEATS_OTHER,
    crib_table.FOUR_SEATS_OWN,
    crib_table.FOUR_SEATS_OTHER,
]


def known(first, second, whose):
    return KNOWN[RANKS[first] + RANKS[second]][whose]


def ranking(values):
    """The place of each value from the lowest on; equal values share the middle place."""
    ordered = sorted(values)
    return [ordered.index(value) + (ordered.count(value) - 1) / 2 for value in values]


def correlation(one, other):
    mean = sum(one) / len(one)
    assert sum(other) / len(other) == mean
    together = sum((a - mean) * (b - mean) for a, b in zip(one, other, strict=True))
    apart = sum((a - mean) ** 2 for a in one) * sum((b - mean) ** 2 for b in other)
    return together / apart**0.5


@pytest.mark.parametrize(("whose", "table"), BOTH, ids=["own crib", "opponent's crib"])
def test_every_pair_of_ranks_is_within_fifteen_hundredths_of_the_known_average(whose, table):
    assert len(PAIRS) == len(KNOWN) == 91
    far = {
        RANKS[first] + RANKS[second]: table[first][second]
        for first, second in PAIRS
        if abs(table[first][second] - known(first, second, whose)) > 0.15
    }
    assert not far


@pytest.mark.parametrize(("whose", "table"), BOTH, ids=["own crib", "opponent's crib"])
def test_the_pairs_of_ranks_are_in_the_known_order(whose, table):
    ours = ranking([table[first][second] for first, second in PAIRS])
    theirs = ranking([known(first, second, whose) for first, second in PAIRS])
    assert correlation(ours, theirs) > 0.99


def test_it_does_not_matter_which_card_of_a_pair_is_named_first():
    for _, table in BOTH:
        for first, second in PAIRS:
            assert table[first][second] == table[second][first]


def test_with_three_and_four_seats_a_five_is_worth_most_in_any_crib():
    for table in SINGLES:
        assert len(table) == 13
        assert max(table) == table[4]
        assert all(3 < average < 7 for average in table)


def test_an_opponents_throws_make_a_poorer_crib_than_a_partners():
    for own, other in ((SINGLES[0], SINGLES[1]), (SINGLES[2], SINGLES[3])):
        assert sum(own) < sum(other)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_short_run_of_the_tool_gives_much_the_same_averages_each_time_the_same(seats, request):
    tool = runpy.run_path(str(request.config.rootpath / "tools" / "make_crib_table.py"))
    table = {entry: _entry(entry, seats) for entry in tool["entries"](seats)}
    job = (seats, "a seed", 250, table)
    sums = tool["block"](job)
    assert tool["block"](job) == sums
    made = {entry: tool["mean"]([sums[entry]]) for entry in table}
    assert sum(map(abs, map(float.__sub__, made.values(), table.values()))) / len(made) < 0.5


def _entry(entry, seats):
    """The committed average of one of the tool's entries."""
    ranks, role = entry
    if not ranks:
        return (crib_table.FLUSH_OWN, crib_table.FLUSH_OTHER)[role]
    if seats == 2:
        return BOTH[role][1][ranks[0] - 1][ranks[1] - 1]
    return SINGLES[2 * (seats - 3) + role][ranks[0] - 1]
