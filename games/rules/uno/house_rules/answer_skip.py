"""A seat that is about to be skipped may lay the same symbol instead, which then does nothing."""

from collections.abc import Mapping
from typing import Any

from games.rules.core.options import Flag
from games.rules.core.text import N_
from games.rules.uno.hooks import Hooks, HouseRule, Verdict
from games.rules.uno.moves import Lay, Move
from games.rules.uno.round import Round

OPTIONS = (
    Flag(
        key="answer_skip",
        group="stacking",
        title=N_("Answer a Skip"),
        text=N_(
            "A player about to be skipped may lay a card with the same symbol instead; that card has no effect and the"
            " turn passes on."
        ),
    ),
)


def hooks(options: Mapping[str, Any]) -> Hooks | None:
    """Let a skip wait for its answer."""
    if not options["answer_skip"]:
        return None
    return Hooks(candidates=candidates, checks={(Lay, "penalty"): penalty}, answers=frozenset("S"))


def candidates(round: Round, seat: int, moves: list[Move]) -> list[Move]:
    """Add the cards with the symbol of the waiting skip."""
    if round.turn == seat and round.skips:
        for card in dict.fromkeys(round.hands[seat]):
            if answers(round, card):
                moves.extend(round.rules.lays[card])
    return moves


def penalty(round: Round, seat: int, move: Lay, verdict: Verdict) -> Verdict:
    """Let the same symbol pass."""
    return None if verdict is not None and round.skips and answers(round, move.cards[0]) else verdict


def answers(round: Round, card: str) -> bool:
    """Tell whether a card has the symbol of the waiting skip."""
    return card[0] != "W" and card[1] == round.top[1:]


RULE = HouseRule("answer_skip", OPTIONS, hooks)
