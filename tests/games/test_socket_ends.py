"""Sockets that outlive what they were opened for: the session, the account, the table."""

import asyncio
import json
from collections.abc import Callable
from datetime import timedelta

import pytest
from autobahn.exception import Disconnected
from channels.db import database_sync_to_async
from django.utils import timezone

from accounts.deletion import carry_out, request_deletion
from accounts.models import Session, User
from accounts.sessions import end_sessions
from games.consumers import keeper as keeping
from games.consumers.socket import NO_SUCH_TABLE, SIGNED_OUT, AsyncWebsocketConsumer
from games.models import Table
from games.services import presence, tables, talk
from tests.games.sockets import Socket
from tests.games.test_consumer import connect, drain, hear, say, socket
from tests.skips import PATIENCE

pytestmark = pytest.mark.django_db(transaction=True)
Open = Callable[..., Table]


async def closing_code(ws: Socket) -> int:
    """Read until the socket is closed; return its code."""
    while (output := await ws.receive_output())["type"] != "websocket.close":
        pass
    return int(output["code"])


def removed(user: User) -> None:
    """Carry the deletion of this account out."""
    assert carry_out(user.pk, request_deletion(user, timezone.now()) + timedelta(seconds=1))


def blocked(user: User) -> None:
    """Close the account, as the administration does."""
    User.objects.filter(pk=user.pk).update(is_active=False)


def expired(user: User) -> None:
    """Let the session run out."""
    Session.objects.filter(user_id=user.pk).update(expire_date=timezone.now())


@pytest.mark.parametrize("end", [end_sessions, removed, blocked, expired])
async def test_who_is_signed_out_plays_no_more(duel: Table, mei: User, otto: User, end: Callable[[User], None]) -> None:
    async with socket(duel, mei) as mine, socket(duel, otto) as theirs, socket(duel, None) as watching:
        await keeping.keeper.look_once()
        for ws in (mine, theirs, watching):
            await drain(ws)
        await database_sync_to_async(end)(mei)
        await keeping.keeper.look_once()
        assert await closing_code(mine) == SIGNED_OUT
        for ws in (theirs, watching):
            await say(ws, act="ping")
            await hear(ws, 'id="beat"')


async def test_a_new_password_ends_the_sockets_of_the_old_one(duel: Table, mei: User) -> None:
    from allauth.account.adapter import get_adapter

    async with socket(duel, mei) as ws:
        await drain(ws)
        await database_sync_to_async(get_adapter().set_password)(mei, "another good horse")
        await keeping.keeper.look_once()
        assert await closing_code(ws) == SIGNED_OUT


async def test_a_table_that_closes_says_so_to_those_who_look(open_table: Open, mei: User, otto: User) -> None:
    table = await database_sync_to_async(open_table)(mei)
    async with socket(table, otto) as ws:
        await drain(ws)
        await database_sync_to_async(tables.leave)(table.pk, mei.pk)
        assert await closing_code(ws) == NO_SUCH_TABLE
    late = await connect(table.public_id, otto)
    assert await closing_code(late) == NO_SUCH_TABLE


async def test_what_comes_after_the_close_is_not_looked_at(duel: Table, mei: User) -> None:
    ws = await connect("nosuchtable1", mei)
    await say(ws, act="ping")
    await ws.send_to("nonsense")
    assert await closing_code(ws) == NO_SUCH_TABLE
    await ws.disconnect()


async def test_a_page_that_is_gone_before_it_is_noticed_leaves_as_any_other(
    duel: Table, mei: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    ws = await connect(duel.public_id, mei)
    await hear(ws, 'id="table"')
    tried = asyncio.Event()

    async def send(*_what: object) -> None:
        tried.set()
        raise Disconnected("Attempt to send on a closed protocol")

    monkeypatch.setattr(AsyncWebsocketConsumer, "send", send)
    await database_sync_to_async(talk.say)(duel.pk, mei.pk, "hello", "")
    await asyncio.wait_for(tried.wait(), PATIENCE)
    await ws.disconnect(timeout=PATIENCE)
    assert not keeping.keeper.sockets
    assert not await database_sync_to_async(presence.here)(duel.pk, [mei.pk])


@pytest.mark.parametrize("field", ["move", "level", "day", "text"])
@pytest.mark.parametrize("letter", ["\x00", "\ud800"])
async def test_letters_that_nothing_can_store_get_their_refusal(
    open_table: Open, mei: User, field: str, letter: str
) -> None:
    act = {"move": "move", "level": "add_ai", "day": "day", "text": "say"}[field]
    table = await database_sync_to_async(open_table)(mei, seats=3)
    async with socket(table, mei) as ws:
        await ws.send_to(json.dumps({"act": act, field: f"R5{letter}"}))
        await hear(ws, 'id="notice"')
        await say(ws, act="ping")
        await hear(ws, 'id="beat"')
