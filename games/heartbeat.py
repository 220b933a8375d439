"""A server's word, twice a second, that it takes moves: site time runs only while it is given.

A move needs the server's process, PostgreSQL and Valkey. This thread lives in the server's process
and asks the other two; when one of them is away it says nothing, and every clock stands still.
"""

import logging
import threading
import time

import redis
from django.conf import settings
from django.db import connection

from games import clock

logger = logging.getLogger(__name__)

SECONDS = 0.5


def start() -> None:
    """Give the word from now on, as long as the process lives."""
    threading.Thread(target=_run, name="heartbeat", daemon=True).start()


def _run() -> None:
    valkey = redis.Redis.from_url(
        settings.REDIS_URL, socket_timeout=1, socket_connect_timeout=1, retry=None
    )
    fine = True
    while True:
        time.sleep(SECONDS)
        try:
            valkey.ping()
            clock.beat()
            fine = True
        except Exception as error:  # noqa: BLE001
            if fine:
                logger.warning("The clocks stand still: %s", type(error).__name__)
            fine = False
            connection.close()
