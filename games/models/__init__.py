"""Rows, constraints and querysets; no mail, no sockets."""

from games.models.ai import AiPlayer
from games.models.match import Match, MatchSeat, Move
from games.models.ruleset import SavedRuleset
from games.models.table import Seat, Table

__all__ = ["AiPlayer", "Match", "MatchSeat", "Move", "SavedRuleset", "Seat", "Table"]
