"""A ledger of many players and games of two, as the site would have counted it.

Only the games' moves are missing: their rows are there for the ledger to point at.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta

from django.db import connection

from ratings import counting, elo
from ratings.models import Rating
from ratings.replay import Played, Standings

MODE = 2
DAYS = 400
HERO, HERO_GAMES = 1, 1_000
DRAWN = 0.005

PLAYERS = """
INSERT INTO accounts_player (id, kind, name, created_at)
SELECT number, 'account', 'Player ' || number, now() - interval '400 days'
FROM generate_series(1, %s) AS number
"""
TABLES = """
INSERT INTO games_table (id, code, joining, target, muggins, skunk, first_deal, turn_limit,
                         ranked, quick, size, revision, created_at)
SELECT number, 'table-' || number, 'anyone', 121, false, 'all', 'cut', 30,
       true, false, 2, 1, now()
FROM generate_series(1, %s) AS number
"""
GAMES = """
INSERT INTO games_game (id, table_id, number, key, commitment, host_seat, rematch, ranked, unrated,
                        status, version, decision, ending, turn_limit, state, created_at)
SELECT number, number, 1, 'game-' || number, '', 0, false, true, '',
       'over', 0, 0, 'played', 30, '{}', now()
FROM generate_series(1, %s) AS number
"""
NUMBERED = ("accounts_player", "games_table", "games_game", "ratings_settlement")


def fill(players: int, games: int) -> None:
    """So many players and games, two rows of the ledger each; player `HERO` has 1,000 games."""
    with connection.cursor() as cursor:
        cursor.execute("SET statement_timeout = 0")
        cursor.execute(PLAYERS, [players])
        cursor.execute(TABLES, [games])
        cursor.execute(GAMES, [games])
    _ledger(_pairs(players, games), players)
    with connection.cursor() as cursor:
        for table in NUMBERED:
            cursor.execute(
                f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), max(id)) FROM {table}"
            )
        cursor.execute("VACUUM ANALYZE")


def _pairs(players: int, games: int) -> list[tuple[int, int]]:
    """Who plays whom, in order: a few play very often, most now and then."""
    chance = random.Random(29)
    others = range(HERO + 1, players + 1)
    weights = [min(chance.paretovariate(1.05), 400.0) for _ in others]
    seated = chance.choices(others, weights, k=2 * games)
    pairs = [
        (one, other) if one != other else (one, 2 + one % (players - 1))
        for one, other in zip(seated[::2], seated[1::2], strict=True)
    ]
    for place in chance.sample(range(games), min(HERO_GAMES, games)):
        _, other = pairs[place]
        pairs[place] = (HERO, other) if chance.random() < 0.5 else (other, HERO)
    return pairs


def _ledger(pairs: Sequence[tuple[int, int]], players: int) -> None:
    chance = random.Random(31)
    strength = [chance.gauss(elo.START, 15_000) for _ in range(players + 1)]
    now = datetime.now(UTC)
    step = timedelta(days=DAYS) / len(pairs)
    standings = Standings()
    rows: dict[int, Rating] = {}
    met: dict[tuple[int, int], list[int]] = {}
    settlements, entries = [], []
    for number, (one, other) in enumerate(pairs, 1):
        at = now - step * (len(pairs) - number)
        first_wins = chance.random() < elo.expected(strength[one], strength[other])
        places = (1, 1) if chance.random() < DRAWN else (1, 2) if first_wins else (2, 1)
        before = [(standings.values[each], standings.games[each]) for each in (one, other)]
        moved = standings.play(Played(number, (one, other), places, ()))
        dealer = chance.randrange(2)
        ending = "draw" if places == (1, 1) else "played"
        settlements.append((number, "game", MODE, number, ending, dealer, "", at))
        result = elo.score(*places)
        tally = met.setdefault((min(one, other), max(one, other)), [0, 0, 0])
        lower = result if one < other else 1 - result
        tally[int(2 * lower)] += 1
        for seat, player in enumerate((one, other)):
            change = moved.by_seat[seat]
            value, games = before[seat]
            entries.append((number, player, MODE, seat, places[seat], False, value, games, change))
            row = rows.get(player)
            if row is None:
                row = rows[player] = Rating(player_id=player, mode=MODE)
            counting.move(row, change, at)
            counting.count(row, result if seat == 0 else 1 - result, at)
    for one, other in met:
        rows[one].opponents += 1
        rows[other].opponents += 1
    _copy(
        "ratings_settlement (id, kind, mode, game_id, ending, first_dealer, reason, at)",
        settlements,
    )
    _copy(
        'ratings_entry (settlement_id, player_id, mode, seat, place, "left", before,'
        " games_before, change)",
        entries,
    )
    _copy(
        f"ratings_rating (player_id, mode, {', '.join(counting.COUNTED)})",
        (
            (row.player_id, MODE, *(getattr(row, name) for name in counting.COUNTED))
            for row in rows.values()
        ),
    )
    _copy(
        "ratings_meeting (player_id, opponent_id, mode, games, wins, draws, losses)",
        (
            line
            for (one, other), (lost, drawn, won) in met.items()
            for line in (
                (one, other, MODE, lost + drawn + won, won, drawn, lost),
                (other, one, MODE, lost + drawn + won, lost, drawn, won),
            )
        ),
    )


def _copy(where: str, rows: Iterable[tuple[object, ...]]) -> None:
    with connection.cursor() as cursor, cursor.copy(f"COPY {where} FROM STDIN") as copy:
        for row in rows:
            copy.write_row(row)
