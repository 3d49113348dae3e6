"""What people may not do for a time: the one reader of these measures."""

from collections.abc import Iterable
from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from .models import Sanction, User

Kind = Sanction.Kind
#: Those that keep somebody out of the site altogether.
OUT = (Kind.SUSPEND, Kind.BAN)


def in_force(now: datetime | None = None) -> QuerySet[Sanction]:
    """Return the measures that hold at `now` (None: now)."""
    now = now or timezone.now()
    return Sanction.objects.filter(Q(until=None) | Q(until__gt=now), lifted_at=None, begins_at__lte=now)


def under(kinds: Iterable[str], people: Iterable[int]) -> frozenset[int]:
    """Return those of these people (row numbers) whom a measure of one of these kinds holds."""
    held = in_force().filter(kind__in=tuple(kinds), person__in=list(people))
    return frozenset(held.values_list("person_id", flat=True))


def longest(kinds: Iterable[str], user_id: int) -> Sanction | None:
    """Return the measure of one of these kinds that holds this person longest; None where there is none."""
    held = in_force().filter(kind__in=tuple(kinds), person=user_id)
    return max(held, key=lambda one: (one.until is None, one.until or one.begins_at), default=None)


def that_keep_out(user_id: int) -> Sanction | None:
    """Return the measure that keeps this person out of the site, the longest; None where there is none."""
    return longest(OUT, user_id)


def let_in() -> QuerySet[User]:
    """Return all but those whom a measure keeps out of the site."""
    return User.objects.filter(~Exists(in_force().filter(kind__in=OUT, person=OuterRef("pk"))))
