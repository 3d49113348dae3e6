"""What every family of games answers. The site knows games by this alone.

Everything here is a function of its arguments: no clock, no network, no randomness but the shuffle's seed.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from games.rules.core.options import Option
from games.rules.core.refusals import Refusal
from games.rules.core.shuffle import Shuffler
from games.rules.core.tally import SeatTally, StoredMove


class PresetInfo(Protocol):
    """A named ruleset."""

    @property
    def key(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def options(self) -> Mapping[str, Any]: ...


class RulesetInfo(Protocol):
    """What a match is played by."""

    @property
    def options(self) -> Mapping[str, Any]: ...
    @property
    def seats(self) -> tuple[int, int]: ...
    @property
    def seatings(self) -> tuple[int, ...]:
        """The numbers of players that can play by it."""
        ...

    @property
    def teams(self) -> bool:
        """Whether two camps play, seated alternately: even seats are one camp, odd seats the other."""
        ...

    @property
    def favours_vips(self) -> bool:
        """Whether VIPs may do what others may not."""
        ...

    @property
    def advice_penalty(self) -> int:
        """Cards for advice on play; 0: it is not punished."""
        ...

    @property
    def start_when_ready(self) -> int | None:
        """How many ready players are enough to begin; None: all who sit down."""
        ...

    @property
    def wants_days(self) -> bool:
        """Whether each player names a day of the year before the first deal."""
        ...

    def differences(self) -> dict[str, Any]:
        """Return what differs from the family's official game."""
        ...

    def to_json(self) -> dict[str, Any]:
        """Return what is stored; `family.ruleset` of it is this ruleset again."""
        ...


class PlayedInfo(Protocol):
    """A move that counted: `text` as the record has it, and what happened."""

    @property
    def text(self) -> str: ...
    @property
    def events(self) -> Sequence[Any]: ...
    @property
    def refusal(self) -> Refusal | None: ...


class MatchInfo(Protocol):
    """A match in progress."""

    @property
    def number(self) -> int: ...
    @property
    def over(self) -> bool: ...
    @property
    def round_over(self) -> bool: ...
    @property
    def round_number(self) -> int: ...
    @property
    def turn(self) -> int | None: ...
    @property
    def seats(self) -> int: ...
    @property
    def scores(self) -> Sequence[int]: ...
    @property
    def placement(self) -> Sequence[int] | None: ...
    def play(self, seat: int, text: str, seen: int | None = None) -> PlayedInfo:
        """Make a move; raise Refused, with nothing changed, where it may not be made."""
        ...

    def next_round(self) -> Sequence[Any]:
        """Deal the next round and return what happened."""
        ...

    def leave(self, seat: int) -> PlayedInfo:
        """Take a seat out."""
        ...

    def advice(self, seat: int) -> PlayedInfo:
        """Let a seat draw for advice on play."""
        ...

    def idle_move(self, seat: int) -> str:
        """Return the move that an expired clock makes."""
        ...


class Family(Protocol):
    """A family of games: the one door that the site uses."""

    key: str
    title: str
    #: Raised when a change alters what any move does; a record carries the one it was played by.
    rules_version: int
    #: Raised when a stored position changes its shape.
    schema: int

    @property
    def presets(self) -> Mapping[str, PresetInfo]: ...
    @property
    def options(self) -> Mapping[str, Option]:
        """The options' declarations, by key."""
        ...

    @property
    def groups(self) -> Mapping[str, str]:
        """The groups that the options are shown in, with their titles."""
        ...

    def ruleset(self, data: Mapping[str, Any]) -> Any:
        """Return the ruleset for a preset and differences; raise RulesetError."""
        ...

    def deal(
        self, rules: Any, seats: int, shuffle: Shuffler, vip: frozenset[int] = ..., days: Sequence[str] = ...
    ) -> tuple[Any, list[Any]]:
        """Return a match with its first round dealt, and what happened."""
        ...

    def view(self, match: Any, seat: int | None) -> Any:
        """Return what a seat may know, or a watcher."""
        ...

    def seen_by(self, event: Any, seat: int | None) -> Any | None:
        """Return an event as a seat may see it, or None."""
        ...

    def dump(self, match: Any) -> dict[str, Any]:
        """Return a match as JSON-able data; `load` reads it back."""
        ...

    def load(self, data: Mapping[str, Any], rules: Any, shuffle: Shuffler) -> Any:
        """Return the match that was dumped; raise ValueError for another schema."""
        ...

    def dump_event(self, event: Any) -> list[Any]:
        """Return an event as JSON-able data."""
        ...

    def load_event(self, data: list[Any]) -> Any:
        """Return the event that was dumped."""
        ...

    def replay(
        self,
        rules: Any,
        seats: int,
        shuffle: Shuffler,
        vip: frozenset[int],
        days: Sequence[str],
        moves: Iterable[tuple[int | None, str]],
    ) -> Any:
        """Play a match again from its moves; a seat of None deals the next round."""
        ...

    def replay_move(self, match: Any, seat: int | None, text: str) -> None:
        """Make a move as a record has it; raise Refused or ValueError where it cannot have been."""
        ...

    def tally(self, rules: Any, seats: int, moves: Iterable[StoredMove]) -> list[SeatTally]:
        """Return what each of so many seats did in a match, from all its stored moves, the deals among them."""
        ...

    def dealt(self, match: Any) -> tuple[int, Sequence[str]]:
        """Return the dealer and the deck's order of the round that has just been dealt."""
        ...

    def deck(self, rules: Any, seats: int) -> Sequence[str]:
        """Return the cards that so many seats play with, in the order in which they are shuffled."""
        ...

    def board(self, data: Mapping[str, Any]) -> Any:
        """Set up a scenario's position (games.rules.core.scenario.Board)."""
        ...
