"""The demo from its first game to its last: played, written, and settled in the order of time."""

import heapq
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import count

from django.db import connection

from accounts.models import Player
from games.demo.plan import Plan
from games.demo.rows import Written, write
from games.models import Game
from games.ranked.endings import result_of
from ratings import settlement
from ratings.caps import why_not_rated
from ratings.errors import NotDone
from ratings.models import Mode
from ratings.removal import remove

CHUNK = 100
# Of so many rated games one is voided, some days later.
VOIDED = 400
REASONS = (
    "Both seats were played from one device.",
    "The result was agreed on before the game.",
    "Played by somebody else than the owner of the account.",
)
CAUGHT = "Played with the help of a computer."
TABLES = (
    "games_table", "games_game", "games_gameseed", "games_seat", "games_move",
    "ratings_settlement", "ratings_entry", "ratings_rating", "ratings_meeting",
)  # fmt: skip


@dataclass(order=True)
class _Due:
    """Something to happen at a time; what was planned first comes first."""

    at: datetime
    order: int
    act: Callable[[], object] = field(compare=False)


class Season:
    """`seed` names the demo; `say` tells how far it is."""

    def __init__(
        self, seed: str, plan: Plan, players: list[Player], say: Callable[[str], None]
    ) -> None:
        self.seed, self.plan, self.players, self.say = seed, plan, players, say
        self.chance = random.Random(f"{seed} season")
        self.due: list[_Due] = []
        self.order = count()
        self.settled = self.unrated = self.voided = 0

    def run(self) -> None:
        """Play and settle everything. In one transaction of the caller's."""
        began, done, all_of_them = time.monotonic(), 0, len(self.plan.games)
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL statement_timeout = 0")
        self._later(self.plan.caught, self._catch)
        for written in self._chunks():
            for each in written:
                self._happen(each.planned.start)
                self._begin(each)
            done += len(written)
            rate = done / (time.monotonic() - began)
            self.say(f"{done:,} of {all_of_them:,} games, {rate:.0f} a second")
        self._happen(None)
        with connection.cursor() as cursor:
            cursor.execute(f"ANALYZE {', '.join(TABLES)}")

    def _chunks(self) -> Iterator[list[Written]]:
        for start in range(0, len(self.plan.games), CHUNK):
            planned = self.plan.games[start : start + CHUNK]
            yield write(self.seed, planned, self.plan.people, self.players)

    def _later(self, at: datetime, act: Callable[[], object]) -> None:
        heapq.heappush(self.due, _Due(at, next(self.order), act))

    def _happen(self, until: datetime | None) -> None:
        """All that is due by then; everything for None."""
        while self.due and (until is None or self.due[0].at <= until):
            heapq.heappop(self.due).act()

    def _begin(self, written: Written) -> None:
        """Whether it counts is decided when it starts; its ratings move when it ends."""
        players = [seat.player_id for seat in written.seats]
        written.game.unrated = why_not_rated(players, written.planned.start)
        if written.game.unrated:
            self.unrated += 1
            Game.objects.filter(pk=written.game.pk).update(unrated=written.game.unrated)
        self._later(written.planned.end, lambda: self._end(written))

    def _end(self, written: Written) -> None:
        game = written.game
        result = result_of(game, written.played.state, written.seats)
        if result is None:
            return
        settlement.settle(result, written.planned.end)
        self.settled += 1
        if self.chance.randrange(VOIDED) == 0:
            at = written.planned.end + timedelta(hours=self.chance.uniform(2, 90))
            if at < self.plan.games[-1].end:
                self._later(at, lambda: self._void(game, at))

    def _void(self, game: Game, at: datetime) -> None:
        try:
            settlement.void(game.pk, self.chance.choice(REASONS), at)
        except NotDone:
            # The removal has taken it out already.
            return
        self.voided += 1

    def _catch(self) -> None:
        cheat = self.players[self.plan.cheat]
        try:
            remove(cheat.pk, Mode.TWO, CAUGHT, self.plan.caught)
        except NotDone:
            self.say(f"{cheat.name} has no game of two to take out")
