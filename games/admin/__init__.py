"""The administration's pages of the games."""

from games.admin.ladders import LadderAdmin, RatedResultAdmin, RatingAdmin
from games.admin.matches import MatchAdmin, ReckoningAdmin
from games.admin.moderation import ActionAdmin, AppealAdmin
from games.admin.reports import ReportAdmin
from games.admin.rulesets import SavedRulesetAdmin
from games.admin.seasons import SeasonAdmin
from games.admin.vip import VipCodeAdmin, VipGrantAdmin

__all__ = [
    "ActionAdmin",
    "AppealAdmin",
    "LadderAdmin",
    "MatchAdmin",
    "RatedResultAdmin",
    "RatingAdmin",
    "ReckoningAdmin",
    "ReportAdmin",
    "SavedRulesetAdmin",
    "SeasonAdmin",
    "VipCodeAdmin",
    "VipGrantAdmin",
]
