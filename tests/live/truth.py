"""What the database of a running site says, read beside the site."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
from psycopg.rows import dict_row

from games.cribbage import record, rules, shuffle
from games.cribbage.actions import Cut, Deal
from games.cribbage.cards import Card
from games.cribbage.state import Settings, State
from tests.support.site import ROOT, Site

Row = dict[str, Any]


class Truth:
    """Questions about tables, by their code; each on a connection of its own."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self._look: psycopg.Connection[Row] | None = None

    def rows(self, sql: str, *values: Any) -> list[Row]:
        if self._look is not None:
            return self._look.execute(sql, values).fetchall()
        with self._connect() as connection:
            cursor = connection.execute(sql, values)
            return cursor.fetchall() if cursor.description else []

    def _connect(self) -> psycopg.Connection[Row]:
        url = self.site.environment()["DATABASE_URL"]
        return psycopg.connect(url, autocommit=True, row_factory=dict_row)

    @contextmanager
    def one_look(self) -> Iterator[None]:
        """All that is asked inside is answered as of one moment."""
        with self._connect() as connection, connection.transaction():
            connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            self._look = connection
            try:
                yield
            finally:
                self._look = None

    def revision(self, code: str) -> int:
        (table,) = self.rows("SELECT revision FROM games_table WHERE code = %s", code)
        return int(table["revision"])

    def game(self, code: str) -> Row:
        """The newest game that has begun; the first one while it waits."""
        games = self.games(code)
        return [game for game in games if game["status"] != "waiting" or game["number"] == 1][-1]

    def games(self, code: str) -> list[Row]:
        return self.rows(
            "SELECT game.*, t.revision, t.target, t.first_deal FROM games_game game"
            " JOIN games_table t ON t.id = game.table_id WHERE t.code = %s ORDER BY game.number",
            code,
        )

    def moves(self, code: str) -> list[Row]:
        """Every move of every game of the table, in order, with its game's number."""
        return self.rows(
            "SELECT move.*, game.number FROM games_move move"
            " JOIN games_game game ON game.id = move.game_id"
            " JOIN games_table t ON t.id = game.table_id"
            " WHERE t.code = %s ORDER BY game.number, move.seq",
            code,
        )

    def seats(self, code: str) -> list[Row]:
        return self.rows(
            "SELECT seat.*, game.number AS game_number, player.name, player.kind"
            " FROM games_seat seat JOIN games_game game ON game.id = seat.game_id"
            " JOIN games_table t ON t.id = game.table_id"
            " JOIN accounts_player player ON player.id = seat.player_id"
            " WHERE t.code = %s ORDER BY game.number, seat.number",
            code,
        )

    def everything(self, code: str) -> list[list[Row]]:
        """All rows of a table, to compare before and after."""
        with self.one_look():
            return self._everything(code)

    def _everything(self, code: str) -> list[list[Row]]:
        table = self.rows("SELECT * FROM games_table WHERE code = %s", code)
        return [table, self.games(code), self.seats(code), self.moves(code)]

    def seeds(self) -> list[bytes]:
        """The seed of every game of the site."""
        return [bytes(row["seed"]) for row in self.rows("SELECT seed FROM games_gameseed")]

    def codes(self) -> list[str]:
        return [row["code"] for row in self.rows("SELECT code FROM games_table ORDER BY id")]

    def state(self, code: str) -> State:
        """The state of the newest game that has begun."""
        begun = [game for game in self.games(code) if game["state"] is not None]
        return record.state_from_json(begun[-1]["state"])

    def decks(self, game: Row) -> dict[int, tuple[Card, ...]]:
        """Every deck of a game so far by hand number, the cut's as number 0."""
        (secret,) = self.rows("SELECT seed FROM games_gameseed WHERE game_id = %s", game["id"])
        seats = self.rows(
            "SELECT seat.client_seed, player.kind FROM games_seat seat"
            " JOIN accounts_player player ON player.id = seat.player_id"
            " WHERE seat.game_id = %s ORDER BY seat.number",
            game["id"],
        )
        added = [shuffle.contribution(seat["kind"], seat["client_seed"] or None) for seat in seats]
        hands = (game["state"] or {}).get("hand_no", 0)
        return {
            number: shuffle.deck(bytes(secret["seed"]), game["key"], added, number)
            for number in range(hands + 1)
        }

    def states(self, game: Row, moves: list[Row]) -> list[State]:
        """The state before the first move of a game and after each of them."""
        decks = self.decks(game)
        settings = Settings(seats=2, target=game["target"], first_deal=game["first_deal"])
        state = rules.new_game(
            settings, host=game["host_seat"], first_dealer=game["given_first_dealer"]
        )
        states = [state]
        for move in moves:
            action = record.action_from_json(move["action"])
            match action:
                case Cut():
                    deck = decks[0]
                case Deal(hand_no=number):
                    deck = decks[number]
                case _:
                    deck = None
            state, events = rules.apply(state, move["seat"], action, deck)
            assert [record.event_to_json(event) for event in events] == move["events"]
            states.append(state)
        assert record.state_to_json(state) == game["state"]
        return states

    def replay(self, code: str) -> None:
        """Play every game of a table again from its moves; AssertionError if anything differs."""
        moves = self.moves(code)
        for game in self.games(code):
            if game["state"] is not None:
                own = [move for move in moves if move["number"] == game["number"]]
                assert [move["seq"] for move in own] == list(range(1, game["version"] + 1))
                self.states(game, own)

    def verify_games(self) -> str:
        """The last line of `manage.py verify_games`. AssertionError if any game is wrong."""
        done = subprocess.run(
            [sys.executable, str(ROOT / "manage.py"), "verify_games"],
            env=os.environ | self.site.environment(),
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout.strip().splitlines()[-1]
