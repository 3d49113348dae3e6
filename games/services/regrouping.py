"""Rated tables of "Play now" that wait become one where their people have come to fit each other.

Ratings may differ more the longer somebody waits, so two who did not fit when they came may do so later.
"""

import logging
from collections import Counter
from collections.abc import Mapping

from django.db import transaction
from django.db.models import Count

from accounts import social
from accounts.models import User
from games.models import SavedRuleset, Table
from games.services import tables
from games.services.errors import Declined
from games.services.ladders.eligible import Planned, verdict
from games.services.ladders.nearness import NEWCOMER, Level
from games.services.pairing import Company, Seeker, Wish, candidates, deserted, fits, levels_at, waited
from games.services.state import TableState, lock
from games.services.sweeping import watched

logger = logging.getLogger(__name__)


def sweep() -> None:
    """Bring together those who wait for the same rated game at several tables, and fit each other by now."""
    waiting = Table.objects.filter(is_quick=True, is_rated=True, state=Table.State.OPEN).exclude(opened_with=None)
    kinds = waiting.annotate(size=Count("seats")).values_list("opened_with", "size")
    for (ruleset_id, size), number in Counter(kinds).items():
        if number > 1 and ruleset_id is not None:
            watched(regroup, ruleset_id, size)


def regroup(ruleset_id: int, seats: int) -> None:
    """Make one table of every two that wait for this game and may be one."""
    ruleset = SavedRuleset.objects.get(pk=ruleset_id)
    wish = Wish(ruleset, seats, is_rated=True)
    gone = deserted(wish)
    with transaction.atomic():
        # as `pairing.pair` does: nobody is seated meanwhile who would have fitted
        SavedRuleset.objects.select_for_update(no_key=True).filter(pk=ruleset.pk).first()
        found = verdict(Planned(ruleset.family, wish.rules, ruleset.pk, seats))
        while found.counts:
            waiting = list(candidates(wish, gone))
            levels = levels_at(waiting, found)
            if not _join_two(waiting, wish, levels, _seekers(waiting, levels)):
                return


def _seekers(waiting: list[TableState], levels: Mapping[int, Level]) -> dict[int, Seeker]:
    """All who wait at these tables, by row number, in one query however many they are."""
    people = [seat.user_id for state in waiting for seat in state.people if seat.user_id is not None]
    odds: dict[int, set[int]] = {one: set() for one in people}
    for one, other in social.blocks_around(people):
        odds.setdefault(one, set()).add(other)
        odds.setdefault(other, set()).add(one)
    return {one: Seeker(one, frozenset(odds[one]), levels.get(one, NEWCOMER)) for one in people}


def _join_two(
    waiting: list[TableState], wish: Wish, levels: Mapping[int, Level], seekers: Mapping[int, Seeker]
) -> bool:
    """Move the people of one table to another that has waited longer; return whether there were two such."""
    for number in reversed(range(len(waiting))):
        later = waiting[number]
        people = [seekers[seat.user_id] for seat in later.people if seat.user_id is not None]
        for earlier in waiting[:number]:
            company = Company(levels, waited(earlier.table))
            if _fit(people, earlier, wish, company) and _move(later, earlier):
                return True
    return False


def _fit(people: list[Seeker], table: TableState, wish: Wish, company: Company) -> bool:
    """Whether these people, who wait at another table, may all be seated at this one."""
    enough = bool(people) and len(table.taken) + len(people) <= wish.seats
    return enough and all(fits(one, table, wish, company) for one in people)


def _move(later: TableState, earlier: TableState) -> bool:
    """Have the people of one table sit down at the other; nobody moves where one of them cannot."""
    people = User.objects.filter(pk__in=[seat.user_id for seat in later.people]).order_by("pk")
    try:
        with transaction.atomic():
            # in the order in which whoever needs several tables locks them
            for number in sorted((later.table.pk, earlier.table.pk)):
                lock(number)
            for person in people:
                tables.leave(later.table.pk, person.pk)
                tables.join(earlier.table.pk, person)
    except Declined as error:
        logger.info("table %s does not join table %s: %s", later.table.pk, earlier.table.pk, error)
        return False
    return True


def moved_to(public_id: str, user_id: int | None) -> Table | None:
    """Return the table to which this person was moved from the closed one at this address, if that is so."""
    gone = Table.objects.filter(public_id=public_id, is_quick=True, is_rated=True, state=Table.State.CLOSED).first()
    if gone is None or user_id is None:
        return None
    same = Table.objects.filter(seats__user=user_id, seats__live=True, is_quick=True, opened_with=gone.opened_with_id)
    return same.exclude(state=Table.State.CLOSED).first()
