"""Whole games over real sockets, from the first page to the report and the rematch."""

import asyncio
import subprocess
import sys

import pytest

from tests.live.matches import against_the_computer, check_moves, play_on, settled, two_robots
from tests.support.site import ROOT

pytestmark = [pytest.mark.live, pytest.mark.usefixtures("no_traceback")]


async def verified(robot, number, folder):
    """What `python -m games.cribbage verify` says of the deals that the report offers."""
    link = next(one for one in robot.board.regions["report"].all("a") if one.has("download"))
    page = robot.visitor.get(link["href"])
    assert page.status == 200
    assert page.json()["commitment"] in robot.board.regions["report"].text
    path = folder / f"deals-{number}.json"
    path.write_bytes(page.body)
    command = [sys.executable, "-m", "games.cribbage", "verify", str(path)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


async def test_two_play_a_game_and_a_rematch(site, truth, tmp_path):
    async with two_robots(site) as robots:
        await play_on(robots, 60)
        ann, bob = robots
        first = truth.game(ann.code)
        assert first["status"] == "over"
        assert max(ann.board.scores) == 61
        assert sorted(ann.board.scores) == sorted(bob.board.scores)
        done = await verified(bob, 1, tmp_path)
        assert done.returncode == 0, done.stdout + done.stderr

        await ann.make(ann.board.rematch(ann.chance))
        await bob.until(lambda: "would like to play again" in bob.board.regions["report"].text)
        # An acknowledgement and the board it changes are two messages.
        await ann.until(lambda: ann.board.rematch(ann.chance) is None, "ann's own button going")
        await bob.make(bob.board.rematch(bob.chance))
        await play_on(robots, 60, until=lambda board: board.game_number == 2)
        await play_on(robots, 60, until=lambda board: board.phase == "show")
        second = truth.game(ann.code)
        assert (second["number"], second["status"]) == (2, "playing")
        dealers = [game["state"]["first_dealer"] for game in truth.games(ann.code)]
        assert dealers[0] != dealers[1], "the deal does not pass on"
        assert second["commitment"] != first["commitment"]
        await settled(robots)
        check_moves(truth, robots)
    assert truth.verify_games().endswith(" 0 wrong")


async def test_a_game_against_the_computer_and_a_rematch(site, truth, tmp_path):
    async with against_the_computer(site) as robot:
        await play_on([robot], 60)
        done = await verified(robot, 1, tmp_path)
        assert done.returncode == 0, done.stdout + done.stderr
        # The computer agrees at once.
        await robot.make(robot.board.rematch(robot.chance))
        await play_on([robot], 60, until=lambda board: board.game_number == 2)
        await play_on([robot], 60, until=lambda board: board.phase == "show")
        assert [game["status"] for game in truth.games(robot.code)] == ["over", "playing"]
        await settled([robot])
        check_moves(truth, [robot])
    assert truth.verify_games().endswith(" 0 wrong")


async def test_a_running_game_reveals_nothing(site):
    async with two_robots(site) as robots:
        await play_on(robots, 30, until=lambda board: board.phase == "play")
        for robot in robots:
            page = robot.visitor.get(f"{robot.path}1/deals.json")
            assert page.status == 404


async def test_verify_games_can_be_run_while_games_are_running(site, truth):
    async with (
        two_robots(site, target=121) as pair,
        against_the_computer(site, target=121) as third,
    ):
        robots = [*pair, third]
        playing = asyncio.gather(*(robot.play() for robot in robots))
        try:
            before = len(truth.moves(third.code))
            said = await asyncio.to_thread(truth.verify_games)
            assert said.endswith(" 0 wrong")
            assert len(truth.moves(third.code)) > before, "nobody moved meanwhile"
        finally:
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
