"""How long the pages of ratings take, and settling, and a replay, with a large ledger.

    python bench/ratings.py [--players 100000] [--games 500000]

Starts a database of its own and fills it: a game of two is two rows of the ledger. Prints the
median time in the server for the first and a far page of a leaderboard and for the history of
somebody with 1,000 games; what their queries did; what settling adds to the last move of a game;
and how many games a second a replay of the mode plays, with and without reading them. Nothing is
left running.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import time
import uuid
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
# Instead of this folder, in which this file is called like one of the site's packages.
sys.path[0] = str(ROOT)

from tests.support.site import Site  # noqa: E402

PAGE, SETTLE, REPLAY = 50.0, 5.0, 50_000  # ms, ms, games a second
WARM_UP, TIMES = 5, 40
SETTLED = 300
FAR = 20


def times_ms(work: Callable[[], object], times: int = TIMES) -> list[float]:
    """So many times, after some to warm up."""
    found = []
    for number in range(WARM_UP + times):
        start = time.perf_counter()
        work()
        if number >= WARM_UP:
            found.append(1000 * (time.perf_counter() - start))
    return found


def report(name: str, found: list[float], target: float) -> None:
    """Their median beside the target, both in ms, and the fastest: what a quiet machine takes."""
    median = statistics.median(found)
    said = f"target {target:.0f} ms: {'met' if median <= target else 'MISSED'}"
    print(f"{name}: median {median:.1f} ms, fastest {min(found):.1f} ({said})", flush=True)


def rate(name: str, games: int, seconds: float) -> None:
    said = "met" if games / seconds >= REPLAY else "MISSED"
    print(f"{name}: {games / seconds:,.0f} games/s (target {REPLAY:,}: {said})", flush=True)


def pages() -> None:
    """The pages, and the plans of what they ask."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    from accounts.players import SESSION_PLAYER
    from bench.ledger.filling import HERO, MODE

    client = Client(HTTP_HOST="localhost")
    session = client.session
    session[SESSION_PLAYER] = HERO
    session.save()
    for name, path in (
        ("leaderboard, first page", f"/leaderboard/{MODE}/"),
        (f"leaderboard, page {FAR}", f"/leaderboard/{MODE}/?page={FAR}"),
        ("history of 1,000 games", f"/players/{HERO}/ratings/{MODE}/"),
        ("its last page", f"/players/{HERO}/ratings/{MODE}/?page=20"),
        ("all opponents", f"/players/{HERO}/ratings/{MODE}/opponents/"),
        ("profile", f"/players/{HERO}/"),
    ):
        with CaptureQueriesContext(connection) as asked:
            response = client.get(path)
        assert response.status_code == 200, response.status_code
        queries = list(asked)
        report(f"{name}, {len(queries)} queries", times_ms(partial(client.get, path)), PAGE)
        for query in queries:
            if "ratings_" in query["sql"] and query["sql"].startswith("SELECT"):
                print(f"    {plan(query['sql'])}")


def plan(sql: str) -> str:
    """What a query did: its time, and how it came to its rows."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {sql}".replace("%", "%%"), [])
        (found,) = cursor.fetchone()
    tree = json.loads(found) if isinstance(found, str) else found
    scans = ", ".join(_scans(tree[0]["Plan"]))
    return f"{tree[0]['Execution Time']:.2f} ms: {scans}"


def _scans(node: dict[str, Any]) -> list[str]:
    own = []
    if "Scan" in node["Node Type"] and "Relation Name" in node:
        where = node.get("Index Name", node["Relation Name"])
        rows = int(node["Actual Rows"] * node["Actual Loops"])
        own = [f"{node['Node Type']} {where} ({rows} rows)"]
    return own + [line for child in node.get("Plans", []) for line in _scans(child)]


def settling() -> None:
    """Inside the transaction that ends a game: the commit is the move's own."""
    from django.db import connection, transaction
    from django.utils import timezone

    from games.models import Game, Table
    from ratings.results import Result, SeatResult
    from ratings.settlement import settle

    with connection.cursor() as cursor:
        cursor.execute("SELECT player_id FROM ratings_rating ORDER BY games DESC LIMIT 600")
        players = [player for (player,) in cursor.fetchall()]
    found = []
    for number in range(WARM_UP + SETTLED):
        name = uuid.uuid4().hex
        table = Table.objects.create(code=name)
        game = Game.objects.create(table=table, number=1, key=name)
        one, other = (players[each % len(players)] for each in (number, 7 * number + 3))
        if one == other:
            continue
        seats = (SeatResult(one, 1), SeatResult(other, 2))
        with transaction.atomic():
            start = time.perf_counter()
            settle(Result(game.pk, "played", seats, 0), timezone.now())
            found.append(1000 * (time.perf_counter() - start))
    report("settling, added to the last move", found[WARM_UP:], SETTLE)


def replaying() -> None:
    """Every game of the mode once more, from rows to ratings."""
    from bench.ledger.filling import MODE
    from ratings.counting import counting_games
    from ratings.models import Rating
    from ratings.replay import played, replay

    start = time.perf_counter()
    games = list(played(counting_games(MODE)))
    read = time.perf_counter()
    standings = replay(games)
    done = time.perf_counter()
    for row in Rating.objects.filter(mode=MODE).order_by("-games")[:1000]:
        assert standings.values[row.player_id] == row.value
    rate("replay of games in memory", len(games), done - read)
    rate("replay, reading included", len(games), done - start)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--players", type=int, default=100_000)
    parser.add_argument("--games", type=int, default=500_000)
    options = parser.parse_args()
    with Site(ROOT / "var" / f"bench-ratings-{os.getpid()}") as site:
        site.start_servers()
        os.environ.update(site.environment(), DJANGO_SETTINGS_MODULE="cribsite.settings")
        import django

        django.setup()
        from django.core.management import call_command
        from django.db import connection

        call_command("migrate", verbosity=0)
        from bench.ledger.filling import fill

        began = time.perf_counter()
        fill(options.players, options.games)
        took = time.perf_counter() - began
        print(
            f"{options.players:,} players, {2 * options.games:,} rows, made in {took:.0f} s",
            flush=True,
        )
        pages()
        settling()
        replaying()
        connection.close()
        connection.close_pool()
    load = os.getloadavg()[0]
    print(f"load of the machine just now: {load:.1f} on {os.cpu_count()} cores")
    return 0


if __name__ == "__main__":
    sys.exit(main())
