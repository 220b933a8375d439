"""The arithmetic of ratings against worked numbers from outside."""

import json
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings import elo

ORACLES = json.loads(
    (Path(__file__).resolve().parents[1] / "oracles" / "rating_oracles.json").read_text()
)
CASES = ORACLES["oracles"]
RATINGS = st.integers(50_000, 250_000)
GAMES = st.integers(0, 2_000)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_a_worked_case_comes_out_to_the_hundredth(case):
    assert list(getattr(elo, case["fn"])(*case["args"])) == case["delta_hundredths"]


def test_all_worked_cases_are_there():
    assert len(CASES) == 24
    assert {case["fn"] for case in CASES} == {
        "rate2",
        "rate_free",
        "rate_partners",
        "rate_partners_left",
    }
    assert ORACLES["start"] * 100 == elo.START
    assert ORACLES["S"] * 100 == elo.SCALE


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_places_lead_to_the_same_changes(case):
    """What a settlement asks for, in the form in which it asks."""
    expected = case["delta_hundredths"]
    match case["fn"], case["args"]:
        case "rate2", [ra, rb, na, nb, s]:
            found = elo.changes([ra, rb], [na, nb], places_of(s))
        case "rate_free", [ratings, games, places]:
            found = elo.changes(ratings, games, places)
        case "rate_partners", [ratings, games, s]:
            found = elo.changes(ratings, games, places_of(s) * 2)
        case "rate_partners_left", [ratings, games, s, left]:
            found = elo.changes(ratings, games, places_of(s) * 2, left)
            expected, house = expected[:-1], expected[-1]
            assert found.house == house
    assert list(found.by_seat) == expected


def places_of(s):
    return {1: [1, 2], 0.5: [1, 1], 0: [2, 1]}[s]


@given(st.data(), st.sampled_from([2, 3, 4]))
def test_every_game_sums_to_zero(data, seats):
    ratings = data.draw(st.lists(RATINGS, min_size=seats, max_size=seats))
    games = data.draw(st.lists(GAMES, min_size=seats, max_size=seats))
    places = data.draw(st.lists(st.integers(1, 3), min_size=seats, max_size=seats))
    left = data.draw(st.sets(st.integers(0, seats - 1)))
    if seats == 4:
        places[2:] = places[:2]
    found = elo.changes(ratings, games, places, left)
    assert sum(found.by_seat) + found.house == 0
    assert seats == 4 or found.house == 0


@given(RATINGS, RATINGS, GAMES, GAMES)
def test_winning_never_costs_and_losing_never_pays(ra, rb, na, nb):
    assert elo.rate2(ra, rb, na, nb, 1)[0] >= 0 >= elo.rate2(ra, rb, na, nb, 0)[0]


@given(st.lists(RATINGS, min_size=4, max_size=4), st.lists(GAMES, min_size=4, max_size=4))
def test_nobody_who_stayed_falls_because_somebody_left(ratings, games):
    for s, left in product([0, 0.5, 1], [{0}, {1, 2}, {0, 1, 3}]):
        *by_seat, _house = elo.rate_partners_left(ratings, games, s, left)
        assert all(by_seat[seat] >= 0 for seat in range(4) if seat not in left)
        assert all(by_seat[seat] <= 0 for seat in left)


@pytest.mark.parametrize(
    ("games", "k"), [(0, 20), (29, 20), (30, 15), (99, 15), (100, 10), (5000, 10)]
)
def test_k_falls_with_the_games_played(games, k):
    assert elo.k_factor(games) == k
