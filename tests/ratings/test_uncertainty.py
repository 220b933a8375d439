"""How sure a rating is, and how ratings are written."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.chart import HEIGHT, MOST_POINTS, WIDTH, Point, chart, thinned
from ratings.uncertainty import deviation, exact, shown, signed, whole

DAY = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("games", "points"),
    [(30, 92), (65, 90.5), (100, 89), (250, 80), (400, 71), (700, 68.5), (1000, 66), (9000, 66)],
)
def test_what_was_simulated_and_what_lies_between(games, points):
    assert deviation(games) == pytest.approx(points)


@pytest.mark.parametrize("games", [0, 1, 29])
def test_nobody_knows_before_thirty_games(games):
    assert deviation(games) is None
    assert str(shown(150_000, games)) == "1500 ?"
    assert not shown(150_000, games).known


@given(st.integers(30, 5_000))
def test_more_games_never_make_it_less_sure(games):
    assert 66 <= deviation(games + 1) <= deviation(games) <= 92


@pytest.mark.parametrize(
    ("value", "games", "text"),
    [(151_000, 100, "1510 ± 89"), (149_950, 30, "1500 ± 92"), (149_949, 1000, "1499 ± 66")],
)
def test_a_rating_with_its_uncertainty(value, games, text):
    assert str(shown(value, games)) == text


@pytest.mark.parametrize(
    ("change", "text"),
    [(1000, "+10.00"), (-1000, "−10.00"), (5, "+0.05"), (-5, "−0.05"), (0, "0.00")],
)
def test_a_change_has_its_sign(change, text):
    assert signed(change) == text


@given(st.integers(-10_000_000, 10_000_000))
def test_nothing_is_lost_in_writing_a_rating(value):
    assert round(float(exact(value).replace("−", "-")) * 100) == value
    assert abs(int(whole(value)) - value / 100) <= 0.5


def points(values, games=0):
    return [
        Point(DAY + timedelta(days=number), value, games + number)
        for number, value in enumerate(values)
    ]


@given(
    st.lists(st.integers(50_000, 250_000), min_size=2, max_size=600), st.sampled_from([0, 20, 500])
)
def test_everything_drawn_is_inside_the_drawing(values, games):
    drawn = chart(points(values, games))
    assert drawn is not None
    for place in " ".join([drawn.early, drawn.line, drawn.band]).split():
        x, y = map(float, place.split(","))
        assert 0 <= x <= WIDTH
        assert 0 <= y <= HEIGHT
    assert drawn.grid[0] == 0
    assert drawn.grid[-1] == HEIGHT
    assert len(drawn.grid) == len(drawn.levels) >= 2
    steps = {high - low for high, low in zip(drawn.levels, drawn.levels[1:], strict=False)}
    assert len(steps) == 1
    assert (drawn.lowest, drawn.highest) == (min(values), max(values))


@given(st.lists(st.integers(0, 300_000), min_size=1, max_size=2_000))
def test_thinning_keeps_the_ends_and_the_extremes(values):
    all_of_them = points(values)
    kept = thinned(all_of_them)
    assert len(kept) <= MOST_POINTS
    assert (kept[0], kept[-1]) == (all_of_them[0], all_of_them[-1])
    found = [point.value for point in kept]
    assert (max(found), min(found)) == (max(values), min(values))
    assert kept == sorted(kept, key=lambda point: point.at)


def test_no_time_no_drawing():
    assert chart([]) is None
    assert chart(points([150_000])) is None
    assert chart([Point(DAY, 150_000, 0), Point(DAY, 151_000, 1)]) is None


def test_the_band_is_the_uncertainty_and_begins_with_the_thirtieth_game():
    drawn = chart(points([150_000] * 101))
    assert len(drawn.early.split()) == 31
    assert len(drawn.line.split()) == 71
    assert len(drawn.band.split()) == 2 * 71
    top, bottom = drawn.levels[0], drawn.levels[-1]
    first_above, last_below = drawn.band.split()[0], drawn.band.split()[-1]
    for place, points_off in ((first_above, 92), (last_below, -92)):
        y = float(place.split(",")[1])
        assert top - y / HEIGHT * (top - bottom) == pytest.approx(1500 + points_off, abs=0.2)


def test_the_band_ends_where_games_were_taken_out():
    whole = points([150_000] * 60)
    drawn = chart([*whole, Point(whole[-1].at + timedelta(days=1), 150_000, 0)])
    assert len(drawn.early.split()) == 31
    assert len(drawn.line.split()) == 31
    assert len(drawn.band.split()) == 2 * 30


def test_the_table_says_how_days_and_then_months_ended():
    short = chart(points([150_000, 151_000, 152_000]))
    assert short.by_days
    assert [line.rating.points for line in short.table] == ["1520", "1510", "1500"]
    long = chart(points([150_000 + 100 * number for number in range(90)]))
    assert not long.by_days
    assert [(line.at.month, line.games) for line in long.table] == [(3, 89), (2, 58), (1, 30)]
