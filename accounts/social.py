"""Between people: friends, whom one follows, blocks, or does not want to hear.

Each verb may be said twice, and at the same moment as the other person's: it holds both people's rows. Each raises
`Declined` with a sentence; none of them tells anybody that they are blocked.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from . import rates, signals
from .errors import Declined
from .models import Friendship, Kind, Tie, User

# --- who is what to whom


def friends_of(user_id: int) -> frozenset[int]:
    """Return the row numbers of this person's friends: asked and accepted."""
    pairs = Friendship.objects.filter(Q(asker=user_id) | Q(asked=user_id), accepted_at__isnull=False)
    return frozenset(one for pair in pairs.values_list("asker_id", "asked_id") for one in pair if one != user_id)


def asking(user_id: int) -> frozenset[int]:
    """Return the row numbers of those who wait for this person's answer: they asked to be friends."""
    return frozenset(Friendship.objects.filter(asked=user_id, accepted_at=None).values_list("asker_id", flat=True))


def followers_of(user_id: int) -> frozenset[int]:
    """Return the row numbers of those who follow this person."""
    return frozenset(Tie.objects.filter(other=user_id, kind=Tie.Kind.FOLLOW).values_list("person_id", flat=True))


def blockers_of(user_id: int) -> frozenset[int]:
    """Return the row numbers of those who have blocked this person."""
    return frozenset(Tie.objects.filter(other=user_id, kind=Tie.Kind.BLOCK).values_list("person_id", flat=True))


def at_odds_with(user_id: int) -> frozenset[int]:
    """Return those whom this person has blocked and those who have blocked this person."""
    ties = Tie.objects.filter(Q(person=user_id) | Q(other=user_id), kind=Tie.Kind.BLOCK)
    return frozenset(one for pair in ties.values_list("person_id", "other_id") for one in pair if one != user_id)


def blocks_around(user_ids: Iterable[int]) -> frozenset[tuple[int, int]]:
    """Return who has blocked whom, as pairs (the person, the other), where any of these people is one of the two."""
    people = list(user_ids)
    ties = Tie.objects.filter(Q(person__in=people) | Q(other__in=people), kind=Tie.Kind.BLOCK)
    return frozenset(ties.values_list("person_id", "other_id"))


def unheard_by(user_id: int) -> frozenset[int]:
    """Return those whose words this person does not want to read: muted or blocked."""
    ties = Tie.objects.filter(person=user_id, kind__in=[Tie.Kind.MUTE, Tie.Kind.BLOCK])
    return frozenset(ties.values_list("other_id", flat=True))


def who_tied(kind: Tie.Kind, others: Iterable[int]) -> frozenset[tuple[int, int]]:
    """Return who has a tie of this kind to any of `others`, as pairs (the person, the other)."""
    ties = Tie.objects.filter(other__in=list(others), kind=kind)
    return frozenset(ties.values_list("person_id", "other_id"))


def blocked_by(person_ids: Iterable[int]) -> frozenset[int]:
    """Return those whom any of these people has blocked."""
    ties = Tie.objects.filter(person__in=list(person_ids), kind=Tie.Kind.BLOCK)
    return frozenset(ties.values_list("other_id", flat=True))


@dataclass(frozen=True, slots=True)
class Relation:
    """What somebody else is to a person: who asked whom, and the person's own decisions about the other."""

    friendship: Literal["", "asked", "offered", "friends"] = ""
    follows: bool = False
    blocks: bool = False
    mutes: bool = False


def relation(person: User, other: User) -> Relation:
    """Return what `other` is to `person`."""
    ties = set(Tie.objects.filter(person=person, other=other).values_list("kind", flat=True))
    return Relation(
        _friendship(_between(person, other).first(), person),
        follows=Tie.Kind.FOLLOW in ties,
        blocks=Tie.Kind.BLOCK in ties,
        mutes=Tie.Kind.MUTE in ties,
    )


def _friendship(row: Friendship | None, person: User) -> Literal["", "asked", "offered", "friends"]:
    if row is None:
        return ""
    if row.accepted_at is not None:
        return "friends"
    return "asked" if row.asker_id == person.pk else "offered"


def _between(person: User, other: User) -> QuerySet[Friendship]:
    return Friendship.objects.filter(Q(asker=person, asked=other) | Q(asker=other, asked=person))


@contextmanager
def _both(person: User, other: User) -> Iterator[User]:
    """Within a transaction that holds both people's rows, the other as they are now."""
    if person.pk == other.pk:
        raise Declined(_("That is you."))
    with transaction.atomic():
        pair = User.objects.filter(pk__in=[person.pk, other.pk]).order_by("pk")
        # not the keys: rows that merely point at these people need not wait
        held = {user.pk: user for user in pair.select_for_update(no_key=True)}
        if person.pk not in held or other.pk not in held:
            raise Declined(_("There is nobody of that name."))
        if not held[person.pk].may_visit:
            raise Declined(_("This account is closed."))
        yield held[other.pk]


# --- friends


def ask(person: User, other: User) -> None:
    """Ask `other` to be friends; who was asked by them accepts. Friends stay friends."""
    with _both(person, other) as other:
        _refuse_blocked(person, other, _("%(name)s does not take requests.") % {"name": other.name})
        row = _between(person, other).first()
        if row is not None and row.asker_id == other.pk:
            _accept(row)
        elif row is None:
            rates.count("ASK_RATE", person.pk)
            most = settings.LASTCARD["OPEN_REQUESTS"]
            if Friendship.objects.filter(asker=person, accepted_at=None).count() >= most:
                raise Declined(_("Too many of your requests are still open. Wait for answers, or take some back."))
            Friendship.objects.create(asker=person, asked=other)
            signals.tied.send(User, kind=signals.FRIEND_ASKED, person=person, other=other)


def accept(person: User, other: User) -> None:
    """Say yes to `other`, who has asked; friends stay friends."""
    with _both(person, other) as other:
        row = _between(person, other).first()
        if row is None or (row.accepted_at is None and row.asker_id == person.pk):
            raise Declined(_("%(name)s is not asking you any more.") % {"name": other.name})
        _accept(row)


def _accept(row: Friendship) -> None:
    if row.accepted_at is None:
        row.accepted_at = timezone.now()
        row.save(update_fields=["accepted_at"])
        signals.tied.send(User, kind=signals.FRIEND_ACCEPTED, person=row.asked, other=row.asker)


def decline(person: User, other: User) -> None:
    """Say no to `other`, if they have asked; raises `Declined` where the answer was yes already."""
    _take_back(person, other, asker=other)


def withdraw(person: User, other: User) -> None:
    """Take one's own request back, if there is one; raises `Declined` where `other` has accepted it already."""
    _take_back(person, other, asker=person)


def _take_back(person: User, other: User, *, asker: User) -> None:
    with _both(person, other) as other:
        row = _between(person, other).first()
        if row is not None and row.accepted_at is not None:
            raise Declined(_("You and %(name)s are friends already.") % {"name": other.name})
        if row is not None and row.asker_id == asker.pk:
            _part(row, person, other)


def end(person: User, other: User) -> None:
    """Be friends no more; nothing happens where they are not friends."""
    with _both(person, other) as other:
        row = _between(person, other).first()
        if row is not None and row.accepted_at is not None:
            _part(row, person, other)


def _part(row: Friendship, person: User, other: User) -> None:
    row.delete()
    signals.tied.send(User, kind=signals.FRIEND_NO_MORE, person=person, other=other)


# --- decisions of one's own


def follow(person: User, other: User) -> None:
    """Hear of the tables that `other` opens."""
    with _both(person, other) as other:
        _refuse_blocked(person, other, _("%(name)s cannot be followed.") % {"name": other.name})
        Tie.objects.get_or_create(person=person, other=other, kind=Tie.Kind.FOLLOW)


def unfollow(person: User, other: User) -> None:
    """Hear of their tables no more."""
    _untie(person, other, Tie.Kind.FOLLOW)


def block(person: User, other: User) -> None:
    """Have nothing to do with `other`: ends a friendship, what was asked, and following each other."""
    with _both(person, other) as other:
        _refuse_nobody(other)
        _tie, is_new = Tie.objects.get_or_create(person=person, other=other, kind=Tie.Kind.BLOCK)
        both_ways = Q(person=person, other=other) | Q(person=other, other=person)
        Tie.objects.filter(both_ways, kind=Tie.Kind.FOLLOW).delete()
        row = _between(person, other).first()
        if row is not None:
            _part(row, person, other)
        if is_new:
            signals.tied.send(User, kind=signals.BLOCKED, person=person, other=other)


def unblock(person: User, other: User) -> None:
    """Take a block back; what it ended stays ended."""
    with transaction.atomic():
        if _untie(person, other, Tie.Kind.BLOCK):
            signals.tied.send(User, kind=signals.UNBLOCKED, person=person, other=other)


def mute(person: User, other: User) -> None:
    """Read nothing that `other` says; they do not learn of it."""
    with _both(person, other) as other:
        _refuse_nobody(other)
        Tie.objects.get_or_create(person=person, other=other, kind=Tie.Kind.MUTE)


def unmute(person: User, other: User) -> None:
    """Read again what `other` says."""
    _untie(person, other, Tie.Kind.MUTE)


def _untie(person: User, other: User, kind: Tie.Kind) -> bool:
    """Undo a tie; return whether there was one."""
    return Tie.objects.filter(person=person, other=other, kind=kind).delete()[0] > 0


def _refuse_blocked(person: User, other: User, sentence: str) -> None:
    """Raise `Declined` where no good can come: to whom has blocked one, `sentence` reads as to any closed door."""
    if not other.may_sign_in or Tie.objects.filter(person=other, other=person, kind=Tie.Kind.BLOCK).exists():
        raise Declined(sentence)
    if Tie.objects.filter(person=person, other=other, kind=Tie.Kind.BLOCK).exists():
        raise Declined(_("You have blocked %(name)s. Take that back first.") % {"name": other.name})


def _refuse_nobody(other: User) -> None:
    """Raise `Declined` for those who neither speak nor come along: AI players and removed accounts."""
    if other.kind == Kind.AI:
        raise Declined(_("%(name)s is an AI player.") % {"name": other.name})
    if other.is_removed:
        raise Declined(_("%(name)s is gone.") % {"name": other.name})


def forget(user: User) -> None:
    """An account is being removed: delete all that ties it to others, and others to it."""
    Friendship.objects.filter(Q(asker=user) | Q(asked=user)).delete()
    Tie.objects.filter(Q(person=user) | Q(other=user)).delete()
