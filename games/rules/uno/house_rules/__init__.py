"""The registry of house rules: one file each, one line here, in the order in which their hooks are folded."""

from games.rules.uno.hooks import HouseRule

HOUSE_RULES: tuple[HouseRule, ...] = ()
