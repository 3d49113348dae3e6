"""Who stands where on a ladder: places with ties, pages, one's own place with its neighbours, one's friends.

While a season is on, everybody who has a rating has a place: one more than there are people with a greater rank value,
so that those who are shown alike share it. A season that is over keeps its final places; who played too little for
one stands below the others, without a place.

Whatever is asked for begins with `order_of`: how many people stand on each step of the order, which the database keeps
up (`steps`). From it follow all places, and where in the index a page begins, so that no page costs more than another.
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

from django.db.models import Count, F, Max, Q, QuerySet, Sum, Window
from django.db.models.functions import RowNumber

from accounts.models import User
from games.models import Ladder, RatedResult, Rating, RatingStep, Season
from games.screens.climb import Point
from games.services.ladders import final
from games.services.ladders.skill import Skill

PER_PAGE = 50
#: So many stand above and below one's own place, where it is not on the page.
NEIGHBOURS = 2
#: So many results are drawn at most.
CLIMB = 200

_NEWEST_FIRST = (F("made_at").desc(), F("pk").desc())
_STEP = ("final_place", "rank_value", "people")
_ORDER = (F("final_place").asc(nulls_last=True), "-rank_value", "person_id")


class Step(NamedTuple):
    """Those who stand alike: their final place (None: the season is on, or they have none) and rank value."""

    final_place: int | None
    rank_value: int

    @property
    def key(self) -> tuple[bool, int, int]:
        """What the steps are in order by, from the top."""
        return (self.final_place is None, self.final_place or 0, -self.rank_value)


class Row(NamedTuple):
    """One line of a ladder: whose it is, and their place, if they have one."""

    rating: Rating
    place: int | None


@dataclass(frozen=True)
class Order:
    """A ladder in a season as its steps from the top, with how many people stand on each."""

    ladder: Ladder
    season: Season
    steps: Sequence[Step]
    counts: Sequence[int]

    @cached_property
    def _ends(self) -> list[int]:
        return list(accumulate(self.counts))

    @cached_property
    def _keys(self) -> list[tuple[bool, int, int]]:
        return [step.key for step in self.steps]

    @property
    def total(self) -> int:
        """How many people stand on the ladder."""
        return self._ends[-1] if self._ends else 0

    def above(self, step: Step) -> int:
        """How many people stand above this step, whether or not anybody stands on it."""
        at = bisect_left(self._keys, step.key)
        return self._ends[at - 1] if at else 0

    def place(self, rating: Rating) -> int | None:
        """The place of somebody on this ladder."""
        if self.season.ended_at is not None:
            return rating.final_place
        return 1 + self.above(step_of(rating))

    def rows(self, start: int, stop: int) -> list[Row]:
        """Those from number `start` (0 is the first) to before `stop`, in order."""
        start, stop = max(0, start), min(stop, self.total)
        if start >= stop:
            return []
        at = next(number for number, end in enumerate(self._ends) if end > start)
        step, skip = self.steps[at], start - (self._ends[at] - self.counts[at])
        found = list(_from(self.ladder, self.season, step)[skip : skip + stop - start])
        if step.final_place is not None and len(found) < stop - start:
            # those who have no final place are another stretch of the index
            found += _without_place(self.ladder, self.season)[: stop - start - len(found)]
        return [Row(rating, self.place(rating)) for rating in found]

    def number_of(self, rating: Rating) -> int:
        """How many stand before somebody in the list, those who share the place included."""
        alike = _listed(self.ladder, self.season).filter(
            final_place=rating.final_place, rank_value=rating.rank_value, person__lt=rating.person_id
        )
        return self.above(step_of(rating)) + alike.count()


def step_of(rating: Rating) -> Step:
    """Return where in the order a rating stands."""
    return Step(rating.final_place, rating.rank_value)


def order_of(ladder: Ladder, season: Season) -> Order:
    """Return how a ladder stands in a season."""
    counted = RatingStep.objects.filter(ladder=ladder, season=season, people__gt=0)
    rows = [(Step(place or None, value), people) for place, value, people in counted.values_list(*_STEP)]
    rows.sort(key=lambda row: row[0].key)
    return Order(ladder, season, [step for step, _ in rows], [people for _, people in rows])


def place_of(rating: Rating) -> int | None:
    """Return the place of a rating on its ladder, in its season; None where that is over and left it without one."""
    if rating.season.ended_at is not None:
        return rating.final_place
    above = RatingStep.objects.filter(
        ladder=rating.ladder_id, season=rating.season_id, rank_value__gt=rating.rank_value
    )
    return 1 + (above.aggregate(people=Sum("people"))["people"] or 0)


def _listed(ladder: Ladder, season: Season) -> QuerySet[Rating]:
    return Rating.objects.filter(ladder=ladder, season=season, is_listed=True)


def _from(ladder: Ladder, season: Season, step: Step) -> QuerySet[Rating]:
    """Those on this step and below, in order: of a step with a final place only those who have one."""
    if step.final_place is None:
        return _without_place(ladder, season).filter(rank_value__lte=step.rank_value)
    return _in_order(_listed(ladder, season).filter(final_place__gte=step.final_place))


def _without_place(ladder: Ladder, season: Season) -> QuerySet[Rating]:
    return _in_order(_listed(ladder, season).filter(final_place=None))


def _in_order(ratings: QuerySet[Rating]) -> QuerySet[Rating]:
    return ratings.select_related("person").order_by(*_ORDER)


# --- what a page of a ladder shows


@dataclass(frozen=True, slots=True)
class Own:
    """The reader on a ladder: their line, its number in the list (0 is the first) and the page it is on."""

    row: Row
    number: int

    @property
    def page(self) -> int:
        """The page of the whole ladder that this is on."""
        return page_of(self.number)


class Stretch(NamedTuple):
    """Lines that stand together, and how many people are left out between them and the next or the last stretch."""

    rows: list[Row]
    left_out: int


def page_of(number: int) -> int:
    """Return the page (1 is the first) on which the one with this number (0 is the first) stands."""
    return number // PER_PAGE + 1


def rating_of(person: User, ladder: Ladder, season: Season) -> Rating | None:
    """Return the rating of a person on a ladder in a season, if they have one that is listed."""
    return _listed(ladder, season).filter(person=person).select_related("person").first()


def own_of(order: Order, person: User) -> Own | None:
    """Return where this person stands, if they do."""
    rating = rating_of(person, order.ladder, order.season)
    return Own(Row(rating, order.place(rating)), order.number_of(rating)) if rating else None


def standing_rows(order: Order, page: int) -> list[Row]:
    """Return the lines of a page (1 is the first); none where the ladder does not go so far."""
    return order.rows((page - 1) * PER_PAGE, page * PER_PAGE)


def neighbours(order: Order, own: Own, page: int) -> Stretch | None:
    """Return the own line with those next to it, as far as they are not on this page; None where the line itself is.

    They stand above the page or below it, with so many people left out between.
    """
    start, stop = (page - 1) * PER_PAGE, min(page * PER_PAGE, order.total)
    first, last = own.number - NEIGHBOURS, own.number + NEIGHBOURS + 1
    if own.number < start:
        last = min(last, start)
        return Stretch(order.rows(first, last), start - last)
    if own.number >= stop:
        first = max(first, stop)
        return Stretch(order.rows(first, last), first - stop)
    return None


def among(order: Order, people: Iterable[int]) -> QuerySet[Rating]:
    """Return the ratings of these people (row numbers) on the ladder, in its order."""
    return _in_order(_listed(order.ladder, order.season).filter(person__in=people))


def climb_of(rating: Rating) -> list[Point]:
    """Return how the matches left this rating, oldest first: `CLIMB` at most, evenly taken, and the highest besides.

    The last is always among them. What is left out does not leave the database.
    """
    numbered = RatedResult.objects.filter(rating=rating, undone_at=None).annotate(
        number=Window(RowNumber(), order_by=_NEWEST_FIRST),
        step=(Window(Count("pk")) + CLIMB - 1) / CLIMB,
        highest=Window(Max("mu_after")),
    )
    results = numbered.annotate(left=(F("number") - 1) % F("step")).filter(Q(left=0) | Q(mu_after=F("highest")))
    points = []
    for at, mu, sigma in results.order_by(*_NEWEST_FIRST).values_list("made_at", "mu_after", "sigma_after"):
        skill = Skill(mu, sigma)
        points.append(Point(at, skill.number, skill.spread))
    return points[::-1]


def forget(user: User) -> None:
    """An account is being removed: nobody reads of it on a ladder any more.

    What others won from it and lost to it stays, and so do the final places of the others.
    """
    # whoever writes ratings of a season holds it: a match that is just being rated is either counted here, or sees
    # that the account is gone
    for season_id in Season.objects.order_by("pk").values_list("pk", flat=True):
        final.lock(season_id)
    Rating.objects.filter(person=user).update(is_listed=False)
