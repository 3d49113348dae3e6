"""The lobby's sockets: each shows one reader the tables by one filter, and all of a process look together.

However much happens, the tables are read about once a second, once for each filter and language that somebody has
open; a socket then sends what differs from what its page shows.
"""

import asyncio
import logging
import time
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from channels.db import database_sync_to_async
from django.core.exceptions import TooManyFieldsSent
from django.http import QueryDict
from django.utils.translation import override

from games.broadcast import LOBBY_GROUP, people_group
from games.consumers.patches import list_patch
from games.consumers.socket import Socket
from games.forms import LobbyForm
from games.screens import lobby as screen
from games.services import lobby
from games.services.lobby import Board, Filter, Reader
from games.services.lobby_page import LobbyPage, is_seated, page
from games.services.own_tables import own_tables

logger = logging.getLogger(__name__)

# seconds between two looks at the tables
PACE = 1.0
# seconds after which a reader who cannot see the list may be told again how many tables have a free seat
SAID_AGAIN = 30.0
# seconds after which the lobby is looked at though no table changed: watchers come and go without a word
ANYWAY = 20.0


class LobbyConsumer(Socket):
    """The live side of the lobby's page, for visitors as well."""

    about = "lobby"
    acts = ()

    async def connect(self) -> None:
        """Accept anybody; what the page's address filters, its socket's does."""
        self.read_scope()
        self.filter: Filter = await database_sync_to_async(LobbyForm(self._asked()).chosen)()
        self.offers: dict[str, str] | None = None  # not known yet: what the page shows when it opens the socket
        self.regions: dict[str, str] = {}
        self.at_odds: frozenset[int] = frozenset()
        self.looked = 0
        self.said, self.said_at = "", time.monotonic()
        await self.begin()
        await self._know_the_reader()
        hall.add(self)
        hall.wake()  # many that come back at once are looked at together

    def _asked(self) -> QueryDict:
        """What the address asks for; nothing where that is more than anybody means."""
        try:
            return QueryDict(self.scope["query_string"])
        except TooManyFieldsSent:
            return QueryDict()

    async def _know_the_reader(self) -> None:
        if self.user_id is not None:
            reader = await database_sync_to_async(lobby.reader_of)(self.user_id, is_busy=False)
            self.at_odds = reader.at_odds

    def groups_listened_to(self) -> list[str]:
        """The lobby's, and the person's own news: it may be their turn at a table by correspondence."""
        return [LOBBY_GROUP, *([] if self.user_id is None else [people_group(self.user_id)])]

    @classmethod
    def newest(cls, abouts: Collection[Any]) -> Mapping[Any, Any]:
        """How the public tables stand, and now and then something else for what has no word of its own."""
        return {cls.about: (lobby.fingerprint(), int(time.monotonic() / ANYWAY))}

    def is_behind(self, newest: Any) -> bool:
        """Whether the tables have changed since this process last looked at them."""
        return hall.is_behind(newest)

    async def catch_up(self) -> None:
        """Have all sockets of the process brought up to date: what one has missed, the others have as well."""
        hall.wake()

    async def left(self, code: int) -> None:
        """Be looked after no more."""
        hall.discard(self)

    async def lobby_changed(self, message: dict[str, Any]) -> None:
        """Some table has changed."""
        hall.wake()

    async def person_news(self, message: dict[str, Any]) -> None:
        """Something has happened to this person: their own tables, or with whom they are at odds."""
        await self._know_the_reader()
        hall.wake()

    def reader(self, busy: bool) -> Reader:
        """Return who reads this page."""
        return Reader(self.user_id, busy, self.at_odds)

    async def show(self, look: int, shown: "Shown") -> None:
        """Send what differs from what the page shows; what an earlier look saw comes too late."""
        if not self.is_open or look < self.looked:
            return
        parts = [html for name, html in shown.regions.items() if html != self.regions.get(name)]
        if self.offers is None:
            parts.append(screen.whole_list(shown.offers))
        else:
            parts.append(list_patch("offers", self.offers, shown.offers))
            if self._may_say(shown.said):
                parts.append(shown.said)
        self.looked, self.offers, self.regions = look, shown.offers, shown.regions
        if html := "".join(parts):
            await self.send(html)

    def _may_say(self, said: str) -> bool:
        """Whether this is news, and long enough after the last, for a reader who listens."""
        now = time.monotonic()
        if said == self.said or now - self.said_at < SAID_AGAIN:
            return False
        self.said, self.said_at = said, now
        return True


@dataclass(frozen=True, slots=True)
class Shown:
    """What one page is to show: its tables and its other parts as HTML by their ids, and what may be said aloud."""

    offers: dict[str, str]
    regions: dict[str, str]
    said: str


Wanted = tuple[Filter, str]


class Hall:
    """All open lobbies of one process, and the task that looks at the tables for them while there are any."""

    def __init__(self) -> None:
        self.sockets: set[LobbyConsumer] = set()
        self._task: asyncio.Task[None] | None = None
        self._news = asyncio.Event()
        self._seen: Any = None
        self._looks = 0

    def add(self, socket: LobbyConsumer) -> None:
        """Keep this socket up to date from now on."""
        self.sockets.add(socket)
        if self._task is None or self._task.done() or self._task.get_loop() is not asyncio.get_running_loop():
            self._news = asyncio.Event()
            self._task = asyncio.get_running_loop().create_task(self._watch())

    def discard(self, socket: LobbyConsumer) -> None:
        """Forget this socket; the last one ends the task."""
        self.sockets.discard(socket)
        if not self.sockets and self._task is not None:
            self._task.cancel()
            self._task = None

    def wake(self) -> None:
        """Look at the tables as soon as it is time: however often this is called meanwhile, once."""
        self._news.set()

    def is_behind(self, newest: Any) -> bool:
        """Whether the tables stand otherwise than when they were last asked for; `newest` is how they stand now."""
        behind, self._seen = newest != self._seen, newest
        return bool(behind)

    async def pause(self) -> None:
        """Wait until the tables may be looked at again."""
        await asyncio.sleep(PACE)

    async def _watch(self) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            try:
                await self.look(list(self.sockets))
            except Exception:
                # the database may be away for a while; then the keeper will find that we are behind
                self._seen = None
                logger.warning("could not read the lobby", exc_info=True)
            await self.pause()

    async def look(self, sockets: Collection[LobbyConsumer]) -> None:
        """Read the tables once for each filter and language, and have these sockets send what is new."""
        self._looks += 1
        look = self._looks
        for socket, shown in await database_sync_to_async(_rendered)(sockets):
            try:
                await socket.show(look, shown)
            except Exception:
                # the others wait as well: one that cannot be sent to must not keep them waiting
                logger.exception("could not bring a lobby of person %s up to date", socket.user_id)


def _rendered(sockets: Collection[LobbyConsumer]) -> list[tuple[LobbyConsumer, Shown]]:
    """What each of these sockets is to show now."""
    boards: dict[Wanted, Board] = {}
    kept: dict[tuple[Wanted, Reader], Shown] = {}
    people = {socket.user_id for socket in sockets if socket.user_id is not None}
    playing, found = lobby.playing_now(), []
    for language in {socket.language for socket in sockets}:
        with override(language):
            own = own_tables(people)
            for socket in sockets:
                if socket.language != language:
                    continue
                wanted = (socket.filter, language)
                if wanted not in boards:
                    boards[wanted] = lobby.board(socket.filter)
                mine = [] if socket.user_id is None else own.get(socket.user_id, [])
                reader = socket.reader(is_seated(mine))
                if (shown := kept.get((wanted, reader))) is None:
                    shown = _html(page(boards[wanted], socket.filter, reader, mine, playing))
                    kept[wanted, reader] = shown
                found.append((socket, shown))
    return found


def _html(shown: LobbyPage) -> Shown:
    return Shown(dict(shown.offers), screen.regions(shown.parts), screen.said(shown.free))


hall = Hall()
