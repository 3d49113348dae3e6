"""What a seat may ask for, and its text: `R5`, `W4>B!`, `draw`, `catch 2`.

Moves are small frozen values. Each has its one canonical `text`, and parse_move, the only reader of the notation,
reads it back. The rules find what a move does by its `kind`: of a lay, what its card does by. It is `settled` where
being listed is being legal: whether a catch counts can hang on a hidden card, and a Wild that exchanges cards is listed
without those it gives.
"""

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, ClassVar, final

from games.rules.core.cards import ALL_CARDS, COLOR_LETTERS, effect_of, is_wild
from games.rules.core.refusals import refused
from games.rules.uno.options import MOST_SEATS

#: No move is longer: fifteen cards in one play, or a swap of seven.
LONGEST_TEXT = 120
#: A Wild's powers.
PEEK, SWAP = "?", "~"


@final
@dataclass(frozen=True, slots=True)
class Lay:
    """Lay `cards`, the last on top, naming `color` for a wild; `power` is "?" for a peek, "~" for a swap."""

    cards: tuple[str, ...]
    color: str | None = None
    target: int | None = None
    power: str = ""
    gives: tuple[str, ...] = ()
    call: bool = False
    #: Made once, as is the rest: lists, views and the play ask for it far more often than a lay is new.
    text: str = field(init=False, repr=False, compare=False)
    #: What the last card does by (cards.effect_of), and the colour it is laid in; None: a wild that names none.
    effect: str = field(init=False, repr=False, compare=False)
    kind: str = field(init=False, repr=False, compare=False)
    lies: str | None = field(init=False, repr=False, compare=False)
    settled: bool = field(init=False, repr=False, compare=False)
    #: The card, where it is one.
    alone: str | None = field(init=False, repr=False, compare=False)
    #: What is told of it by each seat, kept by evolve.cards_laid where that is the same in every position.
    told: list[Any] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        last = self.cards[-1]
        object.__setattr__(self, "effect", effect_of(last))
        object.__setattr__(self, "kind", self.effect)
        object.__setattr__(self, "lies", self.color or (None if is_wild(last) else last[0]))
        object.__setattr__(self, "settled", self.power != SWAP)
        object.__setattr__(self, "alone", last if len(self.cards) == 1 else None)
        object.__setattr__(self, "told", [None] * MOST_SEATS)
        text = "+".join(self.cards)
        if self.power:
            text += f"{self.power}{self.target}" + (":" + ",".join(self.gives) if self.gives else "")
        else:
            text += (f">{self.color}" if self.color else "") + (f"@{self.target}" if self.target is not None else "")
        object.__setattr__(self, "text", text + ("!" if self.call else ""))


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw instead of playing."""

    kind: ClassVar[str] = "draw"
    settled: ClassVar[bool] = True
    text: ClassVar[str] = "draw"


@dataclass(frozen=True, slots=True)
class Accept:
    """Take the pending penalty, or be skipped."""

    kind: ClassVar[str] = "accept"
    settled: ClassVar[bool] = True
    text: ClassVar[str] = "accept"


@dataclass(frozen=True, slots=True)
class Pass:
    """Keep the drawn card."""

    kind: ClassVar[str] = "pass"
    settled: ClassVar[bool] = True
    text: ClassVar[str] = "pass"


@dataclass(frozen=True, slots=True)
class NameColor:
    """Name the colour owed for the first card."""

    kind: ClassVar[str] = "color"
    settled: ClassVar[bool] = True
    color: str

    @property
    def text(self) -> str:
        """The canonical text."""
        return f"color {self.color}"


@dataclass(frozen=True, slots=True)
class Call:
    """The call after the play."""

    kind: ClassVar[str] = "uno"
    settled: ClassVar[bool] = True
    text: ClassVar[str] = "uno"


@dataclass(frozen=True, slots=True)
class Catch:
    """Catch a seat that owes its call."""

    kind: ClassVar[str] = "catch"
    settled: ClassVar[bool] = False
    target: int

    @property
    def text(self) -> str:
        """The canonical text."""
        return f"catch {self.target}"


@dataclass(frozen=True, slots=True)
class Challenge:
    """Challenge the Wild Draw Four."""

    kind: ClassVar[str] = "challenge"
    settled: ClassVar[bool] = True
    text: ClassVar[str] = "challenge"


@dataclass(frozen=True, slots=True)
class Show:
    """Show a hand of numbers whose sum fits the number just laid."""

    kind: ClassVar[str] = "show"
    settled: ClassVar[bool] = True
    text: ClassVar[str] = "show"


@final
@dataclass(frozen=True, slots=True)
class Day:
    """Lay another seat's date; `color` is left out when all four colours are there."""

    kind: ClassVar[str] = "day"
    settled: ClassVar[bool] = True
    cards: tuple[str, ...]
    color: str | None = None
    call: bool = False

    @property
    def text(self) -> str:
        """The canonical text."""
        color = f">{self.color}" if self.color else ""
        return "day " + "+".join(self.cards) + color + ("!" if self.call else "")


type Move = Lay | Draw | Accept | Pass | NameColor | Call | Catch | Challenge | Show | Day

DRAW, ACCEPT, PASS, CALL, CHALLENGE, SHOW = Draw(), Accept(), Pass(), Call(), Challenge(), Show()
_WORDS: dict[str, Move] = {move.text: move for move in (DRAW, ACCEPT, PASS, CALL, CHALLENGE, SHOW)}

_CARD = r"(?:[RYGBP][0-9SVD]|W[4KCH]?)"
_SEAT = r"[0-9]"
_LAY = re.compile(
    rf"(?P<cards>{_CARD}(?:\+{_CARD})*)"
    rf"(?:\?(?P<peek>{_SEAT})|~(?P<swap>{_SEAT})(?::(?P<gives>{_CARD}(?:,{_CARD})*))?"
    rf"|(?:>(?P<color>[{COLOR_LETTERS}]))?(?:@(?P<target>{_SEAT}))?)(?P<call>!?)"
)
_DAY = re.compile(rf"day (?P<cards>{_CARD}(?:\+{_CARD})*)(?:>(?P<color>[{COLOR_LETTERS}]))?(?P<call>!?)")
_COLOR = re.compile(rf"color ([{COLOR_LETTERS}])")
_CATCH = re.compile(rf"catch ({_SEAT})")


@lru_cache(maxsize=4096)
def parse_move(text: str) -> Move:
    """Return the move that a text asks for; raise Refused(bad_move) for one that is not in the notation."""
    if len(text) > LONGEST_TEXT:
        raise refused("bad_move")
    word = _WORDS.get(text)
    if word is not None:
        return word
    if found := _LAY.fullmatch(text):
        return _lay(found)
    if found := _CATCH.fullmatch(text):
        return Catch(int(found[1]))
    if found := _COLOR.fullmatch(text):
        return NameColor(found[1])
    if found := _DAY.fullmatch(text):
        return Day(tuple(found["cards"].split("+")), found["color"], bool(found["call"]))
    raise refused("bad_move")


def _lay(found: re.Match[str]) -> Lay:
    """Return the lay that was read, if its parts belong together."""
    cards = tuple(found["cards"].split("+"))
    call = bool(found["call"])
    wild = cards[-1][0] == "W"
    if found["peek"] is not None or found["swap"] is not None:
        if cards != ("W",):
            raise refused("bad_move")
        gives = tuple(found["gives"].split(",")) if found["gives"] else ()
        return Lay(cards, None, int(found["peek"] or found["swap"]), "?" if found["peek"] else "~", gives, call)
    target = found["target"]
    if found["color"] and not wild:
        raise refused("bad_move")
    if target and cards[-1] != "WC" and cards[-1][1:] != "7":
        raise refused("bad_move")
    return Lay(cards, found["color"], None if target is None else int(target), "", (), call)


def format_move(move: Move) -> str:
    """Return the move's one canonical text; parse_move reads it back."""
    return move.text


@lru_cache(maxsize=4096)
def lay_several(cards: tuple[str, ...], target: int | None = None) -> Lay:
    """Return the play of several cards: one value for all who list it."""
    return Lay(cards, None, target)


#: A catch of each seat there may be.
CATCHES = tuple(Catch(seat) for seat in range(MOST_SEATS))


def with_call(move: Lay | Day) -> Move:
    """Return the same play with the call made."""
    return parse_move(f"{move.text}!")


assert all(re.fullmatch(_CARD, card) for card in ALL_CARDS)
