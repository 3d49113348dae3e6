"""Spans of time in words: how long a turn may take, and what comes on top of it."""

import math

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

MINUTE, HOUR, DAY = 60, 3600, 86_400


def span_text(seconds: int) -> str:
    """Return the span in the largest unit that divides it: "45 seconds", "2 minutes", "1 hour", "3 days"."""
    if seconds % DAY == 0:
        return ngettext("%(count)s day", "%(count)s days", seconds // DAY) % {"count": seconds // DAY}
    if seconds % HOUR == 0:
        return ngettext("%(count)s hour", "%(count)s hours", seconds // HOUR) % {"count": seconds // HOUR}
    if seconds % MINUTE == 0:
        return ngettext("%(count)s minute", "%(count)s minutes", seconds // MINUTE) % {"count": seconds // MINUTE}
    return ngettext("%(count)s second", "%(count)s seconds", seconds) % {"count": seconds}


def clock_text(turn_seconds: int, reserve_seconds: int) -> str:
    """Return a table's clock, short: "30 s a turn + 60 s", "2 days a turn"."""
    turn = _("%(count)s s") % {"count": turn_seconds} if turn_seconds < HOUR else span_text(turn_seconds)
    if reserve_seconds:
        reserve = _("%(count)s s") % {"count": reserve_seconds}
        return _("%(turn)s a turn + %(reserve)s") % {"turn": turn, "reserve": reserve}
    return _("%(turn)s a turn") % {"turn": turn}


def minutes_left(seconds: float) -> str:
    """A short time in minutes and seconds, as a clock shows it: "0:42"."""
    minutes, rest = divmod(math.ceil(seconds), 60)
    return f"{minutes}:{rest:02}"
