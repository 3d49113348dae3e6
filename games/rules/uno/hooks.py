"""How a house rule changes the game: three hooks, each a function of the position.

- `candidates(round, seat, moves)`: more moves worth judging;
- `checks`: for a stage of the judging of one kind of move, `(round, seat, move, verdict)` -> verdict. The stages
  and their order are in `printed.CHECKS`; a rule may let pass what the stage refused, or refuse in its place;
- `events(round, seat, move, events)`: what follows, amended. `events` is an iterator, each event has been applied
  to the position by the time the next one is asked for.
"""

from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from games.rules.core.options import Option
from games.rules.core.refusals import Refusal
from games.rules.uno.events import Event
from games.rules.uno.moves import Lay, Move
from games.rules.uno.round import Phase, Round

type Verdict = Refusal | None
type Check = Callable[[Round, int, Any], Verdict]
type CheckHook = Callable[[Round, int, Any, Verdict], Verdict]
type CandidatesHook = Callable[[Round, int, list[Move]], list[Move]]
type EventsHook = Callable[[Round, int, Move, Iterator[Event]], Iterator[Event]]
#: Who plays next, and in which phase the round waits for it.
type Next = tuple[int, Phase]
#: What a card does: (round, seat, move, how often) -> events, and who plays next.
type CardEffect = Callable[[Round, int, Lay, int], Generator[Event, None, Next]]
#: What a kind of move does.
type Play = Callable[[Round, int, Any], Iterator[Event]]
#: Where a penalty goes that a card turns away: (round, seat, how often) -> the seat it reaches.
type Reach = Callable[[Round, int, int], int]
#: The ways to lay one card: (card, ways so far) -> ways.
type LaysHook = Callable[[str, tuple[Lay, ...]], tuple[Lay, ...]]


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
    #: More ways to lay a card, such as naming a seat; what is impossible is left to the judging.
    lays: LaysHook | None = None
    #: Fills in a choice that lists leave out, so that the play can be judged.
    complete: Callable[[Round, int, Lay], Lay] | None = None
    #: What cards do, by their effect ("WH"), besides or instead of the printed effects.
    effects: Mapping[str, CardEffect] = field(default_factory=dict)
    #: What a further kind of move does.
    plays: Mapping[type, Play] = field(default_factory=dict)
    #: Cards that turn a pending Draw Two away, by their effect.
    passes: Mapping[str, Reach] = field(default_factory=dict)
    #: How often the effect of a play of several cards counts.
    times: Callable[[Lay], int] | None = None
    #: What a lay that is refused with this code does instead, or None where it is just refused.
    misplay: Callable[[Round, int, Lay, str], Iterator[Event] | None] | None = None
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
