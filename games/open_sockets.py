"""How many sockets a player and an address may have open, over all servers of the site.

Counted in Valkey, as leases: every socket is a member of one sorted set for its player and one for
its address, scored by the time at which its lease is over; each server renews its own every two
seconds. What a killed server has left behind is over after six: about when its successor answers,
and site time stands still until then. This is a fence against a crowd and nothing that a game rests
on, so it costs the database nothing, and where Valkey is dead or slow everybody comes in. Addresses
are keyed hashes, and gone with the last lease.
"""

from __future__ import annotations

import asyncio
import logging
import time
import uuid
from collections.abc import Sequence
from typing import Any

from django.conf import settings
from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from cribsite import visitor_address

logger = logging.getLogger(__name__)

LEASE_SECONDS = 6
RENEWAL_SECONDS = 2
# How long a socket waits for Valkey, and for how long it is not asked after it did not answer.
PATIENCE_SECONDS = 0.5
LEAVE_ALONE_SECONDS = 2.0

# The limits are looked at before anything is written, all in one step. Times are Valkey's own.
ADMIT = """
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
for number, key in ipairs(KEYS) do
  redis.call('ZREMRANGEBYSCORE', key, '-inf', now)
  if redis.call('ZCARD', key) >= tonumber(ARGV[2 + number]) then return 0 end
end
for _, key in ipairs(KEYS) do
  redis.call('ZADD', key, now + ARGV[2], ARGV[1])
  redis.call('PEXPIRE', key, ARGV[2])
end
return 1
"""
# ARGV: the lease, then the member of each key.
RENEW = """
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
for number, key in ipairs(KEYS) do
  redis.call('ZADD', key, now + ARGV[1], ARGV[1 + number])
  redis.call('PEXPIRE', key, ARGV[1])
end
return 1
"""
CHUNK = 500


class Door:
    """The sockets of one event loop, and their leases."""

    def __init__(self) -> None:
        self._held: dict[str, list[str]] = {}
        # A crowd that comes back in one moment shares a few connections.
        pool = BlockingConnectionPool.from_url(
            settings.REDIS_URL,
            max_connections=8,
            timeout=PATIENCE_SECONDS,
            socket_connect_timeout=PATIENCE_SECONDS,
            socket_timeout=PATIENCE_SECONDS,
            retry=Retry(NoBackoff(), 1),
        )
        self._client: Redis = Redis(connection_pool=pool)
        self._left_alone_until = 0.0
        self._renewing: asyncio.Task[None] | None = None
        self._errands: set[asyncio.Task[Any]] = set()

    async def admit(self, address: str, player_id: int | None) -> str | None:
        """Count one more socket in; its name for `release`, or None over a limit."""
        name = uuid.uuid4().hex
        limits = _limits(address, player_id)
        if not limits:
            return name
        keys = list(limits)
        arguments = [name, LEASE_SECONDS * 1000, *limits.values()]
        if await self._ask(ADMIT, keys, arguments) == 0:
            return None
        self._held[name] = keys
        if self._renewing is None or self._renewing.done():
            self._renewing = asyncio.create_task(self._renew())
        return name

    def release(self, name: str) -> None:
        """The socket is closed. Safe to call again."""
        keys = self._held.pop(name, None)
        if keys:
            errand = asyncio.create_task(self._forget(name, keys))
            self._errands.add(errand)
            errand.add_done_callback(self._errands.discard)

    async def _forget(self, name: str, keys: Sequence[str]) -> None:
        try:
            async with asyncio.timeout(2 * PATIENCE_SECONDS):
                for key in keys:
                    await self._client.zrem(key, name)
        except (RedisError, OSError, TimeoutError):
            # Its lease runs out.
            return

    async def _renew(self) -> None:
        """Renew all leases, as long as there are any."""
        while self._held:
            await asyncio.sleep(RENEWAL_SECONDS)
            pairs = [(key, name) for name, keys in self._held.items() for key in keys]
            for start in range(0, len(pairs), CHUNK):
                some = pairs[start : start + CHUNK]
                names = [name for _key, name in some]
                await self._ask(RENEW, [key for key, _ in some], [LEASE_SECONDS * 1000, *names])

    async def _ask(self, script: str, keys: Sequence[str], arguments: Sequence[Any]) -> int | None:
        """What the script answers; None while Valkey does not."""
        if time.monotonic() < self._left_alone_until:
            return None
        try:
            async with asyncio.timeout(2 * PATIENCE_SECONDS):
                answer: int = await self._client.eval(script, len(keys), *keys, *arguments)
                return answer
        except (RedisError, OSError, TimeoutError) as error:
            self._left_alone_until = time.monotonic() + LEAVE_ALONE_SECONDS
            logger.warning("Sockets are not counted now: %s", type(error).__name__)
            return None


_doors: dict[asyncio.AbstractEventLoop, Door] = {}


def door() -> Door:
    """The door of the running event loop."""
    loop = asyncio.get_running_loop()
    if loop not in _doors:
        for other in [old for old in _doors if old.is_closed()]:
            del _doors[other]
        _doors[loop] = Door()
    return _doors[loop]


def _limits(address: str, player_id: int | None) -> dict[str, int]:
    """The sets that a socket is counted in, and how many each of them may hold."""
    found: dict[str, int] = {}
    if player_id is not None and settings.SOCKETS_A_PLAYER:
        found[f"sockets:player:{player_id}"] = settings.SOCKETS_A_PLAYER
    if address and settings.SOCKETS_AN_ADDRESS:
        found[f"sockets:address:{visitor_address.hidden(address)}"] = settings.SOCKETS_AN_ADDRESS
    return found
