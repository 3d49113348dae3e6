"""Telling people what was done about them: a notice at once, and a mail, both in their language."""

from collections.abc import Iterable
from datetime import timedelta

from django.conf import settings
from django.core.mail import EmailMessage
from django.db.models import QuerySet
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.preferences import reading_as
from games import schedule
from games.models import Action, Notice
from games.screens.standing import told
from games.services import letters, notices

KINDS = (Notice.Kind.MODERATED, Notice.Kind.APPEAL_ANSWERED)
# a task that was lost is made up for within this time
LATEST = timedelta(days=2)


def tell(action: Action, people: Iterable[User], kind: str = Notice.Kind.MODERATED) -> None:
    """Tell these people what was done and why: a notice with the action, and the same by mail.

    Call it in the transaction of the act. `kind` APPEAL_ANSWERED: the action's appeal has been answered.
    """
    numbers = [person.pk for person in people]
    notices.notify(Notice.Kind(kind), numbers, action=action)
    rows = Notice.objects.filter(kind=kind, action=action, person__in=numbers, mailed_at=None)
    for number in rows.values_list("pk", flat=True):
        schedule.action_mail(number)


def send(number: int) -> bool:
    """Mail the notice with this row number to its person; return whether it was sent now.

    Nothing is sent twice, nor to who has no verified address. Raises `OSError` when the mail server cannot be reached.
    """
    notice = _waiting().filter(pk=number).first()
    address = letters.address_of(notice.person) if notice else None
    if notice is None or address is None:
        return False
    return letters.send_once(Notice.objects.filter(pk=number), _letter(notice, address))


def send_late() -> None:
    """Send what a lost task or a mail server that was away has kept from being sent."""
    due = _waiting().filter(made_at__range=(timezone.now() - LATEST, timezone.now() - schedule.MAIL_WAIT))
    due = due.filter(person__emailaddress__verified=True).distinct()
    letters.send_late(due, send)


def _waiting() -> QuerySet[Notice]:
    rows = Notice.objects.filter(kind__in=KINDS, action__isnull=False, mailed_at=None, person__is_active=True)
    return rows.select_related("person", "action__appeal")


def _letter(notice: Notice, address: str) -> EmailMessage:
    action = notice.action
    assert action is not None
    words: dict[str, object] = {
        "brand": settings.SITE_NAME,
        "name": notice.person.name,
        "reason": action.reason,
        "answer": action.appeal.answer if notice.kind == Notice.Kind.APPEAL_ANSWERED else "",
        "standing_url": settings.SITE_URL + reverse("games:standing"),
        "site_url": settings.SITE_URL,
    }
    with reading_as(notice.person):
        words["done"] = told(action)
        subject = render_to_string("games/mail/action_subject.txt", words)
        text = render_to_string("games/mail/action_message.txt", words)
    headers = {"Auto-Submitted": "auto-generated"}
    return EmailMessage(" ".join(subject.split()), text.strip() + "\n", to=[address], headers=headers)
