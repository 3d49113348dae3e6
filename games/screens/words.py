"""What happened and why not, in words: cards, events and refusals as sentences of the active language."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

_COLORS = {
    "R": lambda: _("red"),
    "Y": lambda: _("yellow"),
    "G": lambda: _("green"),
    "B": lambda: _("blue"),
    "P": lambda: _("pink"),
}
_FACES = {
    "S": lambda: pgettext("card", "skip"),
    "V": lambda: pgettext("card", "reverse"),
    "D": lambda: pgettext("card", "+2"),
}
_WILD = {
    "W": lambda: pgettext("card", "wild"),
    "W4": lambda: pgettext("card", "wild draw four"),
    "WK": lambda: pgettext("card", "keep swimming"),
    "WC": lambda: pgettext("card", "custom card"),
    "WH": lambda: pgettext("card", "shuffle hands"),
}


def color_name(color: str) -> str:
    """A card colour in words; the letter is one of R, Y, G, B, P."""
    return _COLORS[color]()


def face_name(face: str) -> str:
    """What a card shows besides its colour: a digit, or skip, reverse, +2."""
    return face if face.isdigit() else _FACES[face]()


def card_name(code: str) -> str:
    """A card in words: colour, then value ("green 7"); wild cards have names of their own."""
    if code == "back":
        return _("face-down card")
    if code in _WILD:
        return _WILD[code]()
    return _("%(color)s %(face)s") % {"color": color_name(code[0]), "face": face_name(code[1:])}
