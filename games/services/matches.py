"""A match from its first deal to its final scores."""

from contextlib import suppress

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.rights import rights_of
from games import broadcast
from games.models import Match, MatchSeat, Seat, Table
from games.rules.core.shuffle import Shuffle, commitment, new_seed
from games.rules.families import FAMILIES
from games.services import absence
from games.services.errors import Declined
from games.services.ladders import eligible
from games.services.progress import ALL, Progress
from games.services.starting import name_days, ready_seats, why_not_start
from games.services.state import TableState, lock, ruleset_of


def start(state: TableState) -> None:
    """Deal the first round of a new match to everybody who has a seat and is ready. Holds the table's lock."""
    if reason := why_not_start(state):
        raise Declined(reason)
    table, seats = state.table, ready_seats(state)
    ruleset = ruleset_of(table.family, table.ruleset)
    seed, now = new_seed(), timezone.now()
    vip = [place for place, seat in enumerate(seats) if seat.user is not None and rights_of(seat.user, now).vip_moves]
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
        reserves=[0 if seat.is_ai else table.reserve_seconds for seat in seats],
        position={},
    )
    eligible.prepare(state, match, seats)
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
    progress.turn_before, progress.in_turn_before = (), None  # there was none: the clock of the first turn begins
    progress.add(None, "deal", events)
    progress.commit()
    broadcast.lobby_changed()


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
        absence.is_back(seat, progress)
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
        absence.miss_turn(progress, place)
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


def next_round(state: TableState) -> None:
    """Deal the next round. Holds the table's lock; the present round is over and the match is not."""
    progress = Progress(state, regions=set(ALL))
    progress.add(None, "deal", state.game.next_round())
    progress.commit()
