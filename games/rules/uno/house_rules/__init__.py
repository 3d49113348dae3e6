"""The registry of house rules: one file each, one line here, in the order in which their hooks are folded."""

from games.rules.uno.hooks import HouseRule
from games.rules.uno.house_rules import (
    advice,
    answer_skip,
    follow_color,
    jump_in,
    misplay,
    multi_play,
    stacking,
    turning_away,
)

HOUSE_RULES: tuple[HouseRule, ...] = (
    stacking.RULE,
    turning_away.RULE,
    follow_color.RULE,
    answer_skip.RULE,
    jump_in.RULE,
    multi_play.RULE,
    misplay.RULE,
    advice.RULE,
)
