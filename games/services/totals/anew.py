"""Totals counted anew by a task, because a match was annulled, or counts again."""

from collections.abc import Iterable
from datetime import timedelta

from django.db.models import F
from django.utils import timezone

from accounts.models import User
from games import schedule
from games.models import Recount
from games.services.totals.recount import recount

#: A task that has not done its work after so long is taken for lost, and queued again.
STALE = timedelta(minutes=2)


def ask(people: Iterable[int]) -> None:
    """Have the totals of these people (row numbers) counted anew, by tasks after the commit. In a transaction."""
    now = timezone.now()
    for person in sorted(set(people)):
        Recount.objects.get_or_create(person_id=person, defaults={"queued_at": now})
        Recount.objects.filter(person=person).update(asked=F("asked") + 1, queued_at=now)
        schedule.recount(person)


def is_due(person: int) -> bool:
    """Return whether the totals of this person still wait to be counted anew."""
    return Recount.objects.filter(person=person, asked__gt=F("counted")).exists()


def work(person: int) -> bool:
    """Count this person's totals anew; return whether there was anything to do. What was earned stays earned.

    Where it was asked for once more meanwhile, all begins again: whichever of two workers writes last has counted what
    was asked last.
    """
    row = Recount.objects.select_related("person").filter(person=person, asked__gt=F("counted")).first()
    if row is None:
        return False
    asked = 0
    while row.asked != asked:
        asked = row.asked
        _count(row.person)
        row.refresh_from_db(fields=["asked"])
    Recount.objects.filter(person=person, asked=asked).update(counted=asked)
    return True


def _count(user: User) -> None:
    for _mended in recount(user, write=True):
        pass


def sweep() -> None:
    """Have those counted whose task was lost."""
    now = timezone.now()
    late = Recount.objects.filter(asked__gt=F("counted"), queued_at__lt=now - STALE)
    for person in list(late.values_list("person_id", flat=True)):
        if late.filter(person=person).update(queued_at=now):
            schedule.recount(person)
