"""What a seat did in one match, counted: what a family of games answers for people's totals."""

from dataclasses import dataclass
from typing import Any

#: A move as it was stored: its seat (None: a deal), whether an AI made it, its events as `dump_event` wrote them.
type StoredMove = tuple[int | None, bool, list[list[Any]]]


@dataclass(frozen=True, slots=True)
class SeatTally:
    """What the player of one seat did in a match. What a family does not know stays 0.

    An AI's moves are not the player's. A round counts in which the player made a move; it is won where the seat, or
    its camp, won it and the seat's last move in it was the player's own. Points are those collected from other hands.
    """

    rounds: int = 0
    rounds_won: int = 0
    points: int = 0
    #: The most points collected in one round.
    best_round: int = 0
    cards_laid: int = 0
    #: All that came into the hand after the deals, whoever made the move.
    cards_drawn: int = 0
    #: Calls for the last card; those that were false; others caught without theirs; the times this seat was caught.
    calls: int = 0
    false_calls: int = 0
    catches: int = 0
    missed: int = 0
    #: Wild Draw Fours that were challenged rightly, cards laid out of turn, rounds ended by a Wild Draw Four.
    challenges_won: int = 0
    jump_ins: int = 0
    out_on_a_four: int = 0
    #: Whether somebody stood better and nobody worse when the last round began.
    was_last: bool = False
