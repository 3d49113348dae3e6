"""All the people that one has to do with, and finding more."""

from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import Q

from . import rates
from .models import Friendship, Kind, Tie, User
from .names import display_key
from .privacy import found_by_name
from .social import at_odds_with

FOUND = 20
SHORTEST_SEARCH = 2


@dataclass(frozen=True, slots=True)
class Known:
    """Somebody, and since when they are what they are to a person."""

    person: User
    since: datetime


@dataclass(frozen=True, slots=True)
class Circle:
    """Everybody that a person has to do with, by what they are; each list in the order it came about."""

    friends: list[Known] = field(default_factory=list)
    offered: list[Known] = field(default_factory=list)
    asked: list[Known] = field(default_factory=list)
    follows: list[Known] = field(default_factory=list)
    blocks: list[Known] = field(default_factory=list)
    mutes: list[Known] = field(default_factory=list)


def circle_of(person: User) -> Circle:
    """Return whom this person knows. What others decided about the person is theirs, and not in it."""
    circle = Circle()
    pairs = Friendship.objects.filter(Q(asker=person) | Q(asked=person)).select_related("asker", "asked")
    for pair in pairs.order_by("pk"):
        mine = pair.asker_id == person.pk
        other = pair.asked if mine else pair.asker
        if pair.accepted_at is not None:
            circle.friends.append(Known(other, pair.accepted_at))
        else:
            (circle.asked if mine else circle.offered).append(Known(other, pair.asked_at))
    by_kind = {Tie.Kind.FOLLOW: circle.follows, Tie.Kind.BLOCK: circle.blocks, Tie.Kind.MUTE: circle.mutes}
    for tie in Tie.objects.filter(person=person).select_related("other").order_by("pk"):
        by_kind[Tie.Kind(tie.kind)].append(Known(tie.other, tie.made_at))
    return circle


def find_person(public_id: str, reader: User | None) -> User | None:
    """Return who is at this address, if `reader` may meet them: no closed account, and nobody they are at odds with."""
    found = User.objects.filter(public_id=public_id, is_active=True, removed_number=None).first()
    if found is None or (reader is not None and found.pk in at_odds_with(reader.pk)):
        return None
    return found


def search_people(reader: User, text: str) -> list[User]:
    """Return people whose name begins like `text`, however it is written, or whose ID it is; at most `FOUND`.

    Neither oneself nor those one is at odds with, and by ID alone those who are not to be found by name. Raises
    `Declined` for too many searches at once.
    """
    text = text.strip()
    key = display_key(text)
    if len(key) < SHORTEST_SEARCH or "\x00" in text:
        return []
    rates.count("SEARCH_RATE", reader.pk)
    people = User.objects.filter(kind=Kind.PERSON, is_active=True, removed_number=None)
    found = people.filter(Q(found_by_name(), display_key__startswith=key) | Q(public_id=text[:24]))
    return list(found.exclude(pk__in={reader.pk, *at_odds_with(reader.pk)}).order_by("display_key")[:FOUND])
