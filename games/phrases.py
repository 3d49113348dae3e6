"""What can be said at a table with one tap: fixed words and drawings, which each reads in their own language.

A key is stored with the line (`ChatLine.phrase`) and never changes its meaning; new ones go to the end of their list.
"""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

PHRASES: dict[str, str | Promise] = {
    "hello": pgettext_lazy("quick phrase", "Hello"),
    "good_luck": pgettext_lazy("quick phrase", "Good luck"),
    "nice_one": pgettext_lazy("quick phrase", "Nice one"),
    "well_played": pgettext_lazy("quick phrase", "Well played"),
    "thanks": pgettext_lazy("quick phrase", "Thanks"),
    "sorry": pgettext_lazy("quick phrase", "Sorry"),
    "moment": pgettext_lazy("quick phrase", "One moment please"),
    "your_turn": pgettext_lazy("quick phrase", "Your turn"),
    "again": pgettext_lazy("quick phrase", "Again?"),
    "bye": pgettext_lazy("quick phrase", "See you"),
}

# drawn in games/screens/reactions.py; the words are for ears, and for those who cannot make out the drawing
REACTIONS: dict[str, str | Promise] = {
    "clap": _("Clapping"),
    "laugh": _("Laughing"),
    "surprised": _("Surprised"),
    "thinking": _("Thinking"),
    "oops": _("Oops"),
    "heart": _("Heart"),
}


def words(key: str) -> str:
    """Return what the phrase or reaction `key` says, in the active language; one that is no more says its key."""
    return str(PHRASES.get(key) or REACTIONS.get(key) or key)
