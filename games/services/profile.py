"""A person's page: how they stand on the ladders and how that came, what they played and earned, for one reader."""

from collections.abc import Sequence
from dataclasses import dataclass

from accounts.models import User
from games.models import Rating, Season
from games.screens.climb import Climb, climb
from games.services.ladders.skill import SETTLED_AFTER
from games.services.ladders.standings import climb_of, place_of

#: The drawing is as wide as the page has room for: its places are hundredths of its width and height.
FULL = 100
#: Dates below the drawing, and points up to which each one is marked.
DATES, MARKED = 3, 40


@dataclass(frozen=True, slots=True)
class Line:
    """Where a person stands on one ladder in a season; no place where a season is over and left them without one."""

    rating: Rating
    place: int | None

    @property
    def is_provisional(self) -> bool:
        """Whether so few matches have counted that the number may still be far off."""
        return self.rating.matches < SETTLED_AFTER


@dataclass(frozen=True, slots=True)
class Ratings:
    """A person's ratings in one of their `seasons` (newest first), by ladder; `climb`: how the `chosen` one went.

    No `climb` where the reader may not see it.
    """

    seasons: Sequence[Season]
    season: Season
    lines: Sequence[Line]
    chosen: Line
    climb: Climb | None

    @property
    def is_marked(self) -> bool:
        """Whether the drawing has room to mark each point."""
        return self.climb is not None and len(self.climb.dots) <= MARKED

    @property
    def is_short(self) -> bool:
        """Whether all of the drawing is within two days, so that it is hours that tell its points apart."""
        if self.climb is None:
            return False
        first, last = self.climb.dots[0].point.at, self.climb.dots[-1].point.at
        return (last - first).days < 2


def ratings_of(person: User, ladder: str, season: str, *, with_climb: bool) -> Ratings | None:
    """Return how a person stands; None where they have never played a rated match.

    `ladder` is a key and `season` a number as an address has them: what names none of theirs is the newest season,
    and in it the ladder they played most.
    """
    ratings = list(Rating.objects.filter(person=person, is_listed=True).select_related("ladder", "season"))
    if not ratings:
        return None
    seasons = sorted({rating.season for rating in ratings}, key=lambda one: one.number, reverse=True)
    chosen_season = next((one for one in seasons if str(one.number) == season), seasons[0])
    played = [rating for rating in ratings if rating.season_id == chosen_season.pk]
    played.sort(key=lambda rating: (rating.ladder.order, rating.ladder_id))
    lines = [Line(rating, place_of(rating)) for rating in played]
    most = max(lines, key=lambda line: line.rating.matches)
    chosen = next((line for line in lines if line.rating.ladder.key == ladder), most)
    drawn = climb(climb_of(chosen.rating), FULL, FULL, by_time=True, labels=DATES) if with_climb else None
    return Ratings(seasons, chosen_season, lines, chosen, drawn)
