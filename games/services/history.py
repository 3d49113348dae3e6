"""A person's matches: those that go on, and all of them as data."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import F

from accounts.models import User
from games.models import AdviceVote, ChatLine, Match, MatchSeat, Move, SavedRuleset, Seat, Table
from games.services.whose_turn import turns_in

# a person plays at one live table, and at a limited number by correspondence; of those one has left, the newest
RUNNING = 60


@dataclass(frozen=True, slots=True)
class Running:
    """A match that goes on and that a person plays, or has left for good (`left`); `your_turn`: it waits for them."""

    match: Match
    table: Table
    seats: list[MatchSeat]
    left: bool
    played_for: bool
    your_turn: bool


def running_matches_of(user: User) -> list[Running]:
    """Return the matches of this person that are not over yet: those that wait for them first, then the newest."""
    own = (
        MatchSeat.objects.filter(user=user, match__state=Match.State.PLAYING, match__table__match=F("match"))
        .select_related("match__table__owner")
        .defer("match__position")
        .prefetch_related("match__seats__user")
        .order_by("-match__started_at")[:RUNNING]
    )
    turns = turns_in(seat.match for seat in own)
    sits = {seat.table_id: seat for seat in Seat.objects.filter(user=user, live=True)}
    running = [_running(seat, sits.get(seat.match.table_id or 0), turns.get(seat.match_id)) for seat in own]
    return sorted(running, key=lambda one: (one.left, not one.your_turn))


def _running(own: MatchSeat, seat: Seat | None, turn: int | None) -> Running:
    match = own.match
    assert match.table is not None
    return Running(
        match=match,
        table=match.table,
        seats=list(match.seats.all()),
        left=seat is None,
        played_for=seat is not None and seat.away,
        your_turn=seat is not None and not seat.away and turn == own.seat,
    )


def matches_of(user: User) -> list[dict[str, Any]]:
    """Return the matches this person played, oldest first, with their own moves: JSON-able, times in UTC."""
    seats = MatchSeat.objects.filter(user=user).select_related("match").order_by("match__started_at")
    own = Move.objects.filter(match__seats__user=user, seat=F("match__seats__seat"), by_ai=False)
    moves: dict[int, list[Move]] = defaultdict(list)
    for move in own.defer("events").order_by("number"):
        moves[move.match_id].append(move)
    return [_entry(seat, moves[seat.match_id]) for seat in seats]


def chat_of(user: User) -> list[dict[str, Any]]:
    """Return what this person said at tables and is kept, oldest first: JSON-able, times in UTC."""
    lines = ChatLine.objects.filter(user=user).order_by("said_at")
    return [{"said_at": line.said_at.isoformat(), "room": line.room, "text": line.words} for line in lines]


def advice_votes_of(user: User) -> list[dict[str, Any]]:
    """Return what this person said of lines that were called out as advice, oldest first: JSON-able, times in UTC."""
    votes = AdviceVote.objects.filter(user=user).select_related("line__user", "line__table").order_by("pk")
    return [
        {
            "table": vote.line.table.public_id,
            "said_at": vote.line.said_at.isoformat(),
            "said_by": vote.line.user.name,
            "is_advice": vote.is_advice,
        }
        for vote in votes
    ]


def rulesets_of(user: User) -> list[dict[str, Any]]:
    """Return the rulesets this person keeps: JSON-able."""
    return [
        {"title": saved.title, "explanation": saved.explanation, "options": saved.options}
        for saved in SavedRuleset.objects.filter(owner=user).order_by("pk")
    ]


def _entry(seat: MatchSeat, moves: Iterable[Move]) -> dict[str, Any]:
    match: Match = seat.match
    return {
        "id": match.public_id,
        "ruleset": match.ruleset,
        "started_at": match.started_at.isoformat(),
        "finished_at": match.finished_at.isoformat() if match.finished_at else None,
        "seat": seat.seat,
        "place": seat.place,
        "left_at": seat.left_at.isoformat() if seat.left_at else None,
        "score": seat.score,
        "moves": [{"number": move.number, "move": move.text, "made_at": move.made_at.isoformat()} for move in moves],
    }
