"""The lobby's socket: tables come and go on an open page, and each page gets what its filter and reader want."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from channels.db import database_sync_to_async

from accounts import social
from accounts.models import User
from games.consumers import lobby as consuming
from games.consumers.keeper import keeper
from games.consumers.lobby import hall
from games.models import Table
from games.services import lobby, tables
from tests.games.conftest import any_move, play, player_to_move
from tests.games.sockets import Socket
from tests.games.test_consumer import connect_to, hear, say

pytestmark = pytest.mark.django_db(transaction=True)
Open = Callable[..., Table]


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looks follow one another without a pause."""
    monkeypatch.setattr(consuming, "PACE", 0.0)
    monkeypatch.setattr(consuming, "SAID_AGAIN", 0.0)


@asynccontextmanager
async def lobby_socket(user: User | None = None, **query: str) -> AsyncIterator[Socket]:
    """An open lobby of this person, its first list already read."""
    said = "&".join(f"{name}={value}" for name, value in {"lang": "en", **query}.items())
    communicator = await connect_to(f"/ws/lobby/?{said}", user)
    try:
        communicator.first = await communicator.receive_from()
        yield communicator
    finally:
        await communicator.disconnect()


async def opened(open_table: Open, *args: Any, **wishes: Any) -> Table:
    """A table that has just been opened."""
    return await database_sync_to_async(open_table)(*args, **wishes)


async def joined(table: Table, user: User) -> None:
    """This person has just sat down there."""
    await database_sync_to_async(tables.join)(table.pk, user)


async def test_visitors_get_the_tables_too(open_table: Open, mei: User) -> None:
    await opened(open_table, mei, name="Night owls")
    async with lobby_socket() as ws:
        assert "Night owls" in ws.first
        assert "/accounts/login/" in ws.first


async def test_tables_appear_change_and_vanish(open_table: Open, mei: User, otto: User) -> None:
    async with lobby_socket() as ws:
        table = await opened(open_table, mei, name="Night owls", seats=4)
        assert 'hx-swap-oob="afterbegin:#offers"' in await hear(ws, "Night owls")
        await joined(table, otto)
        changed = await hear(ws, "2 of 4 seats")
        assert f'<li hx-swap-oob="true" class="offer" id="offer-{table.public_id}"' in changed
        for person in (mei, otto):
            await database_sync_to_async(tables.leave)(table.pk, person.pk)
        assert await hear(ws, f'<li id="offer-{table.public_id}" hx-swap-oob="delete"></li>')


async def test_the_pages_filter_is_the_sockets(open_table: Open, mei: User, otto: User) -> None:
    async with lobby_socket(show="big") as ws:
        await opened(open_table, mei, name="Small", seats=2)
        await opened(open_table, otto, name="Large", seats=8)
        assert "Small" not in await hear(ws, "Large")


async def test_an_address_that_asks_for_too_much_filters_nothing(open_table: Open, mei: User) -> None:
    await opened(open_table, mei, name="Small", seats=2)
    async with lobby_socket(show="big", **{f"x{number}": "1" for number in range(2000)}) as ws:
        assert "Small" in ws.first


async def test_a_full_table_leaves_those_with_a_free_seat(open_table: Open, mei: User, otto: User) -> None:
    table = await opened(open_table, mei, name="Night owls")
    async with lobby_socket(show="waiting") as ws:
        await joined(table, otto)
        assert "No table fits that" in await hear(ws, "offers-note")


@pytest.mark.parametrize(("lang", "speaks_english"), [("en", True), ("zh-hans", False), ("nonsense", True)])
async def test_it_speaks_the_pages_language(open_table: Open, mei: User, lang: str, speaks_english: bool) -> None:
    await opened(open_table, mei, name="Night owls")
    async with lobby_socket(lang=lang) as ws:
        assert ("Sit down" in ws.first) == speaks_english


async def test_a_move_is_no_news(duel: Table) -> None:
    async with lobby_socket() as ws:
        user = await database_sync_to_async(player_to_move)(duel)
        move = await database_sync_to_async(any_move)(duel)
        await database_sync_to_async(play)(duel, user, move)
        assert await ws.receive_nothing(timeout=0.3)


async def test_ones_own_table_stands_on_top_as_soon_as_one_sits(open_table: Open, mei: User, otto: User) -> None:
    table = await opened(open_table, mei, name="Night owls", seats=4)
    async with lobby_socket(otto) as mine, lobby_socket() as theirs:
        await joined(table, otto)
        assert "Back to your table" in await hear(mine, 'id="own-tables"')
        assert "own-tables" not in await hear(theirs, "2 of 4 seats")


async def test_who_sits_somewhere_is_offered_no_other_seat(open_table: Open, mei: User, otto: User) -> None:
    async with lobby_socket(mei) as ws:
        await opened(open_table, otto, name="Theirs")
        assert "Sit down" in await hear(ws, "Theirs")
        await opened(open_table, mei, name="Mine")
        assert "Sit down" not in await hear(ws, "Mine")


@pytest.mark.parametrize("who", ["mine", "theirs"])
async def test_no_seat_is_offered_once_one_is_at_odds(open_table: Open, mei: User, otto: User, who: str) -> None:
    await opened(open_table, otto, name="Theirs")
    person, other = (mei, otto) if who == "mine" else (otto, mei)
    async with lobby_socket(mei) as ws:
        assert "Sit down" in ws.first
        await database_sync_to_async(social.block)(person, other)
        assert "Sit down" not in await hear(ws, "Theirs")
        await database_sync_to_async(social.unblock)(person, other)
        assert "Sit down" in await hear(ws, "Theirs")


async def test_many_changes_are_one_look(
    open_table: Open, mei: User, otto: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many messages come and sockets are open, the tables are read once for each filter."""
    table = await opened(open_table, mei, name="Night owls", seats=4)
    read: list[Any] = []
    board = lobby.board
    looks = asyncio.Semaphore(0)
    async with lobby_socket() as one, lobby_socket() as two, lobby_socket(otto, show="waiting") as three:
        monkeypatch.setattr(hall, "pause", looks.acquire)
        monkeypatch.setattr(lobby, "board", lambda wanted: read.append(wanted.show) or board(wanted))
        hall.wake()
        while len(read) < 2:  # after this look the hall pauses until it is let go on
            await asyncio.sleep(0.01)
        read.clear()
        await joined(table, otto)
        await database_sync_to_async(tables.leave)(table.pk, otto.pk)
        await joined(table, otto)
        while not hall._news.is_set():
            await asyncio.sleep(0.01)
        looks.release()
        for ws in (one, two, three):
            await hear(ws, "2 of 4 seats")
        assert sorted(read) == ["all", "waiting"]


async def test_a_lost_message_heals(open_table: Open, mei: User, monkeypatch: pytest.MonkeyPatch) -> None:
    from games import broadcast

    woken: list[int] = []
    async with lobby_socket() as ws, lobby_socket():
        monkeypatch.setattr(hall, "wake", lambda: woken.append(1))
        monkeypatch.setattr(broadcast, "lobby_changed", lambda: None)
        await keeper.look_once()
        woken.clear()
        await opened(open_table, mei, name="Night owls")
        await keeper.look_once()
        assert woken == [1]  # once, however many sockets are behind
        await hall.look(list(hall.sockets))
        assert await hear(ws, "Night owls")


async def test_a_look_that_comes_late_changes_nothing(open_table: Open, mei: User) -> None:
    async with lobby_socket() as ws:
        socket = next(iter(hall.sockets))
        await opened(open_table, mei, name="Night owls")
        await hear(ws, "Night owls")
        await socket.show(0, consuming.Shown({}, {}, ""))
        assert await ws.receive_nothing(timeout=0.2)


async def test_what_a_listener_hears_is_short(open_table: Open, mei: User) -> None:
    async with lobby_socket() as ws:
        await opened(open_table, mei)
        assert "1 table with a free seat" in await hear(ws, 'id="lobby-said"')


async def test_a_ping_is_answered_and_anything_else_is_not(mei: User) -> None:
    async with lobby_socket(mei) as ws:
        await say(ws, act="ping")
        assert await hear(ws, 'id="beat"')
        await say(ws, act="start")
        await ws.send_to("no JSON")
        await say(ws, act="ping")
        assert await hear(ws, 'id="beat"')


async def test_who_signs_out_is_shown_nothing_more(mei: User) -> None:
    from accounts.sessions import end_sessions

    async with lobby_socket(mei) as ws:
        await database_sync_to_async(end_sessions)(mei)
        await keeper.look_once()
        assert (await ws.receive_output())["code"] == 4003


async def test_nobody_is_looked_after_who_is_gone() -> None:
    async with lobby_socket():
        assert len(hall.sockets) == 1
    assert not hall.sockets
