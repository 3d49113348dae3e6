"""Coming to a table and going: open one, sit down, get up."""

from dataclasses import dataclass

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games import broadcast
from games.models import SavedRuleset, Seat, Table
from games.services import matches
from games.services.acting import as_seated, changed, hand_on_ownership
from games.services.errors import Declined
from games.services.getting_ready import go_on, set_day, set_ready, start
from games.services.room import add_ai, fill, remove_ai
from games.services.state import TableState, glance, lock, ruleset_of, setting

# these live in the modules named above
__all__ = [
    "Wishes",
    "add_ai",
    "already_sits",
    "as_seated",
    "changed",
    "current_table",
    "join",
    "leave",
    "open_table",
    "remove_ai",
    "set_day",
    "set_ready",
    "start",
]


@dataclass(frozen=True, slots=True)
class Wishes:
    """How somebody wants a table: checked by `games.forms.OpenTableForm`."""

    ruleset: SavedRuleset
    seats: int
    name: str = ""
    visibility: str = Table.Visibility.PUBLIC
    ai_level: str = ""
    turn_seconds: int | None = None
    single: bool = False
    custom_title: str = ""
    custom_text: str = ""

    @property
    def options(self) -> dict[str, object]:
        """The ruleset's options, shortened to one round where that is wished."""
        return {**self.ruleset.options, "match": "single"} if self.single else self.ruleset.options


def current_table(user: User) -> Table | None:
    """Return the live table that this person sits at, or None."""
    seat = Seat.objects.select_related("table").filter(user=user, live=True).first()
    return seat.table if seat else None


def open_table(user: User, wishes: Wishes) -> Table:
    """Open a table with `user` in its first seat and, with an `ai_level`, AI players in all others.

    Who sits at a live table already gets that one back, so two clicks open one table. An over match is no reason
    to stay: the person leaves it first.
    """
    _leave_what_is_over(user)
    ruleset = ruleset_of(wishes.ruleset.family, wishes.options)
    try:
        with transaction.atomic():
            table = Table.objects.create(
                name=wishes.name,
                owner=user,
                family=wishes.ruleset.family,
                rules_title=wishes.ruleset.title,
                ruleset=ruleset.to_json(),
                visibility=wishes.visibility,
                custom_title=wishes.custom_title,
                custom_text=wishes.custom_text,
                turn_seconds=wishes.turn_seconds or setting("TURN_SECONDS"),
            )
            seats = [Seat(table=table, index=index) for index in range(wishes.seats)]
            seats[0].user, seats[0].live, seats[0].ready = user, True, not ruleset.wants_days
            Seat.objects.bulk_create(seats)
            if wishes.ai_level:
                fill(seats, wishes.ai_level)
            broadcast.lobby_changed()
            return table
    except IntegrityError:
        current = current_table(user)
        if current is None:
            raise
        return current


def _leave_what_is_over(user: User) -> None:
    current = current_table(user)
    if current is not None and current.state == Table.State.OVER:
        leave(current.pk, user.pk)


def join(table_id: int, user: User) -> None:
    """Sit down in the first free seat; who sits here already stays where they are.

    Raises `Declined` where the table is full, has begun, or the person sits at another live table.
    """
    # looked at first without the lock: nobody gives a seat up for one they do not get
    if _free_seat(glance(table_id), user) is None:
        return
    _leave_what_is_over(user)
    try:
        with transaction.atomic():
            state = lock(table_id)
            free = _free_seat(state, user)
            if free is None:
                return
            free.user, free.live = user, True
            free.save()
            if state.table.owner_id is None:
                state.table.owner = user
            changed(state)
    except IntegrityError as error:
        raise Declined(already_sits(current_table(user))) from error


def already_sits(table: Table | None) -> str:
    """Say that a person has a seat at another live table, or at this very one."""
    return _("You already sit at “%(table)s”. Leave it first.") % {"table": table.title if table else ""}


def _free_seat(state: TableState, user: User) -> Seat | None:
    """The seat that this person would get, None for who sits here already; raises `Declined` where there is none."""
    if state.seat_of(user.pk) is not None:
        return None
    if state.table.state != Table.State.OPEN:
        raise Declined(_("This match has begun; you can watch it."))
    free = next((seat for seat in state.seats if not seat.taken), None)
    if free is None:
        raise Declined(_("This table is full; you can watch it."))
    return free


def leave(table_id: int, user_id: int) -> None:
    """Get up. Who plays in the present match is played on by an AI; else the seat is free again.

    The owner's table goes to the next person; a table that nobody sits at any more is closed, unless its match runs.
    """
    with transaction.atomic():
        state = lock(table_id)
        seat = state.seat_of(user_id)
        if seat is None:
            return
        hand_on_ownership(state, user_id)
        if state.match is not None and seat.place is not None:
            # kept until the next match, so that the result stays whole
            matches.hand_over(state, seat)
        else:
            seat.vacate()
            changed(state)
        if state.people:
            go_on(state)
        elif state.table.state != Table.State.PLAYING:
            state.table.state = Table.State.CLOSED
            changed(state)
