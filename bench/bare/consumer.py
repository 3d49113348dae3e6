"""What a move costs without the game: the same rows by the same statements, then 2 kB to the same sockets."""

import json
from datetime import timedelta
from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.db import transaction
from django.db.models.functions import Now

from games.models import Move, Seat, Table

SENT = 2048
# what laying a card usually brings about
EVENTS = [["CardsLaid", 1, ["R5"], 6], ["Waiting", 2, "turn"]]


@transaction.atomic
def commit(table_id: int, text: str) -> int:
    """Store one move and return the table's new version: `matches.play_move`'s statements with its columns.

    tests/games/test_bare_move.py compares the two. The rows are a real match's, so what is read,
    decoded, encoded and written has its size.
    """
    table = Table.objects.select_for_update().filter(pk=table_id).first()
    seats = list(Seat.objects.filter(table_id=table_id).select_related("user", "table__match").annotate(now=Now()))
    assert table is not None
    match = table.match = seats[0].table.match
    assert match is not None
    table.version += 1
    match.number += 1
    move = Move(match=match, number=match.number, round=1, seat=1, text=text, events=EVENTS, version=table.version)
    Move.objects.bulk_create([move])
    match.turn_ends_at = match.deadline = Now() + timedelta(seconds=table.turn_seconds)
    match.save()
    table.save(update_fields=["version", "changed_at", "state", "match"])
    return table.version


@database_sync_to_async
def find(public_id: str) -> int:
    """Return the table's row number."""
    return Table.objects.values_list("pk", flat=True).get(public_id=public_id)


class BareConsumer(AsyncWebsocketConsumer):
    """One of a table's sockets: what comes in is committed, and every socket of the table is sent 2 kB."""

    async def connect(self) -> None:
        """Listen to the table's group."""
        self.table_id = await find(self.scope["url_route"]["kwargs"]["public_id"])
        self.group = f"table.{self.table_id}"
        await self.accept()
        await self.channel_layer.group_add(self.group, self.channel_name)

    async def disconnect(self, code: int) -> None:
        """Leave the group."""
        await self.channel_layer.group_discard(self.group, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Commit, then tell the group."""
        asked = json.loads(text_data or "")
        version = await database_sync_to_async(commit)(self.table_id, asked["move"])
        await self.channel_layer.group_send(
            self.group, {"type": "table.changed", "version": version, "regions": ["table"]}
        )

    async def table_changed(self, message: dict[str, Any]) -> None:
        """Send 2 kB."""
        await self.send(f'<div id="bare" data-version="{message["version"]}"></div>'.ljust(SENT))
