"""What a bot answers, and what it sees in common with every other."""

import random
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from games.rules.core.cards import COLOR_LETTERS, is_wild
from games.rules.uno.moves import Call, Catch, Lay, Move, parse_move
from games.rules.uno.view import SeatView


class Choice(NamedTuple):
    """A move and why: short words for the log and for learners, the weightiest first."""

    move: str
    reasons: tuple[str, ...]


class Bot(NamedTuple):
    """A level: how it moves in its turn, and how it reacts out of turn."""

    choose: Callable[[SeatView, random.Random], Choice]
    react: Callable[[SeatView, random.Random], Choice | None]


def in_turn(view: SeatView) -> list[str]:
    """Return the moves to choose from in one's turn.

    The call comes with the play where the rules demand it, and is left to the reaction otherwise.
    """
    moves = [text for text in view.moves if text != "uno" and not text.startswith("catch")]
    if view.ruleset.uno_late_call:
        return [text for text in moves if not text.endswith("!")]
    called = {text[:-1] for text in moves if text.endswith("!")}
    return [text for text in moves if text not in called]


def lays(texts: list[str]) -> list[tuple[str, Lay]]:
    """Return the plays among moves, read."""
    read: list[tuple[str, Move]] = [(text, parse_move(text)) for text in texts]
    return [(text, move) for text, move in read if isinstance(move, Lay)]


def hand_of(view: SeatView) -> list[str]:
    """Return one's own cards."""
    return [card.card for card in view.hand]


def colors_in(cards: list[str]) -> Counter[str]:
    """Count cards by colour, wild cards aside."""
    return Counter(card[0] for card in cards if not is_wild(card))


def best_color(cards: list[str], colors: str = COLOR_LETTERS) -> str:
    """Return the colour most held; among equals the deck's first."""
    held = colors_in(cards)
    return max(colors, key=lambda color: held[color])


def react_with(view: SeatView, rng: random.Random, remembers_call: float, sees_catch: float) -> Choice | None:
    """Call for oneself, or catch somebody, each with its own chance of being forgotten."""
    call_roll, catch_roll = rng.random(), rng.random()
    for text in view.moves:
        move = parse_move(text)
        if isinstance(move, Call) and call_roll < remembers_call:
            return Choice(text, ("one card left",))
        if isinstance(move, Catch) and catch_roll < sees_catch:
            return Choice(text, ("did not call",))
    return None
