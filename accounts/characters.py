"""The animals a person may choose as a character, and the disc an AI player wears."""

import hashlib

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

AI = "ai"

#: For everybody.
CHARACTERS: dict[str, Promise] = {
    "fox": _("Fox"),
    "owl": _("Owl"),
    "panda": _("Panda"),
    "cat": _("Cat"),
    "whale": _("Whale"),
    "frog": _("Frog"),
    "tiger": _("Tiger"),
    "rabbit": _("Rabbit"),
    "bear": _("Bear"),
    "crane": _("Crane"),
    "octopus": _("Octopus"),
    "hedgehog": _("Hedgehog"),
}
#: Chosen by those whose rights (accounts.rights) have them.
EXCLUSIVE: dict[str, Promise] = {
    "lion": _("Lion"),
    "dragon": _("Dragon"),
    "unicorn": _("Unicorn"),
}
NAMES = CHARACTERS | EXCLUSIVE


def default_character(name: str) -> str:
    """The key of the animal that somebody called `name` starts with: the same on every machine and day."""
    keys = tuple(CHARACTERS)
    return keys[hashlib.sha256(name.encode()).digest()[0] % len(keys)]
