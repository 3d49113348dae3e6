"""The waiting room: what the owner and those who sit may do before the match."""

from django.utils.translation import gettext as _

from games.models import AiPlayer, Seat
from games.services.acting import as_owner, changed
from games.services.errors import Declined
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
    """Put one AI player of `level` into the first free seat."""

    def act(state: TableState) -> None:
        free = next((seat for seat in state.seats if not seat.taken), None)
        if free is None:
            raise Declined(_("Every seat is taken."))
        if not AiPlayer.objects.filter(level=level).exists():
            raise Declined(_("There is no AI player of this level."))
        fill([*(seat for seat in state.seats if seat.is_ai), free], level)
        changed(state)

    as_owner(table_id, user_id, act)


def remove_ai(table_id: int, user_id: int, index: int) -> None:
    """Send the AI player in seat `index` away."""

    def act(state: TableState) -> None:
        seat = next((seat for seat in state.seats if seat.index == index and seat.is_ai), None)
        if seat is None:
            raise Declined(_("There is no AI player in that seat."))
        seat.vacate()
        changed(state)

    as_owner(table_id, user_id, act)
