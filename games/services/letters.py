"""Mail that tells a notice: to a verified address, and once."""

import logging
from collections.abc import Callable

from allauth.account.models import EmailAddress
from django.core.mail import EmailMessage, mailers
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from games.models import Notice

logger = logging.getLogger(__name__)
# so many late letters are sent at a time
AT_A_TIME = 100


def address_of(person: User) -> str | None:
    """Return the person's verified address, their main one before others; None where there is none."""
    verified = EmailAddress.objects.filter(user=person, verified=True).order_by("-primary", "pk")
    return verified.values_list("email", flat=True).first()


def send_once(notice: QuerySet[Notice], letter: EmailMessage) -> bool:
    """Send the letter of the one notice in this query, unless it has been mailed or is not there any more.

    Returns whether it was sent now. Raises `OSError` when the mail server cannot be reached: it may be sent later.
    """
    with mailers.default as post:
        # noted before it leaves, for a task may run twice; the server has answered already, so little can go wrong
        if not notice.filter(mailed_at=None).update(mailed_at=timezone.now()):
            return False
        post.send_messages([letter])
    return True


def send_late(due: QuerySet[Notice], send: Callable[[int], bool]) -> None:
    """`send` the letters of these notices (it takes a row number), whose own tasks did not.

    Where the mail server cannot be reached the rest waits for the next time.
    """
    for number in due.values_list("pk", flat=True)[:AT_A_TIME]:
        try:
            send(number)
        except OSError:
            logger.warning("could not mail notice %s; it is tried again", number, exc_info=True)
            return
