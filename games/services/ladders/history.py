"""A rating as it went: its results as points to draw, never more than a drawing has room for."""

from math import ceil

from django.db.models import Count, F, Max, Q, QuerySet, Window
from django.db.models.functions import RowNumber

from games.models import RatedResult, Rating
from games.screens.climb import Point
from games.services.ladders.skill import Skill

#: So many points are drawn at most.
MOST = 200

_NEWEST_FIRST = (F("made_at").desc(), F("pk").desc())


def history_of(rating: Rating, most: int = MOST) -> list[Point]:
    """Return how the matches left this rating, oldest first: about `most` points at most, evenly taken.

    The last one is always among them, and the highest. Read by the index over a rating's results; what is left out
    does not leave the database.
    """
    results = RatedResult.objects.filter(rating=rating)
    known = results.aggregate(count=Count("pk"), highest=Max("mu_after"))
    step = ceil(known["count"] / most)
    if step > 1:
        results = _each(results, step, known["highest"])
    found = results.order_by(*_NEWEST_FIRST).values_list("made_at", "mu_after", "sigma_after")
    points = []
    for at, mu, sigma in found:
        skill = Skill(mu, sigma)
        points.append(Point(at, skill.number, skill.spread))
    return points[::-1]


def _each(results: QuerySet[RatedResult], step: int, highest: float) -> QuerySet[RatedResult]:
    """Every so many of these results, from the newest, and those that are the highest."""
    numbered = results.annotate(number=Window(RowNumber(), order_by=_NEWEST_FIRST))
    return numbered.annotate(left=F("number") % step).filter(Q(left=1) | Q(mu_after=highest))
