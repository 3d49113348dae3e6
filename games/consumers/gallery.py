"""How many watch: counted from the sockets of each process, shown at the table and in the lobby.

A process says every few seconds how many watchers it serves (`games.services.presence`) and shows its sockets the
numbers that have changed. However many come at once, each socket is told once.
"""

import asyncio
import logging
import secrets
from collections import Counter
from typing import Protocol

from asgiref.sync import sync_to_async

from games.services import presence

logger = logging.getLogger(__name__)

PERIOD = 5.0
# after somebody has come or gone: how long to wait for others who do so as well
GATHER = 0.5


class Seen(Protocol):
    """A socket that shows a table."""

    table_id: int
    watches: bool  # whether its reader does not sit there
    shown_watchers: int

    async def show_watchers(self, count: int) -> None:
        """Show how many watch."""


class Gallery:
    """The sockets of one event loop, and the task that counts them while there are any."""

    def __init__(self) -> None:
        self.sockets: set[Seen] = set()
        self._process = secrets.token_hex(6)
        self._said: set[int] = set()  # the tables that this process said it has watchers at
        self._news: asyncio.Event | None = None
        self._task: asyncio.Task[None] | None = None

    def add(self, socket: Seen) -> None:
        """Count this socket from now on, where its reader watches."""
        self.sockets.add(socket)
        if self._task is None or self._task.done() or self._task.get_loop() is not asyncio.get_running_loop():
            self._news = asyncio.Event()
            self._task = asyncio.get_running_loop().create_task(self._count(self._news))
        self.recount()

    def discard(self, socket: Seen) -> None:
        """Count this socket no more."""
        self.sockets.discard(socket)
        self.recount()

    def recount(self) -> None:
        """Somebody came, went, sat down or got up: count soon."""
        if self._news is not None:
            self._news.set()

    async def _count(self, news: asyncio.Event) -> None:
        while self.sockets or self._said:
            try:
                async with asyncio.timeout(PERIOD):
                    await news.wait()
                await asyncio.sleep(GATHER)
            except TimeoutError:
                pass
            news.clear()
            try:
                await self.count_once()
            except Exception:
                logger.warning("could not count the watchers", exc_info=True)

    async def count_once(self) -> None:
        """Say how many watch through this process, and show the sockets what has changed."""
        sockets = list(self.sockets)
        watching = Counter(socket.table_id for socket in sockets if socket.watches)
        tables = {socket.table_id for socket in sockets} | self._said
        counts = {table_id: watching[table_id] for table_id in tables}
        totals = await sync_to_async(presence.note_watchers)(self._process, counts)
        self._said = {table_id for table_id, count in counts.items() if count}
        for socket in sockets:
            total = totals[socket.table_id]
            if total != socket.shown_watchers:
                socket.shown_watchers = total
                try:
                    await socket.show_watchers(total)
                except Exception:  # a socket that is just closing; the others want to know as well
                    logger.info("could not show the watchers of table %s", socket.table_id, exc_info=True)


gallery = Gallery()
