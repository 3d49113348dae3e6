"""One person's socket at one table: takes what they ask for, pushes what their seat may see."""

import logging
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import override

from games import screens
from games.broadcast import person_group, table_group
from games.consumers.acts import ACTS, Asked, BadMessage, read_message
from games.consumers.keeper import keeper
from games.consumers.limits import Bucket
from games.models import Table
from games.rules.core.refusals import Refused
from games.services import presence, reading
from games.services.errors import Declined, NotFound
from games.services.state import setting

logger = logging.getLogger(__name__)

# close codes of our own: the page knows them
NO_SUCH_TABLE = 4404
OTHER_TAB = 4001
SIGNED_OUT = 4003
TOO_MUCH = 4008

TOLD: dict[str, Callable[[], str]] = {
    "void": lambda: _("This match could not be read any more. It counts for nobody; you can begin another."),
}

EVERYTHING = ("table",)
# the version in a message about something that is no change of the table (who is here)
UNCHANGED = 0
# refused messages in a row after which the socket is closed
PATIENCE = 40


class TableConsumer(AsyncWebsocketConsumer):
    """The live side of a table's page. A seated person plays in their newest tab; others may watch."""

    table_id: int
    shown: int = 0
    # between accept and close; what still comes in after that is not looked at
    is_open: bool = False

    async def connect(self) -> None:
        """Find the table; refuse the socket where it may not be seen."""
        self.user_id: int | None = self.scope["user"].pk
        self.session_key: str | None = None if self.user_id is None else self.scope["session"].session_key
        self.language: str = _language_of(self.scope)
        self.bucket = Bucket(*setting("SOCKET_RATE"))
        try:
            self.table_id = await database_sync_to_async(reading.find_table)(
                self.scope["url_route"]["kwargs"]["public_id"],
                self.user_id,
                self.scope["session"].get("invites", {}),
            )
        except NotFound:
            await self.accept()
            await self.close(NO_SUCH_TABLE)
            return
        await self.accept()
        self.is_open = True
        # first listen, then look: what happens in between is told, not lost
        await self.channel_layer.group_add(table_group(self.table_id), self.channel_name)
        if self.user_id is not None:
            await self._be_the_newest_tab()
        keeper.add(self)
        await self.catch_up()

    async def _be_the_newest_tab(self) -> None:
        group = person_group(self.table_id, self.user_id or 0)
        await self.channel_layer.group_add(group, self.channel_name)
        await self.channel_layer.group_send(group, {"type": "tab.opened", "tab": self.channel_name})
        await self._say_here()

    async def _say_here(self) -> None:
        news = await database_sync_to_async(presence.arrive)(self.table_id, self.user_id or 0)
        if news:
            await self._tell_seats()

    async def _tell_seats(self) -> None:
        await self.channel_layer.group_send(
            table_group(self.table_id), {"type": "table.changed", "version": UNCHANGED, "regions": ["seats"]}
        )

    async def _end(self, code: int) -> None:
        if self.is_open:
            self.is_open = False
            await self.close(code)

    async def sign_out(self) -> None:
        """Close the socket of somebody who has signed out or whose account is gone."""
        await self._end(SIGNED_OUT)

    async def disconnect(self, code: int) -> None:
        """Leave the groups; the seat stays the person's."""
        self.is_open = False
        if not hasattr(self, "table_id"):
            return
        keeper.discard(self)
        await self.channel_layer.group_discard(table_group(self.table_id), self.channel_name)
        if self.user_id is not None:
            await self.channel_layer.group_discard(person_group(self.table_id, self.user_id), self.channel_name)
            if code != OTHER_TAB:
                await database_sync_to_async(presence.depart)(self.table_id, self.user_id)
                await self._tell_seats()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Check size and rate, then do what is asked. A refusal goes back to this socket alone."""
        if not self.is_open:
            return
        if not self.bucket.take():
            logger.warning("person %s sends too much to table %s", self.user_id, self.table_id)
            if self.bucket.refused >= PATIENCE:
                await self._end(TOO_MUCH)
            elif self.bucket.refused == 1:
                await self._say(Declined(self._in_language(lambda: _("That was too fast. Wait a moment."))))
            return
        try:
            asked = read_message(text_data, setting("SOCKET_BYTES"))
        except BadMessage as error:
            logger.warning("person %s sent %s to table %s", self.user_id, error, self.table_id)
            await self._say(Declined(self._in_language(lambda: _("The page sent something that is no move."))))
            return
        await self._do(asked)

    async def _do(self, asked: Asked) -> None:
        if asked.act == "ping":
            if self.user_id is not None:
                await self._say_here()
            await self.send(await database_sync_to_async(screens.beat)())
            return
        if self.user_id is None:
            await self._say(Declined(self._in_language(lambda: _("Sign in to play."))))
            return
        try:
            await database_sync_to_async(self._act)(asked)
        except (Refused, Declined) as error:
            await self._say(error)

    def _act(self, asked: Asked) -> None:
        with override(self.language):
            ACTS[asked.act](self.table_id, self.user_id or 0, asked)

    def _in_language(self, say: Callable[[], str]) -> str:
        with override(self.language):
            return say()

    async def _say(self, error: Refused | Declined) -> None:
        await self.send(await database_sync_to_async(self._notice)(error))

    def _notice(self, error: Refused | Declined) -> str:
        with override(self.language):
            sentence = screens.refusal_text(error.refusal) if isinstance(error, Refused) else error.sentence
            return screens.notice(sentence, self.language)

    def _render(self, regions: tuple[str, ...], version: int | None) -> tuple[int, str] | None:
        with override(self.language):
            snapshot = reading.snapshot(self.table_id, self.user_id, version)
            if snapshot.table.state == Table.State.CLOSED:
                return None
            return snapshot.version, screens.render(snapshot, regions, self.language)

    async def _push(self, regions: tuple[str, ...], version: int | None) -> int:
        """Send these regions at `version` or later (None: now) and return which it was; close with the table."""
        if not self.is_open:
            return 0
        rendered = await database_sync_to_async(self._render)(regions, version)
        if rendered is None:
            await self._end(NO_SUCH_TABLE)
            return 0
        await self.send(rendered[1])
        return rendered[0]

    async def catch_up(self) -> None:
        """Send every region as it is now."""
        self.shown = max(self.shown, await self._push(EVERYTHING, None))

    async def table_changed(self, message: dict[str, Any]) -> None:
        """The table's group heard of a change: render its regions for this seat, in this language.

        What is rendered may be newer than the message; the regions of the newer change come with its own message,
        so `shown` goes no further than what was told.
        """
        version = message["version"]
        if version > self.shown + 1:
            await self.catch_up()  # a message got lost, and other regions with it
        elif version > self.shown or version == UNCHANGED:
            await self._push(tuple(message["regions"]), version)
            self.shown = max(self.shown, version)

    async def table_told(self, message: dict[str, Any]) -> None:
        """Everybody at the table reads one sentence in their own language."""
        await self._say(Declined(self._in_language(TOLD[message["key"]])))

    async def tab_opened(self, message: dict[str, Any]) -> None:
        """The person opened this table in a newer tab: that one plays from now on."""
        if message["tab"] != self.channel_name:
            await self._end(OTHER_TAB)


def _language_of(scope: dict[str, Any]) -> str:
    """The language that the page was written in, which its address for the socket names."""
    asked = parse_qs(scope["query_string"].decode("ascii", "replace")).get("lang", [""])[0]
    return asked if asked in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
