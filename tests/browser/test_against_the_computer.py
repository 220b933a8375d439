"""A game against the computer on a phone, by touch alone."""

import pytest

from tests.support.table_page import PHONE, Touch, playing

pytestmark = pytest.mark.browser


def test_from_the_first_page_to_a_rematch_by_touch(people, site):
    you = people.come(Touch(), viewport=PHONE, has_touch=True, is_mobile=True)

    you.play_computer(site.url, "Ann", target=61)
    for _ in playing(you):
        pass

    end = you.look()
    assert "skunked" not in end.headline
    assert end.scores.keys() == {"Ann", "Hazel"}
    assert max(end.scores.values()) == 61
    won = end.scores["Ann"] == 61
    other = min(end.scores.values())
    assert end.headline == f"{'You win' if won else 'Hazel wins'}, 61 to {other}."

    you.press("Play again")
    next_game = you.until(lambda look: not look.over and look.dealer, "the rematch")
    assert next_game.scores == {"Ann": 0, "Hazel": 0}
