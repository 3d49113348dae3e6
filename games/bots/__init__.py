"""AI players. A bot reads its own SeatView, the same that its seat's screen shows, and nothing else.

    choose_move(level, view, rng)   the move of the seat whose turn it is
    reaction(level, view, rng)      what the seat wants out of turn right now: a call, a catch

Every choice carries its reasons. `rng` is the caller's: the same view and the same rng give the same choice.
"""

import random

from games.bots import easy, steady
from games.bots.choice import Bot, Choice
from games.rules.uno.view import SeatView

LEVELS: dict[str, Bot] = {"easy": easy.BOT, "steady": steady.BOT}


def choose_move(level: str, view: SeatView, rng: random.Random) -> Choice:
    """Return the move for the seat whose turn it is; raise ValueError where the seat has none.

    The move carries the call only where the rules want it with the play; otherwise the call is a reaction.
    """
    if not view.moves or view.turn != view.seat:
        raise ValueError(f"seat {view.seat} has no move to choose")
    return LEVELS[level].choose(view, rng)


def reaction(level: str, view: SeatView, rng: random.Random) -> Choice | None:
    """Return what the seat wants to do out of turn now (`uno`, `catch 2`), or None.

    Seed `rng` by match, seat and `view.top_since`: what was forgotten then stays forgotten.
    """
    return LEVELS[level].react(view, rng)


__all__ = ["LEVELS", "Bot", "Choice", "choose_move", "reaction"]
