"""What follows at the tables from what people are to each other."""

from django.db.models import Q
from django.utils import timezone

from accounts import signals
from accounts.models import User
from games.models import Invitation, Notice, Report
from games.services import notices


def tell_of_ties(kind: str, person: User, other: User) -> None:
    """`person` asked `other` to be friends, accepted, or took something back: say so, or unsay it."""
    if kind == signals.FRIEND_ASKED:
        notices.notify(Notice.Kind.FRIEND_ASKED, [other.pk], actor_id=person.pk)
    elif kind == signals.FRIEND_ACCEPTED:
        Notice.objects.filter(kind=Notice.Kind.FRIEND_ASKED, person=person, actor=other, read_at=None).update(
            read_at=timezone.now()
        )
        notices.notify(Notice.Kind.FRIEND_ACCEPTED, [other.pk], actor_id=person.pk)
    elif kind == signals.FRIEND_NO_MORE:
        between = Q(person=person, actor=other) | Q(person=other, actor=person)
        Notice.objects.filter(between, kind__in=[Notice.Kind.FRIEND_ASKED, Notice.Kind.FRIEND_ACCEPTED]).delete()


def forget(user: User) -> None:
    """An account is being removed: what was told to it and of it goes, invitations, and complaints about its words."""
    Notice.objects.filter(Q(person=user) | Q(actor=user)).delete()
    Invitation.objects.filter(Q(person=user) | Q(by=user)).delete()
    Report.objects.filter(about=user).delete()
    Report.objects.filter(reporter=user).update(reporter=None)
