"""What one reader may see of a table, as plain values: services fill it, screens turn it into HTML.

Nothing here can hold another seat's hand: the cards come in `view`, which is one seat's view already, and in
`log`, whose events are reduced to what this reader may know.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Person:
    """Who sits on a seat, as others read it: `character` is the key of an animal, `level` an AI's."""

    name: str
    character: str
    level: str = ""
    public_id: str = ""


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """One place at the table. `away`: an AI plays for this person; `person` is None on an empty seat.

    `day` is the date ("12-25") that the player named, where the rules ask for one. `missed`: they let their last turn
    run out; `has_left`: they have left the match for good; `reserve`: the seconds they may use beyond their turns.
    """

    index: int
    person: Person | None
    is_ai: bool = False
    away: bool = False
    ready: bool = False
    online: bool = True
    is_owner: bool = False
    day: str = ""
    missed: bool = False
    has_left: bool = False
    reserve: float | None = None
    # the number of the seat at the table, which stays the same from match to match; None: as `index`
    chair: int | None = None


@dataclass(frozen=True, slots=True)
class LogLine:
    """One accepted move: its number, the seat that made it, what followed as this reader may see it."""

    number: int
    seat: int | None
    events: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class ChatInfo:
    """One line said at the table. `seat` is its author's, None for a watcher or somebody who is not in this match.

    `text` is in the reader's language where the line is a quick phrase or a reaction (`phrase` and `reaction`: their
    keys). `verdict` is "", "open" (being voted on), "advice" or "fine"; `may_call_out`, `may_vote` and `may_complain`
    (mute its author, report it) are the reader's.
    """

    number: int
    seat: int | None
    name: str
    text: str
    is_own: bool = False
    phrase: str = ""
    reaction: str = ""
    of_watchers: bool = False
    verdict: str = ""
    yes: int = 0
    no: int = 0
    may_call_out: bool = False
    may_vote: bool = False
    may_complain: bool = False
    # its author's public id, for the link to their page
    author: str = ""


@dataclass(frozen=True, slots=True)
class MutedPerson:
    """Somebody who talks here and whom the reader does not want to hear."""

    public_id: str
    name: str


@dataclass(frozen=True, slots=True)
class Talk:
    """What one reader reads of the talk, oldest line first, and those whom they have muted."""

    lines: tuple[ChatInfo, ...] = ()
    may_talk: bool = False
    signed_in: bool = True
    muted: tuple[MutedPerson, ...] = ()

    @property
    def last(self) -> int:
        """The number of the newest line, 0 where there is none."""
        return self.lines[-1].number if self.lines else 0


@dataclass(frozen=True, slots=True)
class TableInfo:
    """The table itself. `state` is "open" (people sit down), "playing" or "over" (the match has ended).

    `ruleset` is the family's; `custom_title` and `custom_text` are the table's own words for its Custom cards.
    """

    public_id: str
    name: str
    preset_title: str
    visibility: str
    state: str
    turn_seconds: int
    owner_seat: int | None
    family: str
    invite_url: str
    custom_title: str = ""
    custom_text: str = ""
    wants_days: bool = False
    ruleset: Any = None
    reserve_seconds: int = 0


@dataclass(frozen=True, slots=True)
class Friend:
    """A friend of the reader, who may be invited: `state` is "sits" (here), "invited" or "" (neither)."""

    public_id: str
    person: Person
    state: str = ""
    online: bool = False


@dataclass(frozen=True, slots=True)
class RatingChange:
    """What a match did to one player's rating: the number and the uncertainty after its ±, before and after.

    `weight`: how much the match counted, 1, a half or 0. `provisional`: too few matches so far to be sure. `undone`: it
    was taken back.
    """

    before: int
    spread_before: int
    after: int
    spread_after: int
    weight: float = 1.0
    provisional: bool = False
    undone: bool = False

    @property
    def change(self) -> str:
        """How the number changed, with its sign."""
        gain = self.after - self.before
        return f"{'+' if gain > 0 else '−' if gain < 0 else '±'}{abs(gain)}"


@dataclass(frozen=True, slots=True)
class Counts:
    """Whether the match that would begin now counts: `text` says for which ladder, or why not.

    `more`: that it counts less for people who play together again and again. `is_wanted`: the table is a rated one.
    `confirm`: it is the reader's own address that stands in the way.
    """

    text: str
    more: str = ""
    is_rated: bool = False
    is_wanted: bool = False
    confirm: bool = False


@dataclass(frozen=True, slots=True)
class Waiting:
    """What a table where no match goes on tells one reader.

    `why_not_start` and `why_not_sit` are sentences, empty where it could begin, or this reader could sit down. A table
    of "Play now" (`quick`) offers AI players in `offer_in` seconds, or does so already (`offered`).
    """

    why_not_start: str = ""
    why_not_sit: str = ""
    signed_in: bool = True
    sent_away: bool = False
    quick: bool = False
    offered: bool = False
    offer_in: float | None = None
    friends: tuple[Friend, ...] = ()
    counts: Counts | None = None


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A table at one version for one reader: `viewer` is the own seat (None: a watcher), `log` newest first.

    `seconds_left` is of the turn, without the reserve; `placement`: the places of a finished match, by seat.
    `waits`: the reader sits here, but the match began without them; `waits_ready`: they are ready for the next.
    `behind`: a watcher sees the match as it was so many moves ago; all that is shown comes from then, `version` too.
    `newest` is the table's own version, which nobody is shown: by it the socket knows what it has sent. `sits` and
    `owns` (the reader has a seat, the table is theirs) and `character` (their animal; `characters`: those they
    may choose) hold whether they play or wait.
    """

    table: TableInfo
    seats: tuple[SeatInfo, ...]
    viewer: int | None
    version: int
    view: Any = None
    log: tuple[LogLine, ...] = ()
    seconds_left: float | None = None
    can_start: bool = False
    next_round_in: float | None = None
    placement: tuple[int, ...] | None = None
    commitment: str = ""
    seed: str = ""
    rematch_ready: frozenset[int] = frozenset()
    match_id: str = ""
    # of a finished match: what it did to the ratings, by seat, and the ladder's title; empty where it was not rated
    ratings: Mapping[int, RatingChange] = field(default_factory=dict)
    ladder: str = ""
    talk: Talk = Talk()
    waits: bool = False
    waits_ready: bool = False
    # None while a match goes on
    waiting: Waiting | None = None
    behind: int = 0
    newest: int = 0
    sits: bool = False
    owns: bool = False
    character: str = ""
    characters: tuple[str, ...] = ()
    open_to_watchers: bool = True

    @property
    def room(self) -> str:
        """Where the reader talks: "seats", with those who sit here, or "watchers"."""
        return "seats" if self.sits and not self.behind else "watchers"
