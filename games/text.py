"""Texts that people write and others read."""

import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

_UNSEEN = ("Cc", "Cf", "Co", "Cs")


def visible_text(text: str, *, lines: bool = False) -> str:
    """Return `text`, trimmed; raise ValidationError for letters that cannot be seen.

    They turn the text around them or hide in it. With `lines`, it may have several.
    """
    text = text.strip().replace("\r\n", "\n")
    if any(unicodedata.category(letter) in _UNSEEN for letter in text if not (lines and letter == "\n")):
        raise ValidationError(_("Use letters that can be seen."))
    return text
