"""What each seat did in a match, read from the events that its moves stored."""

from collections.abc import Iterable
from typing import Any

from games.rules.core.tally import SeatTally, StoredMove
from games.rules.uno.events import (
    Called,
    CardsDrawn,
    CardsLaid,
    Caught,
    ChallengeWon,
    DayLaid,
    FalseCall,
    JumpedIn,
    RoundBlocked,
    RoundDealt,
    RoundWon,
    load_event,
)
from games.rules.uno.fours import FOUR
from games.rules.uno.ruleset import Ruleset
from games.rules.uno.scoring import placement

#: The events that are counted; the others need not be read.
COUNTED = frozenset(
    kind.__name__
    for kind in (
        *(CardsDrawn, CardsLaid, Caught, ChallengeWon, DayLaid, FalseCall),
        *(Called, JumpedIn, RoundBlocked, RoundDealt, RoundWon),
    )
)


class _Seat:
    """One seat as the match goes on: the counts, and what has been going on since the round was dealt."""

    __slots__ = ("caught", "counts", "last_card", "last_own", "own", "was_last")

    def __init__(self) -> None:
        self.counts: dict[str, int] = {}
        self.was_last = False
        self.deal()

    def deal(self) -> None:
        """Begin a round."""
        self.own = self.last_own = self.caught = False
        self.last_card = ""

    def add(self, name: str, count: int = 1) -> None:
        """Count something."""
        self.counts[name] = self.counts.get(name, 0) + count


def tally(rules: Ruleset, seats: int, moves: Iterable[StoredMove]) -> list[SeatTally]:
    """Return what each of so many seats did in a match of these moves, the deals among them, in their order."""
    counting = _Counting(rules, seats)
    for seat, by_ai, events in moves:
        counting.move(seat, by_ai)
        for data in events:
            if data[0] in COUNTED:
                counting.event(load_event(data))
    return [SeatTally(**one.counts, was_last=one.was_last) for one in counting.seats]


class _Counting:
    """A match being counted."""

    def __init__(self, rules: Ruleset, seats: int) -> None:
        self.rules = rules
        self.seats = [_Seat() for _ in range(seats)]
        self.scores = [0] * seats
        self.by_ai = False

    def move(self, seat: int | None, by_ai: bool) -> None:
        """A seat makes a move, or a round is dealt."""
        self.by_ai = by_ai
        if seat is not None:
            self.seats[seat].last_own = not by_ai
            self.seats[seat].own |= not by_ai

    def event(self, event: Any) -> None:
        """Count one event of the present move; what an AI does for a seat is not its player's."""
        match event:
            case CardsDrawn():
                self.seats[event.seat].add("cards_drawn", event.count)
            case CardsLaid() | DayLaid():
                self._laid(self.seats[event.seat], event)
            case Caught():
                self._caught(event)
            case RoundDealt():
                self._dealt()
            case RoundWon():
                self._won(event)
            case RoundBlocked():
                self._blocked(event)
            case ChallengeWon() if not self.by_ai:
                self.seats[event.challenger].add("challenges_won")
            case Called() | FalseCall() | JumpedIn() if not self.by_ai:
                self.seats[event.seat].add(_OWN[type(event)])

    def _laid(self, seat: _Seat, event: CardsLaid | DayLaid) -> None:
        seat.caught = False
        seat.last_card = event.cards[-1]
        if not self.by_ai:
            seat.add("cards_laid", len(event.cards))

    def _caught(self, event: Caught) -> None:
        """Several may catch one seat; it has missed one call, and its player has if they laid the card before."""
        if not self.by_ai:
            self.seats[event.catcher].add("catches")
        seat = self.seats[event.seat]
        if seat.last_own and not seat.caught:
            seat.add("missed")
        seat.caught = True

    def _dealt(self) -> None:
        places = placement(self.scores, self.rules.scoring)
        for seat, place in zip(self.seats, places, strict=True):
            seat.deal()
            seat.was_last = place == max(places) > 1

    def _won(self, event: RoundWon) -> None:
        if event.seat is not None and self.seats[event.seat].last_own and self.seats[event.seat].last_card == FOUR:
            self.seats[event.seat].add("out_on_a_four")
        self._over(event.gains)
        camp = [self._same_camp(event.seat, other) for other in range(len(self.seats))]
        points = sum(value for value, mine in zip(event.hand_values, camp, strict=True) if not mine)
        for seat, mine in zip(self.seats, camp, strict=True):
            if mine and seat.last_own:
                _collect(seat, points)

    def _blocked(self, event: RoundBlocked) -> None:
        """The holder of the fewest points wins what the rules give for it, where they have a winner at all."""
        self._over(event.gains)
        if event.seat is not None:
            for number, seat in enumerate(self.seats):
                if self._same_camp(event.seat, number) and seat.last_own:
                    _collect(seat, event.gains[number])

    def _over(self, gains: Iterable[int]) -> None:
        self.scores = [score + gain for score, gain in zip(self.scores, gains, strict=True)]
        for seat in self.seats:
            if seat.own:
                seat.add("rounds")

    def _same_camp(self, seat: int, other: int) -> bool:
        return seat == other or (self.rules.teams and seat % 2 == other % 2)


def _collect(seat: _Seat, points: int) -> None:
    seat.add("rounds_won")
    seat.add("points", points)
    seat.counts["best_round"] = max(points, seat.counts.get("best_round", 0))


_OWN: dict[type, str] = {Called: "calls", FalseCall: "false_calls", JumpedIn: "jump_ins"}
