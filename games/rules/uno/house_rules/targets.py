"""Cards that need a seat (`@2`): what the rules that bring such cards have in common."""

from collections.abc import Mapping

from games.rules.core.cards import effect_of
from games.rules.core.refusals import Refusal
from games.rules.uno.hooks import CandidatesHook, CheckHook, Verdict
from games.rules.uno.moves import Lay, Move
from games.rules.uno.round import Round

#: Every seat that there may be; the judging refuses those that are not there.
TARGETS = range(10)


def may_be_target(round: Round, seat: int, target: int | None) -> bool:
    """Tell whether a seat may choose this one: another that still plays."""
    return target is not None and target != seat and 0 <= target < round.seats and target not in round.gone


def empties_hand(round: Round, seat: int, move: Lay) -> bool:
    """Tell whether these are the seat's last cards, which do nothing and need no seat."""
    return len(round.hands[seat]) == len(move.cards)


def needs_target(effect: str) -> Mapping[tuple[type, str], CheckHook]:
    """Return the checks for cards with this effect: they may name a seat, and must unless they are the last."""

    def rules(round: Round, seat: int, move: Lay, verdict: Verdict) -> Verdict:
        return None if verdict is not None and not move.power and effect_of(move.cards[-1]) == effect else verdict

    def choices(round: Round, seat: int, move: Lay, verdict: Verdict) -> Verdict:
        if verdict is not None or effect_of(move.cards[-1]) != effect or move.power:
            return verdict
        if may_be_target(round, seat, move.target) or empties_hand(round, seat, move):
            return None
        return Refusal("choice_required", {"card": move.cards[-1]})

    return {(Lay, "rules"): rules, (Lay, "choices"): choices}


def without_needless(effect: str) -> CandidatesHook:
    """Return a hook that takes plays naming a seat off the list where the card is the last and needs none."""

    def candidates(round: Round, seat: int, moves: list[Move]) -> list[Move]:
        return [
            move
            for move in moves
            if not isinstance(move, Lay)
            or move.target is None
            or effect_of(move.cards[-1]) != effect
            or not empties_hand(round, seat, move)
        ]

    return candidates
