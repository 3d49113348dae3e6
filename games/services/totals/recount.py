"""Makes totals and achievements anew from the moves, and compares them with what is kept.

Matches are read one after another in the order in which they ended, for so many people at a time: what is held in
memory does not grow with the matches.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import batched

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from accounts.models import User
from games.models import Achievement, Match, MatchSeat, RulesetTotals, Totals
from games.services.totals import keep
from games.services.totals.accounts import Account
from games.services.totals.tally import played, stored_moves

#: So many people are recounted in one passage through the matches.
AT_ONCE = 5_000


@dataclass(frozen=True, slots=True)
class Difference:
    """One person of whom something else is kept than the moves say: what, in sentences."""

    person: str
    what: list[str]


def recount(person: User | None = None, *, write: bool = False) -> Iterator[Difference]:
    """Compare what is kept of everybody, or of one person, with what the moves say; with `write`, mend it.

    May run while matches go on and end.
    """
    people = User.objects.filter(pk=person.pk) if person else User.objects.all()
    for some in batched(people.filter(removed_number=None).order_by("pk").values_list("pk", flat=True), AT_ONCE):
        right, kept = recounted(some), keep.kept_of(some)
        keep.load(kept)
        for number in some:
            if any(right[number].differences(kept[number])):
                yield from _settle(right[number], write=write)
    for user in people.exclude(removed_number=None).filter(_something_kept()):
        if write:
            with transaction.atomic():
                keep.forget(user)
        yield Difference(user.public_id, ["the account is removed, what it had is not"])


def _something_kept() -> Q:
    totals, rulesets, earned = (
        Q(Exists(rows.objects.filter(person=OuterRef("pk")))) for rows in (Totals, RulesetTotals, Achievement)
    )
    return totals | rulesets | earned


def recounted(people: Collection[int]) -> dict[int, Account]:
    """Return what the moves say of each of these people (row numbers), also of those who never played."""
    accounts = keep.blank(people)
    theirs = MatchSeat.objects.filter(match=OuterRef("pk"), is_ai=False, user__in=people)
    matches = Match.objects.filter(Exists(theirs), state=Match.State.OVER, annulled_at=None)
    matches = matches.order_by("finished_at", "pk")
    for match in matches.defer("position").prefetch_related("seats").iterator(chunk_size=100):
        assert match.finished_at is not None
        for one in played(match, list(match.seats.all()), stored_moves(match), match.finished_at):
            account = accounts.get(one.person)
            if account is not None and account.count(one):
                account.earn(one.at, one.match)
    now, ratings = timezone.now(), keep.ratings_of(people)
    for number, account in accounts.items():
        account.earn(now, None, ratings.get(number, ()))
    return accounts


def _settle(right: Account, *, write: bool) -> Iterator[Difference]:
    """Compare one person's account again while nothing can change, and mend what is kept."""
    with transaction.atomic():
        held = keep.hold([right.person])
        if right.person not in held:
            return  # removed meanwhile
        keep.load(held)
        kept = held[right.person]
        if _is_later(kept.totals, right.totals):
            right = recounted([right.person])[right.person]  # a match has ended meanwhile
        what = list(right.differences(kept))
        if what and write:
            keep.write([right], right.rulesets.values())
            gone = [row.pk for key, row in kept.rulesets.items() if key not in right.rulesets]
            RulesetTotals.objects.filter(pk__in=gone).delete()
            Achievement.objects.bulk_create([one for key, one in right.earned.items() if key not in kept.earned])
        user = User.objects.get(pk=right.person)
    if what:
        yield Difference(f"{user.name} ({user.public_id})", what)


def _is_later(kept: Totals, right: Totals) -> bool:
    if kept.last_match_at is None:
        return False
    return right.last_match_at is None or kept.last_match_at > right.last_match_at
