"""What follows at the tables from what people are to each other."""

from typing import Any

from django.db.models import Q

from accounts import signals
from accounts.models import User
from games import broadcast
from games.models import Appeal, ChatLine, Invitation, Notice, Report, Table
from games.services import notices

# what friends tell each other: no news any more once they are none
OF_FRIENDS = (Notice.Kind.FRIEND_ASKED, Notice.Kind.FRIEND_ACCEPTED, Notice.Kind.INVITED)


def tell_of_ties(kind: str, person: User, other: User) -> None:
    """`person` asked `other` to be friends, accepted, or took something back: say so, or unsay it.

    Who are friends no more are not invited by each other any more.
    """
    if kind == signals.FRIEND_ASKED:
        notices.notify(Notice.Kind.FRIEND_ASKED, [other.pk], actor_id=person.pk)
    elif kind == signals.FRIEND_ACCEPTED:
        asked = Notice.objects.filter(kind=Notice.Kind.FRIEND_ASKED, person=person, actor=other, read_at=None)
        notices.read(person.pk, list(asked.values_list("pk", flat=True)))
        notices.notify(Notice.Kind.FRIEND_ACCEPTED, [other.pk], actor_id=person.pk)
    elif kind == signals.FRIEND_NO_MORE:
        Invitation.objects.filter(Q(person=person, by=other) | Q(person=other, by=person)).delete()
        between = Q(person=person, actor=other) | Q(person=other, actor=person)
        told = Notice.objects.filter(between, kind__in=OF_FRIENDS)
        if told.delete()[0]:
            broadcast.tell_people([person.pk, other.pk])
    elif kind in (signals.BLOCKED, signals.UNBLOCKED):
        _look_anew({person.pk, other.pk})


def _look_anew(people: set[int]) -> None:
    """Have the open pages of these people look anew at who may sit down and talk where, and whom they hear."""
    broadcast.tell_people(people)  # their lobbies; the others' show nothing else than before
    tables = Table.objects.exclude(state=Table.State.CLOSED)
    seats = tables.filter(seats__user__in=people, seats__live=True)
    lines = tables.filter(pk__in=ChatLine.objects.filter(user__in=people).values("table"))
    for table_id, state in {*seats.values_list("pk", "state"), *lines.values_list("pk", "state")}:
        for user_id in people:
            broadcast.heard_anew(table_id, user_id, whole=state != Table.State.PLAYING)


def forget(user: User) -> None:
    """An account is being removed: what was told to it and of it goes, invitations, complaints about it, appeals."""
    Notice.objects.filter(Q(person=user) | Q(actor=user)).delete()
    Invitation.objects.filter(Q(person=user) | Q(by=user)).delete()
    Report.objects.filter(about=user).delete()
    Report.objects.filter(reporter=user).update(reporter=None)
    Appeal.objects.filter(person=user).delete()


def reports_of(user: User) -> list[dict[str, Any]]:
    """Return what this person reported, oldest first: JSON-able, times in UTC."""
    return [
        {
            "made_at": report.made_at.isoformat(),
            "reason": report.reason,
            "note": report.note,
            "kind": report.kind,
            "about": report.about.name,
            "text": report.text,
        }
        for report in Report.objects.filter(reporter=user).select_related("about").order_by("pk")
    ]
