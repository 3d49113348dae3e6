"""How somebody stands in the season that is on: the lobby's panel."""

from dataclasses import dataclass

from accounts.models import User
from games.models import Rating, Season
from games.services.ladders.eligible import current_season
from games.services.ladders.standings import Row, place_of


@dataclass(frozen=True, slots=True)
class OwnSeason:
    """A season, and a person's lines on the ladders they have played in it, in the order of the ladders."""

    season: Season
    rows: list[Row]


def own_season_of(person: User) -> OwnSeason | None:
    """Return how a person stands in the season that is on; None where none is, or they have not played in it."""
    season = current_season()
    if season is None:
        return None
    played = Rating.objects.filter(person=person, season=season, ladder__is_open=True, is_listed=True)
    ratings = played.select_related("ladder", "season").order_by("ladder__order", "ladder")
    rows = [Row(rating, place_of(rating)) for rating in ratings]
    return OwnSeason(season, rows) if rows else None
