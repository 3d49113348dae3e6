"""The administration's pages of the games."""

from games.admin.rulesets import SavedRulesetAdmin

__all__ = ["SavedRulesetAdmin"]
