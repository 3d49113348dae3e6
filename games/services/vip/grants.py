"""Being a VIP is given and taken back here alone; `User.is_vip_until` is kept as the end of what holds."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User, is_vip
from games.models import Action, Notice, VipCode, VipGrant
from games.screens.words import listed
from games.services import notices
from games.services.errors import Declined
from games.services.moderation.log import checked_reason, log

LONGEST_REASON = VipGrant._meta.get_field("reason").max_length or 0


def give_days(person: User, days: int, reason: str, actor: User | None = None, code: VipCode | None = None) -> VipGrant:
    """Make `person` a VIP for `days` from now, or from the end of what they have; return the grant.

    The place where a payment would come in, were there any: once the provider has confirmed it (by a signed call to
    a view of its own, which may come twice), call this with the number of the payment in `reason` and no actor, in
    the transaction that marks this payment as used. A payment given back is `revoke`. Nothing else on the site asks
    why somebody is a VIP. `code`: the one that was redeemed. Raises `Declined` as `give` does.
    """
    with transaction.atomic():
        held = hold([person.pk])
        now = timezone.now()
        begins_at = now
        if held and is_vip(held[0], now):
            begins_at = held[0].is_vip_until or now
        try:
            ends_at = begins_at + timedelta(days=days)
        except OverflowError as error:  # the calendar has a last year
            raise Declined(_("This has no end.")) from error
        return give([person.pk], ends_at, reason, actor, begins_at=begins_at, code=code)[0]


def give(
    people: Iterable[int],
    ends_at: datetime,
    reason: str,
    actor: User | None,
    *,
    begins_at: datetime | None = None,
    code: VipCode | None = None,
) -> list[VipGrant]:
    """Make these people (row numbers) VIPs from `begins_at` (None: now) to `ends_at`: a grant for each of them.

    All of them or none. Each is in the log, by `actor` (None: the site itself); who is a VIP by it now is told now, the
    others when it begins. Raises `Declined` for nobody, for somebody who is no person with an account, for an end that
    is over or lies before the beginning, and for a reason that the log does not take.
    """
    now = timezone.now()
    begins_at = begins_at or now
    reason = checked_reason(reason, LONGEST_REASON)
    if ends_at <= max(begins_at, now):
        raise Declined(_("The end must lie ahead, and after the beginning."))
    with transaction.atomic():
        held = hold(people)
        if not held:
            raise Declined(_("There is nobody to make a VIP."))
        if others := [one.name for one in held if not one.may_sign_in]:
            raise Declined(_("Only people with an account can be VIPs, not %(names)s.") % {"names": listed(others)})
        given = [_grant(one, begins_at, ends_at, reason, actor, code) for one in held]
        for person in held:
            settle(person, now)
        notices.notify(Notice.Kind.VIP_GIVEN, [one.pk for one in held if is_vip(one, now)])
    return given


def _grant(
    person: User, begins_at: datetime, ends_at: datetime, reason: str, actor: User | None, code: VipCode | None
) -> VipGrant:
    grant = VipGrant.objects.create(
        person=person, begins_at=begins_at, ends_at=ends_at, reason=reason, granted_by=actor, code=code
    )
    details: dict[str, Any] = {"grant": grant.pk, "from": begins_at.isoformat()}
    if code is not None:
        details["code"] = code.pk
    log(actor, Action.Kind.GRANT_VIP, reason, person=person, until=ends_at, **details)
    return grant


def revoke(grants: Iterable[int], reason: str, actor: User | None) -> int:
    """Take these grants (row numbers) back now; return how many. Those that are over or taken back stay as they are.

    Matches that were dealt before go on as they were dealt. Who is no VIP any more by this is told. Raises `Declined`
    for a reason that the log does not take.
    """
    reason = checked_reason(reason)
    with transaction.atomic():
        chosen = VipGrant.objects.filter(pk__in=list(grants))
        held = {one.pk: one for one in hold(chosen.values_list("person", flat=True))}
        now = timezone.now()
        were = {pk for pk, one in held.items() if is_vip(one, now)}
        # looked for under the people's locks: what was taken back meanwhile is not taken back again
        taken = list(chosen.filter(person__in=held, revoked_at=None, ends_at__gt=now))
        for grant in taken:
            log(actor, Action.Kind.REVOKE_VIP, reason, person=held[grant.person_id], grant=grant.pk)
        VipGrant.objects.filter(pk__in=[grant.pk for grant in taken]).update(revoked_at=now, told_at=now)
        for person in held.values():
            settle(person, now)
        notices.notify(Notice.Kind.VIP_OVER, [pk for pk in were if not is_vip(held[pk], now)])
    return len(taken)


def hold(people: Iterable[int]) -> list[User]:
    """Lock the rows of these people, in the order of their numbers, and return them. Must run in a transaction."""
    rows = User.objects.filter(pk__in=list(people), removed_number=None)
    return list(rows.order_by("pk").select_for_update(no_key=True))


def settle(person: User, now: datetime) -> None:
    """Keep at this person, whose row is held, the end of the grants that hold at `now` and join one another."""
    until = now
    grants = VipGrant.objects.filter(person=person, revoked_at=None, ends_at__gt=now).order_by("begins_at")
    for grant in grants:
        if grant.begins_at > until:
            break
        until = max(until, grant.ends_at)
    if until == now and not is_vip(person, now):
        return  # what is kept is the end of what held
    if person.is_vip_until != until:
        person.is_vip_until = until
        person.save(update_fields=["is_vip_until"])


def forget(user: User) -> None:
    """An account is being removed: its grants go."""
    VipGrant.objects.filter(person=user).delete()
