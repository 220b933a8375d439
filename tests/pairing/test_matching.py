"""Who plays whom: windows are kept, blocks are kept, the longest wait is served first."""

import time
from itertools import combinations
from math import inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.pairing.matching import Waiting, fit, groups

SIZES = [2, 3, 4]


def waiting(player, points, waited=0.0):
    return Waiting(player, points * 100, waited)


def players(found):
    return [[each.player for each in group] for group in found]


@st.composite
def queues(draw, most=10):
    """A few people, some of whom have blocked each other, near enough to fit now and then."""
    ratings = st.integers(1100_00, 1900_00) | st.sampled_from([1500_00, 1300_00, 1700_00])
    waits = st.floats(0, 80) | st.sampled_from([0.0, 10.0, 59.9, 60.0])
    people = [
        Waiting(number, draw(ratings), draw(waits))
        for number in draw(st.lists(st.integers(1, 99), unique=True, max_size=most))
    ]
    pairs = [frozenset((one.player, two.player)) for one, two in combinations(people, 2)]
    blocked = draw(st.sets(st.sampled_from(pairs), max_size=12)) if pairs else set()
    return people, blocked


def all_groups(size, people, blocked):
    """By trying everything."""
    return [
        group
        for group in combinations(people, size)
        if all(fit(one, two, blocked) for one, two in combinations(group, 2))
    ]


# --- Windows --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("waited", "points"),
    [(0, 200), (9.9, 200), (10, 250), (20, 300), (59.9, 450), (60, inf), (1e6, inf), (-3, 200)],
)
def test_the_window_widens_while_one_waits(waited, points):
    assert waiting(1, 1500, waited).window == points * 100


def test_two_fit_when_the_difference_lies_in_both_windows():
    assert fit(waiting(1, 1500), waiting(2, 1700))
    assert not fit(Waiting(1, 1500_00, 0), Waiting(2, 1700_01, 0))
    assert not fit(waiting(1, 1500, 3600), waiting(2, 1701))
    assert fit(waiting(1, 1500, 10), waiting(2, 1750, 10))
    assert fit(waiting(1, 500, 60), waiting(2, 2500, 60))


# --- Groups ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_nobody_is_paired_with_nobody(size):
    assert groups(size, []) == []
    assert groups(size, [waiting(1, 1500, 99)]) == []


def test_the_nearest_rating_is_chosen_and_of_equals_who_waits_longest():
    people = [waiting(1, 1500, 9), waiting(2, 1480, 1), waiting(3, 1490, 2), waiting(4, 1510, 3)]
    assert players(groups(2, people)) == [[1, 4], [3, 2]]
    same = [waiting(number, 1500, number) for number in range(1, 6)]
    assert players(groups(2, same)) == [[5, 4], [3, 2]]
    below = [waiting(1, 1500, 9), waiting(2, 1400, 5), waiting(3, 1400, 7)]
    assert players(groups(2, below)) == [[1, 3]]


def test_of_three_all_pairs_fit():
    apart = [waiting(1, 1300), waiting(2, 1500), waiting(3, 1700)]
    assert groups(3, apart) == []
    assert players(groups(3, [*apart, waiting(4, 1450)])) == [[1, 4, 2]]


def test_of_four_the_highest_and_the_lowest_are_partners():
    people = [waiting(1, 1500), waiting(2, 1560), waiting(3, 1440), waiting(4, 1530)]
    (group,) = groups(4, people)
    assert {each.player for each in (group[0], group[2])} == {2, 3}
    assert {each.player for each in (group[1], group[3])} == {1, 4}


def test_somebody_blocked_is_passed_over_for_the_next():
    people = [waiting(1, 1500, 5), waiting(2, 1500), waiting(3, 1600)]
    assert players(groups(2, people, {frozenset((1, 2))})) == [[1, 3]]


@pytest.mark.parametrize("size", SIZES)
@given(queue=queues())
def test_nobody_is_in_two_groups_and_everybody_fits(size, queue):
    people, blocked = queue
    found = groups(size, people, blocked)
    seated = [each for group in found for each in group]
    assert len(set(seated)) == len(seated)
    assert set(seated) <= set(people)
    for group in found:
        assert len(group) == size
        assert all(fit(one, two, blocked) for one, two in combinations(group, 2))


@pytest.mark.parametrize("size", SIZES)
@given(queue=queues())
def test_who_waits_longest_is_served_first_and_nobody_is_forgotten(size, queue):
    people, blocked = queue
    left = sorted(people, key=lambda each: (-each.waited, each.player))
    served = {each: set(group) for group in groups(size, people, blocked) for each in group}
    while left:
        first = left[0]
        possible = any(first in group for group in all_groups(size, left, blocked))
        assert (first in served) is possible
        gone = served.get(first, {first})
        left = [each for each in left if each not in gone]


@given(queue=queues(), seed=st.randoms(use_true_random=False))
@settings(max_examples=50)
def test_the_order_in_which_people_are_read_does_not_matter(queue, seed):
    people, blocked = queue
    shuffled = list(people)
    seed.shuffle(shuffled)
    for size in SIZES:
        assert groups(size, people, blocked) == groups(size, shuffled, blocked)


@given(st.lists(st.integers(1000_00, 2000_00), min_size=4, max_size=4))
def test_partners_sit_across_whatever_the_ratings(ratings):
    (group,) = groups(4, [Waiting(number, each, 60) for number, each in enumerate(ratings)])
    ends = sorted(ratings)
    assert sorted((group[0].rating, group[2].rating)) == [ends[0], ends[3]]
    assert sorted((group[1].rating, group[3].rating)) == ends[1:3]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("apart", [0, 1, 150_00, 201_00])
def test_a_long_queue_takes_no_time_whatever_it_looks_like(size, apart):
    people = [Waiting(number, number * apart, number % 70) for number in range(5000)]
    start = time.perf_counter()
    groups(size, people)
    assert time.perf_counter() - start < 3
