"""The final standings of a season: who came in which place, and who is told of a badge."""

from typing import Any

from django.db import connection
from django.db.models import F, Q, QuerySet, Window
from django.db.models.functions import Rank

from games.models import Notice, Rating, Season
from games.services import notices
from games.services.ladders import skill

#: The places that get a badge.
BADGES = 10


def lock(season_id: int) -> Season:
    """Lock a season and return it. Must run in a transaction.

    Whoever writes ratings of a season holds its row, and takes it before any rating: so a result, the end of the
    season and what absence does are one after the other, and none waits for another in a circle. Matches may begin
    meanwhile.
    """
    return Season.objects.select_for_update(no_key=True).get(pk=season_id)


def write_places(season: Season, ladder_id: int | None = None) -> None:
    """Write the final places of all ladders, or of one; tell those who have come to a badge by that.

    Ranked are those who have played enough matches for a number that is not provisional, but no account that was
    removed before; who is shown alike shares a place. Twice is as once. The season is locked and has ended.
    """
    ratings = Rating.objects.filter(season=season)
    if ladder_id is not None:
        ratings = ratings.filter(ladder=ladder_id)
    had = set(ratings.filter(final_place__lte=BADGES).values_list("pk", flat=True))
    # who leaves the site later keeps the place, unseen: the others' places and badges stay what they were
    settled = ratings.filter(Q(is_listed=True) | Q(final_place__isnull=False), matches__gte=skill.SETTLED_AFTER)
    ratings.exclude(final_place=None).exclude(pk__in=settled).update(final_place=None)
    place = Window(Rank(), partition_by=F("ladder"), order_by=F("rank_value").desc())
    _write(settled.annotate(rating=F("pk"), place=place).values("rating", "place"))
    for rating in ratings.filter(final_place__lte=BADGES, person__is_active=True).exclude(pk__in=had):
        notices.notify(Notice.Kind.SEASON_OVER, [rating.person_id], rating=rating)


def _write(ranked: QuerySet[Any, Any]) -> None:
    """Write each `place` where it is another, in one statement: Django's `update` takes no rows of a subquery."""
    inner, params = ranked.query.sql_with_params()
    ratings = connection.ops.quote_name(Rating._meta.db_table)
    is_new = f"{ratings}.final_place IS NULL OR {ratings}.final_place <> ranked.place"
    with connection.cursor() as cursor:
        cursor.execute(
            f"UPDATE {ratings} SET final_place = ranked.place FROM ({inner}) AS ranked"  # noqa: S608
            f" WHERE {ratings}.id = ranked.rating AND ({is_new})",
            params,
        )
