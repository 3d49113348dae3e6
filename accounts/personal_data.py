"""Everything we keep about one person, for that person."""

from datetime import datetime
from typing import Any

from allauth.account.models import EmailAddress

from .circle import Known, circle_of
from .models import User
from .privacy import settings_of
from .signals import data_wanted


def personal_data(user: User) -> dict[str, Any]:
    """The account's own section, then what the receivers of `data_wanted` add; dates as ISO text in UTC.

    Raises `ValueError` when two sections have one name.
    """
    sections: dict[str, Any] = {"account": _account(user), "people": _people(user)}
    answers: list[tuple[Any, Any]] = data_wanted.send(sender=User, user=user)
    for _receiver, answer in answers:
        for name, section in (answer or {}).items():
            if name in sections:
                raise ValueError(f"two sections of personal data are called {name!r}")
            sections[name] = section
    return sections


def when(moment: datetime | None) -> str | None:
    """`moment` as ISO text."""
    return moment.isoformat() if moment else None


def _people(user: User) -> dict[str, Any]:
    """Friends and requests, and one's own decisions about others; not what others decided about oneself."""
    circle = circle_of(user)

    def listed(known: list[Known]) -> list[dict[str, str | None]]:
        return [{"name": one.person.name, "since": when(one.since)} for one in known]

    return {
        "friends": listed(circle.friends),
        "requests_made": listed(circle.asked),
        "requests_received": listed(circle.offered),
        "follows": listed(circle.follows),
        "blocks": listed(circle.blocks),
        "mutes": listed(circle.mutes),
    }


def _account(user: User) -> dict[str, Any]:
    return {
        "id": user.public_id,
        "display_name": user.display_name,
        "character": user.character,
        "language": user.language,
        "time_zone": user.time_zone,
        "mails_turns": user.mails_turns,
        "privacy": settings_of(user),
        "emails": [
            {"email": address.email, "verified": address.verified, "primary": address.primary}
            for address in EmailAddress.objects.filter(user=user).order_by("pk")
        ],
        "joined_at": when(user.joined_at),
        "last_sign_in_at": when(user.last_login),
        "terms_agreed_at": when(user.terms_agreed_at),
        "vip_until": when(user.is_vip_until),
        "deletion_due_at": when(user.deletion_due_at),
    }
