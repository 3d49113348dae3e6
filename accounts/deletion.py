"""Leaving for good: asked for, taken back, carried out."""

from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.db.models import QuerySet

from . import social
from .characters import default_character
from .ids import new_removed_number
from .models import Sanction, User
from .sessions import end_sessions
from .signals import person_leaving


class _NotDue(Exception):
    """Somebody changed their mind, or another process was first: undo what this transaction did."""


def request_deletion(user: User, now: datetime) -> datetime:
    """Begin the days in which `user` may change their mind; returns when they end.

    Asking again does not lengthen or shorten them.
    """
    if user.deletion_due_at is None:
        user.deletion_due_at = now + timedelta(days=settings.LASTCARD["DELETION_DAYS"])
        user.save(update_fields=["deletion_due_at"])
    return user.deletion_due_at


def keep_account(user: User) -> None:
    """Take a request for deletion back; nothing happens when there is none."""
    user.deletion_due_at = None
    user.save(update_fields=["deletion_due_at"])


def due(now: datetime) -> QuerySet[User]:
    """The accounts whose days are over at `now`."""
    return User.objects.filter(deletion_due_at__lte=now, removed_number=None).order_by("deletion_due_at")


def carry_out(user_id: int, now: datetime) -> bool:
    """Remove the account if that is still due at `now`; returns whether this call did it.

    The row stays, for matches point at it, without name, address or password. One transaction: a receiver of
    `person_leaving` that fails leaves the account as it was.
    """
    try:
        with transaction.atomic():
            leaving = due(now).filter(pk=user_id).first()
            if leaving is None:
                return False
            person_leaving.send(sender=User, user=leaving)
            # rows are locked in the order table, match, people everywhere: the user only now, and looked at again
            user = due(now).select_for_update().filter(pk=user_id).first()
            if user is None:
                raise _NotDue
            _wipe(user)
    except _NotDue:
        return False
    return True


def _wipe(user: User) -> None:
    EmailAddress.objects.filter(user=user).delete()
    end_sessions(user)
    social.forget(user)
    Sanction.objects.filter(person=user).delete()
    # the administration's log keeps what a row was called
    LogEntry.objects.filter(content_type=ContentType.objects.get_for_model(User), object_id=str(user.pk)).update(
        object_repr=user.public_id
    )
    user.groups.clear()
    user.user_permissions.clear()
    user.removed_number = _free_number()
    user.display_name = user.email = user.is_vip_until = user.last_login = user.terms_agreed_at = None
    user.language = user.time_zone = ""
    user.mails_turns = False
    user.character = default_character(str(user.removed_number))
    user.is_active = user.is_staff = user.is_superuser = False
    user.deletion_due_at = None
    user.set_unusable_password()
    user.save()


def _free_number() -> int:
    while User.objects.filter(removed_number=(number := new_removed_number())).exists():
        pass
    return number
