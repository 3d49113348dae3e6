"""Whose address is known to be theirs."""

from collections.abc import Iterable

from allauth.account.models import EmailAddress

from .models import Kind, User


def may_play_rated(people: Iterable[User]) -> frozenset[int]:
    """Return the row numbers of those among `people` who are registered persons with a confirmed address."""
    persons = [user.pk for user in people if user.kind == Kind.PERSON and not user.is_removed]
    confirmed = EmailAddress.objects.filter(user__in=persons, verified=True)
    return frozenset(confirmed.values_list("user_id", flat=True))


def has_confirmed(user_id: int) -> bool:
    """Return whether the person with this row number has a confirmed address."""
    return EmailAddress.objects.filter(user=user_id, verified=True).exists()
