"""Turns that run out. Deadlines are compared by the database's clock, never by this process's."""

from datetime import timedelta

from django.db import transaction
from django.db.models import DurationField, ExpressionWrapper, F
from django.db.models.functions import Now

from games import schedule
from games.models import Match, Table
from games.services import matches
from games.services.state import lock
from games.services.sweeping import watched


def expire(match_id: int) -> None:
    """End the present turn of the match, or its pause between rounds, if its time is over; else look again when it is.

    A seat that lets its turn run out draws (and passes) or takes the answer that costs least to decide.
    """
    table_id = _late(match_id)
    if table_id is None:
        return
    with transaction.atomic():
        state = lock(table_id)
        # asked again under the lock: whoever was first has moved the deadline
        if state.match is None or state.match.pk != match_id or _late(match_id) is None:
            return
        if state.game.round_over:
            matches.next_round(state)
            return
        place = state.game.turn
        matches.play_for(state, place, state.game.idle_move(place), by_ai=True, missed=True)


def _late(match_id: int) -> int | None:
    """Return the table of a match whose deadline is over; where it is to come, have it looked at again then."""
    left = ExpressionWrapper(F("match__deadline") - Now(), output_field=DurationField())
    waits = Table.objects.filter(match_id=match_id, match__state=Match.State.PLAYING, match__deadline__isnull=False)
    found: tuple[int, timedelta] | None = waits.values_list("pk", left).first()
    if found is None:
        return None
    if found[1] > timedelta():
        schedule.turn_end_anew(match_id, found[1])
        return None
    return found[0]


def sweep() -> None:
    """End the turns whose tasks got lost."""
    late = Match.objects.filter(state=Match.State.PLAYING, deadline__lte=Now())
    for match_id in late.values_list("pk", flat=True)[:200]:
        watched(expire, match_id)
