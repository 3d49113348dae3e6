"""Coming to a table and going: open one, sit down, get up."""

from dataclasses import dataclass
from datetime import timedelta

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games import broadcast
from games.models import SavedRuleset, Seat, Table
from games.models.table import LONGEST_TURN, SHORTEST_TURN
from games.services import absence, notices
from games.services.acting import changed, hand_on_ownership
from games.services.errors import Declined
from games.services.getting_ready import go_on
from games.services.room import fill, renumber
from games.services.sitting import seat_for
from games.services.state import TableState, glance, lock, ruleset_of, setting

# the tables by correspondence that one person may play at
MOST_CORRESPONDENCE = 20
DOUBLE_CLICK = timedelta(seconds=5)


@dataclass(frozen=True, slots=True)
class Wishes:
    """How somebody wants a table: checked by `games.forms.OpenTableForm`."""

    ruleset: SavedRuleset
    seats: int
    name: str = ""
    visibility: str = Table.Visibility.PUBLIC
    ai_level: str = ""
    turn_seconds: int | None = None
    single: bool = False
    custom_title: str = ""
    custom_text: str = ""
    is_open_to_watchers: bool = True
    is_quick: bool = False
    is_rated: bool = False

    @property
    def options(self) -> dict[str, object]:
        """The ruleset's options, shortened to one round where that is wished."""
        return {**self.ruleset.options, "match": "single"} if self.single else self.ruleset.options


def current_table(user: User) -> Table | None:
    """Return the live table that this person sits at, or None. Those of correspondence are none to sit at."""
    seat = Seat.objects.select_related("table").filter(user=user, live=True, correspondence=False).first()
    return seat.table if seat else None


def open_table(user: User, wishes: Wishes) -> Table:
    """Open a table with `user` in its first seat and, with an `ai_level`, AI players in all others.

    Who sits at a live table already gets that one back, so two clicks open one table; so do two clicks for one of
    correspondence. An over match is no reason to stay: the person leaves it first. Raises `Declined` where a person
    plays at very many tables by correspondence already.
    """
    table = _new_table(user, wishes)
    if not table.is_correspondence:
        leave_what_is_over(user)
    try:
        with transaction.atomic():
            if table.is_correspondence and (opened := _just_opened(user, table, wishes)):
                return opened
            table.save()
            seats = [
                Seat(table=table, index=index, correspondence=table.is_correspondence) for index in range(wishes.seats)
            ]
            wants_days = ruleset_of(table.family, table.ruleset).wants_days
            seats[0].user, seats[0].live, seats[0].ready = user, True, not wants_days
            Seat.objects.bulk_create(seats)
            if wishes.ai_level:
                fill(seats, wishes.ai_level)
            else:
                notices.friends_table(table)
            broadcast.lobby_changed()
            return table
    except IntegrityError:
        current = current_table(user)
        if current is None:
            raise
        return current


def _new_table(user: User, wishes: Wishes) -> Table:
    """The row of a table by these wishes, not stored yet."""
    table = Table(
        name=wishes.name,
        owner=user,
        family=wishes.ruleset.family,
        rules_title=wishes.ruleset.title,
        ruleset=ruleset_of(wishes.ruleset.family, wishes.options).to_json(),
        opened_with=wishes.ruleset,
        is_rated=wishes.is_rated,
        visibility=wishes.visibility,
        custom_title=wishes.custom_title,
        custom_text=wishes.custom_text,
        turn_seconds=_turn_seconds(wishes),
        is_open_to_watchers=wishes.is_open_to_watchers,
        is_quick=wishes.is_quick,
    )
    table.reserve_seconds = 0 if table.is_correspondence else setting("RESERVE_SECONDS")
    return table


def _turn_seconds(wishes: Wishes) -> int:
    if wishes.turn_seconds is None:
        return int(setting("TURN_SECONDS"))
    if not SHORTEST_TURN <= wishes.turn_seconds <= LONGEST_TURN:
        raise Declined(_("A turn lasts from 10 seconds to 7 days."))
    return wishes.turn_seconds


# what two tables by correspondence have in common that one person wished twice; beside this, their seats
WISHED = (
    *("name", "rules_title", "ruleset", "visibility", "turn_seconds"),
    *("custom_title", "custom_text", "is_open_to_watchers", "is_rated"),
)


def _just_opened(user: User, table: Table, wishes: Wishes) -> Table | None:
    """The very same table of correspondence, still open, that the first half of a double click opened a moment ago.

    Raises `Declined` where this person plays at as many as one may.
    """
    # the second half waits here for the first; not for the keys, which news of a friend's table point at
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    mine = _by_correspondence(user)
    recent = timezone.now() - DOUBLE_CLICK
    fresh = mine.filter(owner=user, state=Table.State.OPEN, family=table.family, created_at__gt=recent)
    for one in fresh.prefetch_related("seats"):
        seats = one.seats.all()
        levels = {seat.level for seat in seats if seat.is_ai}
        same = all(getattr(one, field) == getattr(table, field) for field in WISHED)
        if same and len(seats) == wishes.seats and levels == ({wishes.ai_level} if wishes.ai_level else set()):
            return one
    return None


def _by_correspondence(user: User) -> QuerySet[Table]:
    """The tables by correspondence that this person plays at. Raises `Declined` where it is as many as one may."""
    mine = Table.objects.filter(seats__user=user, seats__live=True, seats__correspondence=True)
    if mine.count() >= MOST_CORRESPONDENCE:
        raise Declined(
            ngettext(
                "You play at %(count)s table by correspondence already. Finish one first.",
                "You play at %(count)s tables by correspondence already. Finish one first.",
                MOST_CORRESPONDENCE,
            )
            % {"count": MOST_CORRESPONDENCE}
        )
    return mine


def leave_what_is_over(user: User) -> None:
    """Get up from the live table whose match is over, where this person sits at one."""
    current = current_table(user)
    if current is not None and current.state == Table.State.OVER:
        leave(current.pk, user.pk)


def join(table_id: int, user: User, index: int | None = None) -> None:
    """Sit down in the free seat `index` (None: any); who sits here already moves there, or stays where they are.

    At a table of "Play now" that makes one ready, and the match begins when all seats are taken. Raises `Declined`
    where that seat is not to be had: it is taken, the table is full, the match has begun, the person was sent away, is
    at odds with somebody here, sits at another live table, or plays at very many by correspondence.
    """
    # looked at first without the lock: nobody gives a seat up for one they do not get
    seen = glance(table_id)
    if seat_for(seen, user.pk, index) is None:
        return
    if not seen.table.is_correspondence:
        leave_what_is_over(user)
    elif seen.seat_of(user.pk) is None:
        _by_correspondence(user)
    try:
        with transaction.atomic():
            state = lock(table_id)
            seat = seat_for(state, user.pk, index)
            if seat is None:
                return
            own = state.seat_of(user.pk)
            if own is not None:
                renumber(state, {own: seat.index, seat: own.index})
            else:
                _sit_down(state, seat, user)
            if not go_on(state):
                changed(state)
    except IntegrityError as error:
        raise Declined(already_sits(current_table(user))) from error


def _sit_down(state: TableState, seat: Seat, user: User) -> None:
    table = state.table
    seat.user, seat.live = user, True
    seat.ready = table.is_quick and not ruleset_of(table.family, table.ruleset).wants_days
    seat.save()
    if table.owner_id is None:
        table.owner = user


def sit(table_id: int, user_id: int, index: int) -> None:
    """Take the free seat `index`, or move to it: as `join`."""
    join(table_id, User.objects.get(pk=user_id), index)


def already_sits(table: Table | None) -> str:
    """Say that a person has a seat at another live table, or at this very one."""
    return _("You already sit at “%(table)s”. Leave it first.") % {"table": table.title if table else ""}


def leave(table_id: int, user_id: int) -> None:
    """Get up. Who plays in the present match is played on by an AI; else the seat is free again.

    The owner's table goes to the next person; a table that nobody sits at any more is closed, unless its match runs.
    """
    with transaction.atomic():
        state = lock(table_id)
        seat = state.seat_of(user_id)
        if seat is None:
            return
        hand_on_ownership(state, user_id)
        if state.match is not None and seat.place is not None:
            # kept until the next match, so that the result stays whole
            absence.hand_over(state, seat)
        else:
            seat.vacate()
            changed(state)
        if state.people:
            go_on(state)
        elif state.table.state != Table.State.PLAYING:
            state.table.state = Table.State.CLOSED
            changed(state)
