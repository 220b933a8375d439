"""Several pieces of work at once, each in a thread with a database connection of its own."""

import threading
import time
from collections.abc import Callable
from typing import Any

from django.db import connection, transaction

from games.models import Game

LONGEST = 1.5


def at_once(game: Game, *works: Callable[[], Any], blocked: int | None = None) -> list[Any]:
    """Run the works together and return what each returned or raised, in their order.

    They really meet: the game's row is held until `blocked` of them (by default all) wait for it.
    Needs a test with real transactions.
    """
    expected = len(works) if blocked is None else blocked
    ready = threading.Barrier(len(works) + 1, timeout=60)
    pids: dict[int, int] = {}
    results: list[Any] = [None] * len(works)

    def run(number: int) -> None:
        try:
            connection.ensure_connection()
            pids[number] = connection.connection.info.backend_pid
            ready.wait()
            results[number] = works[number]()
        except Exception as error:  # noqa: BLE001
            results[number] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(number,)) for number in range(len(works))]
    with transaction.atomic():
        Game.objects.select_for_update().get(pk=game.pk)
        for thread in threads:
            thread.start()
        ready.wait()
        _until_waiting(list(pids.values()), expected)
    for thread in threads:
        thread.join(timeout=60)
        assert not thread.is_alive()
    return results


def _until_waiting(pids: list[int], expected: int) -> None:
    give_up = time.monotonic() + LONGEST
    while time.monotonic() < give_up:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT count(DISTINCT pid) FROM pg_locks WHERE NOT granted AND pid = ANY(%s)",
                [pids],
            )
            if cursor.fetchone()[0] >= expected:
                return
        time.sleep(0.005)
    raise AssertionError("the works did not meet at the game's row")
