"""What a result says about skill: Plackett-Luce by Weng and Lin (2011), and how its numbers are shown.

Skill is a normal distribution: `mu` its middle, `sigma` its spread. It is shown as 1500 ± 333 for somebody of whom
nothing is known, and ranked by what it is at the least: the number less twice the spread.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

from openskill.models import PlackettLuce

_MODEL = PlackettLuce()
MU, SIGMA = float(_MODEL.mu), float(_MODEL.sigma)
MIDDLE, SCALE = 1500, 40
#: Below so many matches a number is provisional.
SETTLED_AFTER = 10
#: What a day of absence adds to the variance: a settled player (sigma 2) is at 4 after a year.
VARIANCE_PER_DAY = 12 / 365


def whole(value: float) -> int:
    """Return the nearest whole number; a half goes up, as the database does it in `aging` (`round` goes to even)."""
    return math.floor(value + 0.5)


class Skill(NamedTuple):
    """How good somebody is thought to be, and how surely."""

    mu: float = MU
    sigma: float = SIGMA

    @property
    def number(self) -> int:
        """The rating as it is shown."""
        return whole(MIDDLE + (self.mu - MU) * SCALE)

    @property
    def spread(self) -> int:
        """The uncertainty as it is shown, after the ±."""
        return whole(self.sigma * SCALE)

    @property
    def rank_value(self) -> int:
        """What a ladder is ordered by: the skill that is there at the least, as shown."""
        return self.number - 2 * self.spread

    def after_days(self, days: float) -> "Skill":
        """Return the skill after so many days without a match: as good, less sure, at most as unsure as a newcomer."""
        return Skill(self.mu, min(SIGMA, math.sqrt(self.sigma * self.sigma + VARIANCE_PER_DAY * max(0.0, days))))


def soft_reset(skill: Skill) -> Skill:
    """Return what somebody begins the next season with: half way back to the middle, and unsure again."""
    return Skill((skill.mu + MU) / 2, max(skill.sigma, (skill.sigma + SIGMA) / 2))


def rate(camps: Sequence[Sequence[Skill]], places: Sequence[int], weight: float = 1.0) -> list[list[Skill]]:
    """Return the skills after a match: `camps` that played together, each with its place (1 is best; equal places tie).

    `weight` is how much it counts, 0 to 1. Raises ValueError where the two lists do not fit or weight is out of range.
    """
    if len(camps) != len(places) or len(camps) < 2 or not all(camps):
        raise ValueError("two camps or more, each with somebody in it and a place")
    if not 0 <= weight <= 1:
        raise ValueError("a weight from 0 to 1")
    asked = [[_MODEL.rating(mu=one.mu, sigma=one.sigma) for one in camp] for camp in camps]
    rated = _MODEL.rate(asked, ranks=[float(place) for place in places])
    return [
        [_between(old, Skill(new.mu, new.sigma), weight) for old, new in zip(camp, after, strict=True)]
        for camp, after in zip(camps, rated, strict=True)
    ]


def _between(old: Skill, new: Skill, weight: float) -> Skill:
    variance = old.sigma**2 + weight * (new.sigma**2 - old.sigma**2)
    return Skill(old.mu + weight * (new.mu - old.mu), math.sqrt(variance))
