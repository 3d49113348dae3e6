"""Who may sit down at a table, and where."""

from collections.abc import Callable

from django.utils.translation import gettext as _

from accounts import social
from accounts.sanctions import Kind, longest
from accounts.verified import has_confirmed
from games.models import Seat, Table
from games.screens.standing import holding
from games.services.errors import Declined
from games.services.starting import camps
from games.services.state import TableState, ruleset_of

# who has blocked whom: pairs (the person, the other)
Blocks = frozenset[tuple[int, int]]


def why_not_sit(state: TableState, user_id: int | None, blocks: Callable[[], Blocks] | None = None) -> str:
    """Return why this person, who has no seat here, gets none, as a sentence; an empty text when one is free for them.

    Of somebody who is not signed in (None) nothing is known that would speak against them. Whether somebody who sits
    here has blocked this person is not told apart from other reasons. `blocks` returns all blocks around those who sit
    here, where they were read already.
    """
    table = state.table
    if not table.is_between:
        return _("This match has begun; you can watch it.")
    if user_id in table.sent_away:
        return _("You were sent away from this table.")
    if all(seat.taken for seat in state.seats):
        return _("This table is full; you can watch it.")
    if user_id is None:
        return ""
    if table.is_quick and table.is_rated and not has_confirmed(user_id):
        return _("This match is to be rated. Confirm your e-mail address first, or play a casual one.")
    if table.is_quick and table.is_rated and (held := longest([Kind.UNRATED], user_id)) is not None:
        return holding(held)
    return _at_odds(state, user_id, social.blocks_around([user_id]) if blocks is None else blocks())


def _at_odds(state: TableState, user_id: int, blocks: Blocks) -> str:
    sitting = {seat.user_id: seat for seat in state.people if seat.user_id}
    if any((other, user_id) in blocks for other in sitting):
        return _("You cannot sit down at this table.")
    blocked = [seat for other, seat in sitting.items() if (user_id, other) in blocks]
    if not blocked:
        return ""
    person = min(blocked, key=lambda seat: seat.index).user
    return _("You have blocked %(name)s, who sits at this table.") % {"name": person.name if person else ""}


def seat_for(state: TableState, user_id: int, index: int | None) -> Seat | None:
    """Return the seat that this person would get: number `index`, or (None) any that is free.

    None where they sit there already, or sit here and did not ask for another seat. Raises `Declined` where there is
    no such seat for them.
    """
    own = state.seat_of(user_id)
    if own is not None and index in (None, own.index):
        return None
    if own is None:
        if reason := why_not_sit(state, user_id):
            raise Declined(reason)
    elif state.table.state != Table.State.OPEN:
        raise Declined(_("Seats are changed before a match, not now."))
    if index is None:
        return free_seat(state)
    seat = next((seat for seat in state.seats if seat.index == index), None)
    if seat is None:
        raise Declined(_("There is no such seat."))
    if seat.taken:
        raise Declined(_("Somebody else has taken this seat."))
    return seat


def free_seat(state: TableState) -> Seat | None:
    """Return the first free seat, in team play of the camp that has fewer people; None at a full table."""
    free = [seat for seat in state.seats if not seat.taken]
    if not ruleset_of(state.table.family, state.table.ruleset).teams:
        return next(iter(free), None)
    even, odd = map(len, camps(state.taken))
    return min(free, key=lambda seat: (odd if seat.index % 2 else even, seat.index), default=None)
