"""The words that sentences are made of: colours, cards, levels, in the active language."""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache

from django.utils.translation import get_language, npgettext, pgettext
from django.utils.translation import gettext as _

_COLORS: Mapping[str, Callable[[], str]] = {
    "R": lambda: _("red"),
    "Y": lambda: _("yellow"),
    "G": lambda: _("green"),
    "B": lambda: _("blue"),
    "P": lambda: _("pink"),
}
_FACES: Mapping[str, Callable[[], str]] = {
    "S": lambda: pgettext("card", "skip"),
    "V": lambda: pgettext("card", "reverse"),
    "D": lambda: pgettext("card", "+2"),
}
_WILD: Mapping[str, Callable[[], str]] = {
    "W": lambda: pgettext("card", "wild"),
    "W4": lambda: pgettext("card", "wild draw four"),
    "WK": lambda: pgettext("card", "keep swimming"),
    "WC": lambda: pgettext("card", "custom card"),
    "WH": lambda: pgettext("card", "shuffle hands"),
}
_LEVELS: Mapping[str, Callable[[], str]] = {
    "easy": lambda: pgettext("AI level", "easy"),
    "steady": lambda: pgettext("AI level", "steady"),
    "sharp": lambda: pgettext("AI level", "sharp"),
    "master": lambda: pgettext("AI level", "master"),
}


def color_name(color: str) -> str:
    """A card colour in words; the letter is one of R, Y, G, B, P."""
    return _COLORS[color]()


def face_name(face: str) -> str:
    """What a card shows besides its colour: a digit, or skip, reverse, +2."""
    return face if face.isdigit() else _FACES[face]()


def card_name(code: str) -> str:
    """A card in words: colour, then value ("green 7"); wild cards have names of their own."""
    return _card_name(code, get_language())


@lru_cache(maxsize=1000)
def _card_name(code: str, language: str | None) -> str:
    if code == "back":
        return _("face-down card")
    if code in _WILD:
        return _WILD[code]()
    return pgettext("card: colour and value", "{color} {face}").format(
        color=color_name(code[0]), face=face_name(code[1:])
    )


def card_names(codes: tuple[str, ...]) -> str:
    """Several cards in words, in their order."""
    return listed(card_name(code) for code in codes)


def listed(things: Iterable[str]) -> str:
    """Several things one after another, with what this language sets between them."""
    return pgettext("between things that are listed", ", ").join(things)


def in_a_row(sentences: Iterable[str]) -> str:
    """Several sentences without their full stops as one text."""
    return pgettext("between two sentences", ". ").join(sentences)


def level_name(level: str) -> str:
    """An AI level in words; a key that is not known stands for itself."""
    return _LEVELS[level]() if level in _LEVELS else level


def cards_count(count: int) -> str:
    """A number of cards, as it stands in a sentence."""
    return npgettext("how many were drawn or dealt", "{count} card", "{count} cards", count).format(count=count)


def points_count(count: int) -> str:
    """A number of points."""
    return npgettext("score", "{count} point", "{count} points", count).format(count=count)


def in_language(text: str | Mapping[str, str]) -> str:
    """A text that rulesets hold: one for all, or one for each language; English or the first where ours is missing."""
    if isinstance(text, str):
        return text
    language = get_language() or "en"
    return text.get(language) or text.get("en") or next(iter(text.values()))
