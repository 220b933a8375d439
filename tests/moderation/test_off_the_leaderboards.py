"""Who is taken off the leaderboards is on none, keeps the rating, and is told."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.sanctions import imposing
from accounts.sanctions.models import Kind
from ratings import leaderboards
from ratings.models import Rating
from tests.ratings.ledgers import people
from tests.support.visitors import browser_of

pytestmark = [pytest.mark.django_db]


@pytest.fixture
def three():
    players = people(3)
    Rating.objects.bulk_create(
        Rating(
            player=player,
            mode=2,
            value=150_000 - number * 100,
            games=120,
            wins=120,
            opponents=20,
            last_at=timezone.now() - timedelta(days=1),
        )
        for number, player in enumerate(players)
    )
    return players


def names():
    places, total = leaderboards.places(2, 1, timezone.now())
    assert total == len(places)
    return [(place.rank, place.name) for place in places]


def test_the_others_move_up_and_it_is_lifted_again(three, ada):
    first, second, third = three
    assert len(names()) == 3
    given = imposing.impose(first, Kind.BOARDS, "Bought", ada)
    assert names() == [(1, second.name), (2, third.name)]
    own = leaderboards.own_place(2, second, timezone.now())
    assert own.rank == 1
    own = leaderboards.own_place(2, first, timezone.now())
    assert (own.rank, own.taken_off) == (None, True)
    page = browser_of(first).get("/leaderboard/2/").content.decode()
    assert "A moderator has taken you off the leaderboards." in page
    assert "What is missing" not in page
    assert Rating.objects.get(player=first).value == 150_000
    imposing.lift(given, "No", ada)
    assert len(names()) == 3
