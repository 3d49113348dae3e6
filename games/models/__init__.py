"""Rows, constraints and querysets; no mail, no sockets."""

from games.models.ai import AiPlayer
from games.models.company import Invitation, Notice, Report
from games.models.match import Match, MatchSeat, Move
from games.models.ruleset import SavedRuleset
from games.models.table import Seat, Table
from games.models.talk import AdviceVote, ChatLine

__all__ = [
    "AdviceVote",
    "AiPlayer",
    "ChatLine",
    "Invitation",
    "Match",
    "MatchSeat",
    "Move",
    "Notice",
    "Report",
    "SavedRuleset",
    "Seat",
    "Table",
]
