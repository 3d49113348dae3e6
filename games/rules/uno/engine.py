"""The engine: folds the house rules of a ruleset over the printed ones. It names no house rule.

legal_moves(round, seat)   what may be done, each move as it would be played
judge(round, seat, move)   None, or why not: the list above is the candidates that this lets pass
play(round, seat, move)    do it, in place; returns the events
"""

from collections.abc import Iterator

from games.rules.core.refusals import Refusal, Refused
from games.rules.uno import printed
from games.rules.uno.calls import call_due
from games.rules.uno.events import Event
from games.rules.uno.evolve import evolve
from games.rules.uno.moves import Day, Lay, Move, with_call
from games.rules.uno.round import Phase, Round

_OVER = Phase.OVER
ROUND_OVER = Refusal("round_over")


def judge(round: Round, seat: int, move: Move) -> Refusal | None:
    """Return None where the seat may make this move now, otherwise the refusal that comes first."""
    if round.phase is _OVER:
        return ROUND_OVER
    return round.rules.judge(round, seat, move)


def legal_moves(round: Round, seat: int) -> list[Move]:
    """Return every move that this seat may make now; a lay with and without the call where it is due."""
    if round.phase is _OVER or seat in round.gone:
        return []
    rules = round.rules
    if round.turn != seat and not round.uncalled and not rules.candidates:
        return []
    moves = printed.candidates(round, seat)
    for hook in rules.candidates:
        moves = hook(round, seat, moves)
    checks, complete = rules.checks_of_listed, rules.complete
    last_but_one = len(round.hands[seat]) - 1
    legal: list[Move] = []
    for move in moves:
        judged = move if complete is None or type(move) is not Lay else complete(round, seat, move)
        for check in checks[type(move)]:
            if check(round, seat, judged) is not None:
                break
        else:
            legal.append(move)
            if isinstance(move, Lay | Day) and len(move.cards) == last_but_one and call_due(round, seat, move):
                legal.append(with_call(move))
    return legal


def play(round: Round, seat: int, move: Move) -> list[Event]:
    """Make the move; raise Refused, with nothing changed, where it may not be made."""
    refusal = judge(round, seat, move)
    if refusal is not None:
        raise Refused(refusal)
    return make(round, seat, move)


def make(round: Round, seat: int, move: Move) -> list[Event]:
    """Make a move that has been judged already; return what happened."""
    return follow(round, round.rules.follow(round, seat, move))


def follow(round: Round, events: Iterator[Event]) -> list[Event]:
    """Apply events as they come, each before the next is asked for; return what happened."""
    log: list[Event] = []
    for event in events:
        evolve(round, event, log)
    return log
