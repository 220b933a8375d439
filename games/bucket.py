"""A token bucket: how many messages a socket may send."""

import time
from collections.abc import Callable


class TokenBucket:
    """Holds up to `burst` tokens and gains `rate` a second; each message takes one."""

    def __init__(
        self, burst: float, rate: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._burst, self._rate, self._clock = burst, rate, clock
        self._tokens, self._at = burst, clock()

    def take(self) -> bool:
        """Take one token; False if there is none."""
        now = self._clock()
        self._tokens = min(self._burst, self._tokens + (now - self._at) * self._rate)
        self._at = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True
