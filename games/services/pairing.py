"""Play now: who comes is seated with those who wait for the same game, else opens a table and waits.

Rated games are played with people whose ratings are near, the nearer the shorter somebody has waited: so two tables may
wait that become one later (`regroup`).
"""

from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from django.db import transaction
from django.db.models import Count, QuerySet
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import social
from accounts.models import User
from games import schedule
from games.models import SavedRuleset, Seat, Table
from games.services import presence, tables
from games.services.acting import as_seated, changed
from games.services.errors import Declined, NotFound
from games.services.getting_ready import go_on
from games.services.ladders.eligible import Planned, Verdict, verdict
from games.services.ladders.nearness import NEWCOMER, Level, is_near, levels_of
from games.services.room import fill
from games.services.state import TableState, lock, ruleset_of, seconds, setting

# what plays when no people come
LEVEL = "steady"
# how long the task of an offer may be late before the sweep makes the offer
GRACE = seconds(4)
# a table whose people have not had it open for so long, or never, is not filled
DESERTED = seconds(60)
# so many waiting tables are looked at, the longest waiting first
LOOKED_AT = 50


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody wants to play now: by which rules, with how many seats, and whether it is to count."""

    ruleset: SavedRuleset
    seats: int
    is_rated: bool = False

    @property
    def rules(self) -> dict[str, object]:
        """The rules as a table keeps them."""
        stored: dict[str, object] = ruleset_of(self.ruleset.family, self.ruleset.options).to_json()
        return stored


@dataclass(frozen=True, slots=True)
class Seeker:
    """Who wants to play, with all that decides where they fit: `at_odds` are those they would not sit down with.

    `level`: how good they are, where the game is to count.
    """

    user_id: int
    at_odds: frozenset[int] = frozenset()
    level: Level = NEWCOMER


@dataclass(frozen=True, slots=True)
class Company:
    """Those who wait at a rated table: how good they are, by row number, and for how many seconds the table waits."""

    levels: Mapping[int, Level] = field(default_factory=dict)
    waited: float = 0.0

    def is_near(self, person: Seeker, state: TableState) -> bool:
        """Return whether this person's rating is near those of all who sit there."""
        sitting = (self.levels.get(seat.user_id or 0, NEWCOMER) for seat in state.people)
        return all(is_near(person.level, other, self.waited) for other in sitting)


def verdict_on(user: User, wish: Wish) -> Verdict:
    """Return whether such a game, filled with people, would count for this person."""
    return verdict(
        Planned(wish.ruleset.family, wish.rules, wish.ruleset.pk, wish.seats, people=(user,), is_wanted=wish.is_rated)
    )


def fits(person: Seeker, state: TableState, wish: Wish, company: Company) -> bool:
    """Return whether this person may be seated at this table, and finds there what they wish.

    The one place that says so. It looks at what was loaded, and asks for nothing. A rated table counts for the ladder
    of the ruleset that it was opened with: another one with the same rules may count for another.
    """
    table = state.table
    if table.is_rated and not (table.opened_with_id == wish.ruleset.pk and company.is_near(person, state)):
        return False
    return (
        table.is_quick
        and table.state == Table.State.OPEN
        and table.visibility == Table.Visibility.PUBLIC
        and (table.family, table.ruleset) == (wish.ruleset.family, wish.rules)
        and table.is_rated == wish.is_rated
        and len(state.seats) == wish.seats
        and len(state.taken) < len(state.seats)
        and person.user_id not in table.sent_away
        and person.at_odds.isdisjoint(seat.user_id for seat in state.people if seat.user_id)
    )


def pair(user: User, wish: Wish) -> Table:
    """Seat this person at the table that fits and has waited longest, else at a new one that waits for others.

    Who sits at a live table already gets that one back. However many come at once, no two tables wait that could be
    one. Raises `Declined` where a game that is to count could not.
    """
    tables.leave_what_is_over(user)
    found = verdict_on(user, wish)
    if wish.is_rated and not found.counts:
        raise Declined(found.reason(user.pk))
    gone = deserted(wish)  # before the lock: meanwhile nobody waits for the cache
    with transaction.atomic():
        # Those who come for the same rules go through here one after another: else two would find no table waiting,
        # and each open one. Whoever waits for this lock holds no table's. It is not for the keys: a table's second
        # change in one transaction looks at what the row points at, and whoever makes it holds that table.
        SavedRuleset.objects.select_for_update(no_key=True).filter(pk=wish.ruleset.pk).first()
        current = tables.current_table(user)
        if current is not None:
            return current
        waiting = list(candidates(wish, gone))
        levels = levels_at(waiting, found, user)
        person = Seeker(user.pk, social.at_odds_with(user.pk), levels.get(user.pk, NEWCOMER))
        for state in waiting:
            if fits(person, state, wish, Company(levels, waited(state.table))):
                with suppress(Declined):  # somebody else took the seat, or the table closed: the next one
                    tables.join(state.table.pk, user)
                    return state.table
        table = tables.open_table(user, tables.Wishes(wish.ruleset, wish.seats, is_quick=True, is_rated=wish.is_rated))
        schedule.ai_offer(table.pk, seconds(setting("QUICK_WAIT_SECONDS")))
        return table


def levels_at(waiting: Collection[TableState], found: Verdict, *more: User) -> Mapping[int, Level]:
    """Return how good those who wait at these tables are, and `more` people: nothing where the game does not count."""
    if found.ladder is None or found.season is None:
        return {}
    people = {seat.user_id for state in waiting for seat in state.people if seat.user_id is not None}
    return levels_of(people | {user.pk for user in more}, found.ladder, found.season)


def waited(table: Table) -> float:
    """Return for how many seconds the table has waited."""
    return (timezone.now() - table.created_at).total_seconds()


def _waiting(wish: Wish) -> QuerySet[Table]:
    """The tables of "Play now" that wait for people, of this size."""
    return (
        Table.objects.filter(is_quick=True, state=Table.State.OPEN, visibility=Table.Visibility.PUBLIC)
        .filter(is_rated=wish.is_rated)
        .filter(family=wish.ruleset.family, rules_title=wish.ruleset.title)
        .annotate(size=Count("seats"), taken=Count("seats__user"))
        .filter(size=wish.seats, taken__lt=wish.seats)
    )


def candidates(wish: Wish, gone: Collection[int]) -> Iterator[TableState]:
    """Return the tables to look at for a seat, the longest waiting first; those that are deserted hide no others."""
    waiting = _waiting(wish).exclude(pk__in=gone).prefetch_related("seats").order_by("created_at", "pk")
    return (TableState(table, list(table.seats.all())) for table in waiting[:LOOKED_AT])


def deserted(wish: Wish) -> frozenset[int]:
    """Return those of these tables whose people have closed the page and will hardly come back.

    Nobody is seated with them.
    """
    # younger ones are not: the page may not be open yet
    old = _waiting(wish).filter(created_at__lte=timezone.now() - DESERTED).values("pk")
    seats = Seat.objects.filter(table__in=old).values_list("table_id", "user_id", "live")
    places = [(table_id, user_id) for table_id, user_id, live in seats if live and user_id is not None]
    kept = {table_id for table_id, _user in presence.at_tables(places)}
    return frozenset(table_id for table_id, *_rest in seats if table_id not in kept)


def fill_with_ai(state: TableState) -> None:
    """Put AI players into the free seats of a table of "Play now" and begin. Holds the table's lock.

    With them the table is casual, as the offer said. Where somebody is not ready yet (their rules ask for a day), the
    match begins when they are.
    """
    table = state.table
    if not table.is_quick or table.state != Table.State.OPEN:
        return
    if table.is_rated and len(state.taken) < len(state.seats):
        table.is_rated = False
        table.save(update_fields=["is_rated"])
    fill(state.seats, LEVEL)
    if not go_on(state):
        changed(state)


def call_in_ai(table_id: int, user_id: int) -> None:
    """Take the offer of AI players: anybody's to say who waits there. Raises `Declined` at any other table."""

    def act(state: TableState, _seat: Seat) -> None:
        if not state.table.is_quick:
            raise Declined(_("Only the owner of the table can do this."))
        fill_with_ai(state)

    as_seated(table_id, user_id, act)


def offer_ai(table_id: int) -> None:
    """Offer AI players at a table of "Play now" that has waited its time and has free seats still; else do nothing."""
    with suppress(NotFound), transaction.atomic():
        state = lock(table_id)
        # asked under the lock and by the database's clock: whoever was first has made the offer
        if _due().filter(pk=table_id).exists() and len(state.taken) < len(state.seats):
            state.table.ai_offered_at = timezone.now()
            state.table.save(update_fields=["ai_offered_at"])
            changed(state)


def _due() -> QuerySet[Table]:
    """The tables of "Play now" that have waited their time and were offered nobody yet."""
    waited = Now() - seconds(setting("QUICK_WAIT_SECONDS"))
    return Table.objects.filter(is_quick=True, state=Table.State.OPEN, ai_offered_at=None, created_at__lte=waited)


def sweep() -> None:
    """Make the offers whose tasks got lost."""
    free = Seat.objects.filter(user=None).values("table_id")
    late = _due().filter(created_at__lte=Now() - seconds(setting("QUICK_WAIT_SECONDS")) - GRACE, pk__in=free)
    for table_id in late.values_list("pk", flat=True)[:200]:
        offer_ai(table_id)
