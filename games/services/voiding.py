"""The end of a match that can no longer be read."""

import logging
from collections.abc import Sequence

from django.utils import timezone

from games import broadcast
from games.models import Match, Seat, Table

logger = logging.getLogger(__name__)

ALL = ("table",)


def void(table: Table, seats: Sequence[Seat]) -> None:
    """End the table's match without a result and tell the people, who keep their seats. Holds the table's lock.

    A match that was over keeps its result; only its table lets go of it.
    """
    match_id = table.match_id
    assert match_id is not None
    ended = Match.objects.filter(pk=match_id, state=Match.State.PLAYING).update(
        state=Match.State.VOID, finished_at=timezone.now(), deadline=None, ai_due=None
    )
    for seat in seats:
        if seat.taken and not seat.live and not seat.is_ai:
            seat.vacate()  # had left: an AI played on
        seat.place, seat.away, seat.missed_turns = None, False, 0
    Seat.objects.bulk_update(seats, ["place", "away", "missed_turns"])
    table.match = None
    table.state = Table.State.OPEN if any(seat.live for seat in seats) else Table.State.CLOSED
    table.version += 1
    table.save(update_fields=["match", "state", "version", "changed_at"])
    broadcast.announce(table.pk, table.version, ALL)
    broadcast.lobby_changed()
    if ended:
        broadcast.tell(table.pk, "void")
    logger.error("match %s could not be read; its table goes on without it", match_id)
