"""Rulesets drawn at random, valid ones kept."""

import random
from typing import Any

from games.rules.core.options import Choice, Flag, Line, Number, NumberBySeats, Option, Range, RulesetError, Several
from games.rules.uno.family import UNO
from games.rules.uno.ruleset import OPTIONS, Ruleset


def random_value(option: Option, rng: random.Random) -> Any:
    """Return any value that the option may have."""
    match option:
        case Choice():
            return rng.choice(list(option.labels))
        case Flag():
            return rng.random() < 0.5
        case Number():
            return None if option.or_null and rng.random() < 0.5 else rng.randint(option.least, min(option.most, 300))
        case Range():
            return sorted(rng.choices(range(option.least, option.most + 1), k=2))
        case NumberBySeats():
            return rng.randint(1, 8)
        case Several():
            return rng.sample(list(option.labels), rng.randint(1, len(option.labels)))
        case Line():
            return "Last card!"
    raise AssertionError(f"{option.key} is of a kind that nobody draws at random")


def random_ruleset(rng: random.Random) -> Ruleset:
    """Return a ruleset, each option drawn at random or left as it is."""
    share = rng.random()
    while True:
        data = {key: random_value(option, rng) for key, option in OPTIONS.items() if rng.random() < share}
        try:
            return UNO.ruleset(data)
        except RulesetError:
            continue


def random_seats(rules: Ruleset, rng: random.Random) -> int:
    """Return how many play: a number that the ruleset allows, in teams an even one from four up."""
    fewest, most = rules.seats
    counts = [seats for seats in range(fewest, most + 1) if not rules.teams or (seats >= 4 and seats % 2 == 0)]
    return rng.choice(counts)
