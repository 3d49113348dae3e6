"""Finished matches as data."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from django.db.models import F

from accounts.models import User
from games.models import ChatLine, Match, MatchSeat, Move, SavedRuleset


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
    return [{"said_at": line.said_at.isoformat(), "text": line.text} for line in lines]


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
        "score": seat.score,
        "moves": [{"number": move.number, "move": move.text, "made_at": move.made_at.isoformat()} for move in moves],
    }
