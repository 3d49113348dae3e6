"""How much a socket may say."""

import time
from collections.abc import Callable


class Bucket:
    """A token bucket: `burst` messages at once, then `rate` a second.

    `take()` answers whether one more fits; `refused` counts those in a row that did not.
    """

    def __init__(self, burst: float, rate: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.burst, self.rate, self._clock = burst, rate, clock
        self._tokens, self._at = burst, clock()
        self.refused = 0

    def take(self) -> bool:
        """Take a token if there is one."""
        now = self._clock()
        self._tokens = min(self.burst, self._tokens + (now - self._at) * self.rate)
        self._at = now
        if self._tokens < 1:
            self.refused += 1
            return False
        self._tokens -= 1
        self.refused = 0
        return True
