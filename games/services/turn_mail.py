"""Mail about a turn at a table that plays by correspondence, for those who want it: once a turn at most."""

from datetime import timedelta

from django.conf import settings
from django.core.mail import EmailMessage
from django.db.models import QuerySet
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone

from accounts.preferences import reading_as
from games import schedule
from games.models import Match, Notice
from games.services import letters, presence
from games.services.state import Unreadable, read

# a mail that could not be sent for so long would tell of a turn that is over
TOO_LATE = timedelta(days=1)


def send(number: int) -> bool:
    """Mail the notice with this row number to its person; return whether it was sent now.

    Nothing is sent twice, nor when the turn has been made or seen meanwhile, the person has the table open, has no
    verified address or wants no mail. Raises `OSError` when the mail server cannot be reached: it may be sent later.
    """
    notice = _waiting().filter(pk=number).first()
    if notice is None or notice.table_id is None or not _still_waits(notice):
        return False
    address = letters.address_of(notice.person)
    if address is None or presence.here(notice.table_id, [notice.person_id]):
        return False
    return letters.send_once(Notice.objects.filter(pk=number, read_at=None), _letter(notice, address))


def send_late() -> None:
    """Send what a lost task or a mail server that was away has kept from being sent."""
    due = _waiting().filter(made_at__range=(timezone.now() - TOO_LATE, timezone.now() - 2 * schedule.MAIL_WAIT))
    letters.send_late(due, send)


def _waiting() -> QuerySet[Notice]:
    """Notices of a turn that their people want by mail and have neither got nor read."""
    wanted = Notice.objects.filter(kind=Notice.Kind.YOUR_TURN, read_at=None, mailed_at=None)
    return wanted.filter(person__mails_turns=True, person__is_active=True).select_related("person", "table", "match")


def _still_waits(notice: Notice) -> bool:
    """Whether the match at the notice's table waits for this person now."""
    assert notice.table_id is not None
    try:
        state = read(notice.table_id)
    except Unreadable:
        return False
    seat = state.seat_of(notice.person_id)
    if state.match is None or state.match.state != Match.State.PLAYING or seat is None or seat.away:
        return False
    return seat.place is not None and not state.game.round_over and state.game.turn == seat.place


def _letter(notice: Notice, address: str) -> EmailMessage:
    assert notice.table is not None
    profile = settings.SITE_URL + reverse("accounts:profile")
    words: dict[str, object] = {
        "brand": settings.SITE_NAME,
        "name": notice.person.name,
        "until": notice.table.match.deadline if notice.table.match else None,
        "table_url": settings.SITE_URL + reverse("games:table", args=[notice.table.public_id]),
        "profile_url": profile,
        "site_url": settings.SITE_URL,
    }
    with reading_as(notice.person):
        words["table"] = notice.table.title
        subject = render_to_string("games/mail/turn_subject.txt", words)
        text = render_to_string("games/mail/turn_message.txt", words)
    headers = {"List-Unsubscribe": f"<{profile}>", "Auto-Submitted": "auto-generated"}
    return EmailMessage(" ".join(subject.split()), text.strip() + "\n", to=[address], headers=headers)
