"""What the AI seats of a table want to do next, and when.

A plan follows from the match's secret seed and the move number alone, so a task that comes twice, or the sweep in
its place, finds the very same plan. Nobody outside can predict it.
"""

from datetime import timedelta
from random import Random
from typing import NamedTuple

from games.bots import reaction
from games.models import Seat
from games.rules.families import FAMILIES
from games.services.state import TableState, setting

SUBSTITUTE_LEVEL = "steady"


class Plan(NamedTuple):
    """The earliest act that an AI seat wants: who, how long after the last move, and which (None: its turn)."""

    wait: timedelta
    place: int
    move: str | None


def level_of(seat: Seat) -> str:
    """Return the level at which an AI plays this seat."""
    return seat.level or SUBSTITUTE_LEVEL


def dice(state: TableState, place: int, purpose: str, number: int) -> Random:
    """Return the random numbers of one AI seat for one purpose at one moment of the match."""
    assert state.match is not None
    return Random(f"{bytes(state.match.seed).hex()}/{place}/{purpose}/{number}")


def _wishes(state: TableState, seat: Seat) -> list[Plan]:
    place = seat.place
    assert place is not None
    assert state.match is not None
    view = FAMILIES[state.match.family].view(state.game, place)
    pace = dice(state, place, "pace", state.game.number)
    wishes: list[Plan] = []
    # the same dice as long as the same card lies on top: what was forgotten stays forgotten
    wish = reaction(level_of(seat), view, dice(state, place, "reaction", view.top_since))
    if wish is not None:
        wishes.append(Plan(_wait(state, pace, "AI_REACTION"), place, wish.move))
    if view.turn == place:
        wishes.append(Plan(_wait(state, pace, "AI_PACE"), place, None))
    return wishes


def _wait(state: TableState, pace: Random, name: str) -> timedelta:
    """How long the seat thinks; a match that all have left is played out without pauses."""
    return timedelta(seconds=0 if state.abandoned else pace.uniform(*setting(name)))


def plans(state: TableState) -> list[Plan]:
    """Return the acts that AI seats want in this position, the earliest first.

    Where two are due at once a reaction comes before a turn: it would be too late after it.
    """
    if state.game is None or state.game.round_over or state.game.over:
        return []
    wishes = [wish for seat in state.playing if seat.played_by_ai for wish in _wishes(state, seat)]
    return sorted(wishes, key=lambda wish: (wish.wait, wish.move is None))
