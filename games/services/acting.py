"""Who may do something at a table, and the one writer of a table's version."""

from collections.abc import Callable, Collection, Iterable

from django.db import transaction
from django.utils.translation import gettext as _

from games import broadcast
from games.models import Seat, Table
from games.services.errors import Declined
from games.services.state import TableState, lock

# every region: the whole stage
ALL = ("table",)


def changed(state: TableState, regions: Iterable[str] = ALL) -> None:
    """Store the table's new version and tell everybody who has it open which regions changed."""
    table = state.table
    table.version += 1
    table.save(update_fields=["version", "changed_at", "state", "owner", "match"])
    broadcast.announce(table.pk, table.version, regions)
    if "table" in regions:  # seats, owner or state; smaller regions are nothing that a lobby shows
        broadcast.lobby_changed()


def as_seated(table_id: int, user_id: int, act: Callable[[TableState, Seat], None]) -> None:
    """Do `act` under the table's lock for a person who sits there; raises `Declined` for anybody else."""
    with transaction.atomic():
        state = lock(table_id)
        seat = state.seat_of(user_id)
        if seat is None:
            raise Declined(_("You do not sit at this table."))
        act(state, seat)


def as_owner(
    table_id: int,
    user_id: int,
    act: Callable[[TableState], None],
    *,
    states: Collection[str] = (Table.State.OPEN,),
    once: bool = False,
) -> None:
    """Do `act` for the owner while the table is in one of `states`; raises `Declined` for anybody else, or too late.

    Where it is done `once`, asking for it again after the match has begun is no mistake: nothing happens.
    """

    def checked(state: TableState, seat: Seat) -> None:
        if state.table.owner_id != user_id:
            raise Declined(_("Only the owner of the table can do this."))
        if state.table.state in states:
            act(state)
        elif not once:
            raise Declined(_("The match has begun already."))

    as_seated(table_id, user_id, checked)


def hand_on_ownership(state: TableState, user_id: int | None) -> None:
    """The next owner is somebody who is there, rather than one whom an AI plays for."""
    if state.table.owner_id == user_id:
        others = sorted((seat for seat in state.people if seat.user_id != user_id), key=lambda seat: seat.away)
        state.table.owner = others[0].user if others else None
        state.table.save(update_fields=["owner"])
