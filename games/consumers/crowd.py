"""What many sockets show alike at the same moment is made once."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any

# clocks run and people come and go: what is older is made anew
FRESH = 1.0
_MOST = 128


class Crowd:
    """Keeps for a moment what was made for one of many."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._kept: OrderedDict[Hashable, tuple[float, Any]] = OrderedDict()
        self._lock = threading.Lock()

    def find(self, key: Hashable) -> Any:
        """Return what was just made for `key`, or None."""
        with self._lock:
            at, made = self._kept.get(key, (0.0, None))
        return made if self._clock() - at < FRESH else None

    def keep(self, key: Hashable, made: Any) -> None:
        """Keep what was made for `key`, for others who want it at this moment."""
        with self._lock:
            self._kept[key] = (self._clock(), made)
            self._kept.move_to_end(key)
            while len(self._kept) > _MOST:
                self._kept.popitem(last=False)


crowd = Crowd()
