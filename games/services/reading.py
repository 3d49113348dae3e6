"""What one reader may know of a table, made ready for the screen.

What readers share (rows, position, the last moves) is read once for each version and process; each then gets a view
of its own, built up from what its seat may know.
"""

import time
from collections.abc import Mapping
from dataclasses import replace
from typing import cast

from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from django.utils.translation import get_language

from accounts.models import User
from accounts.rights import rights_of
from games.models import Invitation, Match, Seat, Table
from games.rules.families import FAMILIES
from games.screens import Person, SeatInfo, Snapshot, TableInfo, Talk
from games.services import hearing, watching
from games.services.errors import NotFound
from games.services.kept import UNCHANGED, Reading, reading_of
from games.services.starting import why_not_start
from games.services.state import TableState, ruleset_of
from games.services.turn_clock import reserve_after
from games.services.waiting import waiting


def find_table(public_id: str, user_id: int | None, invites: Mapping[str, str]) -> int:
    """Return the row number of the live table at this address, if this reader may see it.

    A private table is seen by those who sit there, those who were invited and those who followed its link (`invites`:
    public id to the link's token); one that is closed to watchers by those who sit there or could still sit down.
    Raises `NotFound` for anything else: a stranger cannot tell a private table from none.
    """
    table = Table.objects.filter(public_id=public_id).first()
    if table is None or not table.is_live:
        raise NotFound("")
    seats = list(Seat.objects.filter(table=table))
    own = [seat for seat in seats if user_id and seat.user_id == user_id]
    if table.visibility == Table.Visibility.PRIVATE and not own and invites.get(public_id) != table.invite:
        invited = Invitation.objects.filter(table=table, person=user_id) if user_id else Invitation.objects.none()
        if not invited.exists():
            raise NotFound("")
    live = next((seat for seat in own if seat.live), None)
    if watching.is_out(table, user_id, live):
        raise NotFound("")
    if not watching.may_look(table, seats, live, user_id):
        raise watching.NoWatchers
    return table.pk


def snapshot(table_id: int, user_id: int | None, version: int | None = None) -> Snapshot:
    """Return what this reader may see of the table, at `version` or later (None: now).

    `UNCHANGED` means the version that is known, but who is here asked anew. A reader with no seat is a watcher and gets
    open information only, of a rated match as it was a lap ago. Raises
    `NotFound`, also for a watcher where none are wanted.
    """
    reading = reading_of(table_id, version)
    state = reading.state
    own = state.seat_of(user_id) if user_id is not None else None
    # a page that is open still reads that one was sent away, but sees no match any more, and no talk
    out = watching.is_out(state.table, user_id, own)
    if (out and state.table.state == Table.State.PLAYING) or not watching.may_look(
        state.table, state.seats, own, user_id
    ):
        raise watching.NoWatchers
    behind = watching.delay(state)
    if behind and (own is None or own.place is None):
        return _behind(reading, own, user_id, behind)
    place = own.place if own is not None else None
    match, game = state.match, state.game
    view = FAMILIES[match.family].view(game, place) if match is not None else None
    elapsed = time.monotonic() - reading.at
    left = None if reading.clock is None else reading.clock.turn_after(elapsed)
    between = game is not None and game.round_over
    waits = own is not None and match is not None and place is None
    seats = state.playing if match is not None else state.seats
    # nobody sits and waits for turns of hours, so nobody is missed there
    slow = state.table.is_correspondence
    here = None if slow else reading.company.ask(state, anew=version == UNCHANGED)
    return Snapshot(
        table=_table_info(reading),
        seats=tuple(_seat_info(reading, seats, user_id, here, elapsed)),
        viewer=None if own is None or waits else _index(own, match),
        version=state.table.version,
        view=view,
        log=tuple(row.seen_by(place) for row in reading.log),
        seconds_left=None if between else left,
        can_start=_can_start(state, user_id),
        next_round_in=left if between else None,
        commitment=match.commitment if match is not None else "",
        placement=reading.places,
        ratings=reading.ratings,
        ladder="" if reading.ladder is None else reading.ladder.local_title,
        seed=bytes(match.seed).hex() if match is not None and match.state != Match.State.PLAYING else "",
        rematch_ready=frozenset(_index(seat, match) for seat in seats if seat.live and seat.ready),
        match_id=match.public_id if match is not None else "",
        talk=Talk() if out else _talk(reading, own, user_id),
        waits=waits,
        waits_ready=waits and own is not None and own.ready,
        waiting=waiting(state, own, user_id, lambda: reading.odds.blocks(state), lambda: reading.stake.verdict(state)),
        newest=state.table.version,
        sits=own is not None,
        open_to_watchers=state.table.is_open_to_watchers,
        owns=own is not None and own.user_id == state.table.owner_id,
        character=own.user.character if own is not None and own.user is not None else "",
        characters=rights_of(own.user).characters if own is not None and own.user is not None else (),
    )


def who_is_here(table_id: int) -> frozenset[int]:
    """Return who of those who sit at the table has it open, asked anew."""
    reading = reading_of(table_id, UNCHANGED)
    return reading.company.ask(reading.state, anew=True)


def _behind(reading: Reading, own: Seat | None, user_id: int | None, behind: watching.Delay) -> Snapshot:
    """The table for those who do not play in a rated match: as it was so far behind.

    It is built up from the moves until then: what is not named here is not known, whatever the other readers see.
    """
    state = reading.state
    match = state.match
    assert match is not None
    frame = watching.frame(match, behind)
    table = replace(_table_info(reading), owner_seat=None)
    seats = [
        SeatInfo(
            index=_index(seat, match),
            person=_person(seat),
            is_ai=seat.is_ai,
            away=not seat.is_ai and seat.place in frame.by_ai,
            day=seat.day,
        )
        for seat in state.playing
    ]
    return Snapshot(
        table=table,
        seats=tuple(seats),
        viewer=None,
        version=frame.version,
        view=frame.view,
        log=tuple(row.seen_by(None) for row in frame.log),
        commitment=match.commitment,
        talk=_talk(reading, own, user_id),
        waits=own is not None,
        waits_ready=own is not None and own.ready,
        behind=behind.moves,
        newest=state.table.version,
        sits=own is not None,
        owns=own is not None and own.user_id == state.table.owner_id,
        open_to_watchers=state.table.is_open_to_watchers,
        character=own.user.character if own is not None and own.user is not None else "",
        characters=rights_of(own.user).characters if own is not None and own.user is not None else (),
    )


def _talk(reading: Reading, own: Seat | None, user_id: int | None) -> Talk:
    """The talk for this reader, asked for when it is shown: most moves push no chat."""
    lazy = SimpleLazyObject(lambda: hearing.talk_for(reading.state, reading.ears.hear(reading.state), own, user_id))
    return cast(Talk, lazy)


def _index(seat: Seat, match: Match | None) -> int:
    """The number that the screen knows a seat by: its place in the match, or its chair where none is going on."""
    return seat.index if match is None or seat.place is None else seat.place


def _table_info(reading: Reading) -> TableInfo:
    """The table itself, put together once for all who read it in one language."""
    language = get_language() or ""
    if language not in reading.tables:
        reading.tables[language] = _table_told(reading.state)
    return reading.tables[language]


def _table_told(state: TableState) -> TableInfo:
    table, seats = state.table, state.seats if state.match is None else state.playing
    address = reverse("games:table", args=[table.public_id])
    private = table.visibility == Table.Visibility.PRIVATE
    ruleset = ruleset_of(table.family, table.ruleset)
    owner = next((seat for seat in seats if seat.live and seat.user_id == table.owner_id), None)
    return TableInfo(
        public_id=table.public_id,
        name=table.title,
        preset_title=table.rules_title,
        visibility=table.visibility,
        state=table.state,
        turn_seconds=table.turn_seconds,
        reserve_seconds=table.reserve_seconds,
        owner_seat=None if owner is None else _index(owner, state.match),
        family=table.family,
        invite_url=f"{address}?invite={table.invite}" if private else address,
        custom_title=table.custom_title,
        custom_text=table.custom_text,
        wants_days=ruleset.wants_days,
        ruleset=ruleset,
    )


def _seat_info(
    reading: Reading, seats: list[Seat], reader_id: int | None, here: frozenset[int] | None, elapsed: float
) -> list[SeatInfo]:
    """The seats; `here` are those who have the table open, None where that does not matter."""
    state = reading.state
    return [
        SeatInfo(
            index=_index(seat, state.match),
            person=_person(seat),
            is_ai=seat.is_ai,
            away=seat.away,
            ready=seat.ready,
            online=here is None or seat.is_ai or seat.user_id == reader_id or seat.user_id in here,
            is_owner=seat.live and seat.user_id == state.table.owner_id,
            day=seat.day,
            missed=seat.missed_turns > 0,
            has_left=seat.has_left,
            reserve=reserve_after(state, seat, reading.clock, elapsed),
            chair=seat.index,
        )
        for seat in seats
    ]


def _person(seat: Seat) -> Person | None:
    user: User | None = seat.user
    return None if user is None else Person(user.name, user.character, seat.level, user.public_id)


def _can_start(state: TableState, user_id: int | None) -> bool:
    table = state.table
    return (
        table.state == Table.State.OPEN
        and user_id is not None
        and table.owner_id == user_id
        and not why_not_start(state)
    )
