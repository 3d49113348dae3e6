"""Play now: who comes is seated with those who wait for the same game, else opens a table and waits."""

from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass

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
    """What somebody wants to play now: by which rules, and with how many seats."""

    ruleset: SavedRuleset
    seats: int

    @property
    def rules(self) -> dict[str, object]:
        """The rules as a table keeps them."""
        stored: dict[str, object] = ruleset_of(self.ruleset.family, self.ruleset.options).to_json()
        return stored


@dataclass(frozen=True, slots=True)
class Seeker:
    """Who wants to play, with all that decides where they fit: `at_odds` are those they would not sit down with."""

    user_id: int
    at_odds: frozenset[int] = frozenset()


def seeker(user: User) -> Seeker:
    """Return what there is to know of this person to find them a table."""
    return Seeker(user.pk, social.at_odds_with(user.pk))


def fits(person: Seeker, state: TableState, wish: Wish) -> bool:
    """Return whether this person may be seated at this table, and finds there what they wish.

    The one place that says so. It looks at what was loaded, and asks for nothing.
    """
    table = state.table
    return (
        table.is_quick
        and table.state == Table.State.OPEN
        and table.visibility == Table.Visibility.PUBLIC
        and (table.family, table.ruleset) == (wish.ruleset.family, wish.rules)
        and len(state.seats) == wish.seats
        and len(state.taken) < len(state.seats)
        and person.user_id not in table.sent_away
        and person.at_odds.isdisjoint(seat.user_id for seat in state.people if seat.user_id)
    )


def pair(user: User, wish: Wish) -> Table:
    """Seat this person at the table that fits and has waited longest, else at a new one that waits for others.

    Who sits at a live table already gets that one back. However many come at once, no two tables wait that could be
    one.
    """
    tables.leave_what_is_over(user)
    deserted = _deserted(wish)  # before the lock: meanwhile nobody waits for the cache
    with transaction.atomic():
        # Those who come for the same rules go through here one after another: else two would find no table waiting,
        # and each open one. Whoever waits for this lock holds no table's.
        SavedRuleset.objects.select_for_update().filter(pk=wish.ruleset.pk).first()
        current = tables.current_table(user)
        if current is not None:
            return current
        person = seeker(user)
        for state in _candidates(wish, deserted):
            if fits(person, state, wish):
                with suppress(Declined):  # somebody else took the seat, or the table closed: the next one
                    tables.join(state.table.pk, user)
                    return state.table
        table = tables.open_table(user, tables.Wishes(wish.ruleset, wish.seats, is_quick=True))
        schedule.ai_offer(table.pk, seconds(setting("QUICK_WAIT_SECONDS")))
        return table


def _waiting(wish: Wish) -> QuerySet[Table]:
    """The tables of "Play now" that wait for people, of this size."""
    return (
        Table.objects.filter(is_quick=True, state=Table.State.OPEN, visibility=Table.Visibility.PUBLIC)
        .filter(family=wish.ruleset.family, rules_title=wish.ruleset.title)
        .annotate(size=Count("seats"), taken=Count("seats__user"))
        .filter(size=wish.seats, taken__lt=wish.seats)
    )


def _candidates(wish: Wish, deserted: Collection[int]) -> Iterator[TableState]:
    """The tables to look at for a seat, the longest waiting first; those that are deserted hide no others."""
    waiting = _waiting(wish).exclude(pk__in=deserted).prefetch_related("seats").order_by("created_at", "pk")
    return (TableState(table, list(table.seats.all())) for table in waiting[:LOOKED_AT])


def _deserted(wish: Wish) -> frozenset[int]:
    """Those of these tables whose people have closed the page and will hardly come back: nobody is seated with them."""
    # younger ones are not: the page may not be open yet
    old = _waiting(wish).filter(created_at__lte=timezone.now() - DESERTED).values("pk")
    seats = Seat.objects.filter(table__in=old).values_list("table_id", "user_id", "live")
    places = [(table_id, user_id) for table_id, user_id, live in seats if live and user_id is not None]
    kept = {table_id for table_id, _user in presence.at_tables(places)}
    return frozenset(table_id for table_id, *_rest in seats if table_id not in kept)


def fill_with_ai(state: TableState) -> None:
    """Put AI players into the free seats of a table of "Play now" and begin. Holds the table's lock.

    Where somebody is not ready yet (their rules ask for a day), the match begins when they are.
    """
    table = state.table
    if not table.is_quick or table.state != Table.State.OPEN:
        return
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
