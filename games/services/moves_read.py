"""The moves of a match in words, for those who look after the site."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from games.models import Match
from games.rules.core.refusals import Refused
from games.screens.moves import move_text, seat_name


@dataclass(frozen=True, slots=True)
class MoveRead:
    """One move: its number and round, who made it (nobody: a deal), what it was, when; whether an AI played it."""

    number: int
    round: int
    player: str
    words: str
    by_ai: bool
    made_at: datetime


def moves_read(match: Match, names: Sequence[str]) -> list[MoveRead]:
    """Return the moves of a match in order, deals among them; `names` are its players by seat."""
    return [
        MoveRead(
            number=move.number,
            round=move.round,
            player="" if move.seat is None else seat_name(move.seat, names),
            words=_("a new deal") if move.seat is None else _words(move.text, names),
            by_ai=move.by_ai,
            made_at=move.made_at,
        )
        for move in match.moves.defer("events").order_by("number")
    ]


def _words(text: str, names: Sequence[str]) -> str:
    """A move in words; as it is written where today's notation has no such move."""
    try:
        return move_text(text, names)
    except (Refused, ValueError):
        return text
