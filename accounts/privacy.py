"""What people show to whom: the one reader of these settings.

Nothing here looks at blocks: whoever is at odds with somebody finds no page of theirs at all (`circle.find_person`).
"""

from enum import StrEnum

from django.db.models import Q

from .models import Audience, User
from .social import friends_of


class What(StrEnum):
    """What somebody may keep to themselves; each is the beginning of its field's name."""

    RATINGS = "ratings"
    TOTALS = "totals"
    MATCHES = "matches"
    PRESENCE = "presence"


def may_see(reader: User | None, person: User, what: What, *, is_friend: bool | None = None) -> bool:
    """Return whether `reader` (None: somebody not signed in) may see this of `person`; oneself sees everything.

    `is_friend` saves a query where it is known whether the two are friends.
    """
    return what in seen_by(reader, person, is_friend=is_friend)


def seen_by(reader: User | None, person: User, *, is_friend: bool | None = None) -> frozenset[What]:
    """Return all that `reader` may see of `person`, by one query at most; as `may_see`."""
    if reader is not None and reader.pk == person.pk:
        return frozenset(What)
    audiences = {what: shown_to(person, what) for what in What}
    if is_friend is None:
        is_friend = reader is not None and Audience.FRIENDS in audiences.values() and person.pk in friends_of(reader.pk)
    open_to = {Audience.EVERYBODY, Audience.FRIENDS} if is_friend else {Audience.EVERYBODY}
    return frozenset(what for what, audience in audiences.items() if audience in open_to)


def shown_to(person: User, what: What) -> Audience:
    """Return to whom `person` shows this."""
    return Audience(getattr(person, f"{what}_shown_to"))


def shows_friends(person: User, what: What) -> bool:
    """Return whether `person` shows this to their friends."""
    return shown_to(person, what) != Audience.NOBODY


def found_by_name() -> Q:
    """Return the condition for those who are found by a part of their name."""
    return Q(is_found_by_name=True)


def settings_of(person: User) -> dict[str, str | bool]:
    """Return all of these settings by name: JSON-able."""
    shown = {f"{what}_shown_to": shown_to(person, what).value for what in What}
    return {**shown, "is_found_by_name": person.is_found_by_name}
