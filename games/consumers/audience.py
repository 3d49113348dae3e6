"""All sockets of this process at one table: they hear of a change together and are shown it together.

One of them listens to the channel layer for all, and what each is to see is rendered in one go by the thread that may
ask the database: a move costs a process one message and one way there and back, however many look on.
"""

import asyncio
import logging
from collections.abc import Iterable
from contextlib import AsyncExitStack
from typing import Any, Protocol

from channels.db import database_sync_to_async
from channels.layers import get_channel_layer

from games.broadcast import table_group
from games.services import kept

logger = logging.getLogger(__name__)


class Page(Protocol):
    """A socket that shows a table."""

    # held from before something is rendered until it has been sent: what is rendered later is sent later
    pushing: asyncio.Lock

    def wants(self, regions: tuple[str, ...], version: int) -> Any:
        """Return what to render where these regions have changed in `version`; None: nothing."""

    def render(self, wanted: Any) -> Any:
        """Return what to send; may ask the database."""

    async def show(self, wanted: Any, rendered: Any) -> None:
        """Send what was rendered. Holds `pushing`."""

    async def tell(self, key: str) -> None:
        """Show one of the sentences that everybody at a table is told."""


class Audience:
    """The sockets at one table, and the task that listens for them while there are any."""

    def __init__(self, table_id: int) -> None:
        self.table_id = table_id
        self.pages: set[Page] = set()
        self._loop = asyncio.get_running_loop()
        self._joining = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None

    @property
    def is_over(self) -> bool:
        """Whether nobody listens here any more, or nobody of this event loop."""
        return self._loop is not asyncio.get_running_loop() or (self._task is not None and self._task.done())

    async def join(self, page: Page) -> None:
        """Let this socket hear of all that comes after this."""
        self.pages.add(page)
        try:
            async with self._joining:
                if self._task is None:
                    channel = await get_channel_layer().new_channel()
                    await get_channel_layer().group_add(table_group(self.table_id), channel)
                    self._task = self._loop.create_task(self._listen(channel))
        except BaseException:
            self.leave(page)
            raise

    def leave(self, page: Page) -> None:
        """Let it hear no more; the last one ends the task."""
        self.pages.discard(page)
        if self.pages:
            return
        if _audiences.get(self.table_id) is self:
            del _audiences[self.table_id]
        if self._task is not None:
            self._task.cancel()

    async def _listen(self, channel: str) -> None:
        layer = get_channel_layer()
        try:
            while True:
                message = await layer.receive(channel)
                try:
                    await self._hear(message)
                except Exception:  # the database may be away; the keeper will find who is behind
                    logger.warning("could not show table %s: %s", self.table_id, message, exc_info=True)
        finally:
            await layer.group_discard(table_group(self.table_id), channel)

    async def _hear(self, message: dict[str, Any]) -> None:
        if message["type"] == "table.told":
            for page in list(self.pages):
                await page.tell(message["key"])
        else:
            await self._show(tuple(message["regions"]), message["version"], message.get("by_moves", False))

    async def _show(self, regions: tuple[str, ...], version: int, by_moves: bool) -> None:
        pages = list(self.pages)
        async with AsyncExitStack() as stack:
            for page in pages:
                await stack.enter_async_context(page.pushing)
            wants = [(page, wanted) for page in pages if (wanted := page.wants(regions, version)) is not None]
            if not wants:
                return
            news = (self.table_id, version) if by_moves else None
            for page, wanted, rendered in await database_sync_to_async(_rendered)(wants, news):
                try:
                    await page.show(wanted, rendered)
                except Exception:  # the others wait as well
                    logger.exception("could not send table %s to one of its sockets", self.table_id)


def _rendered(wants: Iterable[tuple[Page, Any]], news: tuple[int, int] | None) -> list[tuple[Page, Any, Any]]:
    """What each of these is to be sent; one that cannot be shown keeps no other waiting.

    `news`: a table and the version that it came to by moves alone.
    """
    made = []
    if news is not None:
        kept.follow(*news)
    for page, wanted in wants:
        try:
            made.append((page, wanted, page.render(wanted)))
        except Exception:
            logger.exception("could not render a table for one of its sockets")
    return made


_audiences: dict[int, Audience] = {}


async def join(table_id: int, page: Page) -> Audience:
    """Let a socket hear of all that happens at this table from now on; return with whom."""
    audience = _audiences.get(table_id)
    if audience is None or audience.is_over:
        audience = _audiences[table_id] = Audience(table_id)
    await audience.join(page)
    return audience
