"""What being a VIP gives, in words: from the declaration alone, so that the page says what holds."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from accounts.characters import NAMES
from accounts.rights import EVERYBODY, VIP, Rights, kept_for_vips
from games.screens.words import listed


@dataclass(frozen=True, slots=True)
class RightLine:
    """One right: what it is about, what everybody has and what a VIP has."""

    title: str
    everybody: str
    vip: str


def right_lines(rulesets: Iterable[str]) -> list[RightLine]:
    """Return what VIPs have beyond everybody; `rulesets` are the titles of those that keep moves for VIPs."""
    titles = " · ".join(rulesets)  # a title may have a comma
    lines = [
        RightLine(_("Moves kept for VIPs"), *(_moves(rights, titles) for rights in (EVERYBODY, VIP))),
        RightLine(_("Characters"), *(_characters(rights) for rights in (EVERYBODY, VIP))),
        RightLine(_("Rulesets of your own"), *(str(rights.rulesets) for rights in (EVERYBODY, VIP))),
        RightLine(_("Matches in your list"), *(_history(rights) for rights in (EVERYBODY, VIP))),
    ]
    return [line for line in lines if line.everybody != line.vip]


def _moves(rights: Rights, titles: str) -> str:
    if not rights.vip_moves:
        return pgettext("a right", "No")
    if not titles:
        return _("Jump in and play the card just drawn, at tables whose rules allow it to VIPs")
    return _("Jump in and play the card just drawn, where the rules allow it to VIPs: %(rules)s") % {"rules": titles}


def _characters(rights: Rights) -> str:
    count = len(rights.characters)
    said = ngettext("%(count)d to choose from", "%(count)d to choose from", count) % {"count": count}
    own = listed(str(NAMES[key]) for key in kept_for_vips() if key in rights.characters)
    return _("%(count)s, among them %(names)s") % {"count": said, "names": own} if own else said


def _history(rights: Rights) -> str:
    days = rights.history_days
    if days is None:
        return _("All of them, for good")
    return ngettext("Of the last day", "Of the last %(count)d days", days) % {"count": days}
