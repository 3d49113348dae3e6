"""Easy: any legal move. It often forgets to call and seldom sees that others do."""

import random

from games.bots.choice import Bot, Choice, in_turn, react_with
from games.rules.uno.view import SeatView

REMEMBERS_CALL = 0.7
SEES_CATCH = 0.3


def choose(view: SeatView, rng: random.Random) -> Choice:
    """Return any legal move; a play rather than drawing or passing."""
    moves = in_turn(view)
    plays = [move for move in moves if move not in ("draw", "pass")]
    return Choice(rng.choice(plays or moves), ("any move will do",))


def react(view: SeatView, rng: random.Random) -> Choice | None:
    """Call and catch now and then."""
    return react_with(view, rng, REMEMBERS_CALL, SEES_CATCH)


BOT = Bot(choose, react)
