"""Grants that begin and end by themselves: kept, told once, and what was a VIP's given back."""

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from accounts.characters import default_character
from accounts.models import User, is_vip
from accounts.rights import kept_for_vips
from games import broadcast
from games.models import Match, MatchSeat, Notice, Seat, VipGrant
from games.services import notices
from games.services.acting import changed
from games.services.state import lock
from games.services.vip.grants import hold, settle


def settle_due() -> None:
    """Keep and tell what has begun or ended; may run twice, or in two places at once.

    Who has rights is said by the clock (`accounts.models.is_vip`): a task that is late tells late, and no more. Only a
    grant that joins no other begins with this.
    """
    now = timezone.now()
    ended = Q(ends_at__lte=now)
    begun = Q(begins_at__lte=now, revoked_at=None) & (Q(person__is_vip_until=None) | Q(person__is_vip_until__lte=now))
    due = VipGrant.objects.filter(ended | begun, told_at=None)
    for user_id in sorted(set(due.values_list("person", flat=True))):
        _settle_one(user_id)
    for user_id in _with_a_vips_character():
        _give_character_back(user_id)


def _settle_one(user_id: int) -> None:
    with transaction.atomic():
        for person in hold([user_id]):
            now = timezone.now()
            over = VipGrant.objects.filter(person=person, told_at=None, ends_at__lte=now).update(told_at=now)
            was_vip = is_vip(person, now)
            settle(person, now)
            if is_vip(person, now):
                notices.notify(Notice.Kind.VIP_GIVEN, [] if was_vip else [user_id])
            elif over:
                notices.notify(Notice.Kind.VIP_OVER, [user_id])


def _with_a_vips_character() -> list[int]:
    """Who plays as a character that they may not choose any more, and in no match that was dealt while they might."""
    then = MatchSeat.objects.filter(
        user=OuterRef("pk"), match__state=Match.State.PLAYING, match__started_at__lt=OuterRef("is_vip_until")
    )
    over = Q(is_vip_until=None) | Q(is_vip_until__lte=timezone.now())
    found = User.objects.filter(over, ~Exists(then), character__in=kept_for_vips(), removed_number=None)
    return list(found.values_list("pk", flat=True))


def _give_character_back(user_id: int) -> None:
    """Give this person a character that everybody may have, and have it shown where they sit."""
    with transaction.atomic():
        sits = sorted(Seat.objects.filter(user=user_id, live=True).values_list("table", flat=True))
        states = [lock(table_id) for table_id in sits]
        for person in hold([user_id]):
            if is_vip(person, timezone.now()) or person.character not in kept_for_vips():
                continue
            person.character = default_character(person.display_name or "")
            person.save(update_fields=["character"])
            for state in states:
                changed(state, {"seats", "me"})
            broadcast.lobby_changed()
