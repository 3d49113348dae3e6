"""Ready or not: how a match, the next round and a rematch begin."""

from django.utils.translation import gettext as _

from games.models import Seat, Table
from games.services import absence, matches
from games.services.acting import as_owner, as_seated, changed, hand_on_ownership
from games.services.errors import Declined
from games.services.starting import valid_day, why_not_start
from games.services.state import TableState, ruleset_of


def set_ready(table_id: int, user_id: int, ready: bool) -> None:
    """Say that one is ready (or not) for the match, the next round or a rematch.

    What waited for this person alone begins.
    """

    def act(state: TableState, seat: Seat) -> None:
        if seat.ready == ready:
            return
        if ready and not seat.day and ruleset_of(state.table.family, state.table.ruleset).wants_days:
            raise Declined(_("First name your day: these rules need one from everybody."))
        absence.come_back(state, seat)
        seat.ready = ready
        seat.save(update_fields=["ready"])
        if not go_on(state):
            changed(state)

    as_seated(table_id, user_id, act)


def go_on(state: TableState) -> bool:
    """Begin what begins by itself now; return whether something did.

    The next round and a rematch begin when all are ready who are there and are asked, first of all those who play in
    this match. The first match of "Play now" begins when no seat is free; any other waits for its owner.
    """
    if state.table.state == Table.State.OPEN:
        return _begin_quickly(state)
    there = [seat for seat in state.people if not seat.away]
    asked = [seat for seat in there if seat.place is not None] or there
    if not asked or not all(seat.ready for seat in asked):
        return False
    if state.table.state == Table.State.OVER:
        _rematch(state)
    elif state.table.state == Table.State.PLAYING and state.game.round_over:
        matches.next_round(state)
    else:
        return False
    return True


def _begin_quickly(state: TableState) -> bool:
    if not state.table.is_quick or why_not_start(state):
        return False
    matches.start(state)
    return True


def set_day(table_id: int, user_id: int, day: str) -> None:
    """Name one's day of the year ("12-25"), before the match begins. Raises `Declined` for what is no day."""

    def act(state: TableState, seat: Seat) -> None:
        if state.table.state == Table.State.PLAYING:
            raise Declined(_("The match has begun already."))
        seat.day = valid_day(day)
        seat.save(update_fields=["day"])
        changed(state)

    as_seated(table_id, user_id, act)


def _rematch(state: TableState) -> None:
    """Play again with those who stayed, or wait for more people where they are too few.

    Who left has no seat any more, and neither has who went away and has not come back.
    """
    for seat in state.seats:
        # an AI player who is away was sent away when the match was over
        if seat.taken and (seat.away or not (seat.is_ai or seat.live)):
            hand_on_ownership(state, seat.user_id)
            seat.vacate()
    if not why_not_start(state):
        matches.start(state)
        return
    for seat in state.seats:
        seat.place = None
    Seat.objects.bulk_update(state.seats, ["place"])
    state.table.state, state.table.match = Table.State.OPEN, None
    changed(state)


def start(table_id: int, user_id: int) -> None:
    """Begin the match: the owner's to say, once everybody who sits here is ready. A second click changes nothing."""
    as_owner(table_id, user_id, matches.start, once=True)
