"""The end of tables, and of people's traces at them."""

from contextlib import suppress
from datetime import timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from games.models import ChatLine, SavedRuleset, Seat, Table
from games.models.table import BETWEEN, CORRESPONDENCE_SECONDS
from games.services.acting import changed
from games.services.errors import Declined
from games.services.state import lock
from games.services.tables import leave

# a table where nothing has happened for so long is closed; the moves of a match that is going on count as life
IDLE = timedelta(minutes=30)
# nobody sits and waits at a table of slow play: whoever comes, or wants to play again, comes by some day
IDLE_SLOW = timedelta(days=7)


def person_leaves_the_site(user: User) -> None:
    """An account is being removed: its seats at all tables go to AI players or are free again; its words go too."""
    # all that are written below, always in this order: two people who go at once may sit at the same tables
    seats = Seat.objects.filter(user=user, live=True)
    theirs = Table.objects.filter(Q(owner=user) | Q(pk__in=seats.values("table")))
    list(theirs.order_by("pk").select_for_update().values_list("pk"))
    Table.objects.filter(owner=user).update(name="", custom_title="", custom_text="")
    ChatLine.objects.filter(user=user).delete()
    SavedRuleset.objects.filter(owner=user).delete()
    get_up_everywhere(user)


def get_up_everywhere(user: User) -> None:
    """Have this person leave every table they sit at: what they play goes on with an AI player, for good.

    Within a transaction; holds the tables from the first to the last, in the order of their numbers.
    """
    seats = Seat.objects.filter(user=user, live=True)
    list(Table.objects.filter(pk__in=seats.values("table")).order_by("pk").select_for_update().values_list("pk"))
    for table_id in seats.order_by("table").values_list("table_id", flat=True):
        leave(table_id, user.pk)


def close_idle() -> None:
    """Close tables where nothing has happened for long and no match is going on, and those left by all."""
    now, slow = timezone.now(), Q(turn_seconds__gte=CORRESPONDENCE_SECONDS)
    long_ago = Q(slow, changed_at__lt=now - IDLE_SLOW) | Q(~slow, changed_at__lt=now - IDLE)
    quiet = Q(long_ago, state__in=BETWEEN)
    left = Q(state=Table.State.OVER) & ~Q(seats__live=True)
    idle = Table.objects.filter(quiet | left)
    for table_id in idle.values_list("pk", flat=True)[:100]:
        with suppress(Declined), transaction.atomic():
            state = lock(table_id)
            # asked again under the lock: somebody may just have come back
            if idle.filter(pk=table_id).exists():
                Seat.objects.filter(table_id=table_id).update(live=False)
                state.table.state = Table.State.CLOSED
                changed(state)
