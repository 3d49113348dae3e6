"""Sockets that fell behind: the channel layer may lose messages, the database does not.

Each process asks every few seconds, in one query for each kind of socket, how what they show stands now (for tables:
their versions), and brings the sockets that show something older up to date. In another it asks whose sessions have
ended, and closes their sockets.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import Any, Protocol

from channels.db import database_sync_to_async

from accounts.sessions import still_signed_in

logger = logging.getLogger(__name__)

PERIOD = 5.0


class Watched(Protocol):
    """A socket that shows something which changes."""

    about: Any  # which one: a table's row number, a person's
    session_key: str | None  # None: of nobody who is signed in

    @classmethod
    def newest(cls, abouts: Collection[Any]) -> Mapping[Any, Any]:
        """Return how each of these stands now: one query for all sockets of a kind."""

    def is_behind(self, newest: Any) -> bool:
        """Whether the page shows something older; `newest` is None where there is nothing for its `about`."""

    async def catch_up(self) -> None:
        """Send everything anew."""

    async def sign_out(self) -> None:
        """Close: the session that it was opened in has ended."""


Kinds = dict[type[Watched], set[Any]]


@database_sync_to_async
def _now(kinds: Kinds, session_keys: list[str]) -> tuple[dict[type[Watched], Mapping[Any, Any]], set[str]]:
    """How everything that is shown stands, and those of the sessions that have not ended."""
    newest = {kind: kind.newest(sorted(abouts)) for kind, abouts in kinds.items()}
    return newest, still_signed_in(session_keys) if session_keys else set()


class Keeper:
    """The sockets of one event loop, and the task that looks after them while there are any."""

    def __init__(self) -> None:
        self.sockets: set[Watched] = set()
        self._task: asyncio.Task[None] | None = None

    def add(self, socket: Watched) -> None:
        """Look after this socket from now on."""
        self.sockets.add(socket)
        if self._task is None or self._task.done() or self._task.get_loop() is not asyncio.get_running_loop():
            self._task = asyncio.get_running_loop().create_task(self._look())

    def discard(self, socket: Watched) -> None:
        """Forget this socket; the last one ends the task."""
        self.sockets.discard(socket)
        if not self.sockets and self._task is not None:
            self._task.cancel()
            self._task = None

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(PERIOD)
            try:
                await self.look_once()
            except Exception:
                # the database may be away for a while; the sockets wait, and so do we
                logger.warning("could not ask how the open pages stand", exc_info=True)

    async def look_once(self) -> None:
        """Bring the sockets that are behind up to date, and close those whose session has ended."""
        sockets = list(self.sockets)
        keys = sorted({socket.session_key for socket in sockets if socket.session_key is not None})
        kinds: Kinds = defaultdict(set)
        for socket in sockets:
            kinds[type(socket)].add(socket.about)
        newest, sessions = await _now(kinds, keys)
        for socket in sockets:
            try:
                if socket.session_key is not None and socket.session_key not in sessions:
                    await socket.sign_out()
                elif socket.is_behind(newest[type(socket)].get(socket.about)):
                    await socket.catch_up()
            except Exception:
                # the others are behind as well: one that cannot be shown must not keep them waiting
                logger.exception("could not bring a %s of %s up to date", type(socket).__name__, socket.about)


keeper = Keeper()
