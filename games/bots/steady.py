"""Steady: keeps wilds, changes to its best colour, calls, challenges when it pays, catches."""

import random

from games.bots.choice import Bot, Choice, best_color, colors_in, hand_of, in_turn, lays, react_with
from games.rules.core.cards import effect_of, is_number, is_wild
from games.rules.uno.moves import Lay
from games.rules.uno.view import SeatView

REMEMBERS_CALL = 0.97
SEES_CATCH = 0.85
#: With this many cards or fewer in another hand, that player is about to go out.
NEARLY_OUT = 2


def choose(view: SeatView, rng: random.Random) -> Choice:
    """Return the best play by simple weights, or how to answer, or a draw."""
    moves = in_turn(view)
    if view.phase == "answer":
        return _answer(view, moves)
    if view.phase == "color":
        color = best_color(hand_of(view), view.ruleset.colors)
        return Choice(f"color {color}", (f"most cards of {color}",))
    plays = lays(moves)
    if not plays:
        return Choice("pass" if "pass" in moves else moves[0], ("nothing to play",))
    weighed = [(_weigh(view, move), rng.random(), text) for text, move in plays]
    (weight, reason), _, text = max(weighed, key=lambda one: (one[0][0], one[1]))
    if weight < 0 and (waiting := next((word for word in ("pass", "draw") if word in moves), None)):
        return Choice(waiting, (reason,))
    return Choice(text, (reason,))


def _weigh(view: SeatView, move: Lay) -> tuple[float, str]:
    """Return how good a play is, and the reason that counts most."""
    left = hand_of(view)
    for card in move.cards:
        left.remove(card)
    if not left:
        return 1000.0, "goes out"
    card = move.cards[-1]
    pressed = _next_is_nearly_out(view)
    held = colors_in(left)
    if is_wild(card):
        best = best_color(left, view.ruleset.colors)
        weight = 4.0 if move.color == best else 0.0
        if effect_of(card) == "W4":
            return (weight + 30, "stops the next player") if pressed else (weight - 2, "the last resort")
        return weight, f"changes to {best}"
    weight = 10.0 + 2 * held[card[0]] + view.ruleset.points[card] / 10
    if not is_number(card):
        return (weight + 20, "slows the next player") if pressed else (weight + 1, "keeps the pace")
    if held[card[0]]:
        return weight, f"more of {card[0]} to follow"
    return weight - 1, "fits"


def _next_is_nearly_out(view: SeatView) -> bool:
    """Tell whether the next player holds few cards."""
    seat = (int(view.seat or 0) + view.direction) % view.seats
    while seat in view.gone:
        seat = (seat + view.direction) % view.seats
    return view.hand_sizes[seat] <= NEARLY_OUT


def _answer(view: SeatView, moves: list[str]) -> Choice:
    """Challenge when it pays: a big hand more likely holds the colour that it left."""
    if "challenge" not in moves or view.penalty_from is None:
        return Choice("accept", ("nothing better",))
    size = view.hand_sizes[view.penalty_from]
    if size == 0:
        return Choice("accept", ("it was the last card",))
    # Each card that is left misses the colour with about three chances in four, fewer for a player who keeps it.
    guilty = 1 - 0.8**size
    extra = view.ruleset.challenge_penalty
    if guilty * (view.pending + 1) > (1 - guilty) * extra + 1.5:
        return Choice("challenge", (f"{size} cards are likely to hold the color",))
    return Choice("accept", ("the risk is too high",))


def react(view: SeatView, rng: random.Random) -> Choice | None:
    """Call nearly always, catch mostly."""
    return react_with(view, rng, REMEMBERS_CALL, SEES_CATCH)


BOT = Bot(choose, react)
