"""Which rulesets an admin may let count for a ladder, and who is told when that changes."""

from contextlib import suppress

from django.db import transaction
from django.utils.translation import gettext as _

from games.models import LadderRuleset, Table
from games.models.table import BETWEEN
from games.services.acting import changed
from games.services.errors import NotFound
from games.services.state import lock, ruleset_of


def why_not_entered(entry: LadderRuleset, ladder_id: int | None) -> str:
    """Return why a ruleset, with so many seats, cannot count for a ladder, as a sentence; empty where it can.

    `entry` is not stored; `ladder_id` is None for a ladder that is not stored either.
    """
    saved = entry.ruleset
    rules, names = ruleset_of(saved.family, saved.options), {"rules": saved.local_title}
    if rules.favours_vips:
        return _("“%(rules)s” gives VIPs an advantage: such matches are not rated.") % names
    if saved.owner_id is not None:
        return _("“%(rules)s” belongs to somebody who may change it: make a ruleset of the site's own.") % names
    seats = {"fewest": entry.fewest, "most": entry.most}
    if not any(entry.fewest <= number <= entry.most for number in rules.seatings):
        return _("“%(rules)s” is not for %(fewest)s to %(most)s players.") % {**names, **seats}
    others = LadderRuleset.objects.filter(ruleset=saved, fewest__lte=entry.most, most__gte=entry.fewest)
    other = others.exclude(ladder=ladder_id).select_related("ladder").first()
    if other is None:
        return ""
    found = {**names, "ladder": other.ladder.local_title, "fewest": other.fewest, "most": other.most}
    return _("“%(rules)s” with %(fewest)s to %(most)s players counts for the ladder “%(ladder)s” already.") % found


def tell_who_waits() -> None:
    """Have every rated table that waits for a match say anew whether it will count: what counts has changed."""
    waiting = Table.objects.filter(is_rated=True, state__in=BETWEEN).order_by("pk").values_list("pk", flat=True)
    for number in list(waiting):
        with suppress(NotFound), transaction.atomic():
            state = lock(number)
            if state.table.is_between:
                changed(state)
