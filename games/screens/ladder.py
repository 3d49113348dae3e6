"""How a ladder is drawn: where each bar stands on the scale of its page, in hundredths of the width."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil, floor
from typing import NamedTuple

from games.screens.climb import REACH

# the ends of a scale are whole multiples of it
_ROUND = 20


class Bar(NamedTuple):
    """A rating on a scale, in per cent of its width: where the bar begins, how wide it is, where the dot stands."""

    start: float
    width: float
    dot: float


@dataclass(frozen=True, slots=True)
class Scale:
    """From `low` to `high`, numbers of ratings, with the `middle` between them."""

    low: int
    high: int

    @property
    def middle(self) -> int:
        """The number half way."""
        return (self.low + self.high) // 2

    def bar(self, number: int, spread: int) -> Bar:
        """Return how a rating with its spread is drawn: the bar spans twice the spread to both sides."""
        ends = (self._across(number - REACH * spread), self._across(number + REACH * spread))
        return Bar(ends[0], round(ends[1] - ends[0], 2), self._across(number))

    def _across(self, number: int) -> float:
        share = (number - self.low) / (self.high - self.low)
        return round(100 * min(max(share, 0.0), 1.0), 2)


def scale_of(shown: Iterable[tuple[int, int]]) -> Scale:
    """Return the scale on which all these ratings (number, spread) fit with their bars."""
    ends = [(number - REACH * spread, number + REACH * spread) for number, spread in shown]
    low = _ROUND * floor(min((low for low, _ in ends), default=0) / _ROUND)
    high = _ROUND * ceil(max((high for _, high in ends), default=0) / _ROUND)
    return Scale(low, max(high, low + 2 * _ROUND))


def share_won(wins: int, matches: int) -> int | None:
    """Return how many in a hundred were won, or None where nothing was played."""
    return round(100 * wins / matches) if matches else None
