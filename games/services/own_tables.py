"""The tables where a person sits: the live one, and those by correspondence with whose turn it is."""

from collections import defaultdict
from collections.abc import Collection, Mapping

from django.db.models import Prefetch
from django.utils.translation import gettext as _

from games.models import Seat, Table
from games.screens.lobby import OwnTable, Sitter
from games.services.whose_turn import turns_in


def own_tables(user_ids: Collection[int]) -> dict[int, list[OwnTable]]:
    """Return for each of these people the tables where they sit, in the active language, by two queries for all.

    A third reads the matches by correspondence that have moved on since somebody looked.
    First the live one, then those by correspondence: where it is their turn, then the others.
    """
    mine = (
        Seat.objects.filter(user__in=user_ids, live=True)
        .exclude(table__state=Table.State.CLOSED)
        .select_related("table__owner", "table__match")
        .defer("table__match__position")
        .prefetch_related(Prefetch("table__seats", Seat.objects.select_related("user")))
        .order_by("-table__changed_at")
    )
    seats = list(mine)
    turns = turns_in(seat.table.match for seat in seats if seat.table.is_correspondence)
    found: dict[int, list[OwnTable]] = defaultdict(list)
    for seat in seats:
        assert seat.user_id is not None
        found[seat.user_id].append(_own(seat, turns))
    for tables in found.values():
        tables.sort(key=lambda own: (own.is_slow, not own.your_turn))
    return dict(found)


def _own(own: Seat, turns: Mapping[int, int | None]) -> OwnTable:
    table, seats = own.table, list(own.table.seats.all())
    place = None if table.match_id is None else turns.get(table.match_id)
    in_turn = next((seat for seat in seats if place is not None and seat.place == place), None)
    your_turn = in_turn is not None and in_turn.pk == own.pk and not own.away
    return OwnTable(
        public_id=table.public_id,
        title=table.title,
        line=_line(table, own, in_turn, your_turn),
        sitters=tuple(Sitter(seat.user.name, seat.user.character) for seat in seats if seat.user is not None),
        state=table.state,
        is_slow=table.is_correspondence,
        your_turn=your_turn,
    )


def _line(table: Table, own: Seat, in_turn: Seat | None, your_turn: bool) -> str:
    if your_turn:
        return _("It is your turn.")
    if in_turn is not None and in_turn.user is not None:
        return _("It is %(name)s’s turn.") % {"name": in_turn.user.name}
    if table.state == Table.State.PLAYING:
        return _("Your match goes on.")
    if table.state == Table.State.OVER:
        return _("The match is over; a rematch waits.")
    return _("Your seat is held. The match has not begun.")
