"""The socket of the bell: what it pushes, to whom, in which language, and when it ends."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import quote

import pytest
from channels.db import database_sync_to_async

from accounts.models import User
from accounts.sessions import end_sessions
from games.consumers import keeper as keeping
from games.consumers.socket import SIGNED_OUT, TOO_MUCH
from games.models import Notice, Table
from games.services import notices, presence
from tests.games.sockets import Socket
from tests.games.test_consumer import connect_to, drain, hear, say
from tests.games.test_socket_ends import closing_code

pytestmark = pytest.mark.django_db(transaction=True)
Kind = Notice.Kind
notify = database_sync_to_async(notices.notify)


async def connect(user: User | None, lang: str = "en", at: str = "/rules/") -> Socket:
    """The socket that a page at this address opens."""
    return await connect_to(f"/ws/news/?lang={lang}&at={quote(at)}", user)


@asynccontextmanager
async def news(user: User, **page: str) -> AsyncIterator[Socket]:
    """An open socket whose first bell has been read."""
    ws = await connect(user, **page)
    try:
        ws.first = await ws.receive_from()
        yield ws
    finally:
        await ws.disconnect()


async def test_a_page_that_connects_gets_the_bell_and_no_toast(mei: User, otto: User) -> None:
    await notify(Kind.MATCH_OVER, [mei.pk])
    async with news(mei) as ws:
        assert "1 new notice" in ws.first
        assert "toast" not in ws.first


async def test_a_notice_comes_to_all_pages_of_its_person_and_to_nobody_else(mei: User, otto: User, duel: Table) -> None:
    async with news(mei) as one, news(mei, at="/") as two, news(otto) as other:
        await notify(Kind.INVITED, [mei.pk], actor_id=otto.pk, table=duel)
        for ws in (one, two):
            html = await hear(ws, 'id="bell"')
            assert "1 new notice" in html
            assert 'hx-swap-oob="beforeend:#toasts"' in html
            assert "Otto invites you to “Mei&#x27;s table”." in html
            assert f"/tables/{duel.public_id}/" in html
        assert await other.receive_nothing(0.2)


async def test_each_page_reads_it_in_its_own_language(mei: User) -> None:
    async with news(mei, lang="zh-hans") as chinese, news(mei, lang="xx") as unknown:
        await notify(Kind.MATCH_OVER, [mei.pk])
        assert "关闭" in await hear(chinese, "toast")
        assert "Close" in await hear(unknown, "toast")


async def test_a_burst_pops_up_three_and_counts_all(mei: User) -> None:
    async with news(mei) as ws:
        rows = [Notice(person=mei, kind=Kind.MATCH_OVER) for _ in range(5)]
        await Notice.objects.abulk_create(rows)
        await notify(Kind.MATCH_OVER, [mei.pk])
        html = await hear(ws, "toast")
        assert html.count("data-notice") == 3
        assert "6 new notices" in html


async def test_what_is_read_elsewhere_is_counted_down_here(mei: User) -> None:
    await notify(Kind.MATCH_OVER, [mei.pk])
    async with news(mei) as ws:
        number = (await Notice.objects.aget()).pk
        await database_sync_to_async(notices.read)(mei.pk, [number])
        html = await hear(ws, 'id="bell"')
        assert "new notice" not in html
        assert "toast" not in html


async def test_the_page_of_the_very_table_gets_no_toast_and_reads_it(mei: User, otto: User, duel: Table) -> None:
    async with news(mei, at=f"/tables/{duel.public_id}/") as there, news(mei) as elsewhere:
        await notify(Kind.YOUR_TURN, [mei.pk], table=duel)
        assert all("toast" not in html for html in await drain(there))
        assert all("new notice" not in html for html in (await drain(elsewhere))[-1:])
    assert (await Notice.objects.aget()).read_at is not None


async def test_who_opens_the_table_has_read_what_was_told_of_it(mei: User, duel: Table) -> None:
    await notify(Kind.YOUR_TURN, [mei.pk], table=duel)
    await notify(Kind.MATCH_OVER, [mei.pk])
    async with news(mei, at=f"/tables/{duel.public_id}/") as ws:
        assert "1 new notice" in ws.first


@pytest.mark.parametrize("at", ["", "/nowhere/at/all/", "//[", "/tables/%00/", "x" * 500])
async def test_a_page_may_name_any_address(mei: User, at: str) -> None:
    async with news(mei, at=at) as ws:
        assert 'id="bell"' in ws.first


async def test_the_keeper_heals_a_lost_message(mei: User, otto: User) -> None:
    async with news(mei) as ws, news(otto) as other:
        await Notice.objects.acreate(person=mei, kind=Kind.MATCH_OVER)
        await keeping.keeper.look_once()
        html = await hear(ws, 'id="bell"')
        assert "1 new notice" in html
        assert "toast" in html
        await keeping.keeper.look_once()
        assert await ws.receive_nothing(0.2)
        assert await other.receive_nothing(0.1)


async def test_the_keeper_and_the_message_at_once_pop_it_up_once(mei: User) -> None:
    async with news(mei) as ws:
        await Notice.objects.acreate(person=mei, kind=Kind.MATCH_OVER)
        await asyncio.gather(notify(Kind.MATCH_OVER, [mei.pk]), *(keeping.keeper.look_once() for _ in range(5)))
        await keeping.keeper.look_once()
        html = "".join(await drain(ws))
        assert html.count("data-notice") == 2
        assert "2 new notices" in html


async def test_the_keeper_asks_once_for_all_pages(
    mei: User, otto: User, django_assert_num_queries: Callable[..., Any]
) -> None:
    def asked() -> dict[Any, Any]:
        with django_assert_num_queries(1):
            return notices.news_of([mei.pk, otto.pk])

    await notify(Kind.MATCH_OVER, [mei.pk])
    assert list(await database_sync_to_async(asked)()) == [mei.pk]


async def test_nobody_who_is_not_signed_in_has_news() -> None:
    assert await closing_code(await connect(None)) == SIGNED_OUT


async def test_the_end_of_the_session_ends_it(mei: User, otto: User) -> None:
    async with news(mei) as ws, news(otto) as other:
        await database_sync_to_async(end_sessions)(mei)
        await keeping.keeper.look_once()
        assert await closing_code(ws) == SIGNED_OUT
        await say(other, act="ping")
        await hear(other, 'id="beat"')


@pytest.mark.parametrize("text", ["nonsense", '{"act": "move", "move": "draw"}', '{"act": "cheat"}'])
async def test_it_does_nothing_that_a_page_asks_for(mei: User, text: str) -> None:
    async with news(mei) as ws:
        await ws.send_to(text)
        await say(ws, act="ping")
        assert 'id="beat"' in await ws.receive_from()


async def test_too_much_closes_it(mei: User, settings: Any) -> None:
    settings.LASTCARD = {**settings.LASTCARD, "SOCKET_RATE": (3, 0.001)}
    ws = await connect(mei)
    for _ in range(60):
        await say(ws, act="ping")
    assert await closing_code(ws) == TOO_MUCH


async def test_an_open_page_says_that_its_person_is_on_the_site(mei: User, otto: User) -> None:
    async with news(mei):
        here = await database_sync_to_async(presence.online)([mei.pk, otto.pk])
    assert here == {mei.pk}
