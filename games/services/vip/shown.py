"""What a person has had and has as a VIP, for their page and their data."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from django.utils import timezone

from accounts.models import User
from games.models import Action, SavedRuleset, VipGrant
from games.services import rulesets
from games.services.state import ruleset_of


@dataclass(frozen=True, slots=True)
class Held:
    """A grant as its person reads it: `ends_at` is its real end, `taken_because` why it was taken back, if it was."""

    begins_at: datetime
    ends_at: datetime
    reason: str
    state: Literal["now", "later", "over", "taken"]
    taken_because: str = ""


def grants_of(user: User) -> list[Held]:
    """Return what this person was given, the one that ends last first."""
    now = timezone.now()
    taken = Action.objects.filter(kind=Action.Kind.REVOKE_VIP, person_number=user.pk)
    why = {action.details.get("grant"): action.reason for action in taken}
    return [_held(grant, now, why.get(grant.pk, "")) for grant in VipGrant.objects.filter(person=user)]


def _held(grant: VipGrant, now: datetime, why: str) -> Held:
    if grant.revoked_at is not None:
        return Held(grant.begins_at, grant.revoked_at, grant.reason, "taken", why)
    state: Literal["now", "later", "over"] = "over" if grant.ends_at <= now else "now"
    return Held(grant.begins_at, grant.ends_at, grant.reason, "later" if grant.begins_at > now else state)


def for_vips() -> list[SavedRuleset]:
    """Return the rulesets that everybody is offered and that keep some moves for VIPs."""
    return [saved for saved in rulesets.presets() if ruleset_of(saved.family, saved.options).favours_vips]


def grants_as_data(user: User) -> list[dict[str, Any]]:
    """Return what this person was given, oldest first: JSON-able, times in UTC."""
    return [
        {
            "from": grant.begins_at.isoformat(),
            "to": grant.ends_at.isoformat(),
            "reason": grant.reason,
            "by_code": grant.code_id is not None,
            "taken_back_at": grant.revoked_at.isoformat() if grant.revoked_at else None,
        }
        for grant in VipGrant.objects.filter(person=user).order_by("pk")
    ]
