"""What people hear of their matches while they are somewhere else."""

from games.models import Notice
from games.services import notices, presence
from games.services.state import TableState

Kind = Notice.Kind


def tell(state: TableState, before: int | None) -> None:
    """Whose turn was at `before` has ended. Nobody sits and waits at a correspondence table: whose turn it is hears."""
    if not state.table.is_correspondence:
        return
    turn = None if state.game.round_over else state.game.turn
    if before is not None and before != turn:
        forget_turn(state, before)
    seat = state.at_place(turn) if turn is not None else None
    if seat is None or seat.user_id is None or seat.played_by_ai:
        return
    # who has just moved and is to decide again sees that, unless they have closed the page
    if turn != before or not presence.here(state.table.pk, [seat.user_id]):
        notices.notify(Kind.YOUR_TURN, [seat.user_id], table=state.table, match=state.match)


def forget_turn(state: TableState, place: int) -> None:
    """The turn of this seat waits for its person no longer."""
    seat = state.at_place(place)
    if state.table.is_correspondence and seat.user_id is not None and not seat.is_ai:
        notices.turn_made(state.table, seat.user_id)


def tell_missed(state: TableState, place: int) -> None:
    """A turn ran out at a correspondence table: its player hears what comes next, or that it has come."""
    seat = state.at_place(place)
    if state.table.is_correspondence and seat.user_id is not None:
        kind = Kind.PLAYED_FOR if seat.away else Kind.TURN_MISSED
        notices.notify(kind, [seat.user_id], table=state.table, match=state.match)
