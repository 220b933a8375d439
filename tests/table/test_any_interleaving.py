"""Whatever comes in whatever order: each seat answers each decision once, and the game ends."""

import contextlib
import random

import pytest

from games import computer, tasks
from games.cribbage import record, rules
from games.leaving import leave_running, take_back
from games.models import Game, Move, Page
from games.refusals import Refused
from games.replay import faults
from games.settling import claim_win, offer_draw
from games.table import decide
from tests.support.playing import (
    close_pages,
    fresh,
    open_pages,
    pass_time,
    person,
    running_game,
    some_action,
    state_of,
)

pytestmark = pytest.mark.django_db

NAMES = ("Ann", "Bob", "Cleo", "Dan")
LONGEST = 3000


class Table:
    """People who do anything at any time, by chance."""

    def __init__(self, game, chance):
        self.game, self.chance = game, chance
        self.names = NAMES[: game.seats.count()]
        self.keys = 0

    def key(self):
        self.keys += 1
        return f"k{self.keys}"

    def somebody(self):
        return self.chance.choice(self.names)

    def answer(self):
        """The seat that is asked answers, or one that is not, now or late, as whoever it is."""
        state = state_of(self.game)
        seat = self.chance.choice(rules.asked(state))
        action = some_action(state, seat, self.chance)
        decide(
            game_id=self.game.pk,
            seat=seat if self.chance.random() < 0.95 else 0,
            decision=state.decision - (self.chance.random() < 0.05),
            wanted=record.action_to_json(action),
            actor=Move.Actor.PLAYER,
        )

    def think(self):
        computer.answer(self.game.pk, fresh(self.game).decision - self.chance.randint(0, 1))

    def wait(self):
        pass_time(self.chance.choice((1, 5, 16, 31, 61)))
        tasks.sweep()

    def go(self):
        name = self.somebody()
        if Page.objects.filter(table=self.game.table, player__name=name).exists():
            close_pages(self.game, name)
            tasks.sweep()

    def come(self):
        open_pages(self.game, self.somebody())
        tasks.sweep()

    def leave(self):
        leave_running(self.game.pk, person(self.game, self.somebody()), self.key())

    def back(self):
        take_back(self.game.pk, person(self.game, self.somebody()), self.key())

    def end(self):
        if self.chance.random() < 0.02:
            work = self.chance.choice((offer_draw, claim_win))
            work(self.game.pk, person(self.game, self.somebody()), self.key())


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("limit", [0, 30])
def test_each_decision_is_answered_once_and_the_game_ends(seats, limit):
    chance = random.Random(seats * 100 + limit)
    game = running_game(seats, target=61, turn_limit=limit, muggins=seats == 3, seed=limit + seats)
    table = Table(game, chance)
    works = [table.answer] * 8 + [table.think] * 4 + [table.wait] * 2
    works += [table.go, table.come, table.come, table.leave, table.back, table.back, table.end]
    for _ in range(LONGEST):
        with contextlib.suppress(Refused):
            chance.choice(works)()
        now = fresh(game)
        if now.status != Game.Status.PLAYING:
            break
        # Something will happen by itself, or somebody who is there is asked, or nobody is there.
        state = state_of(game)
        held = set(game.seats.exclude(hold="").values_list("number", flat=True))
        assert (now.cpu_asked_at is not None) == (
            now.paused_at is None and bool(held.intersection(rules.asked(state)))
        )
        if now.paused_at is not None:
            assert now.deadline_at is None
    game = fresh(game)
    assert game.status in (Game.Status.OVER, Game.Status.CLOSED), "the game did not end"
    assert list(faults(game)) == []
    answers = list(game.moves.values_list("decision", "seat"))
    assert len(answers) == len(set(answers))
