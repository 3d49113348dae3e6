"""What moderators do about people: warn, mute, remove from rated play, suspend, ban, rename, and take it back."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Kind as PersonKind
from accounts.models import Sanction, User
from accounts.names import check_name
from accounts.naming import is_name_free
from accounts.sanctions import OUT
from accounts.sessions import end_sessions
from games import broadcast
from games.models import Action, Report
from games.services.closing import get_up_everywhere
from games.services.errors import Declined
from games.services.moderation import annulling
from games.services.moderation.log import checked_reason, log
from games.services.moderation.telling import tell

Kind = Action.Kind
#: What may be done about a person, the mildest first.
MEASURES = (Kind.WARN, Kind.RENAME, Kind.MUTE, Kind.UNRATED, Kind.SUSPEND, Kind.BAN)
#: Those that last, as a `Sanction`.
LASTING = (Kind.MUTE, Kind.UNRATED, Kind.SUSPEND, Kind.BAN)


def take(
    actor: User,
    person: User,
    kind: str,
    reason: str,
    *,
    until: datetime | None = None,
    name: str = "",
    report: Report | None = None,
) -> Action:
    """Do something about a person: one of `MEASURES`, with the reason that they and the log are told.

    `until`: when a mute, removal from rated play or suspension ends by itself (None: it lasts; a suspension has an
    end, a ban has none). `name`: what the person is called from then on (empty: a name of the site's own making).
    `report`: what it answers; it and all other open ones about the same thing are closed. Who is suspended or banned
    is out at once: sockets, sessions and seats.

    Raises `Declined` without a reason, for an end that is not possible, a name that is not to be had, oneself, or
    staff where the actor is no admin.
    """
    if kind not in MEASURES:
        raise Declined(_("Choose what to do."))
    reason = checked_reason(reason)
    why_not_about(actor, person)
    _check_end(kind, until)
    with transaction.atomic():
        if kind in OUT:
            get_up_everywhere(person)  # the tables first: who holds one locks people, never the other way round
        held = User.objects.select_for_update().get(pk=person.pk)
        names: dict[str, Any] = _rename(held, name) if kind == Kind.RENAME else {}
        action = log(actor, kind, reason, person=held, until=until, report=report, **names)
        if kind in LASTING:
            Sanction.objects.create(person=held, kind=kind, reason=reason, until=until, action_number=action.pk)
        if kind in OUT:
            end_sessions(held)
            broadcast.put_out(held.pk)
        tell(action, [held])
        if report is not None:
            close(report)
    return action


def why_not_about(actor: User, person: User) -> None:
    """Raise `Declined` where `actor` may do nothing about this person: themselves, staff, an AI, a removed account."""
    if actor.pk == person.pk:
        raise Declined(_("Somebody else must decide about you."))
    if (person.is_staff or person.is_superuser) and not actor.is_superuser:
        raise Declined(_("Only an admin can do something about staff."))
    if person.kind == PersonKind.AI or person.is_removed:
        raise Declined(_("There is nobody behind this name."))


def _check_end(kind: str, until: datetime | None) -> None:
    if until is not None and until <= timezone.now():
        raise Declined(_("That is over already."))
    if kind == Kind.SUSPEND and until is None:
        raise Declined(_("A suspension has an end; without one it is a ban."))
    if until is not None and (kind == Kind.BAN or kind not in LASTING):
        raise Declined(_("This has no end."))


def _rename(person: User, name: str) -> dict[str, str]:
    """Give the person (held) another name; returns what it was and is."""
    old = person.name
    try:
        new = check_name(name) if name.strip() else f"Player-{person.public_id[:8]}"
    except ValidationError as error:
        raise Declined(error.messages[0]) from error
    if not is_name_free(new, but_for=person):
        raise Declined(_("Somebody has this name, or one that looks like it."))
    person.display_name = new
    try:
        with transaction.atomic():
            person.save(update_fields=["display_name"])
    except IntegrityError as error:  # somebody took it this very moment
        raise Declined(_("Somebody has this name, or one that looks like it.")) from error
    return {"old": old, "new": new}


def lift(actor: User, action: Action, reason: str) -> Action:
    """Take back what was done and tell the person; returns the row of the log. Raises `Declined` as `take_back`."""
    with transaction.atomic():
        lifted = take_back(actor, action, reason)
        tell(lifted, User.objects.filter(pk=lifted.person_number or 0))
    return lifted


def take_back(actor: User, action: Action, reason: str) -> Action:
    """Take back what was done: a lasting measure ends, a name comes back if it is free. Returns the row of the log.

    Raises `Declined` without a reason, or where there is nothing (left) to take back.
    """
    reason = checked_reason(reason)
    undo = UNDO.get(Kind(action.kind))
    person = User.objects.filter(pk=action.person_number or 0, removed_number=None).first()
    if undo is None or person is None:
        raise Declined(_("There is nothing to take back."))
    why_not_about(actor, person)
    with transaction.atomic():
        # not the key: who annuls a match points at its people, holding what this waits for
        held = User.objects.select_for_update(no_key=True).get(pk=person.pk)
        undo(actor, held, action)
        return log(actor, Kind.LIFT, reason, person=held, action=action.pk, lifted=action.kind)


def _end(_actor: User, person: User, action: Action) -> None:
    rows = Sanction.objects.filter(person=person, action_number=action.pk, lifted_at=None)
    if not rows.update(lifted_at=timezone.now()):
        raise Declined(_("There is nothing to take back."))


def _name_back(_actor: User, person: User, action: Action) -> None:
    if person.display_name != action.details.get("new"):
        raise Declined(_("The person has chosen another name since."))
    _rename(person, str(action.details["old"]))


UNDO: dict[str, Callable[[User, User, Action], None]] = {
    **dict.fromkeys(LASTING, _end),
    Kind.RENAME: _name_back,
    Kind.ANNUL: annulling.count_again,
    Kind.UNDO_RATING: annulling.count_again,
}


def dismiss(actor: User, report: Report, reason: str) -> Action:
    """Close a report: nothing was wrong. The log keeps why; nobody is told.

    Raises `Declined` without a reason, for a report about oneself, or about staff where the actor is no admin.
    """
    if not report.about.is_removed:
        why_not_about(actor, report.about)
    with transaction.atomic():
        action = log(actor, Kind.DISMISS, reason, person=report.about, report=report)
        close(report)
    return action


def close(report: Report) -> None:
    """Mark a report as dealt with, and all open ones about the same line, or the same person in the same match."""
    alike = Report.objects.filter(closed_at=None, about=report.about, kind=report.kind, match=report.match)
    if report.kind == Report.Kind.LINE:  # of a line that is gone no other report can be told to be about it
        alike = alike.filter(line=report.line_id) if report.line_id else alike.none()
    now = timezone.now()
    alike.update(closed_at=now)
    Report.objects.filter(pk=report.pk, closed_at=None).update(closed_at=now)
