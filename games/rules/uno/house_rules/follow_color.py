"""After a penalty has been drawn, the next card must be of the active colour."""

from collections.abc import Mapping
from typing import Any

from games.rules.core.options import Flag
from games.rules.core.refusals import Refusal
from games.rules.core.text import N_
from games.rules.uno.hooks import Hooks, HouseRule, Verdict
from games.rules.uno.moves import Lay
from games.rules.uno.round import Round

OPTIONS = (
    Flag(
        key="color_only_after_penalty",
        group="stacking",
        title=N_("Only the colour after a penalty"),
        text=N_(
            "After a Draw Two or Wild Draw Four was drawn, the next card must be of the active colour or wild;"
            " the same symbol in another colour does not do."
        ),
    ),
)


def hooks(options: Mapping[str, Any]) -> Hooks | None:
    """Refuse another colour until a card has been laid."""
    return Hooks(refuses={(Lay, "match"): match}) if options["color_only_after_penalty"] else None


def match(round: Round, seat: int, move: Lay) -> Verdict:
    """Refuse a card that matches by its face alone."""
    card = move.cards[0]
    if round.follow_color and card[0] not in ("W", round.color):
        params = {"card": card, "color": round.color, "top": round.top, "rule": "color_only_after_penalty"}
        return Refusal("does_not_match", params)
    return None


RULE = HouseRule("follow_color", OPTIONS, hooks)
