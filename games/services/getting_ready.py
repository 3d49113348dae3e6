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

    When everybody who sits here is ready, the next round or the rematch begins; a first match waits for its owner,
    but for that of "Play now", which waits for a full table.
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
    """Begin the next round or the rematch where one may come and everybody is ready for it; return whether it did.

    Those who are there are asked, first of all those who play in this match.
    """
    there = [seat for seat in state.people if not seat.away]
    asked = [seat for seat in there if seat.place is not None] or there
    if not asked or not all(seat.ready for seat in asked):
        return False
    if state.table.state == Table.State.OVER:
        _rematch(state)
    elif state.table.state == Table.State.PLAYING and state.game.round_over:
        matches.next_round(state)
    elif _quick_and_full(state) and not why_not_start(state):
        matches.start(state)
    else:
        return False
    return True


def _quick_and_full(state: TableState) -> bool:
    table = state.table
    return table.is_quick and table.state == Table.State.OPEN and len(state.taken) == len(state.seats)


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
        if seat.taken and not seat.is_ai and (seat.away or not seat.live):
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
