"""The socket of a table: who may open it, what it answers, what it pushes."""

import json
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from channels.db import database_sync_to_async

from accounts import social
from accounts.models import User
from config.asgi import application
from games.consumers import keeper as keeping
from games.consumers.socket import NO_SUCH_TABLE, OTHER_TAB, TOO_MUCH
from games.models import Move, Table
from games.services import talk
from tests.games.conftest import any_move, play, player_to_move, state_of
from tests.games.sockets import Socket

pytestmark = pytest.mark.django_db(transaction=True)
Open = Callable[..., Table]


@asynccontextmanager
async def socket(table: Table, user: User | None, lang: str = "en") -> AsyncIterator[Socket]:
    """An open socket of this person at this table, its first full screen already read."""
    communicator = await connect(table.public_id, user, lang)
    try:
        communicator.first = await communicator.receive_from()
        yield communicator
    finally:
        await communicator.disconnect()


async def connect(public_id: str, user: User | None, lang: str = "en") -> Socket:
    """A socket of this person at this table, accepted."""
    return await connect_to(f"/ws/table/{public_id}/?lang={lang}", user)


async def connect_to(address: str, user: User | None) -> Socket:
    """A socket of this person at this address, accepted."""
    from django.conf import settings
    from django.test import Client

    headers = [(b"origin", b"http://localhost"), (b"host", b"localhost")]
    if user is not None:
        client = Client()
        await database_sync_to_async(client.force_login)(user)
        cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
        headers.append((b"cookie", f"{settings.SESSION_COOKIE_NAME}={cookie}".encode()))
    communicator = Socket(application, address, headers)
    connected, _ = await communicator.connect()
    assert connected
    return communicator


async def say(communicator: Socket, **message: Any) -> None:
    """Send one message of the page."""
    await communicator.send_to(json.dumps(message))


async def hear(communicator: Socket, wanted: str) -> str:
    """Read messages until one holds `wanted`."""
    for _ in range(20):
        html = await communicator.receive_from()
        if wanted in html:
            return html
    raise AssertionError(f"never heard {wanted!r}")


async def test_it_sends_the_whole_table_on_connect(duel: Table, mei: User) -> None:
    async with socket(duel, mei) as ws:
        assert 'id="table"' in ws.first
        assert 'id="hand"' in ws.first


@pytest.mark.parametrize("origin", [b"https://elsewhere.example", b"null", b"", None])
async def test_pages_of_other_sites_open_no_socket(duel: Table, origin: bytes | None) -> None:
    headers = [(b"host", b"localhost"), *([] if origin is None else [(b"origin", origin)])]
    communicator = Socket(application, f"/ws/table/{duel.public_id}/", headers)
    connected, _ = await communicator.connect()
    assert not connected


async def test_a_closed_or_unknown_table_is_closed_with_its_code(duel: Table, mei: User) -> None:
    communicator = await connect("nosuchtable1", mei)
    assert (await communicator.receive_output()) == {"type": "websocket.close", "code": NO_SUCH_TABLE}


async def test_a_private_table_is_as_good_as_none_to_a_stranger(open_table: Open, mei: User, otto: User) -> None:
    table = await database_sync_to_async(open_table)(mei, visibility="private")
    communicator = await connect(table.public_id, otto)
    assert (await communicator.receive_output())["code"] == NO_SUCH_TABLE


async def test_a_move_reaches_everybody_each_with_their_own_hand(duel: Table, mei: User, otto: User) -> None:
    user = await database_sync_to_async(player_to_move)(duel)
    other = otto if user == mei else mei
    move = await database_sync_to_async(any_move)(duel)
    async with socket(duel, user) as mine, socket(duel, other) as theirs, socket(duel, None) as watching:
        version = (await Table.objects.aget(pk=duel.pk)).version
        await say(mine, act="move", move=move, version=str(version))
        for ws in (mine, theirs, watching):
            assert "drew" in await hear(ws, 'id="announce"')
        assert await Move.objects.acount() == 2


async def test_a_refusal_goes_back_to_its_socket_alone(duel: Table, mei: User, otto: User) -> None:
    user = await database_sync_to_async(player_to_move)(duel)
    other = otto if user == mei else mei
    async with socket(duel, user) as waiting, socket(duel, other) as asking:
        await drain(waiting)  # the other one has come
        await say(asking, act="move", move="draw", version=str(duel.version))
        answer = await hear(asking, 'id="notice"')
        assert "not your turn" in answer.lower()
        assert await waiting.receive_nothing(0.3)
    assert await Move.objects.acount() == 1


@pytest.mark.parametrize(
    "text",
    [
        "nonsense",
        '{"act": "cheat"}',
        json.dumps({"act": "move", "move": "R" * 5000}),
        json.dumps({"act": "move", "move": "<script>", "version": "1"}),
        json.dumps({"act": "send_away", "seat": "0"}),
    ],
)
async def test_what_is_no_move_gets_a_sentence_and_changes_nothing(duel: Table, mei: User, text: str) -> None:
    before = (await Table.objects.aget(pk=duel.pk)).version
    async with socket(duel, mei) as ws:
        await ws.send_to(text)
        answer = await hear(ws, 'id="notice"')
        assert "<script>" not in answer
        await say(ws, act="ping")  # still there
        await hear(ws, 'id="beat"')
    assert (await Table.objects.aget(pk=duel.pk)).version == before


async def test_bytes_are_no_message(duel: Table, mei: User) -> None:
    async with socket(duel, mei) as ws:
        await ws.send_to(bytes_data=b"\x00\x01")
        await hear(ws, 'id="notice"')


async def test_somebody_not_signed_in_watches_and_cannot_act(duel: Table) -> None:
    async with socket(duel, None) as ws:
        await say(ws, act="move", move="draw", version="1")
        assert "Sign in" in await hear(ws, 'id="notice"')


async def test_far_too_many_messages_close_the_socket(duel: Table, mei: User, settings: Any) -> None:
    settings.LASTCARD = {**settings.LASTCARD, "SOCKET_RATE": (3, 0.001)}
    communicator = await connect(duel.public_id, mei)
    await communicator.receive_from()
    for _ in range(60):
        await say(communicator, act="ping")
    seen = []
    while not any(output["type"] == "websocket.close" for output in seen):
        seen.append(await communicator.receive_output())
    assert seen[-1] == {"type": "websocket.close", "code": TOO_MUCH}
    assert any("too fast" in output.get("text", "") for output in seen)


async def test_the_newest_tab_plays(duel: Table, mei: User) -> None:
    old = await connect(duel.public_id, mei)
    await old.receive_from()
    async with socket(duel, mei) as new:
        while (output := await old.receive_output())["type"] != "websocket.close":
            pass
        assert output["code"] == OTHER_TAB
        await say(new, act="ping")
        await hear(new, 'id="beat"')


async def test_the_keeper_brings_a_socket_up_to_date_that_missed_a_message(duel: Table, mei: User) -> None:
    async with socket(duel, mei) as ws:
        await drain(ws)
        await Table.objects.filter(pk=duel.pk).aupdate(version=duel.version + 5)
        await keeping.keeper.look_once()
        assert 'id="table"' in await hear(ws, 'id="hand"')
        await keeping.keeper.look_once()
        assert await ws.receive_nothing(0.3)


async def test_a_table_that_cannot_be_shown_keeps_no_other_waiting(duel: Table) -> None:
    class Behind:
        about, session_key = duel.pk, None

        @classmethod
        def newest(cls, abouts: Any) -> dict[int, int]:
            return dict.fromkeys(abouts, 1)

        def is_behind(self, newest: int) -> bool:
            return newest == 1

        def __init__(self, fault: Exception | None) -> None:
            self.fault, self.asked = fault, False

        async def catch_up(self) -> None:
            self.asked = True
            if self.fault:
                raise self.fault

    keeper = keeping.Keeper()
    sockets = [Behind(IndexError("broken")), Behind(IndexError("broken")), Behind(None)]
    keeper.sockets.update(sockets)
    await keeper.look_once()
    assert all(socket.asked for socket in sockets)


async def test_each_reads_their_own_language(duel: Table, mei: User, otto: User) -> None:
    async with socket(duel, mei, "zh-hans") as chinese, socket(duel, otto, "en") as english:
        assert ("你的手牌" in chinese.first, "你的手牌" in english.first) == (True, False)
        assert ("Your hand" in chinese.first, "Your hand" in english.first) == (False, True)
    async with socket(duel, mei, "xx") as unknown:
        assert "Your hand" in unknown.first


CARD = re.compile(r"(?<![A-Za-z0-9])([RYGB][0-9SVD])(?![A-Za-z0-9])")


async def test_no_message_tells_a_card_of_another_hand_or_of_the_pile(duel: Table, mei: User, otto: User) -> None:
    """Every card code in every message of a stretch of play is one that its reader has seen by then."""
    readers = {"mei": mei, "otto": otto, "watcher": None}
    may_know: dict[str, set[str]] = {name: set() for name in readers}

    @database_sync_to_async
    def learn() -> None:
        state = state_of(duel)
        for name, user in readers.items():
            seat = state.seat_of(user.pk if user else None)
            may_know[name] |= {*state.game.round.discard, *(state.game.round.hands[seat.place] if seat else ())}

    async with socket(duel, mei) as ws_mei, socket(duel, otto) as ws_otto, socket(duel, None) as ws_none:
        sockets = {"mei": ws_mei, "otto": ws_otto, "watcher": ws_none}
        await learn()
        messages = {name: [ws.first] for name, ws in sockets.items()}
        for _ in range(25):
            for name, ws in sockets.items():
                messages[name] += await drain(ws)
                told = {code for html in messages[name] for code in CARD.findall(html)}
                assert told
                assert told <= may_know[name]
            user = await database_sync_to_async(player_to_move)(duel)
            move = await database_sync_to_async(any_move)(duel)
            await database_sync_to_async(play)(duel, user, move)
            await learn()


async def drain(ws: Socket) -> list[str]:
    """Read what has come, until nothing more does."""
    heard = []
    while not await ws.receive_nothing(0.03):
        heard.append(await ws.receive_from())
    return heard


async def test_play_goes_on_while_nobody_listens(duel: Table) -> None:
    user = await database_sync_to_async(player_to_move)(duel)
    move = await database_sync_to_async(any_move)(duel)
    await database_sync_to_async(play)(duel, user, move)
    assert await Move.objects.acount() == 2


async def test_a_block_shows_at_once_at_an_open_table(open_table: Open, mei: User, otto: User) -> None:
    table = await database_sync_to_async(open_table)(otto)
    async with socket(table, mei) as ws:
        assert 'id="sit"' in ws.first
        await database_sync_to_async(social.block)(otto, mei)
        shown = await hear(ws, "You cannot sit down at this table.")
        assert 'id="sit"' not in shown
        await database_sync_to_async(social.unblock)(otto, mei)
        assert await hear(ws, 'id="sit"')


async def test_whose_words_are_blocked_are_gone_at_once(duel: Table, mei: User, otto: User) -> None:
    await database_sync_to_async(talk.say)(duel.pk, otto.pk, "good luck")
    async with socket(duel, mei) as ws:
        assert "good luck" in ws.first
        await database_sync_to_async(social.block)(mei, otto)
        assert "good luck" not in await hear(ws, 'id="chat"')
        await database_sync_to_async(social.unblock)(mei, otto)
        assert "good luck" in await hear(ws, 'id="chat"')
