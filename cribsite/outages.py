"""PostgreSQL or Valkey is away for a moment: nobody's mistake, and it mends by itself."""

import redis
from django.db.utils import InterfaceError, OperationalError

# A lock that was not to be had in time is among the first.
OUTAGES = (OperationalError, InterfaceError, redis.ConnectionError, redis.TimeoutError)


def is_outage(error: BaseException | None) -> bool:
    """Whether an error says only that the database or Valkey did not answer."""
    return isinstance(error, OUTAGES)
