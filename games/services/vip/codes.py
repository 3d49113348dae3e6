"""Codes that make whoever redeems them a VIP for some days."""

import secrets
from datetime import datetime

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import rates
from accounts.models import User
from games.models import VipCode, VipGrant
from games.services.errors import Declined
from games.services.moderation.log import checked_reason
from games.services.vip import grants

# without 0, 1, I and O, which are taken for each other: 32 signs, so sixty bits in twelve
SIGNS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
GROUPS, GROUP = 3, 4
LONGEST = VipCode._meta.get_field("code").max_length or 0


def make(
    count: int, days: int, reason: str, actor: User, *, most_uses: int = 1, expires_at: datetime | None = None
) -> list[VipCode]:
    """Make `count` codes, each for `days` of being a VIP and for `most_uses` people, until `expires_at` (None: always).

    Raises `Declined` for a reason that the log does not take.
    """
    reason = checked_reason(reason, grants.LONGEST_REASON)
    made = [
        VipCode(code=_new(), days=days, most_uses=most_uses, expires_at=expires_at, note=reason, made_by=actor)
        for _number in range(count)
    ]
    return VipCode.objects.bulk_create(made)


def _new() -> str:
    return "-".join("".join(secrets.choice(SIGNS) for _sign in range(GROUP)) for _group in range(GROUPS))


def redeem(user: User, text: str) -> VipGrant:
    """Make `user` a VIP by the code in `text`, in whatever case, with or without its hyphens; return the grant.

    Each person may redeem a code once, all together as many as it is for. Raises `Declined` for no such code and
    one that is used up, over or had before; `accounts.rates.TooOften` after too many tries.
    """
    rates.count("CODE_RATE", user.pk)
    signs = "".join(sign for sign in text.upper() if sign in SIGNS)
    written = "-".join(signs[start : start + GROUP] for start in range(0, len(signs), GROUP))
    with transaction.atomic():
        grants.hold([user.pk])
        code = VipCode.objects.filter(code=written[:LONGEST]).first()
        if code is None:
            raise Declined(_("There is no such code. Look at it again, letter by letter."))
        if VipGrant.objects.filter(person=user, code=code).exists():
            raise Declined(_("You have redeemed this code already."))
        # asked and counted in one statement: of two who want the last use, one finds it gone
        open_now = Q(expires_at=None) | Q(expires_at__gt=timezone.now())
        if not VipCode.objects.filter(open_now, pk=code.pk, uses__lt=F("most_uses")).update(uses=F("uses") + 1):
            raise Declined(_("This code has been used up, or its time is over."))
        return grants.give_days(user, code.days, code.note, code=code)
