"""Stacking: a draw card answers a pending penalty, and the counts add up for the next seat."""

from collections.abc import Mapping
from typing import Any

from games.rules.core.cards import effect_of
from games.rules.core.options import Flag
from games.rules.core.refusals import Refusal
from games.rules.core.text import N_
from games.rules.uno.hooks import Hooks, HouseRule, Listed, Verdict
from games.rules.uno.moves import Lay
from games.rules.uno.round import Phase, Round

OPTIONS = (
    Flag(
        key="stack_two_on_two",
        group="stacking",
        title=N_("Draw Two on Draw Two"),
        text=N_("A Draw Two answers a Draw Two; the cards add up for the next player."),
    ),
    Flag(
        key="stack_four_on_four",
        group="stacking",
        title=N_("Wild Draw Four on Wild Draw Four"),
        text=N_("A Wild Draw Four answers a Wild Draw Four; the cards add up for the next player."),
    ),
    Flag(
        key="stack_four_on_two",
        group="stacking",
        title=N_("Wild Draw Four on Draw Two"),
        text=N_("A Wild Draw Four answers a Draw Two; the cards add up for the next player."),
    ),
    Flag(
        key="stack_two_on_four",
        group="stacking",
        title=N_("Draw Two on Wild Draw Four"),
        text=N_("A Draw Two of the named colour answers a Wild Draw Four; the cards add up for the next player."),
    ),
)

#: For each option: the kind of penalty that waits, and the card that answers it.
_PAIRS = {
    "stack_two_on_two": ("D", "D"),
    "stack_four_on_four": ("W4", "W4"),
    "stack_four_on_two": ("D", "W4"),
    "stack_two_on_four": ("W4", "D"),
}


def hooks(options: Mapping[str, Any]) -> Hooks | None:
    """Let the cards that are switched on answer; which of them are playable is judged as always."""
    pairs = frozenset(pair for key, pair in _PAIRS.items() if options[key])
    if not pairs:
        return None

    def candidates(round: Round, seat: int, moves: Listed) -> None:
        for card in round.hands[seat]:
            if (round.kind, effect_of(card)) in pairs:
                moves.update(round.rules.lays[card])

    def penalty(round: Round, seat: int, move: Lay, refusal: Refusal) -> Verdict:
        stacks = round.pending and round.finisher is None and (round.kind, effect_of(move.cards[0])) in pairs
        return None if stacks else refusal

    return Hooks(
        candidates={Phase.ANSWER: candidates},
        allows={(Lay, "penalty"): penalty},
        answers=frozenset(kind for kind, _ in pairs),
    )


RULE = HouseRule("stacking", OPTIONS, hooks)
