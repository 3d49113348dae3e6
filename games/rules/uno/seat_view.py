"""The value that a view is: what is one seat's alone, and what all seats share, each part made once."""

from typing import NamedTuple

from games.rules.core.refusals import Refusal
from games.rules.uno.ruleset import Ruleset


class HandCard(NamedTuple):
    """A card of one's own: the plays it allows now (without the call), and why not where it allows none."""

    card: str
    moves: tuple[str, ...]
    refusal: Refusal | None


class Passing(NamedTuple):
    """What everybody sees, from one move to the next."""

    number: int
    phase: str
    turn: int | None
    direction: int
    hand_sizes: tuple[int, ...]
    discard: tuple[str, ...]
    discard_size: int
    color: str | None
    draw_pile_size: int
    pending: int
    penalty_from: int | None
    kind: str
    skips: int
    called: frozenset[int]
    turn_since: int
    top_since: int


class Lasting(NamedTuple):
    """What everybody sees while the round lasts and nobody leaves."""

    seats: int
    gone: frozenset[int]
    round: int
    dealer: int
    scores: tuple[int, ...]
    winner: int | tuple[int, ...] | None
    match_over: bool
    placement: tuple[int, ...] | None
    final_hands: tuple[tuple[str, ...], ...] | None
    ruleset: Ruleset
    days: tuple[str, ...]
    vip: frozenset[int]


class SeatView(NamedTuple):
    """The match as one seat sees it; `seat` is None for a watcher. Cards are their codes.

    First what is this seat's alone, then what everybody sees: its parts are shared by all views of a position or a
    round, and read as if they stood here. The hand is in the order in which the seat holds it.
    """

    seat: int | None
    hand: tuple[HandCard, ...]
    drawn: str | None
    moves: tuple[str, ...]
    call_due: bool
    catchable: tuple[int, ...]
    passing: Passing
    lasting: Lasting

    @property
    def number(self) -> int:
        """How many positions came after the first deal."""
        return self.passing.number

    @property
    def phase(self) -> str:
        """What the round waits for."""
        return self.passing.phase

    @property
    def turn(self) -> int | None:
        """The seat that the round waits for; None when it is over."""
        return self.passing.turn

    @property
    def direction(self) -> int:
        """Where play goes: 1 clockwise, -1 counter-clockwise."""
        return self.passing.direction

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """How many cards each seat holds."""
        return self.passing.hand_sizes

    @property
    def top(self) -> str:
        """The card that the next one is laid on."""
        return self.passing.discard[-1]

    @property
    def discard(self) -> tuple[str, ...]:
        """The last cards of the discard pile, the top at the end."""
        return self.passing.discard

    @property
    def discard_size(self) -> int:
        """How many cards lie in the discard pile."""
        return self.passing.discard_size

    @property
    def color(self) -> str | None:
        """The active colour; None while it is owed."""
        return self.passing.color

    @property
    def draw_pile_size(self) -> int:
        """How many cards are left in the draw pile."""
        return self.passing.draw_pile_size

    @property
    def pending(self) -> int:
        """Cards that `turn` must draw unless it answers."""
        return self.passing.pending

    @property
    def penalty_from(self) -> int | None:
        """Who laid the newest draw card of a pending penalty."""
        return self.passing.penalty_from

    @property
    def kind(self) -> str:
        """What waits for an answer: "D" or "W4", with `pending` cards."""
        return self.passing.kind

    @property
    def skips(self) -> int:
        """So many seats are about to be skipped and may answer."""
        return self.passing.skips

    @property
    def called(self) -> frozenset[int]:
        """Seats that called for the hand they hold."""
        return self.passing.called

    @property
    def turn_since(self) -> int:
        """The position at which the turn last changed hands."""
        return self.passing.turn_since

    @property
    def top_since(self) -> int:
        """The position at which the top last changed."""
        return self.passing.top_since

    @property
    def seats(self) -> int:
        """How many seats the match has."""
        return self.lasting.seats

    @property
    def gone(self) -> frozenset[int]:
        """The seats that have left."""
        return self.lasting.gone

    @property
    def round(self) -> int:
        """The present round, the first is 1."""
        return self.lasting.round

    @property
    def dealer(self) -> int:
        """Who dealt it."""
        return self.lasting.dealer

    @property
    def scores(self) -> tuple[int, ...]:
        """Each seat's points."""
        return self.lasting.scores

    @property
    def winner(self) -> int | tuple[int, ...] | None:
        """Who won the round, in teams the camp's seats; None while it lasts, or where nobody did."""
        return self.lasting.winner

    @property
    def match_over(self) -> bool:
        """Whether the match has ended."""
        return self.lasting.match_over

    @property
    def placement(self) -> tuple[int, ...] | None:
        """Each seat's place in the match that is over."""
        return self.lasting.placement

    @property
    def final_hands(self) -> tuple[tuple[str, ...], ...] | None:
        """All hands, once the round is over."""
        return self.lasting.final_hands

    @property
    def ruleset(self) -> Ruleset:
        """What is played by."""
        return self.lasting.ruleset

    @property
    def days(self) -> tuple[str, ...]:
        """Everybody's dates for judgement day ("12-25"), or none."""
        return self.lasting.days

    @property
    def vip(self) -> frozenset[int]:
        """The seats with a VIP's rights."""
        return self.lasting.vip
