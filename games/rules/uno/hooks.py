"""How a house rule changes the game: three hooks, each a function of the position.

- `candidates(round, seat, moves)`: more moves worth judging;
- `checks`: for a stage of the judging of one kind of move, `(round, seat, move, verdict)` -> verdict. The stages
  and their order are in `printed.CHECKS`; a rule may let pass what the stage refused, or refuse in its place;
- `events(round, seat, move, events)`: what follows, amended. `events` is an iterator, each event has been applied
  to the position by the time the next one is asked for.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from games.rules.core.options import Option
from games.rules.core.refusals import Refusal
from games.rules.uno.events import Event
from games.rules.uno.moves import Move
from games.rules.uno.round import Round

type Verdict = Refusal | None
type Check = Callable[[Round, int, Any], Verdict]
type CheckHook = Callable[[Round, int, Any, Verdict], Verdict]
type CandidatesHook = Callable[[Round, int, list[Move]], list[Move]]
type EventsHook = Callable[[Round, int, Move, Iterator[Event]], Iterator[Event]]
#: What a card does besides lying there; returns the seat that play goes on with and the phase it waits in.
type Effect = Callable[[Round, int, Any], Iterator[Event]]


@dataclass(frozen=True, slots=True)
class Hooks:
    """What a house rule brings when it is in force."""

    candidates: CandidatesHook | None = None
    #: (kind of move, stage) -> hook
    checks: Mapping[tuple[type, str], CheckHook] = field(default_factory=dict)
    events: EventsHook | None = None
    #: What may be answered now, so that it waits: "D", "W4" (penalties) or "S" (a skip).
    answers: frozenset[str] = frozenset()
    #: Kinds of moves that these rules know besides the printed ones, each with the stages of its judging.
    moves: Mapping[type, tuple[tuple[str, Check], ...]] = field(default_factory=dict)
    #: Cards by their effect ("7", "WH") whose play changes whose hand is whose: no call is due for them.
    regroups: frozenset[str] = frozenset()
    #: Whether a card identical with the top may be laid by a seat that is not to move.
    out_of_turn: bool = False


@dataclass(frozen=True, slots=True)
class HouseRule:
    """A named change: the options that it brings, and its hooks, or None where they change nothing."""

    key: str
    options: tuple[Option, ...]
    hooks: Callable[[Mapping[str, Any]], Hooks | None]
