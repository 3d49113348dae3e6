"""Sockets that fell behind: the channel layer may lose messages, the database does not.

Each process asks every few seconds, in one query, for the versions of the tables it has open, and brings the sockets
that show an older one up to date. In another it asks whose sessions have ended, and closes their sockets.
"""

import asyncio
import logging
from typing import Protocol

from channels.db import database_sync_to_async

from accounts.sessions import still_signed_in
from games.models import Table

logger = logging.getLogger(__name__)

PERIOD = 5.0


class Watched(Protocol):
    """A socket that shows a table."""

    table_id: int
    shown: int
    session_key: str | None  # None: of nobody who is signed in

    async def catch_up(self) -> None:
        """Send everything anew."""

    async def sign_out(self) -> None:
        """Close: the session that it was opened in has ended."""


@database_sync_to_async
def _now(table_ids: list[int], session_keys: list[str]) -> tuple[dict[int, int], set[str]]:
    """The tables' versions, and those of the sessions that have not ended."""
    versions = dict(Table.objects.filter(pk__in=table_ids).values_list("pk", "version"))
    return versions, still_signed_in(session_keys) if session_keys else set()


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
                logger.warning("could not ask for the versions of open tables", exc_info=True)

    async def look_once(self) -> None:
        """Bring the sockets that are behind up to date, and close those whose session has ended."""
        sockets = list(self.sockets)
        keys = sorted({socket.session_key for socket in sockets if socket.session_key is not None})
        versions, sessions = await _now(sorted({socket.table_id for socket in sockets}), keys)
        for socket in sockets:
            try:
                if socket.session_key is not None and socket.session_key not in sessions:
                    await socket.sign_out()
                elif versions.get(socket.table_id, 0) > socket.shown:
                    await socket.catch_up()
            except Exception:
                # the others are behind as well: one table that cannot be shown must not keep them waiting
                logger.exception("could not bring a socket of table %s up to date", socket.table_id)


keeper = Keeper()
