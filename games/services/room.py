"""The waiting room: what its owner, and those who sit in it, may do before a match."""

from collections.abc import Mapping
from contextlib import suppress
from random import Random, SystemRandom

from django.db.models import F
from django.utils.translation import gettext as _

from accounts.ids import new_public_id
from games.models import AiPlayer, Invitation, Seat, Table
from games.models.table import BETWEEN, LIVE
from games.services import absence
from games.services.acting import as_owner, as_seated, changed
from games.services.errors import Declined
from games.services.getting_ready import go_on
from games.services.sitting import free_seat
from games.services.state import TableState


def fill(seats: list[Seat], level: str) -> None:
    """Put AI players of `level` into the free ones of `seats`."""
    sitting = [seat.user_id for seat in seats if seat.is_ai and seat.user_id]
    free = [seat for seat in seats if not seat.taken]
    players = AiPlayer.objects.filter(level=level).exclude(user_id__in=sitting).select_related("user")
    for seat, player in zip(free, players.order_by("?")[: len(free)], strict=False):
        seat.user, seat.is_ai, seat.level, seat.ready = player.user, True, level, True
        seat.save()


def add_ai(table_id: int, user_id: int, level: str) -> None:
    """Put one AI player of `level` into a free seat."""

    def act(state: TableState) -> None:
        free = free_seat(state)
        if free is None:
            raise Declined(_("Every seat is taken."))
        if not AiPlayer.objects.filter(level=level).exists():
            raise Declined(_("There is no AI player of this level."))
        fill([*(seat for seat in state.seats if seat.is_ai), free], level)
        _settled(state)

    as_owner(table_id, user_id, act)


def _settled(state: TableState) -> None:
    if not go_on(state):
        changed(state)


def send_away(table_id: int, user_id: int, index: int, person: str = "") -> None:
    """Send whoever has seat `index`, a person or an AI, away from the table; a person does not sit down here again.

    `person` (a public id) is whom the page showed there: nobody else is sent away.
    After a match the seat is kept until the next one begins, so that the result stays whole.
    """

    def act(state: TableState) -> None:
        seat = _taken(state, index, person)
        if seat.user_id == user_id:
            raise Declined(_("You cannot send yourself away, but you can leave the table."))
        if not seat.is_ai:
            state.table.sent_away.append(seat.user_id)
            state.table.save(update_fields=["sent_away"])
            Invitation.objects.filter(table=state.table, person=seat.user_id).delete()
        if state.match is not None and seat.place is not None:
            absence.hand_over(state, seat)
            go_on(state)
        else:
            seat.vacate()
            _settled(state)

    as_owner(table_id, user_id, act, states=BETWEEN)


def _taken(state: TableState, index: int, person: str) -> Seat:
    seat = next((seat for seat in state.seats if seat.index == index), None)
    user = None if seat is None else seat.user
    sits = seat is not None and (seat.live or (seat.is_ai and not seat.away))
    if seat is None or user is None or not sits:
        raise Declined(_("Nobody sits there."))
    if person and user.public_id != person:
        raise Declined(_("Somebody else sits there now."))
    return seat


def own(table_id: int, user_id: int, index: int, person: str = "") -> None:
    """Hand the table on to the person in seat `index`, if it is the one whom the page showed there (`person`)."""

    def act(state: TableState) -> None:
        seat = _taken(state, index, person)
        if seat.is_ai:
            raise Declined(_("An AI player cannot own a table."))
        state.table.owner = seat.user
        changed(state)

    as_owner(table_id, user_id, act, states=LIVE)


def shuffle(table_id: int, user_id: int, rng: Random | None = None) -> None:
    """Draw anew who of those here has which of their seats. Nobody loses their readiness, and somebody moves."""

    def act(state: TableState) -> None:
        taken = state.taken
        if len(taken) < 2:
            raise Declined(_("There is nobody to change seats with."))
        before = [seat.index for seat in taken]
        drawn = before[:]
        while drawn == before:
            (rng or SystemRandom()).shuffle(drawn)
        renumber(state, dict(zip(taken, drawn, strict=True)))
        changed(state)

    as_owner(table_id, user_id, act)


def renumber(state: TableState, numbers: Mapping[Seat, int]) -> None:
    """Give these seats new numbers among themselves: people change places with all that they have."""
    rows = Seat.objects.filter(pk__in=[seat.pk for seat in numbers])
    # out of the way first: no two seats of a table may have one number, not even for a moment
    rows.update(index=F("index") + 100)
    for seat, number in numbers.items():
        seat.index = number
    Seat.objects.bulk_update(numbers, ["index"])
    state.seats.sort(key=lambda seat: seat.index)


def new_link(table_id: int, user_id: int) -> None:
    """Give a private table another link: the old one leads nowhere any more."""

    def act(state: TableState) -> None:
        if state.table.visibility != Table.Visibility.PRIVATE:
            raise Declined(_("This table is public: everybody finds it in the lobby."))
        state.table.invite = new_public_id()
        state.table.save(update_fields=["invite"])
        changed(state)

    as_owner(table_id, user_id, act, states=LIVE)


def address_confirmed(user_id: int) -> None:
    """Somebody's address is theirs now: the rated tables where they wait for a match show that it counts."""
    waits = Seat.objects.filter(user=user_id, live=True, table__is_rated=True, table__state__in=BETWEEN)
    for table_id in waits.values_list("table_id", flat=True):
        with suppress(Declined):  # got up meanwhile
            as_seated(table_id, user_id, lambda state, _seat: changed(state))
