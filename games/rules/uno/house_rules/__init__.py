"""The registry of house rules: one file each, one line here, in the order in which their hooks are folded."""

from games.rules.uno.hooks import HouseRule
from games.rules.uno.house_rules import answer_skip, follow_color, stacking, turning_away

HOUSE_RULES: tuple[HouseRule, ...] = (
    stacking.RULE,
    turning_away.RULE,
    follow_color.RULE,
    answer_skip.RULE,
)
