"""Turning a pending Draw Two away: a Skip of the same colour passes it on, a Reverse sends it back."""

from collections.abc import Mapping
from typing import Any

from games.rules.core.options import Flag
from games.rules.core.refusals import Refusal
from games.rules.core.text import N_
from games.rules.uno.hooks import Hooks, HouseRule, Listed, Reach, Verdict
from games.rules.uno.moves import Lay
from games.rules.uno.round import Phase, Round

OPTIONS = (
    Flag(
        key="skip_passes_two",
        group="stacking",
        title=N_("Skip passes a Draw Two on"),
        text=N_(
            "On a pending Draw Two, a Skip of the same colour passes the whole penalty to the player after the next."
        ),
    ),
    Flag(
        key="reverse_returns_two",
        group="stacking",
        title=N_("Reverse sends a Draw Two back"),
        text=N_("On a pending Draw Two, a Reverse of the same colour sends the whole penalty to the previous player."),
    ),
)


def passed_on(round: Round, seat: int, times: int) -> int:
    """Return whom a Skip passes the penalty to: as many of the others are left out; with two seats it goes back."""
    others = round.others(seat)
    return others[times % len(others)]


def sent_back(round: Round, seat: int, times: int) -> int:
    """Return whom a Reverse sends the penalty to: each one turns the direction."""
    others = round.others(seat)
    return others[-1] if times % 2 else others[0]


def hooks(options: Mapping[str, Any]) -> Hooks | None:
    """Let a Skip or a Reverse of the active colour answer a pending Draw Two."""
    passes: dict[str, Reach] = {}
    if options["skip_passes_two"]:
        passes["S"] = passed_on
    if options["reverse_returns_two"]:
        passes["V"] = sent_back
    if not passes:
        return None

    def turns_away(round: Round, card: str) -> bool:
        return round.kind == "D" and bool(round.pending) and card[0] == round.color and card[1] in passes

    def candidates(round: Round, seat: int, moves: Listed) -> None:
        for card in round.hands[seat]:
            if card[0] != "W" and turns_away(round, card):
                moves.update(round.rules.lays[card])

    def penalty(round: Round, seat: int, move: Lay, refusal: Refusal) -> Verdict:
        return None if turns_away(round, move.cards[0]) else refusal

    return Hooks(
        candidates={Phase.ANSWER: candidates},
        allows={(Lay, "penalty"): penalty},
        answers=frozenset("D"),
        passes=passes,
    )


RULE = HouseRule("turning_away", OPTIONS, hooks)
