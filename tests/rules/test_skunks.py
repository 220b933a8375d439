"""What a loss is called. It is worth nothing."""

from dataclasses import replace

import pytest

from games.cribbage.rules import labels, new_game, skunk_label
from games.cribbage.state import Settings


@pytest.mark.parametrize(
    ("target", "score", "label"),
    [
        (121, 120, None),
        (121, 91, None),
        (121, 90, "skunk"),
        (121, 61, "skunk"),
        (121, 60, "double"),
        (121, 0, "double"),
        (61, 60, None),
        (61, 31, None),
        (61, 30, "skunk"),
        (61, 0, "skunk"),
    ],
)
def test_a_loss_is_called_by_its_score(target, score, label):
    assert skunk_label(Settings(2, target=target), score) == label


@pytest.mark.parametrize(
    ("skunk", "target", "label"),
    [
        ("all", 121, "double"),
        ("all", 61, "skunk"),
        ("121", 121, "double"),
        ("121", 61, None),
        ("off", 121, None),
        ("off", 61, None),
    ],
)
def test_the_setting_says_in_which_games(skunk, target, label):
    assert skunk_label(Settings(2, target=target, skunk=skunk), 0) == label


def test_with_three_it_is_said_of_each_losing_side():
    game = replace(new_game(Settings(3)), phase="over", scores=(90, 121, 60), winner=1)
    assert labels(game) == ("skunk", None, "double")


def test_nothing_is_said_while_nobody_has_won():
    assert labels(new_game(Settings(3))) == (None, None, None)
