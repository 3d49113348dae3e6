"""A table as it stands: its rows and the game that its match is at."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models.functions import Now

from games.models import Match, Seat, Table
from games.rules.core.refusals import Refused
from games.rules.core.shuffle import Shuffle
from games.rules.families import FAMILIES
from games.services.errors import NotFound
from games.services.voiding import void


def ruleset_of(family: str, options: Mapping[str, object]) -> Any:
    """Return the checked ruleset for stored `options`; equal options share one object.

    Raises `RulesetError` where the options are not allowed.
    """
    return FAMILIES[family].ruleset(options)


class Unreadable(Exception):
    """Neither the stored position nor the moves of `match_id` can be read by the rules as they are now."""

    def __init__(self, match_id: int) -> None:
        super().__init__(f"match {match_id} cannot be read")
        self.match_id = match_id


def load_game(match: Match) -> Any:
    """Return the family's game of `match` at its last move.

    The stored position is a cache: one of another schema is made anew from the moves. Raises `Unreadable`.
    """
    family = FAMILIES[match.family]
    try:
        if match.position.get("schema") != family.schema:
            return replay_game(match)
        ruleset = ruleset_of(match.family, match.ruleset)
        return family.load(match.position, ruleset, Shuffle(bytes(match.seed), match.strings))
    except (Refused, ValueError, LookupError, TypeError, AttributeError) as error:
        raise Unreadable(match.pk) from error


def replay_game(match: Match) -> Any:
    """Return the family's game of `match`, replayed from its move rows (the stored position is not looked at)."""
    family = FAMILIES[match.family]
    moves = match.moves.exclude(number=0).order_by("number").values_list("seat", "text")
    return family.replay(
        ruleset_of(match.family, match.ruleset),
        seats=match.seats.count(),
        shuffle=Shuffle(bytes(match.seed), match.strings),
        vip=frozenset(match.vip),
        days=tuple(match.days),
        moves=moves,
    )


@dataclass(slots=True)
class TableState:
    """A table's row, its seats in order and, where one is going on or just over, its match and game.

    `now` is the database's clock when the rows were read.
    """

    table: Table
    seats: list[Seat]
    match: Match | None = None
    game: Any = None
    now: datetime | None = None

    @property
    def playing(self) -> list[Seat]:
        """The seats of the present match, by their place in it."""
        return sorted((seat for seat in self.seats if seat.place is not None), key=lambda seat: seat.place or 0)

    @property
    def taken(self) -> list[Seat]:
        """The seats that somebody has."""
        return [seat for seat in self.seats if seat.taken]

    @property
    def people(self) -> list[Seat]:
        """The seats of people who sit here now."""
        return [seat for seat in self.seats if seat.live]

    @property
    def abandoned(self) -> bool:
        """Whether all who played the present match have left it for good: AI players bring it to its end."""
        return self.match is not None and not any(seat.live for seat in self.playing)

    def seat_of(self, user_id: int | None) -> Seat | None:
        """Return the seat that this person sits in, or None."""
        return next((seat for seat in self.seats if seat.live and seat.user_id == user_id), None)

    def at_place(self, place: int) -> Seat:
        """Return the seat with this place in the present match."""
        return next(seat for seat in self.seats if seat.place == place)


def _state(table: Table | None, seats: list[Seat], now: datetime | None) -> TableState:
    if table is None:
        raise NotFound("")
    state = TableState(table, seats, table.match, now=now)
    if state.match is not None:
        state.game = load_game(state.match)
    return state


def lock(table_id: int) -> TableState:
    """Lock the table's row (everything under it is changed by its holder only) and return how it stands.

    A match that can no longer be read is ended. Must run in a transaction. Raises `NotFound` where there is no such
    table.
    """
    table = Table.objects.select_for_update().filter(pk=table_id).first()
    # The match only now, by a later statement: PostgreSQL rereads the row it waited for, but a row joined to it comes
    # from before the wait, a move behind.
    rows = Seat.objects.filter(table_id=table_id).select_related("user", "table__match").annotate(now=Now())
    seats: list[Seat] = list(rows)
    if table is not None and seats:
        table.match = seats[0].table.match
    try:
        return _state(table, seats, rows[0].now if seats else None)
    except Unreadable:
        assert table is not None
        void(table, seats)
        return TableState(table, seats)


def glance(table_id: int) -> TableState:
    """Return the table and its seats, without its match and without a lock. Raises `NotFound`."""
    table = Table.objects.filter(pk=table_id).first()
    if table is None:
        raise NotFound("")
    return TableState(table, list(Seat.objects.filter(table_id=table_id).select_related("user")))


def read(table_id: int) -> TableState:
    """Return how the table stands, without a lock. Raises `NotFound`, and `Unreadable` for its match."""
    table = Table.objects.select_related("match", "owner").filter(pk=table_id).annotate(now=Now()).first()
    seats = list(Seat.objects.filter(table_id=table_id).select_related("user"))
    return _state(table, seats, table.now if table else None)


def setting(name: str) -> Any:
    """Return one of the game's settings (`settings.LASTCARD`)."""
    return settings.LASTCARD[name]


def seconds(value: float) -> timedelta:
    """Return `value` seconds."""
    return timedelta(seconds=value)
