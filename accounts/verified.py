"""Whose address is known to be theirs."""

from collections.abc import Iterable

from allauth.account.models import EmailAddress
from django.db.models import QuerySet

from .models import Kind, User


def may_play_rated(people: Iterable[User]) -> frozenset[int]:
    """Return the row numbers of those among `people` who are registered persons with a confirmed address."""
    confirmed = _confirmed().filter(user__in=[user.pk for user in people])
    return frozenset(confirmed.values_list("user_id", flat=True))


def has_confirmed(user_id: int) -> bool:
    """Return whether this is the row number of a registered person with a confirmed address."""
    return _confirmed().filter(user=user_id).exists()


def _confirmed() -> QuerySet[EmailAddress]:
    return EmailAddress.objects.filter(verified=True, user__kind=Kind.PERSON, user__removed_number=None)
