"""Database work of the sockets: a few threads of their own, each with its own connection.

Channels would run the work of all consumers of a process in one thread.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from django.db import close_old_connections, connection

P = ParamSpec("P")
T = TypeVar("T")

_threads = ThreadPoolExecutor(max_workers=4, thread_name_prefix="table")


async def in_thread(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run blocking work and give its connection back to the pool. Raises what the work raises."""

    def job() -> T:
        close_old_connections()
        try:
            return work(*args, **kwargs)
        finally:
            connection.close()

    return await asyncio.get_running_loop().run_in_executor(_threads, job)
