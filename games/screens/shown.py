"""What one open page shows already, so that it is sent what is new to it and nothing twice."""

from dataclasses import dataclass, field

from .screen import Screen

# these tell of the move itself: a card flies and a voice speaks although the same words stand there; and the log, which
# has grown since it was sent as a whole
_TOLD_ANEW = frozenset({"table", "ring", "announce", "beat", "log"})
_NONE = -1


@dataclass(slots=True)
class Shown:
    """The regions of one page as they were sent last (their fingerprints), its stage, and the newest line of its log.

    `stage` is empty as long as nothing was sent.
    """

    stage: str = ""
    _texts: dict[str, int] = field(default_factory=dict)
    _line: int = _NONE

    def forget(self) -> None:
        """The page was sent regions of which no note was taken."""
        self._texts.clear()
        self._line = _NONE

    def has(self, region: str, html: str, version: int) -> bool:
        """Note that the page is sent this region; return whether it shows the very same already."""
        if region == "table":
            self._texts.clear()
        if region in _TOLD_ANEW:
            return False
        text = hash(html.replace(f'data-version="{version}"', ""))
        same = self._texts.get(region) == text
        self._texts[region] = text
        return same

    def lines_since(self, screen: Screen, region: str) -> int | None:
        """Note that the page is sent the log (or all); return how many lines are new to it, None for all of them."""
        before, newest = self._line, screen.log[0].number if screen.log else _NONE
        self._line = newest if screen.stage == "playing" else _NONE
        if region == "table" or before == _NONE:
            return None
        new = sum(line.number > before for line in screen.log)
        return new if new < len(screen.log) else None
