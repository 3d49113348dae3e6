"""Random play through the engine's door, timed. CPU seconds: what else the machine does counts little."""

import random
import time
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from games.rules.core.shuffle import Shuffle
from games.rules.families import FAMILIES
from games.rules.uno.match import Match

FAMILY = FAMILIES["uno"]
#: A listed catch may still be refused, at no cost: whether it counts can hang on a hidden card.
CATCHES = frozenset(f"catch {seat}" for seat in range(10))
#: What is done only where there is nothing else.
KEEPING = frozenset({"draw", "pass"})
LAST = CATCHES | KEEPING
clock = time.process_time


class Count(NamedTuple):
    """What was played, and the CPU seconds that it took."""

    moves: int
    rounds: int
    seconds: float


class Players:
    """Seats that play at random: a card if they may lay one, as RLCard's lists have it, otherwise what else there is.

    A seat in turn asks for its legal moves and makes one of them by its text, through the door that AI players use:
    it is looked up, carried out, and what happened comes back as events.
    """

    def __init__(self, preset: str, seats: int, seed: int, **options: object) -> None:
        self.rules = FAMILY.ruleset({"preset": preset, **options})
        self.seats = seats
        self.rng = random.Random(seed)
        self.random = self.rng.random

    def deal(self) -> Match:
        """Return a new match."""
        match, _ = FAMILY.deal(self.rules, self.seats, Shuffle(self.rng.randbytes(32)))
        return match

    def choose(self, legal: Mapping[str, object]) -> str:
        """Return one of the legal moves."""
        moves = list(legal)
        last = len(moves) - 1
        if not last:
            return moves[0]
        if moves[last] in KEEPING:  # no catch is listed before it
            return moves[int(self.random() * last)] if last > 1 else moves[0]
        moves = [text for text in moves if text not in LAST] or [text for text in moves if text not in CATCHES]
        return moves[int(self.random() * len(moves))]

    def move(self, match: Match, seat: int) -> None:
        """Let the seat in turn make a move."""
        match.play(seat, self.choose(match.legal(seat)))

    def play(self, seconds: float) -> Count:
        """Play match after match until the time is up."""
        choose = self.choose
        moves = rounds = 0
        began = clock()
        end = began + seconds
        while clock() < end:
            match = self.deal()
            rounds += 1
            while not match.over and clock() < end:
                while (seat := match.turn) is not None:
                    match.play(seat, choose(match.legal(seat)))
                    moves += 1
                if not match.over:
                    match.next_round()
                    rounds += 1
        return Count(moves, rounds, clock() - began)

    def look(self, seconds: float) -> tuple[float, float]:
        """Play, each seat looking at each position; return the CPU seconds of a move and of one seat's view.

        A move is all that it is without anybody looking: the seat in turn asks for its moves, and makes one of them.
        Views of the position come between the two, each with its hand read, so both find the processor's caches as the
        other leaves them. The time that it takes to read the clock is left out.
        """
        view, seats = FAMILY.view, range(self.seats)
        moving = looking = reading = 0.0
        moves, match = 0, self.deal()
        end = clock() + seconds
        while clock() < end:
            if match.over:
                match = self.deal()
            elif (seat := match.turn) is None:
                match.next_round()
            else:
                began = clock()
                match.legal(seat)
                asked = clock()
                for reader in seats:
                    _ = view(match, reader).hand
                looked = clock()
                self.move(match, seat)
                moved = clock()
                reading += clock() - moved
                moving += asked - began + moved - looked
                looking += looked - asked
                moves += 1
        return (moving - 2 * reading) / moves, (looking - reading) / moves / self.seats

    def tenths(self, block: int = 20) -> tuple[float, float]:
        """Return the seconds of a move in the first and in the last tenth of one match of at least 200 moves."""
        times = list(self._blocks(self.deal(), block))
        tenth = len(times) // 10
        return sum(times[:tenth]) / (tenth * block), sum(times[-tenth:]) / (tenth * block)

    def _blocks(self, match: Match, block: int) -> Iterator[float]:
        """Play a match to its end; yield the seconds of each full block of moves, deals left out."""
        seconds, moves = 0.0, 0
        while not match.over:
            if match.round_over:
                match.next_round()
            began = clock()
            while (seat := match.turn) is not None:
                self.move(match, seat)
                moves += 1
                if moves == block:
                    yield seconds + clock() - began
                    seconds, moves, began = 0.0, 0, clock()
            seconds += clock() - began
