"""The log shows the latest lines, and says so when there are earlier ones."""

import pytest

from games.board import render, snapshot
from games.board.log import LONGEST
from games.board.regions import contexts, look
from tests.support.playing import play_until, running_game

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("wires", "one_look")]

LEFT_OUT = "Earlier lines are left out."


def log(game):
    return contexts(look(snapshot.load(game.table.code), None))["log"]


def test_a_short_log_is_whole():
    region = log(play_until(running_game(), lambda state: state.phase == "play"))
    assert not region.cut
    assert LEFT_OUT not in render.region_html("log", region)


def test_a_long_log_says_that_it_begins_later():
    region = log(play_until(running_game(), lambda state: state.hand_no == 4))
    assert region.cut
    assert len(region.lines) <= LONGEST
    html = render.region_html("log", region)
    assert html.index(LEFT_OUT) < html.index(region.lines[0].text)
