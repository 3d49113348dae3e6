"""Easy: any legal move. It often forgets to call and seldom sees that others do."""

import random

from games.bots.choice import WAITING, Bot, Choice, Habits, completed, in_turn, react_with
from games.rules.uno.view import SeatView

HABITS = Habits(calls=0.7, catches=0.3, jumps=0.3, shows=0.5)


def choose(view: SeatView, rng: random.Random) -> Choice:
    """Return any legal move; a play rather than drawing or passing."""
    moves = in_turn(view)
    plays = [move for move in moves if move not in WAITING]
    text = rng.choice(plays or moves)
    return Choice(completed(view, text, lambda cards: rng.sample(cards, len(cards))), ("any move will do",))


def react(view: SeatView, rng: random.Random) -> Choice | None:
    """Call, catch and jump in now and then."""
    return react_with(view, rng, HABITS)


BOT = Bot(choose, react)
