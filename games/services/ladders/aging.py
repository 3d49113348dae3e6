"""What absence does to the standings: the uncertainty that is shown grows day by day.

`Rating.mu` and `sigma` stay as the last match left them. What is shown is worked out from them and the days since, in
the database, by the arithmetic of `Skill.after_days` and `Skill.spread`: a test holds the two together.
"""

from datetime import datetime, timedelta
from typing import Any

from django.db import models, transaction
from django.db.models import DateTimeField, DurationField, ExpressionWrapper, F, FloatField, IntegerField, Value
from django.db.models.functions import Cast, Floor, Greatest, Least, Sqrt
from django.utils import timezone

from games.models import Ladder, Rating, Season
from games.services.ladders import final
from games.services.ladders.eligible import current_season
from games.services.ladders.skill import SCALE, SIGMA, VARIANCE_PER_DAY

#: People whose ratings are written in one transaction: results of matches wait for no more.
BATCH = 5000


class Microseconds(models.Func):
    """A duration in whole microseconds, as SQLite keeps it."""

    output_field = models.BigIntegerField()
    template = "%(expressions)s"

    def as_postgresql(self, compiler: Any, connection: Any, **context: Any) -> Any:
        """An interval there; its seconds come as an exact decimal."""
        template = "(EXTRACT(EPOCH FROM %(expressions)s) * 1000000)::bigint"
        return self.as_sql(compiler, connection, template=template, **context)


def spread_at(now: datetime) -> Cast:
    """Return the expression for a rating's spread as it is shown at that moment: `Skill.spread` after the absence."""
    absence = ExpressionWrapper(Value(now, DateTimeField()) - F("last_match_at"), DurationField())
    days = Cast(Microseconds(absence), FloatField()) / Value(timedelta(days=1) / timedelta(microseconds=1))
    variance = F("sigma") * F("sigma") + Value(VARIANCE_PER_DAY) * Greatest(Value(0.0), days)
    sigma = Least(Value(SIGMA), Sqrt(variance))
    return Cast(Floor(sigma * Value(float(SCALE)) + Value(0.5)), IntegerField())


def age(now: datetime | None = None) -> int:
    """Write anew what absence has changed of the standings of the season that is on; return how many rows it was.

    Twice in a row changes nothing the second time. A rating without a match has nobody absent.
    """
    now = now or timezone.now()
    season = current_season()
    if season is None:
        return 0
    return sum(_age_ladder(season, ladder, now) for ladder in Ladder.objects.all())


def _age_ladder(season: Season, ladder: Ladder, now: datetime) -> int:
    ratings = Rating.objects.filter(season=season, ladder=ladder)
    changed, after = 0, 0
    while True:
        people = ratings.filter(person__gt=after).order_by("person").values_list("person_id", flat=True)[:BATCH]
        batch = list(people)
        if not batch:
            return changed
        with transaction.atomic():
            if final.lock(season.pk).ended_at is not None:
                return changed
            changed += show(ratings.filter(person__gte=batch[0], person__lte=batch[-1]), now)
        after = batch[-1]


def show(ratings: models.QuerySet[Rating], now: datetime) -> int:
    """Write what these ratings show at that moment where it is another than stands there; return how many it was.

    One statement. Their season is locked.
    """
    aged = ratings.exclude(last_match_at=None).annotate(aged=spread_at(now)).exclude(spread=F("aged"))
    return aged.update(spread=F("aged"), rank_value=F("number") - 2 * F("aged"))
