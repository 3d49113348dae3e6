"""The clock of a turn: the table's seconds, and then what its player has left of a reserve for the whole match.

All times are the database's: `TableState.now` comes with the rows under the lock.
"""

from datetime import timedelta
from typing import NamedTuple

from django.db.models.functions import Now

from games import schedule
from games.models import Match, Seat
from games.services.state import TableState, seconds, setting


def begin(state: TableState) -> None:
    """Let the clock of the seat in turn run."""
    match, turn = state.match, seconds(state.table.turn_seconds)
    assert match is not None
    wait = turn + seconds(reserve_of(match, state.game.turn))
    match.turn_ends_at = Now() + turn
    _wait_for(state, wait)


def pause(state: TableState) -> None:
    """Between two rounds the score stays for a while, unless nobody is there to read it."""
    match, wait = state.match, seconds(0 if state.abandoned else setting("NEXT_ROUND_SECONDS"))
    assert match is not None
    match.turn_ends_at = None
    _wait_for(state, wait)


def _wait_for(state: TableState, wait: timedelta) -> None:
    """Set the deadline, and have it looked at then.

    Most turns end long before their time. The look at the deadline before this one is queued still; it comes in time
    to see the new one and waits on (`clocks.expire`), so most moves queue nothing.
    """
    match, now = state.match, state.now
    assert match is not None
    looked_at = match.deadline
    if looked_at is None or now is None or not now < looked_at <= now + wait:
        schedule.turn_end(match.pk, wait)
    match.deadline = Now() + wait


def stop(state: TableState) -> None:
    """The match is over: nobody is waited for."""
    assert state.match is not None
    state.match.turn_ends_at = state.match.deadline = None


def reserve_of(match: Match, place: int | None) -> float:
    """Return the seconds of reserve that a seat has left."""
    return float(match.reserves[place]) if place is not None and place < len(match.reserves) else 0.0


def settle(state: TableState, place: int | None) -> None:
    """The turn of the seat at `place` has ended: take off its reserve what it used beyond the turn."""
    match = state.match
    assert match is not None
    if place is None or match.turn_ends_at is None or state.now is None or not reserve_of(match, place):
        return
    used = max(0.0, (state.now - match.turn_ends_at).total_seconds())
    match.reserves[place] = round(max(0.0, reserve_of(match, place) - used), 3)


def take_reserve(match: Match, place: int | None) -> None:
    """Take away what a seat has left: it let a turn run out, or an AI plays it now."""
    if place is not None and reserve_of(match, place):
        match.reserves[place] = 0


class Clock(NamedTuple):
    """The seconds that were left when a table was read: of the turn (below 0: the reserve runs), to the deadline.

    Between two rounds there is no turn: both are those of the pause.
    """

    turn: float
    deadline: float

    def turn_after(self, elapsed: float) -> float:
        """Return what is left of the turn, or of the pause, `elapsed` seconds later."""
        return max(0.0, self.turn - elapsed)

    def reserve_after(self, elapsed: float) -> float:
        """Return what is left of the reserve of the seat in turn, `elapsed` seconds later."""
        return max(0.0, self.deadline - elapsed - self.turn_after(elapsed))


def clock_of(state: TableState) -> Clock | None:
    """Return the clock that runs at the table, None where nobody is waited for."""
    match, now = state.match, state.now
    if match is None or match.deadline is None or now is None:
        return None
    deadline = (match.deadline - now).total_seconds()
    return Clock((match.turn_ends_at - now).total_seconds() if match.turn_ends_at else deadline, deadline)


def reserve_after(state: TableState, seat: Seat, clock: Clock | None, elapsed: float) -> float | None:
    """Return the reserve that a player has `elapsed` seconds after the reading; None where there is none to have."""
    if state.match is None or not state.match.reserves or seat.place is None or seat.played_by_ai:
        return None
    if clock is not None and seat.place == state.game.turn:
        return clock.reserve_after(elapsed)
    return reserve_of(state.match, seat.place)
