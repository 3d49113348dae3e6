"""Match: rounds until the end. The one road in for a move's text; counts positions, keeps the scores."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.rules.core.options import RulesetError
from games.rules.core.refusals import Refusal, Refused, refused
from games.rules.core.shuffle import Shuffler
from games.rules.uno import engine, evolve, plays, scoring
from games.rules.uno.days import check_days
from games.rules.uno.deal import deal, find_dealer
from games.rules.uno.events import DealerDrawn, Log, MatchOver, RoundBlocked, RoundWon
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

_OVER = Phase.OVER
_ENDS = (RoundWon, RoundBlocked)


@dataclass
class Played:
    """A move that counted: its text as the record has it, what happened, and why it was a misplay if it was one.

    Without slots: making one takes two thirds of the time.
    """

    text: str
    events: Log
    refusal: Refusal | None


class Match:
    """A match in progress. Positions are counted: 0 after the first deal, one more for each move and deal."""

    __slots__ = (
        "days",
        "gone",
        "placement",
        "round",
        "rules",
        "scores",
        "seats",
        "shuffle",
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
        self.round = self._new_round(0, 0, 0)

    @property
    def number(self) -> int:
        """How many positions came after the first deal: one for each move, and for each further deal."""
        return self.round.position

    @property
    def turn_since(self) -> int:
        """The position at which the turn last changed hands."""
        return self.round.turn_since

    @property
    def top_since(self) -> int:
        """The position at which the top last changed."""
        return self.round.top_since

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

    def deal_first(self, dealer: int | None = None) -> Log:
        """Deal the first round; the dealer is found by drawing unless it is given."""
        found: Log = []
        if dealer is None:
            drawn: DealerDrawn = find_dealer(self.rules, self.seats, self.shuffle)
            found.append(drawn)
            dealer = drawn.dealer
        self.round = self._new_round(1, dealer, 0)
        return found + deal(self.round)

    def next_round(self) -> Log:
        """Deal the next round; raise ValueError while one is in progress or when the match is over."""
        if not self.round.over or self.over:
            raise ValueError("the next round is dealt after a round, and before the end of the match")
        self.round = self._new_round(self.round.number + 1, self._next_dealer(), self.round.position + 1)
        return deal(self.round)

    def play(self, seat: int, text: str, seen: int | None = None) -> Played:
        """Make a move given as text, made on position `seen`; raise Refused, with nothing changed, if it may not be.

        Where the seat's moves have been listed in this position, one of them needs no judging; any other is judged
        by itself, without listing what else there is.
        """
        round = self.round
        move = round.listed.get(text) if seat == round.turn else None
        if move is None or not move.settled:
            return self._play_unlisted(seat, parse_move(text), seen)
        if seen is not None and seen < round.position and self._is_stale(seat, move, seen):
            raise refused("stale")
        log = evolve.begin(round)
        round.rules.does[move.kind](round, log, seat, move)
        if round.phase is _OVER:
            self._close(log)
        return Played(text, log, None)

    def _play_unlisted(self, seat: int, move: Move, seen: int | None) -> Played:
        """Make a move that has yet to be judged."""
        round = self.round
        if round.phase is _OVER:
            raise refused("round_over")
        if seen is not None and seen < round.position and self._is_stale(seat, move, seen):
            raise refused("stale")
        return self.play_move(seat, move)

    def play_move(self, seat: int, move: Move) -> Played:
        """Make a move that was read already; raise Refused, with nothing changed, if it may not be made."""
        round = self.round
        if isinstance(move, Draw) and round.phase is Phase.ANSWER:
            move = ACCEPT
        refusal = engine.judge(round, seat, move)
        if refusal is None:
            return self._counted(move.text, engine.make(round, seat, move))
        if self.rules.misplay is not None and isinstance(move, Lay):
            pay = self.rules.misplay(round, seat, move, refusal.code)
            if pay is not None:
                log = evolve.begin(round)
                pay(round, log, seat, move)
                return self._counted(f"x {move.text}", log, refusal)
        raise Refused(refusal)

    def advice(self, seat: int) -> Played:
        """Let a seat draw for advice on play that the table voted to be some.

        It makes nobody's move stale. Raise ValueError where the rules know no such penalty or the round is over.
        """
        cards = self.rules.options["advice_penalty"]
        round = self.round
        if not cards or round.over or seat in round.gone or round.finisher == seat:
            raise ValueError(f"seat {seat} cannot draw for advice now")
        log = evolve.begin(round)
        evolve.cards_drawn(round, log, seat, "advice", cards)
        return self._counted(f"advice {cards}", log)

    def leave(self, seat: int) -> Played:
        """Take a seat out of the match; raise ValueError if it is out already or the match is over."""
        if seat in self.gone or self.over or not 0 <= seat < self.seats:
            raise ValueError(f"seat {seat} cannot leave")
        self.gone |= {seat}
        log = evolve.begin(self.round)
        if self.round.over:
            evolve.seat_left(self.round, log, seat)
        else:
            plays.leave(self.round, log, seat)
        return self._counted("leave", log)

    def legal(self, seat: int) -> Mapping[str, Move]:
        """Return every legal move of a seat, by its text."""
        return engine.legal(self.round, seat)

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
            first = next(one for one in engine.legal(round, seat).values() if isinstance(one, Lay))
            move = self.rules.complete(round, seat, first)
        return format_move(move)

    def _counted(self, text: str, log: Log, refusal: Refusal | None = None) -> Played:
        """Return a move that has been made."""
        if self.round.phase is _OVER:
            self._close(log)
        return Played(text, log, refusal)

    def _close(self, log: Log) -> None:
        """Do what a move means for the match that has ended the round, or comes after its end."""
        for event in log.copy():
            if isinstance(event, _ENDS):
                self._add_up(log, event)
        if not self.over and self._alone():
            self._end(log)

    def _add_up(self, log: Log, event: RoundWon | RoundBlocked) -> None:
        """Add up what the round gained, and end the match if this was its last."""
        self.scores = [score + gain for score, gain in zip(self.scores, event.gains, strict=True)]
        rules = self.rules
        if (
            rules.match == "single"
            or (rules.match == "rounds" and self.round.number >= rules.rounds)
            or (rules.match == "target" and max(self.scores) >= rules.target)
        ):
            self._end(log)

    def _end(self, log: Log) -> None:
        self.placement = scoring.placement(self.scores, self.rules.scoring)
        log.append(MatchOver(self.placement))

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

    def _new_round(self, number: int, dealer: int, position: int) -> Round:
        """Return a round that is still to be dealt, at this position of the match."""
        round = Round(self.rules, self.seats, self.shuffle)
        round.number, round.dealer = number, dealer
        round.position = round.turn_since = round.top_since = position
        round.vip, round.days, round.gone = self.vip, self.days, self.gone
        return round

    def _is_stale(self, seat: int, move: Move, seen: int) -> bool:
        """Tell whether what the move was made on has gone: the turn, the phase or the top; for a jump-in, the top.

        A jump-in that arrives when the turn has come round to its seat by itself is still one.
        """
        if isinstance(move, Call | Catch | Show):
            return False
        if self.rules.twins_jump and isinstance(move, Lay) and move.cards == (self.round.top,):
            may_jump = self.rules.options["jump_in"] == "everyone" or seat in self.vip
            if seat != self.round.turn or (may_jump and self.round.phase is Phase.PLAY):
                return seen < self.round.top_since
        return seen < max(self.round.turn_since, self.round.top_since)


def most_held_color(round: Round, seat: int) -> str:
    """Return the colour that the hand holds most of; equal or none: the edition's first of them."""
    hand = round.hands[seat]
    return max(round.rules.colors, key=lambda color: sum(card[0] == color for card in hand))
