"""Between people: friends, whom one follows, blocks, or does not want to hear."""

from django.db.models import Q

from .models import Friendship, Tie


def friends_of(user_id: int) -> frozenset[int]:
    """Return the row numbers of this person's friends: asked and accepted."""
    pairs = Friendship.objects.filter(Q(asker=user_id) | Q(asked=user_id), accepted_at__isnull=False)
    return frozenset(one for pair in pairs.values_list("asker_id", "asked_id") for one in pair if one != user_id)


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


def unheard_by(user_id: int) -> frozenset[int]:
    """Return those whose words this person does not want to read: muted or blocked."""
    ties = Tie.objects.filter(person=user_id, kind__in=[Tie.Kind.MUTE, Tie.Kind.BLOCK])
    return frozenset(ties.values_list("other_id", flat=True))
