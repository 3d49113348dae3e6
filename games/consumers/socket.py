"""What every socket of the site does alike: it knows its reader, keeps them to a rate and ends with their session."""

import logging
from collections.abc import Callable, Collection, Mapping
from typing import Any
from urllib.parse import parse_qs

from autobahn.exception import Disconnected
from channels.consumer import get_handler_name
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import override

from games import screens
from games.broadcast import sockets_group
from games.consumers.acts import Asked, BadMessage, read_message
from games.consumers.keeper import keeper
from games.consumers.limits import Bucket
from games.services.state import setting

logger = logging.getLogger(__name__)

# close codes of our own: the page knows them
OTHER_TAB = 4001
SIGNED_OUT = 4003
NO_WATCHERS = 4005
MOVED = 4006
TOO_MUCH = 4008
NO_SUCH_TABLE = 4404

# what a server raises for something sent to a page that is gone: by the ASGI specification, and daphne's own
GONE = (OSError, Disconnected)

# refused messages in a row after which the socket is closed
PATIENCE = 40


class Socket(AsyncWebsocketConsumer):
    """One open page. Subclasses say what it listens to (`groups_of`), what it shows and what it may ask for.

    The keeper looks after every open one: it asks `newest` of a class for what all its sockets show, by their `about`.
    """

    about: Any
    # what the page asks for besides a ping
    acts: Collection[str] = ()
    # between accept and close; what still comes in after that is not looked at
    is_open: bool = False
    # was ever open: there is something to leave
    has_begun: bool = False

    # --- what subclasses say ---

    @classmethod
    def newest(cls, abouts: Collection[Any]) -> Mapping[Any, Any]:
        """Return what is to be shown now, for each of these sockets' `about`: one query for all of them."""
        raise NotImplementedError

    def is_behind(self, newest: Any) -> bool:
        """Whether the page shows something older than `newest`; None where there is nothing for its `about`."""
        raise NotImplementedError

    async def catch_up(self) -> None:
        """Send everything as it is now."""
        raise NotImplementedError

    async def do(self, asked: Asked) -> None:
        """Do what the page asks for, one of `acts`."""

    async def still_here(self) -> None:
        """The page has sent its ping."""

    async def say(self, sentence: str) -> None:
        """Show a sentence on the page, where it has a place for one."""

    async def left(self, code: int) -> None:
        """The page is gone; `code` is that of the close."""

    def groups_listened_to(self) -> list[str]:
        """Return the channel groups whose messages are for this page; known once it is open."""
        return []

    def _groups(self) -> list[str]:
        own = [] if self.user_id is None else [sockets_group(self.user_id)]
        return [*self.groups_listened_to(), *own]

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Do what a message is for, by its type.

        As the library does it, but without a way to the database's thread and back before each message, to put old
        connections away: all that asks the database here goes by `database_sync_to_async`, which does so itself.
        """
        handler = getattr(self, get_handler_name(message), None)
        if handler is None:
            raise ValueError(f"no handler for {message['type']}")
        await handler(message)

    # --- coming and going ---

    def read_scope(self) -> None:
        """Note who opens the socket and in which language they read."""
        self.user_id: int | None = self.scope["user"].pk
        self.session_key: str | None = None if self.user_id is None else self.scope["session"].session_key
        self.language: str = self.asked_for("lang", dict(settings.LANGUAGES), settings.LANGUAGE_CODE)
        self.bucket = Bucket(*setting("SOCKET_RATE"))

    def asked_for(self, name: str, allowed: Collection[str] | None = None, otherwise: str = "") -> str:
        """Return what the page's address for the socket says of `name`, if it is allowed."""
        value = parse_qs(self.scope["query_string"].decode("ascii", "replace")).get(name, [""])[0]
        return value if allowed is None or value in allowed else otherwise

    async def refuse(self, code: int) -> None:
        """Close at once; the page learns why by the code, which it could not if the socket were not accepted."""
        await self.accept()
        await self.close(code)

    async def begin(self) -> None:
        """Accept, then listen and look: what happens in between is told, not lost."""
        await self.accept()
        self.is_open = self.has_begun = True
        for group in self._groups():
            await self.channel_layer.group_add(group, self.channel_name)
        keeper.add(self)

    async def send(self, text_data: str | None = None, bytes_data: bytes | None = None, close: bool = False) -> None:
        """Send to the page. One that has just gone is sent nothing more; that it went is what comes in next."""
        try:
            await super().send(text_data, bytes_data, close)
        except GONE:
            self.is_open = False

    async def end(self, code: int, reason: str | None = None) -> None:
        """Close an open socket; the page reads the code and, where there is more to say, the reason."""
        if self.is_open:
            self.is_open = False
            await self.close(code, reason)

    async def sign_out(self) -> None:
        """Close the socket of somebody who has signed out, whose account is gone or who is kept out."""
        await self.end(SIGNED_OUT)

    async def person_out(self, message: dict[str, Any]) -> None:
        """The person was just put out of the site; the keeper would find it too, seconds later."""
        await self.sign_out()

    async def disconnect(self, code: int) -> None:
        """Leave the groups."""
        self.is_open = False
        if not self.has_begun:
            return
        keeper.discard(self)
        for group in self._groups():
            await self.channel_layer.group_discard(group, self.channel_name)
        await self.left(code)

    # --- what the page says ---

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Check size and rate, then do what is asked. A refusal goes back to this socket alone."""
        if not self.is_open:
            return
        if not self.bucket.take():
            logger.warning("person %s sends too much to %s", self.user_id, self.scope["path"])
            if self.bucket.refused >= PATIENCE:
                await self.end(TOO_MUCH)
            elif self.bucket.refused == 1:
                await self.say(self.in_language(lambda: _("That was too fast. Wait a moment.")))
            return
        try:
            asked = read_message(text_data, setting("SOCKET_BYTES"), self.acts)
        except BadMessage as error:
            logger.warning("person %s sent %s to %s", self.user_id, error, self.scope["path"])
            await self.say(self.in_language(lambda: _("The page sent something that is no move.")))
            return
        if asked.act == "ping":
            await self.still_here()
            await self.send(await database_sync_to_async(screens.beat)())
        else:
            await self.do(asked)

    def in_language(self, say: Callable[[], str]) -> str:
        """Return what `say` says in the page's language."""
        with override(self.language):
            return say()
