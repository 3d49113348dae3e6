"""Jump-in: a card identical with the top may be laid out of turn, and play goes on from there."""

from collections.abc import Iterator, Mapping
from typing import Any

from games.rules.core.options import Choice
from games.rules.core.refusals import Refusal
from games.rules.core.text import N_
from games.rules.uno.events import Event, JumpedIn
from games.rules.uno.hooks import Hooks, HouseRule, Verdict
from games.rules.uno.moves import Lay, Move
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

    def candidates(round: Round, seat: int, moves: list[Move]) -> list[Move]:
        if seat != round.turn and round.top in round.hands[seat] and is_open(round):
            moves.extend(round.rules.lays[round.top])
        return moves

    def turn(round: Round, seat: int, move: Lay, verdict: Verdict) -> Verdict:
        top = round.discard[-1]
        if verdict is None or move.cards != (top,) or top[0] == "W" or seat in round.gone:
            return verdict
        if only_vips and seat not in round.vip:
            return Refusal("not_vip", {"rule": "jump_in"})
        return None if is_open(round) else Refusal("jump_in_not_allowed")

    return Hooks(candidates=candidates, checks={(Lay, "turn"): turn}, events=events, out_of_turn=True)


def events(round: Round, seat: int, move: Move, events: Iterator[Event]) -> Iterator[Event]:
    """Say that a seat jumped in, before its play."""
    return _announced(seat, events) if isinstance(move, Lay) and seat != round.turn else events


def _announced(seat: int, events: Iterator[Event]) -> Iterator[Event]:
    yield JumpedIn(seat)
    yield from events


RULE = HouseRule("jump_in", OPTIONS, hooks)
