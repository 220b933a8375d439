"""Which games were taken out, and by what: the same games that count no longer."""

import random

import pytest

from ratings.counting import counting_games
from ratings.models import Settlement
from ratings.removal import remove
from ratings.settlement import void
from ratings.taken_out import taken_out
from tests.ratings.ledgers import BEGAN, many, people, settled

pytestmark = pytest.mark.django_db


def test_a_game_that_counts_or_never_did_is_not_out():
    game = settled(people(2), (1, 2)).game_id
    assert taken_out([game, game + 1]) == {}


def test_it_is_the_void_or_the_first_replay_without_a_player():
    ann, bob, cleo = people(3)
    one, two = settled((ann, bob), (1, 2)), settled((bob, cleo), (1, 2))
    voided = void(two.game_id, "Together", BEGAN)
    first = remove(ann.pk, 2, "A robot", BEGAN)
    later = settled((ann, bob), (1, 2), day=1)
    second = remove(ann.pk, 2, "Again", BEGAN)
    settlements = [one.game_id, two.game_id, later.game_id]
    assert taken_out(settlements) == dict(
        zip(settlements, (first.pk, voided.pk, second.pk), strict=True)
    )


@pytest.mark.parametrize("seats", [2, 4])
def test_all_others_count(seats, django_assert_num_queries):
    players = people(6)
    games = [each.game_id for each in many(players, seats, 30)]
    for game in random.Random(1).sample(games, 5):
        void(game, "Together", BEGAN)
    remove(players[0].pk, seats, "A robot", BEGAN)
    games += [each.game_id for each in many(players, seats, 10, seed=2)]
    counting = set(counting_games(seats).values_list("game", flat=True))
    with django_assert_num_queries(1):
        out = taken_out(games)
    assert set(games) - set(out) == counting
    assert Settlement.Kind.GAME not in {Settlement.objects.get(pk=by).kind for by in out.values()}
