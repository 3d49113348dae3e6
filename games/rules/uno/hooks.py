"""How a house rule changes the game: what it may bring, each part a function of the position.

Parts that only read are given `(round, seat, move)`; those that are given a `log` as well make things happen, through
evolve.py. All of them are bound once, when the ruleset is made (binding.py).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from games.rules.core.options import Option
from games.rules.core.refusals import Refusal
from games.rules.uno.events import Log
from games.rules.uno.moves import Lay, Move
from games.rules.uno.round import Phase, Round

type Verdict = Refusal | None
#: Judging: the refusal, or None.
type Check = Callable[[Round, int, Any], Verdict]
#: Judging again what was refused: None lets it pass, otherwise the refusal that is to stand.
type Pardon = Callable[[Round, int, Any, Refusal], Verdict]
#: Legal moves of one seat by their text, to which candidates are added.
type Listed = dict[str, Move]
type CandidatesHook = Callable[[Round, int, Listed], None]
#: Who plays next, and in which phase the round waits for it.
type Next = tuple[int, Phase]
#: What a card does: (round, log, seat, move, how often) -> who plays next.
type CardEffect = Callable[[Round, Log, int, Lay, int], Next]
#: What a kind of move does.
type Play = Callable[[Round, Log, int, Any], None]
#: Where a penalty goes that a card turns away: (round, seat, how often) -> the seat it reaches.
type Reach = Callable[[Round, int, int], int]
#: The ways to lay one card: (card, ways so far) -> ways.
type LaysHook = Callable[[str, tuple[Lay, ...]], tuple[Lay, ...]]
#: A kind of move and a stage of its judging; the stages and their order are in printed.CHECKS.
type Stage = tuple[type, str]


@dataclass(frozen=True, slots=True)
class Hooks:
    """What a house rule brings when it is in force."""

    #: Moves worth judging besides the printed ones, for the seat to move, by the phase it is in.
    candidates: Mapping[Phase, CandidatesHook] = field(default_factory=dict)
    #: The same for every other seat, whatever the phase.
    out_of_turn: CandidatesHook | None = None
    #: What this rule lets pass though a stage refused it, and what it refuses though a stage let it pass.
    allows: Mapping[Stage, Pardon] = field(default_factory=dict)
    refuses: Mapping[Stage, Check] = field(default_factory=dict)
    #: Legal ways to lay a card that are left out of lists, since they say more than is needed.
    needless: Callable[[Round, int, Lay], bool] | None = None
    #: Amends what a kind of move does: given the play so far, returns the one that is played.
    around: Mapping[type, Callable[[Play], Play]] = field(default_factory=dict)
    #: What may be answered now, so that it waits: "D", "W4" (penalties) or "S" (a skip).
    answers: frozenset[str] = frozenset()
    #: Kinds of moves that these rules know besides the printed ones, each with the stages of its judging.
    moves: Mapping[type, tuple[tuple[str, Check], ...]] = field(default_factory=dict)
    #: More ways to lay a card, such as naming a seat; what is impossible is left to the judging.
    lays: LaysHook | None = None
    #: Fills in a choice that lists leave out, so that the play can be judged.
    complete: Callable[[Round, int, Lay], Lay] | None = None
    #: What cards do once they lie, by their effect ("WH"), besides or instead of the printed effects.
    effects: Mapping[str, CardEffect] = field(default_factory=dict)
    #: What a further kind of move does.
    plays: Mapping[type, Play] = field(default_factory=dict)
    #: Cards that turn a pending Draw Two away, by their effect.
    passes: Mapping[str, Reach] = field(default_factory=dict)
    #: The most cards that one play may hold.
    most_laid: int = 1
    #: How often the effect of a play of several cards counts; nobody asks it of one card.
    times: Callable[[Lay], int] | None = None
    #: What a lay that is refused with this code does instead, or None where it is just refused.
    misplay: Callable[[Round, int, Lay, str], Play | None] | None = None
    #: Cards by their effect ("7", "WH") whose play changes whose hand is whose: no call is due for them.
    regroups: frozenset[str] = frozenset()
    #: Whether a card identical with the top may be laid by a seat that is not to move.
    twins_jump: bool = False


@dataclass(frozen=True, slots=True)
class HouseRule:
    """A named change: the options that it brings, and its hooks, or None where they change nothing."""

    key: str
    options: tuple[Option, ...]
    hooks: Callable[[Mapping[str, Any]], Hooks | None]
