"""What the database of the drilled site says, read beside the site."""

from __future__ import annotations

import psycopg

from drill.history import Act, History, Move
from drill.people import Facts
from tests.live.truth import Truth
from tests.support.hidden import cards_in

SEATS = """
SELECT DISTINCT ON (t.code, player.name)
       t.code, player.name, game.status, seat.missed, seat.hold
FROM games_seat seat JOIN games_game game ON game.id = seat.game_id
JOIN games_table t ON t.id = game.table_id JOIN accounts_player player ON player.id = seat.player_id
WHERE game.status <> 'waiting' ORDER BY t.code, player.name, game.number DESC
"""
MOVES = """
SELECT t.code, game.number, move.seq, move.decision, move.seat, move.actor, move.action, move.at
FROM games_move move JOIN games_game game ON game.id = move.game_id
JOIN games_table t ON t.id = game.table_id ORDER BY move.id
"""
ACTS = """
SELECT t.code, game.number, act.seat, act.kind, act.hold, act.at
FROM games_act act JOIN games_game game ON game.id = act.game_id
JOIN games_table t ON t.id = game.table_id ORDER BY act.id
"""
NAMES = """
SELECT t.code, game.number, seat.number AS seat, player.name, game.turn_limit
FROM games_seat seat JOIN games_game game ON game.id = seat.game_id
JOIN games_table t ON t.id = game.table_id JOIN accounts_player player ON player.id = seat.player_id
"""


class Records:
    """The newest facts about every seat, asked for again and again, and the whole history."""

    def __init__(self, truth: Truth) -> None:
        self.truth = truth
        self.moves = 0
        self._facts: dict[tuple[str, str], Facts] = {}

    def refresh(self) -> None:
        """Ask again. While PostgreSQL is away the facts stay as they were."""
        try:
            rows = self.truth.rows(SEATS)
            ((moves),) = self.truth.rows("SELECT count(*) AS moves FROM games_move")
        except (psycopg.Error, OSError):
            return
        self.moves = moves["moves"]
        self._facts = {
            (row["code"], row["name"]): Facts(
                row["status"] == "playing", row["missed"], row["hold"]
            )
            for row in rows
        }

    def facts(self, table: str, name: str) -> Facts:
        """What is known of somebody's seat."""
        return self._facts.get((table, name), Facts(False, 0, ""))

    def read_into(self, history: History) -> None:
        """Every move, act and seat, as of one moment."""
        with self.truth.one_look():
            history.moves = [
                Move(
                    row["code"],
                    row["number"],
                    row["seq"],
                    row["decision"],
                    row["seat"],
                    row["actor"],
                    row["action"],
                    row["at"].timestamp(),
                )
                for row in self.truth.rows(MOVES)
            ]
            history.acts = [
                Act(
                    row["code"],
                    row["number"],
                    row["seat"],
                    row["kind"],
                    row["hold"],
                    row["at"].timestamp(),
                )
                for row in self.truth.rows(ACTS)
            ]
            for row in self.truth.rows(NAMES):
                history.names[row["code"], row["number"], row["seat"]] = row["name"]
                history.limits[row["code"], row["number"]] = row["turn_limit"]

    def wrong_games(self) -> list[str]:
        """What `manage.py verify_games` has to say against any game."""
        try:
            self.truth.verify_games()
        except AssertionError as error:
            return str(error).strip().splitlines()
        return []

    def leaks(self) -> list[str]:
        """Cards and seeds in what the parts of the site have written about themselves."""
        seeds = [seed.hex() for seed in self.truth.seeds()]
        found = []
        for log in sorted((self.truth.site.folder / "log").glob("*.log*")):
            said = log.read_text(errors="replace")
            cards = sorted(cards_in(said))
            if cards:
                found.append(f"{log.name} names cards: {', '.join(cards[:5])}")
            if any(seed in said for seed in seeds):
                found.append(f"{log.name} holds a seed")
        return found
