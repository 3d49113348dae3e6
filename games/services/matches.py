"""A match from its first deal to its final scores."""

import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import is_vip
from games import broadcast, schedule
from games.models import Match, MatchSeat, Move, Seat, Table
from games.rules.core.shuffle import Shuffle, commitment, new_seed
from games.rules.families import FAMILIES
from games.screens import regions_for
from games.services.ai_plan import plans
from games.services.errors import Declined
from games.services.starting import name_days, ready_seats, why_not_start
from games.services.state import TableState, lock, ruleset_of, seconds, setting

logger = logging.getLogger(__name__)

ALL = ("table",)


@dataclass(slots=True)
class Progress:
    """One change of a running match: what the engine answered, stored and announced all at once."""

    state: TableState
    rows: list[Move] = field(default_factory=list)
    events: list[Any] = field(default_factory=list)
    regions: set[str] = field(default_factory=set)
    turn_before: tuple[object, ...] = ()

    def __post_init__(self) -> None:
        self.turn_before = _turn(self.state.game)

    def add(self, place: int | None, text: str, events: Sequence[Any], *, by_ai: bool = False) -> None:
        """Note one accepted move (or a deal: no place) with its events; the game already stands after it."""
        match, game = self.state.match, self.state.game
        assert match is not None
        family = FAMILIES[match.family]
        self.events.extend(events)
        self.rows.append(
            Move(
                match=match,
                number=game.number,
                round=game.round_number,
                seat=place,
                text=text,
                events=[family.dump_event(event) for event in events],
                by_ai=by_ai,
            )
        )

    def commit(self) -> None:
        """Store the moves, the position, the deadline and the table's new version; then announce and schedule."""
        table, match, game = self.state.table, self.state.match, self.state.game
        assert match is not None
        table.version += 1
        for row in self.rows:
            row.version = table.version
        Move.objects.bulk_create(self.rows)
        match.position = FAMILIES[match.family].dump(game)
        match.number, match.round = game.number, game.round_number
        if self.rows:  # else somebody came or went, and nothing has happened in the game
            if game.over:
                _finish(self.state)
            elif game.round_over:
                _ask_again(self.state)
            self._set_clock()
        self._plan_ai()
        match.save()
        table.save(update_fields=["version", "changed_at", "state", "match"])
        regions = {*self.regions, *regions_for(self.events)}
        broadcast.announce(table.pk, table.version, ALL if game.round_over else regions)

    def _set_clock(self) -> None:
        table, match, game = self.state.table, self.state.match, self.state.game
        assert match is not None
        if game.over:
            match.deadline = None
            return
        if game.round_over:
            wait = seconds(setting("NEXT_ROUND_SECONDS"))
        elif _turn(game) != self.turn_before and not game.mid_turn:
            wait = seconds(table.turn_seconds)
        else:
            return
        match.deadline = Now() + wait
        schedule.turn_end(match.pk, wait)

    def _plan_ai(self) -> None:
        match = self.state.match
        assert match is not None
        wish = next(iter(plans(self.state)), None)
        match.ai_due = None if wish is None else Now() + wish.wait
        if wish is not None:
            schedule.ai_act(match.pk, match.number, wish.wait)


def _turn(game: Any) -> tuple[object, ...]:
    """What changes when a turn ends: who is waited for, and since which position."""
    return (game.round_number, game.turn, game.turn_since)


def start(state: TableState) -> None:
    """Deal the first round of a new match to everybody who has a seat and is ready. Holds the table's lock."""
    if reason := why_not_start(state):
        raise Declined(reason)
    table, seats = state.table, ready_seats(state)
    ruleset = ruleset_of(table.family, table.ruleset)
    seed, now = new_seed(), timezone.now()
    vip = [place for place, seat in enumerate(seats) if seat.user is not None and is_vip(seat.user, now)]
    if ruleset.wants_days:
        name_days(seats, seed)
    for seat in state.seats:
        seat.place = seats.index(seat) if seat in seats else None
        seat.away, seat.missed_turns, seat.ready = False, 0, seat.is_ai
    Seat.objects.bulk_update(state.seats, ["place", "away", "missed_turns", "ready", "day"])
    match = state.match = Match(
        table=table,
        family=table.family,
        rules_version=FAMILIES[table.family].rules_version,
        rules_title=table.rules_title,
        ruleset=table.ruleset,
        seed=seed,
        commitment=commitment(seed),
        vip=vip,
        days=[seat.day for seat in seats] if ruleset.wants_days else [],
        position={},
    )
    match.save()
    MatchSeat.objects.bulk_create(
        MatchSeat(match=match, seat=place, user=seat.user, is_ai=seat.is_ai, level=seat.level)
        for place, seat in enumerate(seats)
    )
    table.match, table.state = match, Table.State.PLAYING
    state.game, events = FAMILIES[table.family].deal(
        ruleset, seats=len(seats), shuffle=Shuffle(seed, match.strings), vip=frozenset(vip), days=tuple(match.days)
    )
    progress = Progress(state, regions=set(ALL))
    progress.turn_before = ()  # there was none: the clock of the first turn begins
    progress.add(None, "deal", events)
    progress.commit()
    broadcast.lobby_changed()


def _finish(state: TableState) -> None:
    """Write the result: the match, each seat's place and score. People are asked for a rematch."""
    match, game = state.match, state.game
    assert match is not None
    match.state, match.finished_at = Match.State.OVER, timezone.now()
    rows = list(match.seats.all())
    for row in rows:
        row.score, row.place = game.scores[row.seat], game.placement[row.seat]
    MatchSeat.objects.bulk_update(rows, ["score", "place"])
    state.table.state = Table.State.OVER
    _ask_again(state)
    broadcast.lobby_changed()


def _ask_again(state: TableState) -> None:
    """A round or match is over: nobody who played has said yet that the next may come."""
    for seat in state.people:
        seat.ready = seat.ready and seat.place is None
    Seat.objects.filter(table=state.table, live=True).exclude(place=None).update(ready=False)


def play_move(table_id: int, user_id: int, text: str, seen: int) -> None:
    """Make a person's move: `text` in the notation, on the table version `seen`.

    Raises `Refused` where the rules refuse it (nothing has changed then) and `Declined` where this person has no
    seat in a match here. Playing takes one's seat back from an AI.
    """
    with transaction.atomic():
        state = lock(table_id)
        seat = state.seat_of(user_id)
        if seat is None or seat.place is None or state.game is None:
            raise Declined(_("You have no seat in this match."))
        progress = Progress(state)
        number = _number_seen(state, seen)
        played = state.game.play(seat.place, text, seen=number)
        progress.add(seat.place, played.text, played.events)
        _is_back(seat, progress)
        progress.commit()


def _number_seen(state: TableState, version: int) -> int:
    """The move number that a page showing `version` had seen."""
    match = state.match
    assert match is not None
    if version == state.table.version:
        return match.number
    last = match.moves.filter(version__lte=version).order_by("-number").values_list("number", flat=True).first()
    return -1 if last is None else last


def play_for(state: TableState, place: int, text: str, *, by_ai: bool, missed: bool = False) -> None:
    """Make a move that an AI or the clock decided on. Holds the table's lock.

    Raises `Refused` where it is not legal.
    """
    progress = Progress(state)
    played = state.game.play(place, text)
    progress.add(place, played.text, played.events, by_ai=by_ai)
    if missed:
        _finish_missed_turn(state, place, progress)
    progress.commit()


def _finish_missed_turn(state: TableState, place: int, progress: Progress) -> None:
    """The clock moves for the seat until its turn is over; after two such turns in a row an AI takes over."""
    seat = state.at_place(place)
    while state.game.turn == place and state.game.mid_turn:
        played = state.game.play(place, state.game.idle_move(place))
        progress.add(place, played.text, played.events, by_ai=True)
    if seat.is_ai or seat.away:
        return
    seat.missed_turns += 1
    seat.away = seat.missed_turns >= setting("TIMEOUTS_BEFORE_AI")
    seat.save(update_fields=["missed_turns", "away"])
    progress.regions |= {"seats", "me", "message", "actions", "hand"} if seat.away else {"me"}


def _is_back(seat: Seat, progress: Progress) -> None:
    if seat.away or seat.missed_turns:
        seat.away, seat.missed_turns = False, 0
        seat.save(update_fields=["away", "missed_turns"])
        progress.regions |= {"seats", "me", "message", "actions", "hand"}


def take_back(table_id: int, user_id: int) -> None:
    """A person who was played for by an AI is back. Raises `Declined` where they have no seat here."""
    with transaction.atomic():
        state = lock(table_id)
        seat = state.seat_of(user_id)
        if seat is None or state.match is None:
            raise Declined(_("You have no seat in this match."))
        if not seat.away:
            return
        progress = Progress(state)
        _is_back(seat, progress)
        progress.commit()


def draw_for_advice(state: TableState, place: int) -> None:
    """The table voted that a player gave advice: the rules' cards are drawn. Holds the table's lock.

    Who cannot draw now (is out of the round, or waits for a challenge of their last card) draws nothing.
    """
    progress = Progress(state, regions={"chat"})
    with suppress(ValueError):
        played = state.game.advice(place)
        progress.add(place, played.text, played.events)
    progress.commit()


def hand_over(state: TableState, seat: Seat) -> None:
    """A person has left: an AI plays the seat from now on. Holds the table's lock."""
    progress = Progress(state, regions=set(ALL))
    seat.live, seat.away, seat.ready = False, True, False
    seat.save(update_fields=["live", "away", "ready"])
    progress.commit()


def next_round(state: TableState) -> None:
    """Deal the next round. Holds the table's lock; the present round is over and the match is not."""
    progress = Progress(state, regions=set(ALL))
    progress.add(None, "deal", state.game.next_round())
    progress.commit()


def watched(work: Callable[..., None], match_id: int, *args: int) -> None:
    """Do one match's share of a sweep: what fails there must not keep the other matches waiting.

    A failure is logged and tried again by the next sweep.
    """
    try:
        work(match_id, *args)
    except Exception:
        logger.exception("sweeping match %s failed", match_id)
