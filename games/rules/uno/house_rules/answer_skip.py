"""A seat that is about to be skipped may lay the same symbol instead, which then does nothing."""

from collections.abc import Mapping
from typing import Any

from games.rules.core.options import Flag
from games.rules.core.refusals import Refusal
from games.rules.core.text import N_
from games.rules.uno.hooks import Hooks, HouseRule, Listed, Verdict
from games.rules.uno.moves import Lay
from games.rules.uno.round import Phase, Round

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
    return Hooks(candidates={Phase.ANSWER: candidates}, allows={(Lay, "penalty"): same_symbol}, answers=frozenset("S"))


def candidates(round: Round, seat: int, moves: Listed) -> None:
    """Add the cards with the symbol of the waiting skip."""
    for card in round.hands[seat]:
        if answers(round, card):
            moves.update(round.rules.lays[card])


def same_symbol(round: Round, seat: int, move: Lay, refusal: Refusal) -> Verdict:
    """Let the same symbol pass."""
    return None if answers(round, move.cards[0]) else refusal


def answers(round: Round, card: str) -> bool:
    """Tell whether a card has the symbol of the waiting skip, if one waits."""
    return bool(round.skips) and card[0] != "W" and card[1] == round.top[1:]


RULE = HouseRule("answer_skip", OPTIONS, hooks)
