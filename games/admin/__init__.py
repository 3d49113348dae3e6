"""The administration's pages of the games."""

from games.admin.reports import ReportAdmin
from games.admin.rulesets import SavedRulesetAdmin

__all__ = ["ReportAdmin", "SavedRulesetAdmin"]
