"""Watchers: who may look on, and how far behind they are.

Of a rated match they see the position as it was some moves ago, so that nobody who looks on can help who plays. Such
positions are played from the match's moves and kept, for each match and process, until they are old enough to be shown.
"""

import logging
import threading
from collections import OrderedDict, deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.models import Match, Move, Seat, Table
from games.rules.core.refusals import Refused
from games.rules.core.shuffle import Shuffle
from games.rules.families import FAMILIES
from games.services import log
from games.services.acting import as_seated, changed
from games.services.errors import Declined, NotFound
from games.services.log import LOG_LINES, LogRow
from games.services.state import TableState, ruleset_of, setting

logger = logging.getLogger(__name__)


class NoWatchers(NotFound):
    """The table is closed to those who do not sit there."""

    def __init__(self) -> None:
        super().__init__(_("This table is closed to watchers."))


def set_open(table_id: int, user_id: int, is_open: bool) -> None:
    """Open the table to watchers, or close it: the owner's to say, at any time. Raises `Declined` for anybody else."""

    def act(state: TableState, seat: Seat) -> None:
        if state.table.owner_id != user_id:
            raise Declined(_("Only the owner of the table can do this."))
        if state.table.is_open_to_watchers != is_open:
            state.table.is_open_to_watchers = is_open
            state.table.save(update_fields=["is_open_to_watchers"])
            changed(state)

    as_seated(table_id, user_id, act)


def may_look(table: Table, seats: Sequence[Seat], own: Seat | None, user_id: int | None) -> bool:
    """Whether this reader (`own`: their seat, if any) sees the table.

    Closed to watchers, it is open to those who sit there and to those who could still sit down.
    """
    if table.is_open_to_watchers or own is not None:
        return True
    waits = table.is_between and not all(seat.taken for seat in seats)
    return waits and user_id not in table.sent_away


def is_out(table: Table, user_id: int | None, own: Seat | None) -> bool:
    """Whether somebody with this seat (None: no seat) was sent away from a private table: it is no longer theirs."""
    return own is None and user_id in table.sent_away and table.visibility == Table.Visibility.PRIVATE


@dataclass(frozen=True, slots=True)
class Delay:
    """How far behind somebody is: so many moves at least, and so many changes of the turn at least.

    A draw and the pass after it, or a call, are moves of their own: by moves alone a lap of two could be one turn.
    """

    moves: int = 0
    turns: int = 0

    def __bool__(self) -> bool:
        return self.moves > 0


def delay(state: TableState) -> Delay:
    """Return how far behind those who do not play are, while a match goes on: where it is rated, a lap or more.

    A match that came to be unrated at a rated table (AI players sit there) is seen as it is.
    """
    match = state.match
    if match is None or match.state != Match.State.PLAYING:
        return Delay()
    lap = len(state.playing) * int(setting("RATED_WATCH_LAPS")) if match.ladder_id is not None else 0
    return Delay(max(lap, int(setting("WATCH_DELAY_MOVES"))), lap)


@dataclass(frozen=True, slots=True)
class Frame:
    """A match as its watchers saw it after move `number`, at the table's `version` of then; `log` newest first.

    `by_ai`: the places whose last move so far was an AI's.
    """

    number: int
    version: int
    view: Any
    log: tuple[LogRow, ...]
    by_ai: frozenset[int]


class _Film:
    """One match, played on move by move: `_frames` are the one that is old enough, and those that are not yet.

    Each stands with the changes of the turn up to it.
    """

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self._frames: deque[tuple[int, Frame]] = deque()
        self._turns = 0
        self._game: Any = None
        self._log: deque[LogRow] = deque(maxlen=LOG_LINES)
        self._by_ai: dict[int, bool] = {}

    def at(self, match: Match, behind: Delay) -> Frame:
        """Return the newest frame that is old enough, or the first deal."""
        with self.lock:
            self._play_on(match)
            while len(self._frames) > 1 and self._is_old(self._frames[1], behind):
                self._frames.popleft()
            return self._frames[0][1]

    def _is_old(self, known: tuple[int, Frame], behind: Delay) -> bool:
        turns, frame = known
        return self._frames[-1][1].number - frame.number >= behind.moves and self._turns - turns >= behind.turns

    def _play_on(self, match: Match) -> None:
        family = FAMILIES[match.family]
        after = self._frames[-1][1].number if self._frames else -1
        if after >= match.number:
            return
        rows = Move.objects.filter(match=match, number__gt=after, number__lte=match.number).order_by("number")
        for row in rows:
            if self._game is None:
                self._game = _dealt(match)
            else:
                before = _turn(self._game)
                family.replay_move(self._game, row.seat, row.text)
                self._turns += _turn(self._game) != before
            self._log.appendleft(log.stored(match.family, row.number, row.seat, row.events))
            if row.seat is not None:
                self._by_ai[row.seat] = row.by_ai
            by_ai = frozenset(place for place, is_ai in self._by_ai.items() if is_ai)
            view = family.view(self._game, None)
            self._frames.append((self._turns, Frame(row.number, row.version, view, tuple(self._log), by_ai)))


def _turn(game: Any) -> tuple[int, int | None]:
    """In which round it is whose turn; nobody's after its end."""
    return game.round_number, game.turn


def _dealt(match: Match) -> Any:
    """The match with its first round dealt."""
    game, _events = FAMILIES[match.family].deal(
        ruleset_of(match.family, match.ruleset),
        seats=match.seats.count(),
        shuffle=Shuffle(bytes(match.seed), match.strings),
        vip=frozenset(match.vip),
        days=tuple(match.days),
    )
    return game


_films: OrderedDict[str, _Film] = OrderedDict()
_films_lock = threading.Lock()
_FILMS = 128


def frame(match: Match, behind: Delay) -> Frame:
    """Return `match` as it was so far behind, or at its first deal.

    Raises `NotFound` where its moves cannot be played again: what is not known to be old is not shown.
    """
    with _films_lock:
        film = _films.setdefault(match.public_id, _Film())
        _films.move_to_end(match.public_id)
        while len(_films) > _FILMS:
            _films.popitem(last=False)
    try:
        return film.at(match, behind)
    except (Refused, ValueError, LookupError, TypeError, AttributeError) as error:
        logger.exception("match %s cannot be played again for its watchers", match.pk)
        with _films_lock:
            _films.pop(match.public_id, None)
        raise NotFound("") from error
