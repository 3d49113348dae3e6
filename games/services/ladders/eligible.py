"""Which matches count, and for which ladder: said before they begin, and fixed when they do."""

import hashlib
from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _

from accounts.models import User
from accounts.verified import may_play_rated
from games.models import Ladder, LadderRuleset, Match, Season, Seat, Table
from games.services.starting import ready_seats
from games.services.state import TableState, ruleset_of


def current_season() -> Season | None:
    """Return the season that is on, or None between seasons."""
    return Season.objects.filter(ended_at=None).first()


def ladder_of(table: Table, seats: int) -> Ladder | None:
    """Return the ladder that a match of so many seats by this table's rules counts for, or None.

    The rules count as long as they are those of the ruleset that an admin entered: a shortened match does not.
    """
    if table.opened_with is None or ruleset_of(table.family, table.opened_with.options).to_json() != table.ruleset:
        return None
    entries = LadderRuleset.objects.filter(ruleset=table.opened_with, fewest__lte=seats, most__gte=seats)
    entry = entries.filter(ladder__is_open=True).select_related("ladder").order_by("ladder__order", "pk").first()
    return entry.ladder if entry else None


def why_unrated(state: TableState, seats: Sequence[Seat] | None = None) -> str:
    """Return why a match of those in `seats` (None: who are ready now) would not be rated, as a sentence.

    Empty where it would be.
    """
    table = state.table
    seats = ready_seats(state) if seats is None else seats
    if table.visibility != Table.Visibility.PUBLIC:
        return _("Only matches at public tables are rated.")
    if ruleset_of(table.family, table.ruleset).favours_vips:
        return _("These rules give VIPs an advantage, so the match is not rated.")
    if any(seat.is_ai for seat in seats):
        return _("AI players sit at this table, so the match is not rated.")
    if ladder_of(table, len(seats)) is None:
        return _("These rules with so many players count for no ladder.")
    if current_season() is None:
        return _("No season is on just now, so no match is rated.")
    return _not_verified([seat.user for seat in seats if seat.user is not None])


def _not_verified(people: Sequence[User]) -> str:
    verified = may_play_rated(people)
    missing = next((person for person in people if person.pk not in verified), None)
    if missing is None:
        return ""
    return _("%(name)s has not confirmed an e-mail address yet, so the match is not rated.") % {"name": missing.name}


def people_key(people: Iterable[int]) -> str:
    """Return what the matches of exactly these people have in common: a digest of their row numbers."""
    return hashlib.sha256(",".join(map(str, sorted(people))).encode()).hexdigest()


def prepare(state: TableState, match: Match, seats: Sequence[Seat]) -> None:
    """Note on a match that is about to begin with those in `seats` whether, and for what, it counts.

    Holds the table's lock.
    """
    if not state.table.is_rated or why_unrated(state, seats):
        return
    match.ladder, match.season = ladder_of(state.table, len(seats)), current_season()
    match.people_key = people_key(seat.user_id for seat in seats if seat.user_id is not None)
