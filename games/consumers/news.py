"""A signed-in person's socket on every page: how many notices are unread, and the newest as they come."""

import asyncio
from collections.abc import Collection, Mapping
from typing import Any

from channels.db import database_sync_to_async
from django.urls import Resolver404, resolve

from games import screens
from games.broadcast import people_group
from games.consumers.socket import SIGNED_OUT, Socket
from games.services import notices, presence
from games.services.notices import News


class NewsConsumer(Socket):
    """The live side of the bell. It has nothing to ask for: what is told is read on pages."""

    about: int
    shown: News | None = None
    # the newest notice that this page has counted: younger ones pop up
    told: int = 0

    @classmethod
    def newest(cls, abouts: Collection[int]) -> Mapping[int, News]:
        """Return how the notices of these people stand."""
        return notices.news_of(abouts)

    def is_behind(self, newest: News | None) -> bool:
        """Whether the page counts other notices than there are."""
        return (newest or News()) != self.shown

    def groups_listened_to(self) -> list[str]:
        """Return the group of all pages of this person."""
        return [people_group(self.about)]

    async def connect(self) -> None:
        """Send the bell anew; who is not signed in has none."""
        self.read_scope()
        if self.user_id is None:
            await self.refuse(SIGNED_OUT)
            return
        self.about = self.user_id
        self.looking = asyncio.Lock()
        self.address = self.asked_for("at")
        self.table = _table_at(self.address)
        await self.begin()
        await self.still_here()
        await self.catch_up()

    async def still_here(self) -> None:
        """Note that the person has a page of the site open."""
        await database_sync_to_async(presence.arrive_site)(self.about)

    async def person_news(self, message: dict[str, Any]) -> None:
        """The person's group heard of news."""
        await self.catch_up()

    async def catch_up(self) -> None:
        """Send the bell as it is now, and what has come since the page last looked."""
        async with self.looking:  # the keeper looks too: what is seen later is sent later, and nothing twice
            if self.is_open and (html := await database_sync_to_async(self._render)()):
                await self.send(html)

    def _render(self) -> str:
        if self.table:
            # what is told of this table can be seen on it
            notices.read_at_table(self.about, self.table)
        news = notices.news_of([self.about]).get(self.about, News())
        if news == self.shown:
            return ""
        fresh = [] if self.shown is None else notices.unread_since(self.about, self.told, screens.MOST_TOASTS)
        self.shown, self.told = news, max(self.told, news.newest)
        return screens.bell(news.unread, self.language) + screens.toasts(fresh, self.language)


def _table_at(address: str) -> str:
    """The public id of the table whose page is at this address; empty where it is another page."""
    try:
        found = resolve(address)
    except Resolver404:
        return ""
    return found.kwargs["public_id"] if found.view_name == "games:table" else ""
