"""Texts that people write and others read."""

import re
import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

_UNSEEN = ("Cc", "Cf", "Co", "Cs")
# letters and signs by their category that nevertheless show nothing
_BLANK = frozenset("\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5")

# An emoji: a sign, its form (U+FE0F), its skin. Python's `re` knows no classes of Unicode, so the blocks stand here:
# symbols from the arrows to the dingbats, enclosed signs, and the planes of pictures.
_SIGN = "[\u00a9\u00ae\u203c\u2049\u2122\u2139\u2190-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff]"
_ONE = f"{_SIGN}\ufe0f?[\U0001f3fb-\U0001f3ff]?"
_EMOJI = re.compile(
    # several in one, as families and professions are
    f"{_ONE}(?:\u200d{_ONE})+"
    # the flag of a part of a country: a black flag and its name in letters that are not seen
    "|\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{1,6}\U000e007f"
)


def visible_text(text: str, *, lines: bool = False) -> str:
    """Return `text`, trimmed; raise ValidationError for letters that cannot be seen.

    They turn the text around them or hide in it. With `lines`, it may have several.
    """
    text = text.strip().replace("\r\n", "\n")
    _refuse_unseen(text.replace("\n", "") if lines else text)
    return text


def visible_line(text: str) -> str:
    """Return a line of talk, trimmed; raise ValidationError for letters that cannot be seen.

    Those that join several emoji to one are seen, as that one; anywhere else they are refused as in `visible_text`.
    A line of nothing but blanks is empty.
    """
    text = text.strip()
    _refuse_unseen(_EMOJI.sub("", text))
    return text if any(map(_shows, text)) else ""


def _refuse_unseen(text: str) -> None:
    if any(unicodedata.category(letter) in _UNSEEN for letter in text):
        raise ValidationError(_("Use letters that can be seen."))


def _shows(letter: str) -> bool:
    return letter not in _BLANK and unicodedata.category(letter)[0] not in "MZC"
