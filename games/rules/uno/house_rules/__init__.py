"""The registry of house rules: one file each, one line here, in the order in which their hooks are folded."""

from games.rules.uno.hooks import HouseRule
from games.rules.uno.house_rules import (
    advice,
    answer_skip,
    death_number,
    follow_color,
    judgement_day,
    jump_in,
    misplay,
    multi_play,
    seven_zero,
    special_cards,
    stacking,
    teams,
    turning_away,
    wild_powers,
)

HOUSE_RULES: tuple[HouseRule, ...] = (
    stacking.RULE,
    turning_away.RULE,
    follow_color.RULE,
    answer_skip.RULE,
    jump_in.RULE,
    multi_play.RULE,
    seven_zero.RULE,
    misplay.RULE,
    advice.RULE,
    wild_powers.RULE,
    death_number.RULE,
    judgement_day.RULE,
    special_cards.RULE,
    teams.RULE,
)
