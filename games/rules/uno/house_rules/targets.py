"""Cards that need a seat (`@2`): what the rules that bring such cards have in common."""

from collections.abc import Callable, Mapping

from games.rules.core.refusals import Refusal
from games.rules.uno import hands
from games.rules.uno.events import Log
from games.rules.uno.hooks import Check, Next, Pardon, Stage, Verdict
from games.rules.uno.moves import Lay
from games.rules.uno.round import Phase, Round

#: Every seat that there may be; the judging refuses those that are not there.
TARGETS = range(10)


def may_be_target(round: Round, seat: int, target: int | None) -> bool:
    """Tell whether a seat may choose this one: another that still plays."""
    return target is not None and target != seat and 0 <= target < round.seats and target not in round.gone


def empties_hand(round: Round, seat: int, move: Lay) -> bool:
    """Tell whether these are the seat's last cards, which do nothing and need no seat."""
    return len(round.hands[seat]) == len(move.cards)


def may_name_seat(effect: str) -> Mapping[Stage, Pardon]:
    """Return what lets cards with this effect name a seat."""

    def rules(round: Round, seat: int, move: Lay, refusal: Refusal) -> Verdict:
        return None if not move.power and move.effect == effect else refusal

    return {(Lay, "rules"): rules}


def must_name_seat(effect: str) -> Mapping[Stage, Check]:
    """Return what refuses cards with this effect that name no seat, unless they are the last."""

    def choices(round: Round, seat: int, move: Lay) -> Verdict:
        if move.effect != effect or move.power:
            return None
        if may_be_target(round, seat, move.target) or empties_hand(round, seat, move):
            return None
        return Refusal("choice_required", {"card": move.cards[-1]})

    return {(Lay, "choices"): choices}


def names_needlessly(effect: str) -> Callable[[Round, int, Lay], bool]:
    """Return what tells whether a card with this effect names a seat though it is the last and needs none."""

    def needless(round: Round, seat: int, move: Lay) -> bool:
        return move.target is not None and move.effect == effect and empties_hand(round, seat, move)

    return needless


def swap_hands(round: Round, log: Log, seat: int, move: Lay, times: int) -> Next:
    """Swap hands with the chosen seat, once however many cards name it."""
    assert move.target is not None
    hands.swapped(round, log, seat, move.target)
    return round.after(seat), Phase.PLAY
