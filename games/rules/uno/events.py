"""What happened in a round, in order. An event tells seats and cards, never words.

A CardsDrawn whose `cards` are fewer than its `count` has cards that its reader does not know: they are the secret of
the seat that drew them.
"""

from typing import NamedTuple


class DealerDrawn(NamedTuple):
    """The first dealer was found: `draws` holds rounds of (seat, card), those who tie drew again."""

    draws: tuple[tuple[tuple[int, str], ...], ...]
    dealer: int


class RoundDealt(NamedTuple):
    """A round was dealt, `hand_size` cards to each seat."""

    round: int
    dealer: int
    hand_size: int


class CardPutBack(NamedTuple):
    """A first card went back into the pile and another was turned."""

    card: str


class FirstCard(NamedTuple):
    """The first card was turned and stayed."""

    card: str


class CardsLaid(NamedTuple):
    """A seat laid cards, the last on top; `color` is active now, `called` tells that the call came with it."""

    seat: int
    cards: tuple[str, ...]
    color: str
    called: bool


class FourLaid(NamedTuple):
    """For the position alone: how a Wild Draw Four will be judged, should anyone challenge it."""

    seat: int
    guilty: bool
    hand: tuple[str, ...]


class ColorNamed(NamedTuple):
    """The colour owed for the first card was named."""

    seat: int
    color: str


class Waiting(NamedTuple):
    """The round waits for this seat: to play, to answer, to decide about a drawn card or to name a colour."""

    seat: int
    phase: str


class CardsDrawn(NamedTuple):
    """A seat drew `count` cards. Reasons: turn, penalty, challenge, caught, false_call, misplay, advice,
    custom, swim."""

    seat: int
    cards: tuple[str, ...]
    reason: str
    count: int  # type: ignore[assignment]  # hides tuple.count, which nobody asks an event for


class Accepted(NamedTuple):
    """A seat took its pending penalty, or its skip."""

    seat: int


class Passed(NamedTuple):
    """A seat kept the card it drew."""

    seat: int


class TurnSkipped(NamedTuple):
    """A seat lost its turn."""

    seat: int


class DirectionTurned(NamedTuple):
    """Play goes the other way: 1 clockwise, -1 counter-clockwise."""

    direction: int


class PenaltyGrew(NamedTuple):
    """`pending` cards now await `seat`; `kind` is D or W4."""

    seat: int
    pending: int
    kind: str


class PenaltyLapsed(NamedTuple):
    """The pending penalty is gone: drawn, turned back by a challenge, or its seat left."""


class Called(NamedTuple):
    """A seat called for its last card."""

    seat: int


class FalseCall(NamedTuple):
    """A seat called that is not left with one card."""

    seat: int


class Caught(NamedTuple):
    """A seat was caught without its call."""

    catcher: int
    seat: int
    count: int  # type: ignore[assignment]  # hides tuple.count, which nobody asks an event for


class ChallengeWon(NamedTuple):
    """The Wild Draw Four was improper; only the challenger sees the `hand`."""

    challenger: int
    seat: int
    hand: tuple[str, ...]


class ChallengeLost(NamedTuple):
    """The Wild Draw Four was proper; only the challenger sees the `hand`."""

    challenger: int
    seat: int
    hand: tuple[str, ...]


class Reshuffled(NamedTuple):
    """The discard pile became the draw pile."""

    count: int  # type: ignore[assignment]  # hides tuple.count, which nobody asks an event for


class RoundWon(NamedTuple):
    """A seat won the round; `gains` are added to the scores, `hand_values` are the points left in the hands."""

    seat: int
    gains: tuple[int, ...]
    hand_values: tuple[int, ...]


class RoundBlocked(NamedTuple):
    """Nobody could lay or draw any more; `seat` has won by the fewest points, or None."""

    seat: int | None
    gains: tuple[int, ...]
    hand_values: tuple[int, ...]


class MatchOver(NamedTuple):
    """The match is over; `placement` holds each seat's place, those with equal scores share one."""

    placement: tuple[int, ...]


class SeatLeft(NamedTuple):
    """A seat was taken out; its cards went under the discard pile's top."""

    seat: int
    count: int  # type: ignore[assignment]  # hides tuple.count, which nobody asks an event for


class JumpedIn(NamedTuple):
    """A seat laid the top's twin out of turn; play goes on from it, the turn that was due is lost."""

    seat: int


class SkipWaits(NamedTuple):
    """A seat is about to be skipped and may answer; `count` seats in all, from this one."""

    seat: int
    count: int  # type: ignore[assignment]


class PenaltyPassed(NamedTuple):
    """The pending penalty now awaits `seat`, turned away by a card."""

    seat: int
    pending: int


class HandsSwapped(NamedTuple):
    """Two seats exchanged their whole hands."""

    seat: int
    target: int


class HandsRotated(NamedTuple):
    """All hands moved on to the next seat."""

    direction: int


class HandsShuffled(NamedTuple):
    """All hands were gathered, shuffled and dealt round, from the seat after `seat`."""

    seat: int


class Peeked(NamedTuple):
    """A seat looked at another's hand; only the one who looked sees the `cards`."""

    seat: int
    target: int
    cards: tuple[str, ...]


class CardsExchanged(NamedTuple):
    """Two seats exchanged `count` cards: `gave` went to `target`, `took` came from it; only the two see them."""

    seat: int
    target: int
    gave: tuple[str, ...]
    took: tuple[str, ...]
    count: int  # type: ignore[assignment]


class HandShown(NamedTuple):
    """A seat showed its hand of numbers, whose sum fits the number just laid."""

    seat: int
    cards: tuple[str, ...]
    number: int


class DayLaid(NamedTuple):
    """A seat laid the date of `target`; `color` is active now."""

    seat: int
    cards: tuple[str, ...]
    color: str
    called: bool
    target: int


class Misplayed(NamedTuple):
    """A seat laid cards that may not be laid now, took them back and paid; `code` is the refusal's."""

    seat: int
    cards: tuple[str, ...]
    code: str


type Event = (
    DealerDrawn
    | RoundDealt
    | CardPutBack
    | FirstCard
    | CardsLaid
    | FourLaid
    | ColorNamed
    | Waiting
    | CardsDrawn
    | Accepted
    | Passed
    | TurnSkipped
    | DirectionTurned
    | PenaltyGrew
    | PenaltyLapsed
    | Called
    | FalseCall
    | Caught
    | ChallengeWon
    | ChallengeLost
    | Reshuffled
    | RoundWon
    | RoundBlocked
    | MatchOver
    | SeatLeft
    | JumpedIn
    | SkipWaits
    | PenaltyPassed
    | HandsSwapped
    | HandsRotated
    | HandsShuffled
    | Peeked
    | CardsExchanged
    | HandShown
    | DayLaid
    | Misplayed
)

#: What happened in a move so far; whoever is handed one writes.
type Log = list[Event]

EVENT_TYPES: dict[str, type] = {kind.__name__: kind for kind in Event.__value__.__args__}


def dump_event(event: Event) -> list[object]:
    """Return the event as a JSON-able list, its name first."""
    return [type(event).__name__, *event]


def load_event(data: list[object]) -> Event:
    """Return the event that dump_event wrote; raise ValueError for a name that no event has."""
    name, *values = data
    kind = EVENT_TYPES.get(str(name))
    if kind is None:
        raise ValueError(f"{name!r} is not an event")
    event: Event = kind(*(_tuples(value) for value in values))
    return event


def _tuples(value: object) -> object:
    """Return JSON's lists as the tuples they were."""
    return tuple(_tuples(one) for one in value) if isinstance(value, list) else value
