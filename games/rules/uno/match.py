"""Match: rounds until the end. The one road in for a move's text; counts positions, keeps the scores."""

from typing import NamedTuple

from games.rules.core.options import RulesetError
from games.rules.core.refusals import Refusal, Refused, refused
from games.rules.core.shuffle import Shuffler
from games.rules.uno import engine, plays, scoring
from games.rules.uno.days import check_days
from games.rules.uno.deal import deal, find_dealer
from games.rules.uno.events import (
    CardsDrawn,
    CardsLaid,
    DayLaid,
    DealerDrawn,
    Event,
    MatchOver,
    RoundBlocked,
    RoundWon,
    SeatLeft,
    Waiting,
)
from games.rules.uno.moves import (
    ACCEPT,
    DRAW,
    PASS,
    Call,
    Catch,
    Draw,
    Lay,
    Move,
    NameColor,
    Show,
    format_move,
    parse_move,
)
from games.rules.uno.round import Phase, Round
from games.rules.uno.ruleset import Ruleset


class Played(NamedTuple):
    """A move that counted: its text as the record has it, what happened, and why it was a misplay if it was one."""

    text: str
    events: list[Event]
    refusal: Refusal | None = None


class Match:
    """A match in progress. `number` counts positions: 0 after the first deal, one more for each move and deal."""

    __slots__ = (
        "days",
        "gone",
        "number",
        "placement",
        "round",
        "rules",
        "scores",
        "seats",
        "shuffle",
        "top_since",
        "turn_since",
        "vip",
    )

    def __init__(
        self,
        rules: Ruleset,
        seats: int,
        shuffle: Shuffler,
        vip: frozenset[int] = frozenset(),
        days: tuple[str, ...] = (),
    ) -> None:
        """Raise RulesetError for seats that the ruleset does not allow, ValueError for dates that are none."""
        fewest, most = rules.seats
        if not fewest <= seats <= most:
            raise RulesetError("seats", seats, f"{fewest} to {most} players")
        if rules.teams and (seats < 4 or seats % 2):
            raise RulesetError("teams", seats, "an even number of players, four or more", "seats")
        self.rules = rules
        self.seats = seats
        self.shuffle = shuffle
        self.vip = vip
        self.days = check_days(days, seats)
        self.gone: frozenset[int] = frozenset()
        self.scores: list[int] = [0] * seats
        self.placement: tuple[int, ...] | None = None
        self.number = 0
        self.turn_since = 0
        self.top_since = 0
        self.round = self._new_round(0, 0)

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.placement is not None

    @property
    def round_over(self) -> bool:
        """Whether the present round has ended."""
        return self.round.over

    @property
    def round_number(self) -> int:
        """The present round, the first is 1."""
        return self.round.number

    @property
    def turn(self) -> int | None:
        """The seat that the position waits for; None when the round is over."""
        return self.round.turn

    @property
    def mid_turn(self) -> bool:
        """Whether the seat in turn has drawn and still decides: its clock does not begin anew."""
        return self.round.phase is Phase.DRAWN

    def deal_first(self, dealer: int | None = None) -> list[Event]:
        """Deal the first round; the dealer is found by drawing unless it is given."""
        found: list[Event] = []
        if dealer is None:
            drawn: DealerDrawn = find_dealer(self.rules, self.seats, self.shuffle)
            found.append(drawn)
            dealer = drawn.dealer
        self.round = self._new_round(1, dealer)
        return found + deal(self.round)

    def next_round(self) -> list[Event]:
        """Deal the next round; raise ValueError while one is in progress or when the match is over."""
        if not self.round.over or self.over:
            raise ValueError("the next round is dealt after a round, and before the end of the match")
        self.round = self._new_round(self.round.number + 1, self._next_dealer())
        events = deal(self.round)
        self.number += 1
        self.turn_since = self.top_since = self.number
        return events

    def play(self, seat: int, text: str, seen: int | None = None) -> Played:
        """Make a move given as text, made on position `seen`; raise Refused, with nothing changed, if it may not be."""
        move = parse_move(text)
        if self.round.phase is Phase.OVER:
            raise refused("round_over")
        if seen is not None and self._is_stale(seat, move, seen):
            raise refused("stale")
        return self.play_move(seat, move)

    def play_move(self, seat: int, move: Move) -> Played:
        """Make a move that was read already; raise Refused, with nothing changed, if it may not be made."""
        if isinstance(move, Draw) and self.round.phase is Phase.ANSWER:
            move = ACCEPT
        refusal = engine.judge(self.round, seat, move)
        if refusal is None:
            return self._count(format_move(move), engine.make(self.round, seat, move))
        if self.rules.misplay is not None and isinstance(move, Lay):
            events = self.rules.misplay(self.round, seat, move, refusal.code)
            if events is not None:
                return self._count(f"x {format_move(move)}", engine.follow(self.round, events), refusal)
        raise Refused(refusal)

    def advice(self, seat: int) -> Played:
        """Let a seat draw for advice on play that the table voted to be some.

        It makes nobody's move stale. Raise ValueError where the rules know no such penalty or the round is over.
        """
        cards = self.rules.options["advice_penalty"]
        round = self.round
        if not cards or round.over or seat in round.gone or round.finisher == seat:
            raise ValueError(f"seat {seat} cannot draw for advice now")
        return self._count(f"advice {cards}", engine.follow(round, iter([CardsDrawn(seat, (), "advice", cards)])))

    def leave(self, seat: int) -> Played:
        """Take a seat out of the match; raise ValueError if it is out already or the match is over."""
        if seat in self.gone or self.over or not 0 <= seat < self.seats:
            raise ValueError(f"seat {seat} cannot leave")
        self.gone |= {seat}
        if self.round.over:
            self.round.gone |= {seat}
            events: list[Event] = [SeatLeft(seat, len(self.round.hands[seat]))]
        else:
            events = engine.follow(self.round, plays.leave(self.round, seat))
        return self._count("leave", events)

    def legal(self, seat: int) -> list[Move]:
        """Return every legal move of a seat."""
        return engine.legal_moves(self.round, seat)

    def idle_move(self, seat: int) -> str:
        """Return the move that an expired clock makes for the seat whose turn it is.

        Draw, pass, take the penalty, or name the colour most held; a play only where the rules leave nothing else.
        Raise ValueError when the round does not wait for this seat.
        """
        round = self.round
        if round.turn != seat:
            raise ValueError(f"the round does not wait for seat {seat}")
        move: Move
        match round.phase:
            case Phase.COLOR:
                move = NameColor(most_held_color(round, seat))
            case Phase.ANSWER:
                return "accept"
            case Phase.DRAWN:
                move = PASS
            case _:
                move = DRAW
        if engine.judge(round, seat, move) is not None:
            move = next(one for one in engine.legal_moves(round, seat) if isinstance(one, Lay))
            if self.rules.complete is not None:
                move = self.rules.complete(round, seat, move)
        return format_move(move)

    def _count(self, text: str, events: list[Event], refusal: Refusal | None = None) -> Played:
        """Count a position that came about, with what its events mean for the match."""
        self.number += 1
        for event in events:
            kind = type(event)
            if kind is Waiting:
                self.turn_since = self.number
            elif kind is CardsLaid or kind is DayLaid:
                self.top_since = self.number
            elif isinstance(event, RoundWon | RoundBlocked):
                self.turn_since = self.number
                events = [*events, *self._end_of_round(event)]
        if not self.over and self._alone():
            events = [*events, self._end()]
        return Played(text, events, refusal)

    def _end_of_round(self, event: RoundWon | RoundBlocked) -> list[Event]:
        """Add up what the round gained; return the end of the match if this was it."""
        self.scores = [score + gain for score, gain in zip(self.scores, event.gains, strict=True)]
        rules = self.rules
        ended = (
            rules.match == "single"
            or (rules.match == "rounds" and self.round.number >= rules.rounds)
            or (rules.match == "target" and max(self.scores) >= rules.target)
        )
        return [self._end()] if ended else []

    def _end(self) -> MatchOver:
        self.placement = scoring.placement(self.scores, self.rules.scoring)
        return MatchOver(self.placement)

    def _alone(self) -> bool:
        """Tell whether nobody is left to play another round with."""
        if not self.gone or not self.round.over:
            return False
        present = [seat for seat in range(self.seats) if seat not in self.gone]
        if self.rules.teams:
            return len(present) < 4 or len(present) % 2 == 1
        return len(present) < 2

    def _next_dealer(self) -> int:
        """Return who deals next: the one to the left, or the winner; after a blocked round always the left one."""
        winner = self.round.winner
        if (
            self.rules.next_dealer == "winner"
            and winner is not None
            and winner not in self.gone
            and not self.round.blocked
        ):
            return winner
        seat = (self.round.dealer + 1) % self.seats
        while seat in self.gone:
            seat = (seat + 1) % self.seats
        return seat

    def _new_round(self, number: int, dealer: int) -> Round:
        round = Round(self.rules, self.seats, self.shuffle)
        round.number, round.dealer = number, dealer
        round.vip, round.days, round.gone = self.vip, self.days, self.gone
        return round

    def _is_stale(self, seat: int, move: Move, seen: int) -> bool:
        """Tell whether what the move was made on has gone: the turn, the phase or the top; for a jump-in, the top.

        A jump-in that arrives when the turn has come round to its seat by itself is still one.
        """
        if isinstance(move, Call | Catch | Show):
            return False
        if self.rules.out_of_turn and isinstance(move, Lay) and move.cards == (self.round.top,):
            may_jump = self.rules.options["jump_in"] == "everyone" or seat in self.vip
            if seat != self.round.turn or (may_jump and self.round.phase is Phase.PLAY):
                return seen < self.top_since
        return seen < max(self.turn_since, self.top_since)


def most_held_color(round: Round, seat: int) -> str:
    """Return the colour that the hand holds most of; equal or none: the edition's first of them."""
    hand = round.hands[seat]
    return max(round.rules.colors, key=lambda color: sum(card[0] == color for card in hand))
