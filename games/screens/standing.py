"""What those who look after the site did about somebody, in that person's words: one sentence each."""

from collections.abc import Callable, Mapping
from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts.models import Sanction
from games.models import Action

Kind = Action.Kind

# by kind: with an end, and without
_MEASURES: Mapping[str, tuple[Callable[[], str], Callable[[], str]]] = {
    Kind.MUTE: (
        lambda: _("You may not talk at tables until {until}."),
        lambda: _("You may not talk at tables any more."),
    ),
    Kind.UNRATED: (
        lambda: _("You may not play rated matches until {until}."),
        lambda: _("You may not play rated matches any more."),
    ),
    Kind.SUSPEND: (
        lambda: _("Your account is suspended until {until}."),
        lambda: _("Your account is suspended."),
    ),
    Kind.BAN: (lambda: _("Your account is closed until {until}."), lambda: _("Your account is closed for good.")),
}
_ACTS: Mapping[str, Callable[[], str]] = {
    Kind.WARN: lambda: _("You were warned."),
    Kind.RENAME: lambda: _("Your name was changed to “{name}”. You may choose another in your profile."),
    Kind.LIFT: lambda: _("A measure against you was lifted."),
    Kind.UNDO_RATING: lambda: _("What a match did to your rating was undone."),
    Kind.ANNUL: lambda: _("A match of yours was annulled: it counts no more."),
    Kind.CLOSE_TABLE: lambda: _("Your table was closed."),
    Kind.END_MATCH: lambda: _("A match of yours was ended."),
    Kind.REPLACE: lambda: _("Your seat at a table was given to an AI player."),
    Kind.REVOKE_VIP: lambda: _("You are no VIP any more."),
    Kind.GRANT_VIP: lambda: _("You are a VIP."),
}


def moment(when: datetime) -> str:
    """Return a day and its time, as the reader writes them and in their time zone."""
    local = timezone.localtime(when)
    return pgettext("date and time of day", "%(date)s, %(time)s") % {
        "date": date_format(local, "DATE_FORMAT"),
        "time": local.strftime("%H:%M %Z"),
    }


def holding(held: Sanction) -> str:
    """Say to the person what this measure keeps them from, and where they read why."""
    return _("{sentence} Your page “Your standing” says why.").format(sentence=measure(held.kind, held.until))


def told(action: Action) -> str:
    """Say to the person what was done."""
    if action.kind in _MEASURES:
        return measure(action.kind, action.until)
    words = _ACTS.get(action.kind)
    return words().format(name=action.details.get("new", "")) if words else str(action.get_kind_display())


def measure(kind: str, until: datetime | None) -> str:
    """Say to the person what a measure of this kind, with this end, keeps them from."""
    ending, lasting = _MEASURES[kind]
    return ending().format(until=moment(until)) if until else lasting()
