"""Jump-in: a card identical with the top may be laid out of turn, and play goes on from there."""

from collections.abc import Mapping
from typing import Any

from games.rules.core.options import Choice
from games.rules.core.refusals import Refusal
from games.rules.core.text import N_
from games.rules.uno.events import JumpedIn, Log
from games.rules.uno.hooks import Hooks, HouseRule, Listed, Play, Verdict
from games.rules.uno.moves import Lay
from games.rules.uno.round import Phase, Round

OPTIONS = (
    Choice(
        key="jump_in",
        default="nobody",
        group="out_of_turn",
        title=N_("Jump-in"),
        text=N_("Who may lay a card identical with the top out of turn; play goes on from there."),
        labels={"nobody": N_("Nobody"), "everyone": N_("Everyone"), "vip": N_("VIPs")},
    ),
)


def is_open(round: Round) -> bool:
    """Tell whether the position allows jump-ins at all: before a play, and on a pending Draw Two stack."""
    if round.phase is Phase.ANSWER:
        return round.kind == "D" and bool(round.pending) and round.finisher is None
    return round.phase is Phase.PLAY


def hooks(options: Mapping[str, Any]) -> Hooks | None:
    """Open the turn to a card identical with the top, for everyone or for VIPs."""
    if options["jump_in"] == "nobody":
        return None
    only_vips = options["jump_in"] == "vip"

    def twins(round: Round, seat: int, moves: Listed) -> None:
        if round.discard[-1] in round.hands[seat] and is_open(round):
            moves.update(round.rules.lays[round.discard[-1]])

    def turn(round: Round, seat: int, move: Lay, refusal: Refusal) -> Verdict:
        top = round.discard[-1]
        if move.cards != (top,) or top[0] == "W" or seat in round.gone:
            return refusal
        if only_vips and seat not in round.vip:
            return Refusal("not_vip", {"rule": "jump_in"})
        return None if is_open(round) else Refusal("jump_in_not_allowed")

    return Hooks(out_of_turn=twins, allows={(Lay, "turn"): turn}, around={Lay: announced}, twins_jump=True)


def announced(lay: Play) -> Play:
    """Return the play of cards that says first, where it is one, that a seat jumped in."""

    def jump(round: Round, log: Log, seat: int, move: Lay) -> None:
        if seat != round.turn:
            log.append(JumpedIn(seat))
        lay(round, log, seat, move)

    return jump


RULE = HouseRule("jump_in", OPTIONS, hooks)
