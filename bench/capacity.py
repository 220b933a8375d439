"""How many moves a second the site carries, against a bare Channels echo in the same run.

    python bench/capacity.py [--tables 24] [--seconds 6]

Two daphne each, the same Valkey and channel layer, the same number of sockets, frames of the same
size; one seat of every table is on one daphne, the other on the other. Moves are offered at a
fixed rate, whatever the servers do. The figure is the highest rate at which 99 of 100 moves are at
both seats within 100 ms and none is lost. It starts all that it measures and ends it by itself.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.load.match import EchoPair, Pair, Script  # noqa: E402
from tests.support.site import Site  # noqa: E402

P99_LIMIT = 0.100
LOST_AFTER = 3.0
RATES = (10, 20, 40, 60, 80, 100, 130, 160, 200, 250, 300, 375, 450, 550, 650, 800, 1000)


def daphne(app: str, environment: dict[str, str]) -> tuple[subprocess.Popen[bytes], int]:
    """One more daphne; the process and its port."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = subprocess.Popen(
        [sys.executable, "-m", "daphne", "-v", "0", "-b", "127.0.0.1", "-p", str(port), app],
        env={**os.environ, "SOCKETS_A_PLAYER": "0", "SOCKETS_AN_ADDRESS": "0", **environment},
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    return process, port


def wait_for(port: int) -> None:
    """Until something listens there."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.1)
    raise SystemExit("a server did not start")


@contextmanager
def two(app: str, environment: dict[str, str]) -> Iterator[list[int]]:
    """Two daphnes of an application; their ports."""
    started = [daphne(app, environment) for _ in range(2)]
    try:
        for _process, port in started:
            wait_for(port)
        yield [port for _process, port in started]
    finally:
        for process, _port in started:
            process.terminate()
        for process, _port in started:
            process.wait(20)


def new_tables(count: int) -> list[tuple[str, list[str], Script]]:
    """Tables at the first throw: code, the two session keys, the script of the game."""
    from accounts.models import Player
    from accounts.players import SESSION_PLAYER
    from accounts.sessions import SessionStore
    from games import seating, tables
    from games.cribbage import record
    from games.dealing import deck_of
    from games.table import decide

    made = []
    for number in range(count):
        people = [Player.objects.create(kind="guest", name=f"Robot {each}") for each in (1, 2)]
        table = tables.open_table(people[0])
        seating.sit_down(table, people[1])
        game = tables.latest_game(table)
        seating.ready(game.pk, people[1].pk, "two")
        seating.start(game.pk, people[0].pk, "one")
        game.refresh_from_db()
        deal = {"type": "deal"}
        decide(game_id=game.pk, seat=0, decision=game.decision, wanted=deal, actor="player")
        game.refresh_from_db()
        keys = []
        for person in people:
            session = SessionStore()
            session[SESSION_PLAYER] = person.pk
            session.create()
            keys.append(session.session_key)
        decks = {hand: deck_of(game, hand) for hand in range(1, 40)}
        state = record.state_from_json(game.state)
        script = Script(state, decks.__getitem__, game.number, random.Random(number))
        made.append((table.code, keys, script))
    return made


async def offer(
    pairs: list[Pair], scripts: list[Script | None], rate: float, seconds: float
) -> tuple[float, int, int]:
    """Offer moves at a rate: p99 in seconds over both seats, moves made, moves lost."""
    took: list[float] = []
    numbers = [max(pair.heard) for pair in pairs]
    free = [asyncio.Lock() for _ in pairs]
    start = time.perf_counter() + 0.1

    async def one(at: int, due: float) -> None:
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        async with free[at]:
            script = scripts[at]
            numbers[at] += 1
            if script is None:
                seat, text = numbers[at] % 2, str(numbers[at])
            else:
                answer = script.answer()
                if answer is None:
                    numbers[at] -= 1
                    return
                seat, text = answer
            took.extend(await pairs[at].move(seat, text, numbers[at], due, LOST_AFTER))

    moves = range(int(rate * seconds))
    await asyncio.gather(*(one(move % len(pairs), start + move / rate) for move in moves))
    lost = sum(1 for each in took if each == float("inf"))
    if not took:
        return float("inf"), 0, 0
    return statistics.quantiles(took, n=100, method="inclusive")[98], len(took) // 2, lost


async def climb(
    name: str, pairs: list[Pair], scripts: list[Script | None], seconds: float
) -> tuple[float, float]:
    """Higher and higher rates until one is too much; the best rate and its p99."""
    best = (0.0, 0.0)
    await offer(pairs, scripts, 10, 2)
    for rate in RATES:
        p99, moves, lost = await offer(pairs, scripts, rate, seconds)
        good = p99 <= P99_LIMIT and not lost and moves >= rate * seconds * 0.98
        print(f"  {name:5} {rate:5} moves/s: p99 {p99 * 1000:7.1f} ms, {moves} moves, {lost} lost")
        if not good:
            if rate > 2 * best[0] + 20 or best[0]:
                break
            continue
        best = (float(rate), p99)
    return best


async def measure_site(ports: list[int], count: int, seconds: float, made: Any) -> tuple[Any, int]:
    pairs, scripts = [], []
    for code, keys, script in made:
        pair = Pair(code)
        await pair.open(
            [f"ws://127.0.0.1:{port}" for port in ports],
            [{"Cookie": f"sessionid={key}"} for key in keys],
            [f"http://127.0.0.1:{port}" for port in ports],
        )
        pairs.append(pair)
        scripts.append(script)
    await asyncio.sleep(1)
    best = await climb("site", pairs, scripts, seconds)
    sizes = [size for pair in pairs for size in pair.bytes[2:]]
    for pair in pairs:
        await pair.close()
    return best, int(statistics.mean(sizes))


async def measure_echo(ports: list[int], count: int, seconds: float) -> tuple[float, float]:
    pairs: list[Pair] = []
    for number in range(count):
        pair = EchoPair(f"bench-{number}")
        await pair.open(
            [f"ws://127.0.0.1:{port}" for port in ports],
            [{}, {}],
            [f"http://127.0.0.1:{port}" for port in ports],
        )
        pairs.append(pair)
    await asyncio.sleep(1)
    best = await climb("echo", pairs, [None] * count, seconds)
    for pair in pairs:
        await pair.close()
    return best


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--tables", type=int, default=24)
    parser.add_argument("--seconds", type=float, default=6.0)
    chosen = parser.parse_args()
    with Site().start() as site:
        os.environ.update(site.environment())
        os.environ["DJANGO_SETTINGS_MODULE"] = "cribsite.settings"
        import django

        django.setup()
        made = new_tables(chosen.tables)
        with two("cribsite.asgi:application", {}) as ports:
            (rate, p99), size = asyncio.run(
                measure_site(ports, chosen.tables, chosen.seconds, made)
            )
        with two("bench.load.asgi:application", {"ECHO_BYTES": str(size)}) as ports:
            echo_rate, echo_p99 = asyncio.run(measure_echo(ports, chosen.tables, chosen.seconds))
        from django.db import connections

        connections.close_all()
    print(f"frames of {size} bytes on average, {chosen.tables} tables, two daphne each")
    print(f"site: {rate:.0f} moves/s (p99 {p99 * 1000:.0f} ms)")
    print(f"echo: {echo_rate:.0f} moves/s (p99 {echo_p99 * 1000:.0f} ms)")
    if echo_rate:
        print(f"ratio: {rate / echo_rate:.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
