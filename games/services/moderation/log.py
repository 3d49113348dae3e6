"""The log of what staff do: written here alone, in the transaction of what was done."""

from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Action, Match, Report, Table
from games.services.errors import Declined
from games.text import visible_text

LONGEST_REASON = Action._meta.get_field("reason").max_length or 0
# who acts where no person does: a task of the site
THE_SITE = "Lastcard"


def log(
    actor: User | None,
    kind: str,
    reason: str,
    *,
    person: User | None = None,
    until: datetime | None = None,
    table: Table | None = None,
    match: Match | None = None,
    report: Report | None = None,
    **details: Any,
) -> Action:
    """Note what `actor` did (None: the site itself, by a task) and why; returns the row, which nobody can change.

    `kind` is one of `Action.Kind`; `person` whom it was done to, `until` the moment it ends by itself (None: it does
    not); `details` JSON-able, what else belongs to it. Call it in the transaction of the act, so that there is never
    one without the other. Raises `Declined` for an empty reason, one that is too long or has letters nobody sees.
    """
    return Action.objects.create(
        kind=Action.Kind(kind),
        actor_number=actor.pk if actor else None,
        actor_name=actor.name if actor else THE_SITE,
        person_number=person.pk if person else None,
        person_name=person.name if person else "",
        reason=checked_reason(reason),
        until=until,
        table_id_public=table.public_id if table else "",
        match_id_public=match.public_id if match else "",
        report_number=report.pk if report else None,
        details=details,
    )


def checked_reason(reason: str, longest: int = LONGEST_REASON, empty: str = "") -> str:
    """Return the reason, trimmed. Raises `Declined` as `log` does; `empty` is what it then says of an empty one."""
    try:
        reason = visible_text(reason, lines=True)
    except ValidationError as error:
        raise Declined(error.messages[0]) from error
    if not reason:
        raise Declined(empty or _("Give a reason: it is kept, and told to whom it concerns."))
    if len(reason) > longest:
        raise Declined(_("That is too long: at most %(count)s letters.") % {"count": longest})
    return reason
