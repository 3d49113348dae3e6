"""The clock of a turn: the table's seconds, and then what its player has left of a reserve for the whole match.

All times are the database's: `TableState.now` comes with the rows under the lock.
"""

from django.db.models.functions import Now

from games import schedule
from games.models import Match
from games.services.state import TableState, seconds, setting


def begin(state: TableState) -> None:
    """Let the clock of the seat in turn run."""
    match, turn = state.match, seconds(state.table.turn_seconds)
    assert match is not None
    wait = turn + seconds(reserve_of(match, state.game.turn))
    match.turn_ends_at, match.deadline = Now() + turn, Now() + wait
    schedule.turn_end(match.pk, wait)


def pause(state: TableState) -> None:
    """Between two rounds the score stays for a while, unless nobody is there to read it."""
    match, wait = state.match, seconds(0 if state.abandoned else setting("NEXT_ROUND_SECONDS"))
    assert match is not None
    match.turn_ends_at, match.deadline = None, Now() + wait
    schedule.turn_end(match.pk, wait)


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
