"""What a bot answers, and what it sees in common with every other."""

import random
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from games.rules.core.cards import COLOR_LETTERS, is_wild
from games.rules.uno.moves import Call, Catch, Lay, Move, Show, parse_move
from games.rules.uno.view import SeatView

#: Moves that take a turn without laying anything.
WAITING = ("draw", "pass", "accept")


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


def completed(view: SeatView, text: str, cheapest: Callable[[list[str]], list[str]]) -> str:
    """Return a listed move with what the list leaves out: the cards that a Wild gives, in the order of `cheapest`."""
    move = parse_move(text)
    if not isinstance(move, Lay) or move.power != "~" or move.gives or move.target is None:
        return text
    left = hand_of(view)
    left.remove("W")
    size = min(view.ruleset.options["swap_count"], len(left), view.hand_sizes[move.target])
    mark = "!" if text.endswith("!") else ""
    return text.removesuffix("!") + ":" + ",".join(cheapest(left)[:size]) + mark


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


class Habits(NamedTuple):
    """How likely a level is to do what it could do out of turn."""

    calls: float
    catches: float
    jumps: float
    shows: float


def react_with(view: SeatView, rng: random.Random, habits: Habits) -> Choice | None:
    """Call for oneself, catch somebody, show or jump in, each with its own chance of being forgotten."""
    rolls = [rng.random() for _ in habits]
    remembered = Habits(*(roll < chance for roll, chance in zip(rolls, habits, strict=True)))
    found: dict[type, list[str]] = {}
    for text in view.moves:
        found.setdefault(type(parse_move(text)), []).append(text)
    if remembered.calls and Call in found:
        return Choice(found[Call][0], ("one card left",))
    if remembered.shows and Show in found:
        return Choice(found[Show][0], ("the sum fits",))
    if remembered.catches and Catch in found:
        return Choice(found[Catch][0], ("did not call",))
    if remembered.jumps and Lay in found and view.turn != view.seat:
        with_call = [text for text in found[Lay] if text.endswith("!")]
        return Choice(rng.choice(with_call or found[Lay]), ("the same card is on top",))
    return None
