"""Steady: keeps wilds, changes to its best colour, stacks, calls, challenges when it pays, catches."""

import random

from games.bots.choice import (
    WAITING,
    Bot,
    Choice,
    Habits,
    best_color,
    colors_in,
    completed,
    hand_of,
    in_turn,
    lays,
    react_with,
)
from games.rules.core.cards import effect_of, is_number, is_wild
from games.rules.uno.moves import Day, Lay, parse_move
from games.rules.uno.view import SeatView

HABITS = Habits(calls=0.97, catches=0.85, jumps=0.8, shows=0.95)
#: With this many cards or fewer in another hand, that player is about to go out.
NEARLY_OUT = 2

type Weight = tuple[float, str]


def choose(view: SeatView, rng: random.Random) -> Choice:
    """Return the best play by simple weights, or how to answer, or a draw."""
    moves = in_turn(view)
    if view.phase == "color":
        color = best_color(hand_of(view), view.ruleset.colors)
        return Choice(f"color {color}", (f"most cards of {color}",))
    weighed = [(_weigh(view, move), rng.random(), text) for text, move in lays(moves)]
    weighed += [((*_weigh_day(view, move),), rng.random(), text) for text, move in _days(moves)]
    if "show" in moves:
        weighed.append(((2000.0, "the sum fits"), 0.0, "show"))
    if "challenge" in moves and (reason := _challenge_pays(view)):
        return Choice("challenge", (reason,))
    waiting = next((word for word in WAITING if word in moves), None)
    if not weighed:
        return Choice(waiting or moves[0], ("nothing to play",))
    (weight, reason), _, text = max(weighed, key=lambda one: (one[0][0], one[1]))
    if weight < 0 and waiting is not None and view.phase != "answer":
        return Choice(waiting, (reason,))
    return Choice(completed(view, text, lambda cards: _dearest_first(view, cards)), (reason,))


def _weigh(view: SeatView, move: Lay) -> Weight:
    """Return how good a play is, and the reason that counts most."""
    left = hand_of(view)
    for card in move.cards:
        left.remove(card)
    if not left:
        return 1000.0, "goes out"
    weight, reason = _weigh_wild(view, move, left) if is_wild(move.cards[-1]) else _weigh_colored(view, move, left)
    change, why = _weigh_hands(view, move, left)
    return weight + change + 6 * (len(move.cards) - 1), why or reason


def _weigh_wild(view: SeatView, move: Lay, left: list[str]) -> Weight:
    """Weigh a wild: kept as long as colours will do, then with the best colour."""
    if move.power:
        return (-0.5, "looks at a hand") if move.power == "?" else (1.0, "gets rid of points")
    best = best_color(left, view.ruleset.colors)
    weight = 4.0 if move.color == best else 0.0
    if effect_of(move.cards[-1]) in ("W4", "WK"):
        return (weight + 30, "stops the next player") if _next_is_nearly_out(view) else (weight - 2, "the last resort")
    return weight, f"changes to {best}"


def _weigh_colored(view: SeatView, move: Lay, left: list[str]) -> Weight:
    """Weigh a card with a colour: what can follow, what it is worth, whom it stops."""
    card = move.cards[-1]
    held = colors_in(left)[card[0]]
    weight = 10.0 + 2 * held + sum(view.ruleset.points[one] for one in move.cards) / 10
    if not is_number(card):
        return (weight + 20, "slows the next player") if _next_is_nearly_out(view) else (weight + 1, "keeps the pace")
    if held:
        return weight, f"more of {card[0]} to follow"
    return weight - 1, "fits"


def _weigh_hands(view: SeatView, move: Lay, left: list[str]) -> Weight:
    """Weigh what a play does to the hands: fewer cards in one's own are better."""
    effect = effect_of(move.cards[-1])
    options = view.ruleset.options
    if move.target is not None and not move.power:
        theirs = view.hand_sizes[move.target]
        if effect == "WC" and options["custom_effect"] == "target_draws_three":
            return 8.0 - theirs, "the one ahead draws"
        return 6.0 * (len(left) - theirs), "swaps for the better" if theirs < len(left) else "would swap for the worse"
    if effect == "0" and options["zero_rotates"]:
        theirs = view.hand_sizes[_neighbor(view, -view.direction)]
        return 6.0 * (len(left) - theirs), ""
    return 0.0, ""


def _days(moves: list[str]) -> list[tuple[str, Day]]:
    """Return the dates among moves, read."""
    read = [(text, parse_move(text)) for text in moves if text.startswith("day ")]
    return [(text, move) for text, move in read if isinstance(move, Day)]


def _weigh_day(view: SeatView, move: Day) -> Weight:
    """Weigh a date: several cards at once, or the round."""
    if move.color is None:
        return 1500.0, "all four colors win"
    left = hand_of(view)
    for card in move.cards:
        left.remove(card)
    return (1000.0, "goes out") if not left else (25.0 + colors_in(left)[move.color], "several cards at once")


def _dearest_first(view: SeatView, cards: list[str]) -> list[str]:
    """Return cards to give away: those that count most, wild ones last."""
    return sorted(cards, key=lambda card: (is_wild(card), -view.ruleset.points[card]))


def _neighbor(view: SeatView, step: int) -> int:
    """Return the next seat that plays, a step clockwise (1) or the other way (-1)."""
    seat = (int(view.seat or 0) + step) % view.seats
    while seat in view.gone:
        seat = (seat + step) % view.seats
    return seat


def _next_is_nearly_out(view: SeatView) -> bool:
    """Tell whether the next player holds few cards."""
    return view.hand_sizes[_neighbor(view, view.direction)] <= NEARLY_OUT


def _challenge_pays(view: SeatView) -> str:
    """Say why a challenge pays, or nothing: a big hand more likely holds the colour that it left."""
    if view.penalty_from is None:
        return ""
    size = view.hand_sizes[view.penalty_from]
    # Each card that is left misses the colour with about three chances in four, fewer for a player who keeps it.
    guilty = 1 - 0.8**size
    extra = view.ruleset.challenge_penalty
    if guilty * (view.pending + 1) > (1 - guilty) * extra + 1.5:
        return f"{size} cards are likely to hold the color"
    return ""


def react(view: SeatView, rng: random.Random) -> Choice | None:
    """Call nearly always, catch and jump in mostly."""
    return react_with(view, rng, HABITS)


BOT = Bot(choose, react)
