"""A ruling in words: what a seat may do, what it may not, and which rule says so."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from games.rules.core.refusals import Refusal
from games.rules.families import FAMILIES
from games.rules.uno.moves import Lay, parse_move

from .moves import move_text
from .options import OptionLine, value_text
from .refusals import refusal_text
from .words import cards_count

# more rows than this are counted, not shown: a hand of forty cards has thousands of ways to lay several at once
MOST_ROWS = 60


@dataclass(slots=True)
class Allowed:
    """One thing that may be done: the cards it lays, its words, and every way to write it down."""

    words: str
    cards: tuple[str, ...] = ()
    codes: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Forbidden:
    """One thing that may not be done: why, and the options behind it (none: the printed rules say so)."""

    words: str
    code: str
    cards: tuple[str, ...]
    why: str
    rules: tuple[OptionLine, ...]


def allowed(moves: Iterable[str], names: Sequence[str], pending: int = 0) -> list[Allowed]:
    """Return legal moves grouped: one entry for a play, whatever colour it names and whether the call is made.

    `pending` is the number of cards that accepting means, 0 where it means to be skipped.
    """
    found: dict[object, list[str]] = {}
    for text in moves:
        found.setdefault(_group(text), []).append(text)
    return [
        Allowed(_accepted(pending), codes=codes) if codes == ["accept"] else _allowed(codes, names)
        for codes in found.values()
    ]


def _accepted(pending: int) -> str:
    return _("take {cards}").format(cards=cards_count(pending)) if pending else _("be skipped")


def _group(text: str) -> object:
    move = parse_move(text)
    return (move.cards, move.power, move.target) if isinstance(move, Lay) else text.removesuffix("!")


def _allowed(codes: list[str], names: Sequence[str]) -> Allowed:
    first = parse_move(codes[0])
    plain = codes[0].removesuffix("!")
    several = len({code.removesuffix("!") for code in codes}) > 1
    cards = getattr(first, "cards", ())
    return Allowed(move_text(plain, names, color=not several), cards, codes)


def forbidden(text: str, refusal: Refusal, view: Any, names: Sequence[str], family: str) -> Forbidden:
    """Return why this move is refused to the seat whose `view` this is.

    A text that is no move stands for itself.
    """
    words, cards = text, ()
    if refusal.code != "bad_move":
        words, cards = move_text(text, names), getattr(parse_move(text), "cards", ())
    return Forbidden(words, text, cards, refusal_text(refusal), rules_behind(text, refusal, view, family))


def rules_behind(text: str, refusal: Refusal, view: Any, family: str) -> tuple[OptionLine, ...]:
    """Return the options whose value makes the rules refuse this move; none where the printed rules do."""
    keys = _BEHIND.get(refusal.code, lambda text, refusal, view: ())(text, refusal, view)
    options = FAMILIES[family].options
    chosen = view.ruleset.options
    return tuple(
        OptionLine(key, _(options[key].title), value_text(options[key], chosen[key]), "")
        for key in keys
        if key in options
    )


type Keys = Sequence[str]


def _penalty(text: str, refusal: Refusal, view: Any) -> Keys:
    """The option that would let this card answer what is pending, if there is one."""
    card = getattr(parse_move(text), "cards", ("",))[-1]
    face = card if card.startswith("W") else card[1:]
    if view.skips:
        return ("answer_skip",)
    return {
        ("D", "D"): ("stack_two_on_two",),
        ("D", "W4"): ("stack_four_on_two",),
        ("D", "S"): ("skip_passes_two",),
        ("D", "V"): ("reverse_returns_two",),
        ("W4", "W4"): ("stack_four_on_four",),
        ("W4", "D"): ("stack_two_on_four",),
    }.get((view.kind, face), ())


def _turn(text: str, refusal: Refusal, view: Any) -> Keys:
    """A card like the top could be laid out of turn where the rules know jumping in."""
    move = parse_move(text)
    return ("jump_in",) if isinstance(move, Lay) and move.cards == (view.top,) else ()


def _not_known(text: str, refusal: Refusal, view: Any) -> Keys:
    """The option that would bring this move into the game."""
    move = parse_move(text)
    if isinstance(move, Lay):
        if move.power:
            return ("wild_powers",)
        return ("custom_effect",) if move.cards[-1] == "WC" else ("seven_swaps",) if move.target is not None else ()
    return {"show": ("death_number",), "day": ("judgement_day",), "uno": ("uno_late_call",)}.get(text.split()[0], ())


def _match(text: str, refusal: Refusal, view: Any) -> Keys:
    rule = refusal.params.get("rule")
    return (str(rule),) if rule else ()


def _choice(text: str, refusal: Refusal, view: Any) -> Keys:
    move = parse_move(text)
    if not isinstance(move, Lay):
        return ()
    return {"WC": ("custom_effect",), "W": ("wild_powers",)}.get(move.cards[-1], ("seven_swaps",))


def _always(*keys: str) -> Callable[[str, Refusal, Any], Keys]:
    return lambda text, refusal, view: keys


_BEHIND: Mapping[str, Callable[[str, Refusal, Any], Keys]] = {
    "not_in_these_rules": _not_known,
    "not_your_turn": _turn,
    "not_vip": lambda text, refusal, view: ("play_drawn",) if view.phase == "drawn" else ("jump_in",),
    "jump_in_not_allowed": _always("jump_in"),
    "multi_play_not_allowed": _always("multi_play"),
    "not_identical": _always("multi_play"),
    "choice_required": _choice,
    "penalty_pending": _penalty,
    "does_not_match": _match,
    "improper_wild_four": _always("wild_four_needs", "wild_four_policing"),
    "cannot_finish_on_this": _always("finish_on"),
    "must_play": _always("must_play"),
    "nothing_to_challenge": _always("wild_four_policing"),
    "not_catchable": _always("uno_window"),
    "sum_does_not_fit": _always("death_number"),
    "date_does_not_fit": _always("judgement_day"),
}


@dataclass(frozen=True, slots=True)
class Others:
    """What a seat that is not to move may do now."""

    name: str
    allowed: list[Allowed]


@dataclass(frozen=True, slots=True)
class Ruling:
    """What may be done in a position, and what not. `more` plays are left out of `allowed` for their number."""

    name: str
    allowed: list[Allowed]
    more: int
    cards: list[Forbidden]
    acts: list[Forbidden]
    others: list[Others]
