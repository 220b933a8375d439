import pytest

from games.replay import faults
from tests.support.playing import finished_game, state_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("muggins", [False, True])
@pytest.mark.parametrize("target", [61, 121])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_legal_moves_end_a_game_that_follows_from_its_moves(seats, target, muggins):
    game = finished_game(seats, seed=seats * target + muggins, target=target, muggins=muggins)
    state = state_of(game)
    assert game.status == "over"
    assert max(state.scores) == target
    assert state.scores[state.winner] == target
    assert list(faults(game)) == []
