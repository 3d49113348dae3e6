"""A 7 swaps hands with a chosen seat, a 0 passes all hands on in the direction of play."""

from collections.abc import Mapping
from typing import Any

from games.rules.core.options import Flag
from games.rules.core.text import N_
from games.rules.uno import hands
from games.rules.uno.events import Log
from games.rules.uno.hooks import CardEffect, Hooks, HouseRule, Next
from games.rules.uno.house_rules.targets import TARGETS, may_name_seat, must_name_seat, names_needlessly, swap_hands
from games.rules.uno.moves import Lay
from games.rules.uno.round import Phase, Round

OPTIONS = (
    Flag(
        key="seven_swaps",
        group="specials",
        title=N_("A 7 swaps hands"),
        text=N_("Who plays a 7 swaps hands with a player of choice."),
    ),
    Flag(
        key="zero_rotates",
        group="specials",
        title=N_("A 0 moves all hands on"),
        text=N_("When a 0 is played, every hand goes to the next player in the direction of play."),
    ),
)


def hooks(options: Mapping[str, Any]) -> Hooks | None:
    """Let 7s name a seat, and move the hands once the card lies; a last card ends the round before that."""
    swaps, rotates = options["seven_swaps"], options["zero_rotates"]
    if not (swaps or rotates):
        return None

    effects: dict[str, CardEffect] = {"7": swap_hands} if swaps else {}
    if rotates:
        effects["0"] = rotate
    if not swaps:
        return Hooks(effects=effects, regroups=frozenset("0"))
    return Hooks(
        lays=lambda card, ways: (*(Lay((card,), None, seat) for seat in TARGETS), *ways) if card[1:] == "7" else ways,
        needless=names_needlessly("7"),
        allows=may_name_seat("7"),
        refuses=must_name_seat("7"),
        effects=effects,
        regroups=frozenset(effects),
    )


def rotate(round: Round, log: Log, seat: int, move: Lay, times: int) -> Next:
    """Move all hands on; several 0s do it once."""
    hands.rotated(round, log)
    return round.after(seat), Phase.PLAY


RULE = HouseRule("seven_zero", OPTIONS, hooks)
