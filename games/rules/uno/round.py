"""Round: one position of a round, and the few questions it answers about itself.

Mutable, with slots and a cheap copy(): bots play thousands of rounds from one position. Only `evolve` changes it.
"""

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from games.rules.core.shuffle import Shuffler

if TYPE_CHECKING:
    from games.rules.uno.ruleset import Ruleset


class Phase(StrEnum):
    """The one thing a round waits for."""

    PLAY = "play"
    DRAWN = "drawn"
    ANSWER = "answer"
    COLOR = "color"
    OVER = "over"


class Four(NamedTuple):
    """A Wild Draw Four in the pending stack: who laid it, whether improperly, with which other cards in hand."""

    seat: int
    guilty: bool
    hand: tuple[str, ...]


class Round:
    """A position. `draw_pile` is drawn from its end, `discard` ends with its top."""

    __slots__ = (
        "blocked",
        "called",
        "catches",
        "color",
        "days",
        "dealer",
        "direction",
        "discard",
        "draw_pile",
        "drawn",
        "finisher",
        "follow_color",
        "fours",
        "gone",
        "hands",
        "idle",
        "kind",
        "last_lay",
        "number",
        "penalty_from",
        "pending",
        "phase",
        "rules",
        "seats",
        "shuffle",
        "skips",
        "turn",
        "uncalled",
        "uses",
        "vip",
        "winner",
    )

    def __init__(self, rules: "Ruleset", seats: int, shuffle: Shuffler) -> None:
        self.rules = rules
        self.seats = seats
        self.shuffle = shuffle
        self.number = 1
        #: How often the shuffle was used in this round.
        self.uses = 0
        self.dealer = 0
        self.vip: frozenset[int] = frozenset()
        self.days: tuple[str, ...] = ()
        self.gone: frozenset[int] = frozenset()
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.draw_pile: list[str] = []
        self.discard: list[str] = []
        self.color: str | None = None
        self.turn: int | None = 0
        self.direction = 1
        self.phase = Phase.PLAY
        #: The card just drawn, in phase DRAWN.
        self.drawn: str | None = None
        #: Cards that `turn` must draw unless it answers, their kind (D or W4), and who laid the newest draw card.
        self.pending = 0
        self.kind = ""
        self.penalty_from: int | None = None
        #: Seats that are about to be skipped, where a skip may be answered.
        self.skips = 0
        #: The Wild Draw Fours of the pending stack, where they may be challenged.
        self.fours: tuple[Four, ...] = ()
        #: The seat whose last card was a Wild Draw Four that may still be challenged.
        self.finisher: int | None = None
        #: Seats that called for the hand they hold; seats that owe the call and may be caught; who caught whom.
        self.called: frozenset[int] = frozenset()
        self.uncalled: frozenset[int] = frozenset()
        self.catches: frozenset[tuple[int, int]] = frozenset()
        #: After a drawn penalty only the active colour may follow, where the rules say so.
        self.follow_color = False
        #: Who laid the top in this round, and what; None for a turned card or a given position.
        self.last_lay: tuple[int, tuple[str, ...]] | None = None
        #: Turns in a row in which nothing was laid or drawn.
        self.idle = 0
        self.winner: int | None = None
        #: Whether the round ended because nobody could go on.
        self.blocked = False

    def copy(self) -> "Round":
        """Return a position of its own: what changes in one never shows in the other."""
        twin: Round = Round.__new__(Round)
        for name in _SHARED:
            setattr(twin, name, getattr(self, name))
        twin.hands = [hand.copy() for hand in self.hands]
        twin.draw_pile = self.draw_pile.copy()
        twin.discard = self.discard.copy()
        return twin

    @property
    def top(self) -> str:
        """The card that the next one is laid on."""
        return self.discard[-1]

    @property
    def over(self) -> bool:
        """Whether somebody went out, or nobody can."""
        return self.phase is Phase.OVER

    def fits(self, card: str) -> bool:
        """Tell whether a card is wild, or has the active colour or the top's face."""
        top = self.discard[-1]
        return card[0] == "W" or card[0] == self.color or (top[0] != "W" and card[1] == top[1])

    def seats_in(self) -> list[int]:
        """Return the seats that still play, clockwise from seat 0."""
        return [seat for seat in range(self.seats) if seat not in self.gone]

    def after(self, seat: int) -> int:
        """Return the next seat in the direction of play."""
        seat = (seat + self.direction) % self.seats
        while seat in self.gone:
            seat = (seat + self.direction) % self.seats
        return seat

    def others(self, seat: int) -> list[int]:
        """Return the other seats that still play, from the next one in the direction of play."""
        order, other = [], self.after(seat)
        while other != seat and other not in order:
            order.append(other)
            other = self.after(other)
        return order

    def skipped(self, seat: int, count: int) -> list[int]:
        """Return the seats that `count` skips by `seat` pass over: the others in their order, never itself."""
        others = self.others(seat)
        return [others[index % len(others)] for index in range(count)] if others else []

    def same_camp(self, seat: int, other: int) -> bool:
        """Tell whether two seats are one camp: in teams every second seat, otherwise only oneself."""
        return (seat - other) % 2 == 0 if self.rules.teams else seat == other


_SHARED = tuple(name for name in Round.__slots__ if name not in ("hands", "draw_pile", "discard"))
