"""Round: one position of a round, and the few questions it answers about itself.

Mutable, with slots and a cheap copy(): bots play thousands of rounds from one position. Only `evolve` changes it.
"""

from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from games.rules.core.shuffle import Shuffler

if TYPE_CHECKING:
    from games.rules.uno.events import CardsLaid
    from games.rules.uno.moves import Move
    from games.rules.uno.ruleset import Ruleset
    from games.rules.uno.seat_view import Lasting, Passing


class Phase(StrEnum):
    """The one thing a round waits for."""

    #: Hashed as the text that it is: Enum's own hash is a call in Python.
    __hash__ = str.__hash__

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


#: No moves have been listed: one that is to move always has some. Nobody writes in it.
NOTHING_LISTED: "dict[str, Move]" = {}


class Round:
    """A position. `draw_pile` is drawn from its end, `discard` ends with its top."""

    __slots__ = (
        "_direction",
        "_followings",
        "_gone",
        "blocked",
        "called",
        "catches",
        "color",
        "days",
        "dealer",
        "discard",
        "draw_pile",
        "drawn",
        "finisher",
        "follow_color",
        "following",
        "fours",
        "hands",
        "idle",
        "kind",
        "last_lay",
        "lasting",
        "listed",
        "number",
        "penalty_from",
        "pending",
        "phase",
        "position",
        "rules",
        "seats",
        "shown",
        "shuffle",
        "skips",
        "top_since",
        "turn",
        "turn_since",
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
        #: How many moves and deals the match has seen, and at which of them the turn and the top last changed.
        self.position = self.turn_since = self.top_since = 0
        #: What has been found out about this very position: the legal moves of the seat to move, by their text
        #: (engine.legal), and what everybody sees (view.view). evolve.begin forgets both; the part of it that lasts
        #: is forgotten when the round ends or a seat leaves.
        self.listed = NOTHING_LISTED
        self.shown: Passing | None = None
        self.lasting: Lasting | None = None
        #: How often the shuffle was used in this round.
        self.uses = 0
        self.dealer = 0
        self.vip: frozenset[int] = frozenset()
        self.days: tuple[str, ...] = ()
        self._gone: frozenset[int] = frozenset()
        self._direction = 1
        #: For each seat the next one in the direction of play that has not left.
        self._followings = _followings(seats, self._gone)
        self.following = self._followings[1]
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.draw_pile: list[str] = []
        self.discard: list[str] = []
        self.color: str | None = None
        self.turn: int | None = 0
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
        #: The play that laid the top in this round; None for a turned card, a date or a given position.
        self.last_lay: CardsLaid | None = None
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
        twin.listed, twin.shown, twin.lasting = NOTHING_LISTED, None, None
        return twin

    @property
    def direction(self) -> int:
        """Where play goes: 1 clockwise, -1 counter-clockwise."""
        return self._direction

    @direction.setter
    def direction(self, direction: int) -> None:
        self._direction = direction
        self.following = self._followings[direction]

    @property
    def gone(self) -> frozenset[int]:
        """The seats that have left."""
        return self._gone

    @gone.setter
    def gone(self, gone: frozenset[int]) -> None:
        self._gone = gone
        self._followings = _followings(self.seats, gone)
        self.following = self._followings[self._direction]

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
        return self.following[seat]

    def others(self, seat: int) -> list[int]:
        """Return the other seats that still play, from the next one in the direction of play."""
        order, other = [], self.following[seat]
        while other != seat and other not in order:
            order.append(other)
            other = self.following[other]
        return order

    def skipped(self, seat: int, count: int) -> list[int]:
        """Return the seats that `count` skips by `seat` pass over: the others in their order, never itself."""
        others = self.others(seat)
        return [others[index % len(others)] for index in range(count)] if others else []

    def same_camp(self, seat: int, other: int) -> bool:
        """Tell whether two seats are one camp: in teams every second seat, otherwise only oneself."""
        return (seat - other) % 2 == 0 if self.rules.teams else seat == other


@lru_cache(maxsize=4096)
def _followings(seats: int, gone: frozenset[int]) -> dict[int, tuple[int, ...]]:
    """Return by the direction, for each seat, the next one that is there."""
    return {direction: _following(seats, direction, gone) for direction in (1, -1)}


def _following(seats: int, direction: int, gone: frozenset[int]) -> tuple[int, ...]:
    """Return for each seat the next one that is there; itself where there is no other."""
    following = []
    for seat in range(seats):
        ahead = [(seat + direction * step) % seats for step in range(1, seats + 1)]
        following.append(next((other for other in ahead if other not in gone), seat))
    return tuple(following)


_ITS_OWN = ("hands", "draw_pile", "discard", "lasting", "listed", "shown")
_SHARED = tuple(name for name in Round.__slots__ if name not in _ITS_OWN)
