"""Lines of chat that somebody reports to those who look after the site."""

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from accounts import rates
from games.models import Report
from games.services.errors import Declined
from games.services.talk import line_read_by
from games.text import visible_line

LONGEST_NOTE = 300


def report(table_id: int, user_id: int, number: int, reason: str, note: str = "") -> str:
    """Report the line with this number; the report keeps its words. Returns a sentence of thanks.

    A second report of the same line by the same person changes nothing. Raises `Declined` for a line that the person
    cannot know or wrote themselves, for no reason, a note that is too long, or too many reports at once.
    """
    if reason not in Report.Reason.values:
        raise Declined(_("Choose a reason."))
    try:
        note = visible_line(note)
    except ValidationError as error:
        raise Declined(error.messages[0]) from error
    if len(note) > LONGEST_NOTE:
        raise Declined(_("That is too long: at most %(count)s letters.") % {"count": LONGEST_NOTE})
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
