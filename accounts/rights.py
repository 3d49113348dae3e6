"""What people may have on the site: everybody, and VIPs.

Declared here alone. Whoever wants to know what somebody may have asks `rights_of`; /vip/ puts both in words.
"""

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from .characters import CHARACTERS, NAMES
from .models import User, is_vip


@dataclass(frozen=True, slots=True)
class Rights:
    """What somebody may have.

    `vip_moves`: the moves that a ruleset keeps for VIPs (jump-in, playing the drawn card), fixed at a match's deal.
    `characters`: the keys of those they may choose. `rulesets`: how many of their own they may keep. `history_days`:
    for how many days a finished match stays in the lists of theirs; None: for good.
    """

    vip_moves: bool
    characters: tuple[str, ...]
    rulesets: int
    history_days: int | None


EVERYBODY = Rights(vip_moves=False, characters=tuple(CHARACTERS), rulesets=40, history_days=365)
VIP = Rights(vip_moves=True, characters=tuple(NAMES), rulesets=200, history_days=None)


def rights_of(user: User, now: datetime | None = None) -> Rights:
    """Return what `user` may have at `now` (None: now)."""
    return VIP if is_vip(user, now or timezone.now()) else EVERYBODY


def kept_for_vips() -> tuple[str, ...]:
    """Return the keys of the characters that not everybody may choose."""
    return tuple(key for key in VIP.characters if key not in EVERYBODY.characters)
