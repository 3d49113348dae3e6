"""After a commit: tell everybody who has a table open that it changed.

No cards cross the channel layer: a message says which table, which version and which regions. The layer may lose
messages; the keeper in `games.consumers` asks for versions every few seconds, so a message is only a hurry-up.
"""

import logging
from collections.abc import AsyncIterator, Collection, Iterable, Mapping
from contextlib import asynccontextmanager
from contextvars import ContextVar

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer

from games.after_commit import after_commit

logger = logging.getLogger(__name__)

# in a message about a table: what the watchers say among themselves; no region, and nothing to those who play
GALLERY = "gallery"

# the channel group of all open lobbies
LOBBY_GROUP = "lobby"


def table_group(table_id: int) -> str:
    """Return the channel group of all sockets that have this table open."""
    return f"table.{table_id}"


def person_group(table_id: int, user_id: int) -> str:
    """Return the channel group of one person's sockets at this table."""
    return f"table.{table_id}.person.{user_id}"


def people_group(user_id: int) -> str:
    """Return the channel group of all pages that this person has open, wherever on the site."""
    return f"person.{user_id}"


def sockets_group(user_id: int) -> str:
    """Return the channel group of all sockets that this person has open."""
    return f"sockets.{user_id}"


Messages = list[tuple[Collection[str], Mapping[str, object]]]

_held: ContextVar[Messages | None] = ContextVar("held", default=None)


@asynccontextmanager
async def telling() -> AsyncIterator[None]:
    """What is to be told of things done within this block is told at its end, by the coroutine that has them done.

    It is spared that the thread of the database calls the event loop for each message, and waits for the answer.
    """
    messages: Messages = []
    token = _held.set(messages)
    try:
        yield
    finally:
        _held.reset(token)
        await _tell(messages)


async def _tell(messages: Messages) -> None:
    layer = get_channel_layer()
    assert layer is not None
    for groups, message in messages:
        try:
            for group in groups:
                await layer.group_send(group, message)
        except Exception:  # the change is committed: whatever ails the layer must not undo the answer to the player
            logger.warning("could not announce %s to %s", message.get("type"), groups, exc_info=True)


def _send(groups: Collection[str], message: Mapping[str, object]) -> None:
    messages = _held.get()
    if messages is None:
        async_to_sync(_tell)([(groups, message)])
    else:
        messages.append((groups, message))


def announce(table_id: int, version: int, regions: Iterable[str], *, by_moves: bool = False) -> None:
    """Once the present transaction has committed, say that `regions` of the table changed in `version`.

    `by_moves`: by moves of the match alone, so that who knows the version before needs to read no more than those.
    """
    message = {"type": "table.changed", "version": version, "regions": sorted(set(regions)), "by_moves": by_moves}
    _after_commit([table_group(table_id)], message)


def lobby_changed() -> None:
    """Once the present transaction has committed, have all open lobbies look at the tables anew.

    For what a lobby shows: a table opened or closed, somebody sat down or got up, a match began or ended. Never for
    a move.
    """
    _after_commit([LOBBY_GROUP], {"type": "lobby.changed"})


def tell(table_id: int, key: str) -> None:
    """Once the present transaction has committed, have everybody at the table read the sentence called `key`."""
    _after_commit([table_group(table_id)], {"type": "table.told", "key": key})


def heard_anew(table_id: int, user_id: int, *, whole: bool = False) -> None:
    """Once the present transaction has committed, have this person's page at the table read the talk anew.

    `whole`: and all else, as where they could sit down.
    """
    _after_commit([person_group(table_id, user_id)], {"type": "talk.heard", "whole": whole})


def tell_people(user_ids: Iterable[int]) -> None:
    """Once the present transaction has committed, have these people's open pages look for news."""
    _after_commit([people_group(user_id) for user_id in user_ids], {"type": "person.news"})


def put_out(user_id: int) -> None:
    """Once the present transaction has committed, close all sockets of this person."""
    _after_commit([sockets_group(user_id)], {"type": "person.out"})


def _after_commit(groups: list[str], message: dict[str, object]) -> None:
    after_commit(lambda: _send(groups, message))
