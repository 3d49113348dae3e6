"""The call for the last card and the catch: who owes it, who may be caught, what follows."""

from games.rules.core.cards import is_number
from games.rules.core.refusals import Refusal
from games.rules.uno import evolve
from games.rules.uno.events import Caught, FalseCall, Log
from games.rules.uno.moves import SWAP, Call, Catch, Day, Lay
from games.rules.uno.round import Round


def call_due(round: Round, seat: int, move: Lay | Day) -> bool:
    """Tell whether a play that leaves its seat with one card needs the call.

    A hand that comes by a swap, a rotation or an exchange needs none.
    """
    rules = round.rules
    if type(move) is Day:
        if move.color is None:
            return False
    elif move.power == SWAP or move.effect in rules.regroups:
        return False
    if rules.uno_action_exempt:
        left = round.hands[seat].copy()
        for card in move.cards:
            left.remove(card)
        return is_number(left[0])
    return True


def looks_catchable(round: Round, seat: int) -> list[int]:
    """Return the seats that this one may try to catch; an exempt hand looks as any other does."""
    return [other for other in sorted(round.uncalled) if other != seat and (seat, other) not in round.catches]


def catchable(round: Round) -> list[int]:
    """Return the seats that can be caught now."""
    return [seat for seat in sorted(round.uncalled) if not exempt(round, seat)]


def exempt(round: Round, seat: int) -> bool:
    """Tell whether the seat's one card needs no call."""
    hand = round.hands[seat]
    return round.rules.uno_action_exempt and len(hand) == 1 and not is_number(hand[0])


def can_be_saved(round: Round, seat: int) -> bool:
    """Tell whether the call would still save the seat from being caught."""
    return seat in round.uncalled and not exempt(round, seat) and not any(caught == seat for _, caught in round.catches)


def may_call(round: Round, seat: int, move: Call) -> Refusal | None:
    """Refuse a second call for one hand; a false one is let through and may cost cards."""
    if seat in round.gone:
        return Refusal("not_your_turn")
    if seat in round.called:
        return Refusal("already_called")
    return None


def late_call_allowed(round: Round, seat: int, move: Call) -> Refusal | None:
    """Refuse the call after the play where it must come with it."""
    return None if round.rules.uno_late_call else Refusal("not_in_these_rules")


def may_catch(round: Round, seat: int, move: Catch) -> Refusal | None:
    """Refuse a catch that does not count."""
    other = move.target
    if seat in round.gone or other not in looks_catchable(round, seat) or exempt(round, other):
        return Refusal("not_catchable", {"seat": other})
    return None


def call(round: Round, log: Log, seat: int) -> None:
    """Make a call: it counts for a hand of one, otherwise it is false.

    One whose last card still awaits its challenge has nothing to call for, and pays nothing either.
    """
    if len(round.hands[seat]) == 1:
        evolve.called(round, log, seat)
        return
    log.append(FalseCall(seat))
    if round.rules.uno_false_call_penalty and round.finisher != seat:
        evolve.cards_drawn(round, log, seat, "false_call", round.rules.uno_false_call_penalty)


def catch(round: Round, log: Log, seat: int, move: Catch) -> None:
    """Catch a seat, which pays."""
    penalty = round.rules.uno_penalty
    evolve.caught(round, log, Caught(seat, move.target, penalty))
    if penalty:
        evolve.cards_drawn(round, log, move.target, "caught", penalty)
