"""Rows, constraints and querysets; no mail, no sockets."""

from games.models.ai import AiPlayer
from games.models.company import Invitation, Notice, Report
from games.models.fairness import Signal, Trace
from games.models.ladder import Ladder, LadderRuleset, RatedResult, Rating, RatingStep, Season
from games.models.match import Match, MatchSeat, Move
from games.models.moderation import Action, Appeal
from games.models.reckoning import Reckoning, Recount
from games.models.ruleset import SavedRuleset
from games.models.table import Seat, Table
from games.models.talk import AdviceVote, ChatLine
from games.models.totals import Achievement, RulesetTotals, Totals
from games.models.vip import VipCode, VipGrant

__all__ = [
    "Achievement",
    "Action",
    "AdviceVote",
    "AiPlayer",
    "Appeal",
    "ChatLine",
    "Invitation",
    "Ladder",
    "LadderRuleset",
    "Match",
    "MatchSeat",
    "Move",
    "Notice",
    "RatedResult",
    "Rating",
    "RatingStep",
    "Reckoning",
    "Recount",
    "Report",
    "RulesetTotals",
    "SavedRuleset",
    "Season",
    "Seat",
    "Signal",
    "Table",
    "Totals",
    "Trace",
    "VipCode",
    "VipGrant",
]
