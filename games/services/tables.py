"""Tables before, between and after matches: open, sit down, ready, leave."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games import broadcast
from games.models import AiPlayer, SavedRuleset, Seat, Table
from games.services import matches
from games.services.errors import Declined
from games.services.starting import valid_day, why_not_start
from games.services.state import TableState, glance, lock, ruleset_of, setting


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

    @property
    def options(self) -> dict[str, object]:
        """The ruleset's options, shortened to one round where that is wished."""
        return {**self.ruleset.options, "match": "single"} if self.single else self.ruleset.options


def current_table(user: User) -> Table | None:
    """Return the live table that this person sits at, or None."""
    seat = Seat.objects.select_related("table").filter(user=user, live=True).first()
    return seat.table if seat else None


def open_table(user: User, wishes: Wishes) -> Table:
    """Open a table with `user` in its first seat and, with an `ai_level`, AI players in all others.

    Who sits at a live table already gets that one back, so two clicks open one table. An over match is no reason
    to stay: the person leaves it first.
    """
    _leave_what_is_over(user)
    ruleset = ruleset_of(wishes.ruleset.family, wishes.options)
    try:
        with transaction.atomic():
            table = Table.objects.create(
                name=wishes.name,
                owner=user,
                family=wishes.ruleset.family,
                rules_title=wishes.ruleset.title,
                ruleset=ruleset.to_json(),
                visibility=wishes.visibility,
                custom_title=wishes.custom_title,
                custom_text=wishes.custom_text,
                turn_seconds=wishes.turn_seconds or setting("TURN_SECONDS"),
            )
            seats = [Seat(table=table, index=index) for index in range(wishes.seats)]
            seats[0].user, seats[0].live, seats[0].ready = user, True, not ruleset.wants_days
            Seat.objects.bulk_create(seats)
            if wishes.ai_level:
                _fill(seats, wishes.ai_level)
            broadcast.lobby_changed()
            return table
    except IntegrityError:
        current = current_table(user)
        if current is None:
            raise
        return current


def _leave_what_is_over(user: User) -> None:
    current = current_table(user)
    if current is not None and current.state == Table.State.OVER:
        leave(current.pk, user.pk)


def _fill(seats: list[Seat], level: str) -> None:
    """Put AI players of `level` into the free ones of `seats`."""
    sitting = [seat.user_id for seat in seats if seat.is_ai and seat.user_id]
    free = [seat for seat in seats if not seat.taken]
    players = AiPlayer.objects.filter(level=level).exclude(user_id__in=sitting).select_related("user")
    for seat, player in zip(free, players.order_by("?")[: len(free)], strict=False):
        seat.user, seat.is_ai, seat.level, seat.ready = player.user, True, level, True
        seat.save()


def changed(state: TableState, regions: Iterable[str] = matches.ALL) -> None:
    """Store the table's new version and tell everybody who has it open which regions changed."""
    table = state.table
    table.version += 1
    table.save(update_fields=["version", "changed_at", "state", "owner", "match"])
    broadcast.announce(table.pk, table.version, regions)
    if "table" in regions:  # seats, owner or state; smaller regions are nothing that a lobby shows
        broadcast.lobby_changed()


def join(table_id: int, user: User) -> None:
    """Sit down in the first free seat; who sits here already stays where they are.

    Raises `Declined` where the table is full, has begun, or the person sits at another live table.
    """
    # looked at first without the lock: nobody gives a seat up for one they do not get
    if _free_seat(glance(table_id), user) is None:
        return
    _leave_what_is_over(user)
    try:
        with transaction.atomic():
            state = lock(table_id)
            free = _free_seat(state, user)
            if free is None:
                return
            free.user, free.live = user, True
            free.save()
            if state.table.owner_id is None:
                state.table.owner = user
            changed(state)
    except IntegrityError as error:
        raise Declined(already_sits(current_table(user))) from error


def already_sits(table: Table | None) -> str:
    """Say that a person has a seat at another live table, or at this very one."""
    return _("You already sit at “%(table)s”. Leave it first.") % {"table": table.title if table else ""}


def _free_seat(state: TableState, user: User) -> Seat | None:
    """The seat that this person would get, None for who sits here already; raises `Declined` where there is none."""
    if state.seat_of(user.pk) is not None:
        return None
    if state.table.state != Table.State.OPEN:
        raise Declined(_("This match has begun; you can watch it."))
    free = next((seat for seat in state.seats if not seat.taken), None)
    if free is None:
        raise Declined(_("This table is full; you can watch it."))
    return free


def leave(table_id: int, user_id: int) -> None:
    """Get up. Who plays in the present match is played on by an AI; else the seat is free again.

    The owner's table goes to the next person; a table that nobody sits at any more is closed, unless its match runs.
    """
    with transaction.atomic():
        state = lock(table_id)
        seat = state.seat_of(user_id)
        if seat is None:
            return
        _hand_on_ownership(state, user_id)
        if state.match is not None and seat.place is not None:
            # kept until the next match, so that the result stays whole
            matches.hand_over(state, seat)
        else:
            seat.vacate()
            changed(state)
        if state.people:
            _go_on(state)
        elif state.table.state != Table.State.PLAYING:
            state.table.state = Table.State.CLOSED
            changed(state)


def _hand_on_ownership(state: TableState, user_id: int | None) -> None:
    """The next owner is somebody who is there, rather than one whom an AI plays for."""
    if state.table.owner_id == user_id:
        others = sorted((seat for seat in state.people if seat.user_id != user_id), key=lambda seat: seat.away)
        state.table.owner = others[0].user if others else None
        state.table.save(update_fields=["owner"])


def as_seated(table_id: int, user_id: int, act: Callable[[TableState, Seat], None]) -> None:
    """Do `act` under the table's lock for a person who sits there; raises `Declined` for anybody else."""
    with transaction.atomic():
        state = lock(table_id)
        seat = state.seat_of(user_id)
        if seat is None:
            raise Declined(_("You do not sit at this table."))
        act(state, seat)


def _as_owner(table_id: int, user_id: int, act: Callable[[TableState], None], *, once: bool = False) -> None:
    """Do `act` for the owner of a table that has not begun; raises `Declined` for anybody else.

    Where it is done `once`, asking for it again after the match has begun is no mistake: nothing happens.
    """

    def checked(state: TableState, seat: Seat) -> None:
        if state.table.owner_id != user_id:
            raise Declined(_("Only the owner of the table can do this."))
        if state.table.state == Table.State.OPEN:
            act(state)
        elif not once:
            raise Declined(_("The match has begun already."))

    as_seated(table_id, user_id, checked)


def set_ready(table_id: int, user_id: int, ready: bool) -> None:
    """Say that one is ready (or not) for the match, the next round or a rematch.

    When everybody who sits here is ready, the next round or the rematch begins; a first match waits for its owner.
    """

    def act(state: TableState, seat: Seat) -> None:
        if seat.ready == ready:
            return
        if ready and not seat.day and ruleset_of(state.table.family, state.table.ruleset).wants_days:
            raise Declined(_("First name your day: these rules need one from everybody."))
        seat.ready, seat.away, seat.missed_turns = ready, False, 0
        seat.save(update_fields=["ready", "away", "missed_turns"])
        if not _go_on(state):
            changed(state)

    as_seated(table_id, user_id, act)


def _go_on(state: TableState) -> bool:
    """Begin the next round or the rematch where one may come and everybody is ready for it; return whether it did.

    Those who are there are asked, first of all those who play in this match.
    """
    there = [seat for seat in state.people if not seat.away]
    asked = [seat for seat in there if seat.place is not None] or there
    if not asked or not all(seat.ready for seat in asked):
        return False
    if state.table.state == Table.State.OVER:
        _rematch(state)
    elif state.table.state == Table.State.PLAYING and state.game.round_over:
        matches.next_round(state)
    else:
        return False
    return True


def set_day(table_id: int, user_id: int, day: str) -> None:
    """Name one's day of the year ("12-25"), before the match begins. Raises `Declined` for what is no day."""

    def act(state: TableState, seat: Seat) -> None:
        if state.table.state == Table.State.PLAYING:
            raise Declined(_("The match has begun already."))
        seat.day = valid_day(day)
        seat.save(update_fields=["day"])
        changed(state)

    as_seated(table_id, user_id, act)


def _rematch(state: TableState) -> None:
    """Play again with those who stayed, or wait for more people where they are too few.

    Who left has no seat any more, and neither has who went away and has not come back.
    """
    for seat in state.seats:
        if seat.taken and not seat.is_ai and (seat.away or not seat.live):
            _hand_on_ownership(state, seat.user_id)
            seat.vacate()
    if not why_not_start(state):
        matches.start(state)
        return
    for seat in state.seats:
        seat.place = None
    Seat.objects.bulk_update(state.seats, ["place"])
    state.table.state, state.table.match = Table.State.OPEN, None
    changed(state)


def start(table_id: int, user_id: int) -> None:
    """Begin the match: the owner's to say, once everybody who sits here is ready. A second click changes nothing."""
    _as_owner(table_id, user_id, matches.start, once=True)


def add_ai(table_id: int, user_id: int, level: str) -> None:
    """Put one AI player of `level` into the first free seat."""

    def act(state: TableState) -> None:
        free = next((seat for seat in state.seats if not seat.taken), None)
        if free is None:
            raise Declined(_("Every seat is taken."))
        if not AiPlayer.objects.filter(level=level).exists():
            raise Declined(_("There is no AI player of this level."))
        _fill([*(seat for seat in state.seats if seat.is_ai), free], level)
        changed(state)

    _as_owner(table_id, user_id, act)


def remove_ai(table_id: int, user_id: int, index: int) -> None:
    """Send the AI player in seat `index` away."""

    def act(state: TableState) -> None:
        seat = next((seat for seat in state.seats if seat.index == index and seat.is_ai), None)
        if seat is None:
            raise Declined(_("There is no AI player in that seat."))
        seat.vacate()
        changed(state)

    _as_owner(table_id, user_id, act)
