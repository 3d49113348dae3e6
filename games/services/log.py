"""The log of a match as rows of what happened, and as each reader may see them."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from games.rules.families import FAMILIES
from games.screens import LogLine

LOG_LINES = 12


@dataclass(slots=True, eq=False)
class LogRow:
    """A move of a match: its number, its seat (None: a deal) and what followed.

    What a reader may see of it is found out once for all with the same seat: a row stays in the log for some moves.
    """

    family: str
    number: int
    seat: int | None
    events: tuple[Any, ...]
    _lines: dict[int | None, LogLine] = field(default_factory=dict)

    def seen_by(self, place: int | None) -> LogLine:
        """Return the line as the seat at `place` may read it, or a watcher for None."""
        line = self._lines.get(place)
        if line is None:
            family = FAMILIES[self.family]
            seen = (family.seen_by(event, place) for event in self.events)
            line = LogLine(self.number, self.seat, tuple(event for event in seen if event is not None))
            self._lines[place] = line
        return line


def stored(family: str, number: int, seat: int | None, events: Iterable[Any]) -> LogRow:
    """Return the row of a move as it is stored, its events as data."""
    return LogRow(family, number, seat, tuple(map(FAMILIES[family].load_event, events)))
