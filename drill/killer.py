"""The killer: kill -9 to one part of the site after the other, and how long it was missed."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

import psutil
import redis

from cribsite import processes
from drill.history import Kill
from drill.judge import SERVERS
from tests.support.site import Site

ORDER = ("daphne", "worker-cpu", "worker-sweep", "beat", "valkey", "postgres")
EVERY = 8.0  # seconds from one kill to the next
BREATH = 2.0  # seconds at least between the return of one part and the next kill
RETURN = 45.0  # seconds until a part counts as gone for good


class Gone(Exception):  # noqa: N818
    """A part did not come back."""


class Killer:
    """Kills the parts of one site, and nothing else."""

    def __init__(self, site: Site, told: Callable[[Kill], None]) -> None:
        self.site, self.told = site, told
        self.kills: list[Kill] = []

    async def run(self, seconds: float) -> None:
        """Kill one part after the other for so long. Raises Gone."""
        end = time.monotonic() + seconds
        due = time.monotonic() + EVERY / 2
        number = 0
        while due < end:
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            began = time.monotonic()
            kill = await asyncio.to_thread(self._kill, ORDER[number % len(ORDER)])
            self.kills.append(kill)
            self.told(kill)
            number += 1
            due = max(began + EVERY, time.monotonic() + BREATH)

    def _kill(self, part: str) -> Kill:
        pid = processes.noted(self.site.folder / "pids").get(part)
        supervisor = self.site.process
        # A pid alone may be anybody's by now: it must be this site's own child.
        if pid is None or supervisor is None or psutil.Process(pid).ppid() != supervisor.pid:
            raise Gone(f"{part} was not there to be killed")
        at = time.time()
        psutil.Process(pid).kill()
        try:
            self.site.wait_for_another(part, pid, RETURN)
        except AssertionError:
            raise Gone(f"{part} was not started again in {RETURN:.0f} s") from None
        while part in SERVERS and not self._takes_moves():
            if time.time() - at > RETURN:
                raise Gone(f"no move could be made {RETURN:.0f} s after {part} was killed")
            time.sleep(0.1)
        return Kill(part, at, time.time())

    def _takes_moves(self) -> bool:
        """Whether daphne, PostgreSQL and Valkey answer."""
        url = self.site.environment()["REDIS_URL"]
        try:
            with redis.Redis.from_url(url, socket_timeout=1, retry=None) as valkey:
                valkey.ping()
        except redis.RedisError:
            return False
        return self.site.answers()
