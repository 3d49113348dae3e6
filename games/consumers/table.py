"""One person's socket at one table: takes what they ask for, pushes what their seat may see."""

import asyncio
from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import Any, NamedTuple

from channels.db import database_sync_to_async
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import override

from games import broadcast, screens
from games.broadcast import GALLERY, person_group, table_group
from games.consumers import audience
from games.consumers.acts import ACTS, Asked
from games.consumers.crowd import crowd
from games.consumers.gallery import gallery
from games.consumers.socket import MOVED, NO_SUCH_TABLE, NO_WATCHERS, OTHER_TAB, Socket
from games.models import Table
from games.rules.core.refusals import Refused
from games.services import presence, reading, regrouping
from games.services.errors import Declined, NotFound
from games.services.kept import UNCHANGED
from games.services.watching import NoWatchers

TOLD: dict[str, Callable[[], str]] = {
    "void": lambda: _("This match could not be read any more. It counts for nobody; you can begin another."),
}

EVERYTHING = ("table",)


class Rendered(NamedTuple):
    """What a socket sends, and what it is to remember.

    The table's `version`; whether its reader `watches`, and which move they were shown where they are behind.
    `for_all`: every other watcher whose page shows a round would be sent the same.
    """

    version: int
    html: str
    watches: bool
    behind_at: int | None
    for_all: bool


class Wanted(NamedTuple):
    """Regions to render, at `version` or later (None: now)."""

    regions: tuple[str, ...]
    version: int | None


class TableConsumer(Socket):
    """The live side of a table's page. A seated person plays in their newest tab; others may watch."""

    acts = ACTS
    about: int
    shown: int = 0
    # for the count of watchers: whether the reader does not sit here, and the number that the page shows
    watches: bool = False
    shown_watchers: int = 0
    # the move that a reader who is behind has been shown; None: shows the table as it is
    behind_at: int | None = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # what the page shows, as far as it was sent to it alone
        self.page = screens.Shown()
        self.pushing = asyncio.Lock()
        self.audience: audience.Audience | None = None

    @classmethod
    def newest(cls, abouts: Collection[int]) -> Mapping[int, int]:
        """Return the versions of these tables."""
        return dict(Table.objects.filter(pk__in=abouts).values_list("pk", "version"))

    def is_behind(self, newest: int | None) -> bool:
        """Whether the table is at a later version than the page."""
        return (newest or 0) > self.shown

    @property
    def table_id(self) -> int:
        """The table's row number."""
        return self.about

    def groups_listened_to(self) -> list[str]:
        """Return that of this person's tabs at the table; what all are told is heard with the others (`audience`)."""
        return [] if self.user_id is None else [person_group(self.table_id, self.user_id)]

    async def connect(self) -> None:
        """Find the table; refuse the socket where it may not be seen."""
        self.read_scope()
        try:
            self.about = await database_sync_to_async(reading.find_table)(
                self.scope["url_route"]["kwargs"]["public_id"],
                self.user_id,
                self.scope["session"].get("invites", {}),
            )
        except NotFound as error:
            await self.refuse(NO_WATCHERS if isinstance(error, NoWatchers) else NO_SUCH_TABLE)
            return
        await self.begin()
        self.audience = await audience.join(self.table_id, self)
        if self.user_id is not None:
            await self._be_the_newest_tab()
        await self.catch_up()
        if self.is_open:
            gallery.add(self)
            await self.still_here()

    async def _be_the_newest_tab(self) -> None:
        group = person_group(self.table_id, self.user_id or 0)
        await self.channel_layer.group_send(group, {"type": "tab.opened", "tab": self.channel_name})

    async def still_here(self) -> None:
        """Note that the person is at the table; the others see it when it is news."""
        if self.user_id is None:
            return
        if await database_sync_to_async(presence.arrive)(self.table_id, self.user_id):
            await self._tell_seats()

    async def _tell_seats(self) -> None:
        """Have the others look who of those who sit here is there: one who watches is in no seat."""
        if self.watches:
            return
        await self.channel_layer.group_send(
            table_group(self.table_id), {"type": "table.changed", "version": UNCHANGED, "regions": ["seats"]}
        )

    async def left(self, code: int) -> None:
        """The seat stays the person's; the others see that they are gone, unless they only took another tab."""
        gallery.discard(self)
        if self.audience is not None:
            self.audience.leave(self)
        if self.user_id is not None and code != OTHER_TAB:
            await database_sync_to_async(presence.depart)(self.table_id, self.user_id)
            await self._tell_seats()

    async def do(self, asked: Asked) -> None:
        """Do what the page asks for; a refusal goes back to this socket alone."""
        if self.user_id is None:
            await self.say(self.in_language(lambda: _("Sign in to play.")))
            return
        try:
            async with broadcast.telling():
                answer = await database_sync_to_async(self._act)(asked)
        except Declined as error:
            await self.say(error.sentence)
        except Refused as error:
            await self.say(self.in_language(partial(screens.refusal_text, error.refusal)))
        else:
            if answer is not None:
                await self.say(answer)

    def _act(self, asked: Asked) -> str | None:
        with override(self.language):
            return ACTS[asked.act](self.table_id, self.user_id or 0, asked)

    async def say(self, sentence: str) -> None:
        """Show a sentence in the message line."""
        await self.send(await database_sync_to_async(screens.notice)(sentence, self.language))

    def _render(self, regions: tuple[str, ...], version: int | None, page: screens.Shown | None) -> Rendered | None:
        with override(self.language):
            snapshot = reading.snapshot(self.table_id, self.user_id, version)
            if snapshot.table.state == Table.State.CLOSED:
                return None
            wanted = screens.drawn(snapshot, self._wanted(set(regions), version, snapshot))
            behind_at = self.behind_at
            if version is not None or "table" in wanted:  # else the board was not shown
                behind_at = snapshot.log[0].number if snapshot.behind else None
            html = screens.render(snapshot, wanted, self.language, page)
            for_all = not snapshot.sits and wanted.isdisjoint({*EVERYTHING, *screens.ALWAYS})
            return Rendered(snapshot.newest, html, not snapshot.sits, behind_at, for_all)

    def _rendered(self, regions: tuple[str, ...], version: int | None) -> Rendered | None:
        """What to send; those who watch in one language are shown the same, which is made once for all of them.

        The chat is not: each reader has those whom they do not hear. The whole table holds it, and anything else than
        the whole table leaves those who watch as they were.
        """
        alone = not self.watches or self.page.stage != "playing" or version is None
        if alone or {*EVERYTHING, *screens.ALWAYS, GALLERY} & set(regions):
            return self._render(regions, version, self.page)
        here = reading.who_is_here(self.table_id) if version == UNCHANGED else None
        key = (self.table_id, version, regions, self.language, self.behind_at, here)
        rendered: Rendered | None = crowd.find(key)
        if rendered is None:
            rendered = self._render(regions, version, None)
            # not what somebody was shown who has just sat down, nor what came to be the whole table
            if rendered is None or not rendered.for_all:
                return self._render(regions, version, self.page)
            crowd.keep(key, rendered)
        self.page.forget()
        return rendered

    def _wanted(self, regions: set[str], version: int | None, snapshot: screens.Snapshot) -> set[str]:
        """The regions that this reader is sent when these have changed.

        Who is behind hears of nothing but what has become old enough for them, and of the watchers' own talk.
        """
        talk = {"chat"} if GALLERY in regions and snapshot.room == "watchers" else set()
        if version is None:
            return regions - {GALLERY} | talk
        if snapshot.behind and self.behind_at is not None:
            return screens.regions_since(snapshot, self.behind_at) | talk
        if snapshot.behind or self.behind_at is not None:
            return set(EVERYTHING)  # the match has begun, or everything is open now
        return regions - {GALLERY} | talk

    async def _push(self, wanted: Wanted) -> None:
        """Render and send, if the table is still to be seen."""
        async with self.pushing:  # the audience and the keeper push too
            if self.is_open:
                await self.show(wanted, await database_sync_to_async(self.render)(wanted))

    def wants(self, regions: tuple[str, ...], version: int) -> Wanted | None:
        """What to render where these regions have changed in `version`; None: the page shows it already.

        What is rendered may be newer; the regions of the newer change come with its own message, so `shown` goes no
        further than what was told.
        """
        if not self.is_open:
            return None
        if version > self.shown + 1:
            return Wanted(EVERYTHING, None)  # a message got lost, and other regions with it
        return Wanted(regions, version) if version > self.shown or version == UNCHANGED else None

    def render(self, wanted: Wanted) -> Rendered | int:
        """What to send, or the code to close with where there is nothing to see any more."""
        try:
            rendered = self._rendered(*wanted)
        except NoWatchers:
            return NO_WATCHERS
        return NO_SUCH_TABLE if rendered is None else rendered

    async def show(self, wanted: Wanted, rendered: Rendered | int) -> None:
        """Send what was rendered, and note what the page shows now."""
        if rendered == NO_SUCH_TABLE:
            await self._leave_for_good()
            return
        if isinstance(rendered, int):
            await self.end(rendered)
            return
        self.behind_at = rendered.behind_at
        if self.watches != rendered.watches:
            self.watches = rendered.watches
            gallery.recount()
        if rendered.html:
            await self.send(rendered.html)
        if wanted.regions == EVERYTHING and wanted.version is None:
            self.shown = max(self.shown, rendered.version)
        else:
            self.shown = max(self.shown, wanted.version or 0)

    async def _leave_for_good(self) -> None:
        """The table has closed: the page of somebody who was moved to another goes there."""
        public_id = self.scope["url_route"]["kwargs"]["public_id"]
        there = await database_sync_to_async(regrouping.moved_to)(public_id, self.user_id)
        if there is None:
            await self.end(NO_SUCH_TABLE)
        else:
            await self.end(MOVED, reverse("games:table", args=[there.public_id]))

    async def show_watchers(self, count: int) -> None:
        """Show how many watch."""
        if self.is_open:
            await self.send(await database_sync_to_async(screens.watchers)(count, self.language))

    async def catch_up(self) -> None:
        """Send every region as it is now."""
        await self._push(Wanted(EVERYTHING, None))

    async def tell(self, key: str) -> None:
        """Show a sentence that everybody at the table reads, in the page's language."""
        await self.say(self.in_language(TOLD[key]))

    async def talk_heard(self, message: dict[str, Any]) -> None:
        """The person hears somebody no more, or again: the talk is read anew for them."""
        if message.get("whole"):
            await self.catch_up()
        else:
            await self._push(Wanted(("chat",), None))

    async def tab_opened(self, message: dict[str, Any]) -> None:
        """The person opened this table in a newer tab: that one plays from now on."""
        if message["tab"] != self.channel_name:
            await self.end(OTHER_TAB)
