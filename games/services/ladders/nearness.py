"""Whose ratings are near each other: nearer at first, anybody's after a while."""

import math
from collections.abc import Collection
from typing import NamedTuple

from django.utils import timezone

from games.models import Ladder, Rating, Season
from games.services.ladders.results import skill_at
from games.services.ladders.skill import SETTLED_AFTER, Skill, soft_reset
from games.services.state import setting


class Level(NamedTuple):
    """How good somebody is as far as their company matters: a rating's number, and by how much it may be wrong.

    `slack` is the uncertainty while the rating is provisional, then 0.
    """

    number: int
    slack: int = 0


NEWCOMER = Level(Skill().number, Skill().spread)


def reach(waited: float) -> float:
    """Return by how many points ratings may differ after so many seconds of waiting: without limit in the end."""
    if waited >= setting("RATED_RANGE_SECONDS"):
        return math.inf
    return float(setting("RATED_RANGE") + setting("RATED_RANGE_GROWTH") * max(0.0, waited))


def is_near(one: Level, other: Level, waited: float) -> bool:
    """Return whether these two may be seated together after so many seconds of waiting."""
    return abs(one.number - other.number) <= reach(waited) + one.slack + other.slack


def levels_of(people: Collection[int], ladder: Ladder, season: Season) -> dict[int, Level]:
    """Return how good these people are on a ladder, in one query; who was never rated there is left out.

    Who has not played in this season yet is what they would begin it with.
    """
    rows = Rating.objects.filter(ladder=ladder, person__in=people, season__number__lte=season.number)
    rows = rows.exclude(is_listed=False, last_match_at=None)  # nothing is known from matches that were annulled
    # the last season of each wins
    return {row.person_id: _level(row, season) for row in rows.order_by("season__number")}


def _level(row: Rating, season: Season) -> Level:
    skill = skill_at(row, timezone.now())
    if row.season_id != season.pk:
        skill = soft_reset(skill)
    is_settled = row.season_id == season.pk and row.matches >= SETTLED_AFTER
    return Level(skill.number, 0 if is_settled else skill.spread)
