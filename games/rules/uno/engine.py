"""The engine: what may be done, and doing it, by the rules that a ruleset has bound. It names no house rule.

legal(round, seat)         what may be done, by each move's text; found out once for each position
judge(round, seat, move)   None, or why not: the list above is the candidates that this lets pass
play(round, seat, move)    do it, in place; returns the events
"""

from collections.abc import Mapping, Sequence

from games.rules.core.refusals import Refusal, Refused
from games.rules.uno import evolve, printed
from games.rules.uno.calls import call_due
from games.rules.uno.events import Log
from games.rules.uno.hooks import CandidatesHook, Listed
from games.rules.uno.moves import Day, Lay, Move, with_call
from games.rules.uno.round import NOTHING_LISTED, Phase, Round

_OVER = Phase.OVER
ROUND_OVER = Refusal("round_over")


def judge(round: Round, seat: int, move: Move) -> Refusal | None:
    """Return None where the seat may make this move now, otherwise the refusal that comes first."""
    if round.phase is _OVER:
        return ROUND_OVER
    return round.rules.judge(round, seat, move)


def legal(round: Round, seat: int) -> Mapping[str, Move]:
    """Return every move that this seat may make now, by its text; a lay with and without the call where it is due.

    Those of the seat to move are found out once for a position; others seldom have any.
    """
    if round.turn != seat:
        hooks = round.rules.out_of_turn
        if not round.uncalled and not hooks:
            return NOTHING_LISTED
        return _completed(round, seat, printed.not_to_move(round, seat), hooks)
    moves = round.listed
    if not moves:
        rules = round.rules
        moves = printed.to_move(round, seat)
        if rules.amends_lists:
            moves = _completed(round, seat, moves, rules.candidates.get(round.phase, ()))
        elif len(round.hands[seat]) <= rules.most_kept:
            moves = _with_calls(round, seat, moves)
        round.listed = moves
    return moves


def _completed(round: Round, seat: int, moves: Listed, hooks: Sequence[CandidatesHook]) -> Listed:
    """Return what the printed rules list with what house rules make of it, and with the calls that are due."""
    if hooks or round.rules.judges_listed:
        moves = _judged(round, seat, moves, hooks)
    return _with_calls(round, seat, moves) if len(round.hands[seat]) <= round.rules.most_kept else moves


def _judged(round: Round, seat: int, moves: Listed, hooks: Sequence[CandidatesHook]) -> Listed:
    """Return these moves and what house rules add to them, as far as they pass.

    What the printed rules list passes some stages in any case, so that less of it is left to judge.
    """
    if round.phase is _OVER or seat in round.gone:
        return {}
    rules = round.rules
    printed_ones = len(moves)
    for hook in hooks:
        hook(round, seat, moves)
    passed: Listed = {}
    for number, (text, move) in enumerate(moves.items()):
        checks = rules.checks_of_listed if number < printed_ones else rules.checks_of_added
        judged = rules.complete(round, seat, move) if type(move) is Lay else move
        for check in checks[type(move)]:
            if check(round, seat, judged) is not None:
                break
        else:
            passed[text] = move
    return passed


def _with_calls(round: Round, seat: int, moves: Listed) -> Listed:
    """Return the moves with each play that leaves one card listed a second time, with its call."""
    last_but_one = len(round.hands[seat]) - 1
    if not last_but_one:
        return moves
    called: Listed = {}
    for text, move in moves.items():
        called[text] = move
        if (type(move) is Lay or type(move) is Day) and len(move.cards) == last_but_one and call_due(round, seat, move):
            loud = with_call(move)
            called[loud.text] = loud
    return called


def play(round: Round, seat: int, move: Move) -> Log:
    """Make the move; return what happened. Raise Refused, with nothing changed, where it may not be made."""
    refusal = judge(round, seat, move)
    if refusal is not None:
        raise Refused(refusal)
    return make(round, seat, move)


def make(round: Round, seat: int, move: Move) -> Log:
    """Make a move that is known to be legal; return what happened."""
    log = evolve.begin(round)
    round.rules.does[move.kind](round, log, seat, move)
    return log
