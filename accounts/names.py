"""Display names: when two of them look alike, and which ones nobody may take."""

import unicodedata
from functools import cache

from confusable_homoglyphs.confusables import confusables_data


def tidy_name(name: str) -> str:
    """`name` as it is stored and shown: one form of each letter, single spaces, none at the ends."""
    return " ".join(unicodedata.normalize("NFC", name).split())


def display_key(name: str) -> str:
    """What `name` looks like, as text: two names with the same key cannot be told apart at a glance.

    Letter case, width, accents' encoding, spaces, dots, dashes and underscores do not count, and every letter is
    replaced by the one that stands for all its look-alikes ("Mel", "Me1", "MeI" and "Mеl" are one name).
    """
    folded = "".join(map(_look, unicodedata.normalize("NFKC", name)))
    # a replaced letter may itself be a capital, or take part in a pair ("rn" for "m")
    return "".join(map(_look, folded)).replace("rn", "m").replace("vv", "w")


@cache
def _look(letter: str) -> str:
    if unicodedata.category(letter)[0] in "ZPCS" and letter not in "|$":
        return ""
    plain = _prototype(letter)
    if plain == letter:
        plain = _prototype(letter.casefold())
    return "".join(_SAME.get(part, part) for part in unicodedata.normalize("NFKC", plain).casefold())


@cache
def _prototype(letter: str) -> str:
    """The plainest of a letter's look-alikes: the first ASCII letter or digit, else the one lowest in Unicode."""
    found = [entry["c"] for entry in confusables_data.get(letter, ())]
    plain = sorted(text for text in found if text.isascii() and text.isalnum())
    if letter.isascii() or not found:
        return letter
    if plain:
        return plain[0]
    return min([letter, *(text for text in found if len(text) == 1)])


# ASCII look-alikes that a table for whole alphabets leaves apart or says only of capitals
_SAME = {"i": "l", "1": "l", "|": "l", "0": "o", "$": "s"}
