"""What a seat may ask for, and its text: `R5`, `W4>B!`, `draw`, `catch 2`.

Moves are small frozen values. Text becomes a move by parse_move, the only reader of the notation.
"""

import re
from dataclasses import dataclass, field, replace
from functools import lru_cache

from games.rules.core.cards import ALL_CARDS, COLOR_LETTERS
from games.rules.core.refusals import refused

#: No move is longer: fifteen cards in one play, or a swap of seven.
LONGEST_TEXT = 120


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay `cards`, the last on top, naming `color` for a wild; `power` is "?" for a peek, "~" for a swap."""

    cards: tuple[str, ...]
    color: str | None = None
    target: int | None = None
    power: str = ""
    gives: tuple[str, ...] = ()
    call: bool = False
    #: The canonical text, kept here once it is known: views ask for it far more often than moves are made.
    text: str = field(default="", init=False, repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw instead of playing."""


@dataclass(frozen=True, slots=True)
class Accept:
    """Take the pending penalty, or be skipped."""


@dataclass(frozen=True, slots=True)
class Pass:
    """Keep the drawn card."""


@dataclass(frozen=True, slots=True)
class NameColor:
    """Name the colour owed for the first card."""

    color: str


@dataclass(frozen=True, slots=True)
class Call:
    """The call after the play."""


@dataclass(frozen=True, slots=True)
class Catch:
    """Catch a seat that owes its call."""

    target: int


@dataclass(frozen=True, slots=True)
class Challenge:
    """Challenge the Wild Draw Four."""


@dataclass(frozen=True, slots=True)
class Show:
    """Show a hand of numbers whose sum fits the number just laid."""


@dataclass(frozen=True, slots=True)
class Day:
    """Lay another seat's date; `color` is left out when all four colours are there."""

    cards: tuple[str, ...]
    color: str | None = None
    call: bool = False


type Move = Lay | Draw | Accept | Pass | NameColor | Call | Catch | Challenge | Show | Day

DRAW, ACCEPT, PASS, CALL, CHALLENGE, SHOW = Draw(), Accept(), Pass(), Call(), Challenge(), Show()
_WORDS: dict[str, Move] = {
    "draw": DRAW,
    "accept": ACCEPT,
    "pass": PASS,
    "uno": CALL,
    "challenge": CHALLENGE,
    "show": SHOW,
}

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
    match move:
        case Lay():
            if not move.text:
                object.__setattr__(move, "text", _format_lay(move))
            return move.text
        case Day(cards, color, call):
            return "day " + "+".join(cards) + (f">{color}" if color else "") + ("!" if call else "")
        case Catch(target):
            return f"catch {target}"
        case NameColor(color):
            return f"color {color}"
        case _:
            return next(word for word, one in _WORDS.items() if one == move)


def _format_lay(move: Lay) -> str:
    text = "+".join(move.cards)
    if move.power:
        text += f"{move.power}{move.target}" + (":" + ",".join(move.gives) if move.gives else "")
    else:
        text += (f">{move.color}" if move.color else "") + (f"@{move.target}" if move.target is not None else "")
    return text + ("!" if move.call else "")


@lru_cache(maxsize=4096)
def with_call(move: Lay | Day) -> Lay | Day:
    """Return the same play with the call made."""
    return replace(move, call=True)


assert all(re.fullmatch(_CARD, card) for card in ALL_CARDS)
