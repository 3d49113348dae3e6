"""Advice on play: the table votes, and its author draws. The vote is the site's, the cards are counted here."""

from collections.abc import Mapping
from typing import Any

from games.rules.core.options import Number
from games.rules.core.text import N_
from games.rules.uno.hooks import Hooks, HouseRule

OPTIONS = (
    Number(
        key="advice_penalty",
        default=0,
        group="manners",
        title=N_("Advice"),
        text=N_("Cards for a player whose chat line a majority of the others calls advice on play. 0: never."),
        least=0,
        most=10,
    ),
)


def hooks(options: Mapping[str, Any]) -> Hooks | None:
    """Change nothing of the play: Match.advice makes the author draw."""
    return None


RULE = HouseRule("advice", OPTIONS, hooks)
