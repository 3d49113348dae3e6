"""Mail that tells a notice: to a verified address, and once."""

from allauth.account.models import EmailAddress
from django.core.mail import EmailMessage, mailers
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from games.models import Notice


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
