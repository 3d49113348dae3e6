"""Tables as this process knows them: read once for each version, or kept as a move of this process has left them."""

import threading
import time
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.db.models.functions import Now

from accounts import social
from games.models import Ladder, Match, Move
from games.screens import RatingChange, TableInfo
from games.services import presence
from games.services.hearing import Ears
from games.services.ladders.changes import changes_of
from games.services.ladders.eligible import Verdict, verdict_before
from games.services.log import LOG_LINES, LogRow, stored
from games.services.sitting import Blocks
from games.services.state import TableState, Unreadable, load_game, lock, read
from games.services.turn_clock import Clock, clock_of

# seconds for which it is believed who has a table open: who comes or goes is told at once
COMPANY_SECONDS = 10.0


@dataclass(slots=True)
class Company:
    """Who has the table open: asked once for all readers, and again after a moment or when somebody comes or goes."""

    people: tuple[int, ...] = ()
    here: frozenset[int] = frozenset()
    until: float = 0.0

    def ask(self, state: TableState, *, anew: bool) -> frozenset[int]:
        """Return who of those who sit here has the table open."""
        people = tuple(seat.user_id for seat in state.seats if seat.live and seat.user_id)
        if anew or people != self.people or time.monotonic() > self.until:
            self.here = presence.here(state.table.pk, people)
            self.people, self.until = people, time.monotonic() + COMPANY_SECONDS
        return self.here


@dataclass(slots=True)
class Odds:
    """Who has blocked whom around those who sit at the table: asked once for all readers of one version."""

    _blocks: Blocks | None = None

    def blocks(self, state: TableState) -> Blocks:
        """Return the blocks, as pairs."""
        if self._blocks is None:
            self._blocks = social.blocks_around(seat.user_id for seat in state.people if seat.user_id)
        return self._blocks


@dataclass(slots=True)
class Stake:
    """Whether the next match counts: asked once for all readers of one version."""

    _verdict: Verdict | None = None

    def verdict(self, state: TableState) -> Verdict:
        """Return whether the match that would begin now counts."""
        if self._verdict is None:
            self._verdict = verdict_before(state)
        return self._verdict


@dataclass(frozen=True, slots=True)
class Reading:
    """A table at one version: its rows and game, the last moves newest first, and when (`at`) its clock was read."""

    state: TableState
    log: tuple[LogRow, ...]
    clock: Clock | None
    places: tuple[int, ...] | None
    at: float
    ratings: Mapping[int, RatingChange] = field(default_factory=dict)
    ladder: Ladder | None = None
    ears: Ears = field(default_factory=Ears)
    company: Company = field(default_factory=Company)
    odds: Odds = field(default_factory=Odds)
    stake: Stake = field(default_factory=Stake)
    # what is told of the table itself, by language
    tables: dict[str, TableInfo] = field(default_factory=dict)


_shared: OrderedDict[int, Reading] = OrderedDict()
_shared_lock = threading.Lock()
_SHARED_TABLES = 256

# the version in a message about something that is no change of the table (who is here)
UNCHANGED = 0


def _fetch(table_id: int, before: Reading | None) -> Reading:
    at = time.monotonic()
    try:
        state = read(table_id)
    except Unreadable:
        with transaction.atomic():
            lock(table_id)
        state = read(table_id)
    match = state.match
    log: tuple[LogRow, ...] = ()
    if match is not None:
        known = _log_of(before, match)
        rows = match.moves.filter(number__gt=known[0].number if known else -1).order_by("-number")[:LOG_LINES]
        log = _grown(known, match, rows.values_list("number", "seat", "events"))
    company = before.company if before is not None else Company()
    over = match is not None and match.state == Match.State.OVER
    ratings, ladder = (changes_of(match), match.ladder) if match is not None and over else ({}, None)
    return Reading(state, log, clock_of(state), _places(match), at, ratings, ladder, company=company)


def _log_of(reading: Reading | None, match: Match) -> tuple[LogRow, ...]:
    """The log that was read of this match; move rows do not change."""
    same = reading is not None and reading.state.match is not None and reading.state.match.pk == match.pk
    return reading.log if reading is not None and same else ()


def _grown(log: tuple[LogRow, ...], match: Match, rows: Iterable[tuple[int, int | None, Any]]) -> tuple[LogRow, ...]:
    """A log, newest first, with these moves more: number, seat and events as they are stored."""
    new = [stored(match.family, *row) for row in sorted(rows, reverse=True)]
    return (*new, *log)[:LOG_LINES]


def keep(state: TableState, rows: Sequence[Move]) -> None:
    """Keep a table as a move has just left it, with the move's rows: who made it need not read it again.

    For a round that goes on, once the move has committed; kept where this process knows the position before.
    """
    table, match = state.table, state.match
    before = _shared.get(table.pk)
    if match is None or before is None or before.state.table.version != table.version - 1:
        return
    owner = next((seat.user for seat in state.seats if seat.user_id == table.owner_id), None)
    if owner is not None:  # else asked for when the table's name is, if ever
        table.owner = owner
    log = _grown(_log_of(before, match), match, [(row.number, row.seat, row.events) for row in rows])
    if log and log[-1].number > max(0, match.number - len(log) + 1):
        return  # a part of it is not known here
    _put(table.pk, Reading(state, log, clock_of(state), None, time.monotonic(), company=before.company))


_FOLLOWED = ("position", "number", "round", "deadline", "turn_ends_at", "reserves")


def follow(table_id: int, version: int) -> None:
    """Bring what this process knows of a table to `version`, which came by moves alone (`Progress.commit` says so).

    In one statement: the moves, and what a move changes of its match. Nothing where the version before is not known
    here, or the table has gone on already: then all of it is read.
    """
    before = _shared.get(table_id)
    if before is None or before.state.match is None or before.state.table.version != version - 1:
        return
    at, match = time.monotonic(), copy(before.state.match)
    fields = [f"match__{name}" for name in _FOLLOWED]
    moves = Move.objects.filter(match=match, number__gt=match.number).order_by("number")
    rows = list(moves.values_list("version", Now(), "number", "seat", "events", *fields))
    if not rows or any(row[0] != version for row in rows):
        return
    for name, value in zip(_FOLLOWED, rows[-1][5:], strict=True):
        setattr(match, name, value)
    table = copy(before.state.table)
    table.version, table.match = version, match
    try:
        state = TableState(table, before.state.seats, match, load_game(match), rows[-1][1])
    except Unreadable:
        return
    log = _grown(_log_of(before, match), match, [row[2:5] for row in rows])
    _put(table_id, Reading(state, log, clock_of(state), None, at, company=before.company))


def _places(match: Match | None) -> tuple[int, ...] | None:
    """Who came in which place, by seat, once the match is over."""
    if match is None or match.state != Match.State.OVER:
        return None
    return tuple(place or 0 for place in match.seats.order_by("seat").values_list("place", flat=True))


def reading_of(table_id: int, version: int | None) -> Reading:
    """Return the table at `version` or later; None: as it is now. Raises `NotFound`."""
    with _shared_lock:
        kept = _shared.get(table_id)
    if kept is not None and version is not None and kept.state.table.version >= version:
        return kept
    fresh = _fetch(table_id, kept)
    _put(table_id, fresh)
    return fresh


def _put(table_id: int, fresh: Reading) -> None:
    with _shared_lock:
        # another thread may have read a later one meanwhile
        kept = _shared.get(table_id)
        if kept is None or kept.state.table.version <= fresh.state.table.version:
            _shared[table_id] = fresh
        _shared.move_to_end(table_id)
        while len(_shared) > _SHARED_TABLES:
            _shared.popitem(last=False)
