"""Everything we keep about one person, for that person."""

from datetime import datetime
from typing import Any

from allauth.account.models import EmailAddress
from django.db.models import Q

from .models import Friendship, Tie, User
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
    pairs = Friendship.objects.filter(Q(asker=user) | Q(asked=user)).select_related("asker", "asked").order_by("pk")
    friends: list[dict[str, str | None]] = []
    made: list[dict[str, str | None]] = []
    received: list[dict[str, str | None]] = []
    for pair in pairs:
        entry: dict[str, str | None] = {"name": (pair.asked if pair.asker_id == user.pk else pair.asker).name}
        if pair.accepted_at:
            friends.append({**entry, "friends_since": when(pair.accepted_at)})
        else:
            (made if pair.asker_id == user.pk else received).append({**entry, "asked_at": when(pair.asked_at)})
    ties = Tie.objects.filter(person=user).select_related("other").order_by("pk")

    def tied(kind: Tie.Kind) -> list[dict[str, str | None]]:
        return [{"name": tie.other.name, "since": when(tie.made_at)} for tie in ties if tie.kind == kind]

    return {
        "friends": friends,
        "requests_made": made,
        "requests_received": received,
        "follows": tied(Tie.Kind.FOLLOW),
        "blocks": tied(Tie.Kind.BLOCK),
        "mutes": tied(Tie.Kind.MUTE),
    }


def _account(user: User) -> dict[str, Any]:
    return {
        "id": user.public_id,
        "display_name": user.display_name,
        "character": user.character,
        "language": user.language,
        "time_zone": user.time_zone,
        "mails_turns": user.mails_turns,
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
