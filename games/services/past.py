"""A person's finished matches, as their lists show them."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.rights import rights_of
from games.models import Match, MatchSeat, RatedResult, Table
from games.screens import RatingChange
from games.services.ladders.changes import change_of
from games.services.records import can_be_replayed

PER_PAGE = 20
#: So many stand on the person's page.
RECENT = 5
#: They are looked for among so many that the person began last.
LATELY = 200
# not the bare column: the database would go through all matches of the site by its index until it has found enough of
# the person's, who may have played long ago; so it sorts the person's own
_ENDED = Coalesce("match__finished_at", "match__started_at")


@dataclass(frozen=True, slots=True)
class Past:
    """A finished match: the person's seat with its match, what the rules are called, and what it did to the rating.

    No `change` where it was not rated or that is not to be read.
    """

    own: MatchSeat
    rules: str
    is_replayable: bool
    change: RatingChange | None = None


def finished_of(person: User, *, private: bool) -> QuerySet[MatchSeat]:
    """Return the seats of this person at matches that are over, newest first; `private` ones too or not.

    Only those that are not older than the person's rights say: the rest is kept, counts, and is at its own address.
    Who may see a match's own page is said by `records.find_finished`.
    """
    seats = MatchSeat.objects.filter(user=person, match__state=Match.State.OVER)
    if (days := rights_of(person).history_days) is not None:
        seats = seats.alias(ended=_ENDED).filter(ended__gte=timezone.now() - timedelta(days=days))
    if not private:
        seats = seats.filter(match__table__visibility=Table.Visibility.PUBLIC)
    return (
        seats.select_related("match__table__owner")
        .defer("match__position", "match__ruleset", "match__strings")
        .prefetch_related("match__seats__user")
        .order_by(_ENDED.desc(), "-match_id")
    )


def recent_of(person: User, *, private: bool) -> list[MatchSeat]:
    """Return the newest of `finished_of` for the person's page: at once, however much they have played.

    A match by correspondence that began before many others is not among them. Who played little, or long ago in public,
    has all of theirs looked at.
    """
    seats = finished_of(person, private=private)
    lately = MatchSeat.objects.filter(user=person).order_by("-match_id").values("pk")[:LATELY]
    found = list(seats.filter(pk__in=lately)[:RECENT])
    return found if len(found) == RECENT else list(seats[:RECENT])


def listed(seats: Collection[MatchSeat], *, changes: bool) -> list[Past]:
    """Return these seats of one person as a list shows them, by one query more where `changes` are to be read."""
    results = _results(seats) if changes else {}
    return [_past(seat, results.get(seat.match_id)) for seat in seats]


def _results(seats: Collection[MatchSeat]) -> dict[int, RatedResult]:
    people = {seat.user_id for seat in seats}
    found = RatedResult.objects.filter(
        match__in=[seat.match_id for seat in seats], rating__person__in=people, undone_at=None
    )
    return {result.match_id: result for result in found}


def _past(seat: MatchSeat, result: RatedResult | None) -> Past:
    change = change_of(result) if result is not None else None
    return Past(seat, _(seat.match.rules_title), can_be_replayed(seat.match), change)
