"""What somebody reports to those who look after the site: a line of chat, a person, a match at one of its moves."""

from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from accounts import rates
from accounts.models import Kind, User
from games.models import Match, MatchSeat, Report
from games.services.errors import Declined
from games.services.talk import line_read_by
from games.text import visible_line

LONGEST_NOTE = 300


def report(table_id: int, user_id: int, number: int, reason: str, note: str = "") -> str:
    """Report the line with this number; the report keeps its words. Returns a sentence of thanks.

    A second report of the same line by the same person changes nothing. Raises `Declined` for a line that the person
    cannot know or wrote themselves, for no reason, a note that is too long, or too many reports at once.
    """
    note = _checked(reason, note)
    line = line_read_by(table_id, user_id, number)
    thanks = _("Thank you. Somebody will look at what %(name)s wrote.") % {"name": line.user.name}
    if Report.objects.filter(reporter_id=user_id, line=line).exists():
        return thanks
    rates.count("REPORT_RATE", user_id)
    Report.objects.get_or_create(
        reporter_id=user_id,
        line=line,
        defaults={
            "about": line.user,
            "table_id": table_id,
            "match_id": line.match_id,
            "text": line.words,
            "reason": reason,
            "note": note,
        },
    )
    return thanks


def report_person(user_id: int, other: User, reason: str, note: str = "") -> str:
    """Report somebody: their name, or how they are. Returns a sentence of thanks.

    While a report of the same person by the same one is open, another changes nothing. Raises `Declined` as `report`,
    and for oneself or an AI player.
    """
    return _report(user_id, other, Report.Kind.PERSON, reason, note)


def report_match(user_id: int, match: Match, other: User, move: int | None, reason: str, note: str = "") -> str:
    """Report how somebody played in a finished match; `move`: at which of its moves. Returns a sentence of thanks.

    Raises `Declined` as `report_person`, and for who had no seat in the match or a move that there was not.
    """
    if not MatchSeat.objects.filter(match=match, user=other).exists():
        raise Declined(_("Choose somebody who played this match."))
    if move is not None and move > match.number:
        raise Declined(_("The match had no such move."))
    return _report(user_id, other, Report.Kind.MATCH, reason, note, match=match, move=move)


def may_report(match: Match, user_id: int | None) -> bool:
    """Return whether this person finds somebody in the match whom they could report."""
    if user_id is None:
        return False
    return MatchSeat.objects.filter(match=match, is_ai=False, user__removed_number=None).exclude(user=user_id).exists()


def _report(user_id: int, other: User, kind: str, reason: str, note: str, **about: Any) -> str:
    note = _checked(reason, note)
    if other.pk == user_id:
        raise Declined(_("That is you."))
    if other.kind == Kind.AI or other.is_removed:
        raise Declined(_("There is nobody behind this name."))
    thanks = _("Thank you. Somebody will look at it. %(name)s is not told who reported.") % {"name": other.name}
    alike = Report.objects.filter(reporter_id=user_id, about=other, kind=kind, match=about.get("match"), closed_at=None)
    if alike.exists():
        return thanks
    rates.count("REPORT_RATE", user_id)
    match = about.get("match")
    Report.objects.create(
        kind=kind,
        reporter_id=user_id,
        about=other,
        text=other.name,
        reason=reason,
        note=note,
        table_id=match.table_id if match else None,
        **about,
    )
    return thanks


def _checked(reason: str, note: str) -> str:
    """Return the note, trimmed. Raises `Declined` for no reason, or a note that is too long or cannot be seen."""
    if reason not in Report.Reason.values:
        raise Declined(_("Choose a reason."))
    try:
        note = visible_line(note)
    except ValidationError as error:
        raise Declined(error.messages[0]) from error
    if len(note) > LONGEST_NOTE:
        raise Declined(_("That is too long: at most %(count)s letters.") % {"count": LONGEST_NOTE})
    return note
