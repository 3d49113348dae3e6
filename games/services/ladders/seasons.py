"""Seasons: their end, the beginning of the next, and the badges that stay of them.

What somebody begins a season with is worked out when they first play in it (`results`), so the end of one writes no
new ratings.
"""

from dataclasses import dataclass
from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Ladder, Rating, Season
from games.services.errors import Declined
from games.services.ladders import aging, final


@dataclass(frozen=True, slots=True)
class Badge:
    """A place among the first of a finished season; `kind` names its drawing: first, second, third, ten."""

    season: Season
    ladder: Ladder
    place: int

    @property
    def kind(self) -> str:
        """Which badge it is."""
        return {1: "first", 2: "second", 3: "third"}.get(self.place, "ten")


def badges_of(user: User) -> list[Badge]:
    """Return the badges that somebody has won, the newest season first."""
    won = Rating.objects.filter(person=user, final_place__lte=final.BADGES).select_related("season", "ladder")
    return [Badge(row.season, row.ladder, row.final_place or 0) for row in won.order_by("-season__number", "ladder")]


def begin(now: datetime, name: str = "", ends_at: datetime | None = None) -> Season:
    """Begin a season where none is on; return it. Raises `Declined` where one is on."""
    number = (Season.objects.aggregate(last=Max("number"))["last"] or 0) + 1
    try:
        with transaction.atomic():
            return Season.objects.create(number=number, name=name, began_at=now, ends_at=ends_at)
    except IntegrityError as error:
        raise Declined(_("A season is on already.")) from error


def end(season: Season, now: datetime, name: str = "", ends_at: datetime | None = None) -> Season:
    """End a season with its final standings and begin the next, called `name` and meant to end `ends_at`.

    Returns the next one. Matches that are going on still count for the season that they began in. Raises `Declined`
    where it has ended already.
    """
    with transaction.atomic():
        season = final.lock(season.pk)
        if season.ended_at is not None:
            raise Declined(_("%(season)s has ended already.") % {"season": season.title})
        aging.show(Rating.objects.filter(season=season), now)
        season.ended_at = now
        season.save(update_fields=["ended_at"])
        final.write_places(season)
        return begin(now, name, ends_at)
