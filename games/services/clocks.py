"""Turns that run out. Deadlines are compared by the database's clock, never by this process's."""

from django.db import transaction
from django.db.models.functions import Now

from games.models import Match, Table
from games.services import matches
from games.services.state import lock
from games.services.sweeping import watched


def expire(match_id: int) -> None:
    """End the present turn of the match, or its pause between rounds, if its time is over; else do nothing.

    A seat that lets its turn run out draws (and passes) or takes the answer that costs least to decide.
    """
    table_id = Table.objects.filter(match_id=match_id).values_list("pk", flat=True).first()
    if table_id is None:
        return
    with transaction.atomic():
        state = lock(table_id)
        # read under the lock: whoever was first has moved the deadline
        late = Match.objects.filter(pk=match_id, state=Match.State.PLAYING, deadline__lte=Now())
        if state.match is None or state.match.pk != match_id or not late.exists():
            return
        if state.game.round_over:
            matches.next_round(state)
            return
        place = state.game.turn
        matches.play_for(state, place, state.game.idle_move(place), by_ai=True, missed=True)


def sweep() -> None:
    """End the turns whose tasks got lost."""
    late = Match.objects.filter(state=Match.State.PLAYING, deadline__lte=Now())
    for match_id in late.values_list("pk", flat=True)[:200]:
        watched(expire, match_id)
