"""A season's ratings worked out again from its results, compared with what was kept, or written in its place.

The arithmetic is `results.settle`, which every match goes through when it ends. Taken as they stand are what each
person began the season with, and of each result the places, when it was made and how much it counted.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import batched, groupby
from typing import Any

from django.db import transaction
from django.db.models import Count, F, Max, Q, QuerySet
from django.utils import timezone

from games.models import Ladder, Match, MatchSeat, RatedResult, Rating, Season
from games.services.ladders import final, results
from games.services.ladders.skill import Skill

#: Results that are held in memory at a time.
CHUNK = 2000
#: What is worked out of a result and of a rating.
OF_RESULT = ("place", "mu_before", "sigma_before", "mu_after", "sigma_after")
OF_RATING = ("mu", "sigma", "number", "matches", "wins", "last_match_at")
SHOWN = ("spread", "rank_value")


@dataclass(frozen=True, slots=True)
class Difference:
    """Something that is not as it is worked out: of what, which field, what is kept and what it should be."""

    what: str
    field: str
    kept: object
    worked_out: object

    def __str__(self) -> str:
        return f"{self.what}: {self.field} is {self.kept!r}, worked out {self.worked_out!r}"


def compare(ladder: Ladder, season: Season) -> Iterator[Difference]:
    """Yield what of a ladder's ratings in a season is not as its results have it, while matches may end meanwhile."""
    with transaction.atomic():
        season = final.lock(season.pk)  # all results up to the newest are there now, and stay
        newest = _results(ladder, season).aggregate(newest=Max("pk"))["newest"] or 0
    ratings = _at_the_beginning(ladder, season)
    for kept_result, made_result in _replayed(_results(ladder, season).filter(pk__lte=newest), ratings):
        yield from _differences(kept_result, made_result, OF_RESULT)
    fields: tuple[str, ...] = OF_RATING
    if season.ended_at is not None:  # shown as on its last day, for good
        fields += SHOWN
        for made in ratings.values():
            results.show(made, results.skill_at(made, season.ended_at))
    pairs = ((kept, ratings[kept.pk]) for kept in _ratings(ladder, season) if kept.pk in ratings)
    wrong = [(kept, made) for kept, made in pairs if any(_differences(kept, made, fields))]
    later = set(_results(ladder, season).filter(pk__gt=newest).values_list("rating_id", flat=True))
    for kept, made in wrong:
        if kept.pk not in later:
            yield from _differences(kept, made, fields)
    yield from _missing(ladder, season)


def write(ladder: Ladder, season: Season, now: datetime | None = None) -> int:
    """Write the ratings and results of a ladder's season as they are worked out; return how many rows were not so.

    In one transaction, with the season locked: rated matches wait with their end so long.
    """
    with transaction.atomic():
        season = final.lock(season.pk)
        shown_at = season.ended_at or now or timezone.now()
        ratings, changed = _at_the_beginning(ladder, season), 0
        for chunk in batched(_replayed(_results(ladder, season), ratings), CHUNK):
            wrong = [(kept, made) for kept, made in chunk if any(_differences(kept, made, OF_RESULT))]
            for kept, made in wrong:
                _take(kept, made, OF_RESULT)
            RatedResult.objects.bulk_update([kept for kept, _made in wrong], OF_RESULT)
            changed += len(wrong)
        for rows in batched(_ratings(ladder, season), CHUNK):
            wrong_rows = [row for row in rows if _put_right(row, ratings[row.pk], shown_at)]
            Rating.objects.bulk_update(wrong_rows, results.CHANGED)
            changed += len(wrong_rows)
        if season.ended_at is not None:
            final.write_places(season, ladder.pk)
    return changed


def _put_right(kept: Rating, made: Rating, shown_at: datetime) -> bool:
    """Give a rating what was worked out; tell whether that was another."""
    before = [getattr(kept, field) for field in results.CHANGED]
    _take(kept, made, OF_RATING)
    results.show(kept, results.skill_at(kept, shown_at))
    return before != [getattr(kept, field) for field in results.CHANGED]


def _take(kept: Any, made: Any, fields: Iterable[str]) -> None:
    for field in fields:
        setattr(kept, field, getattr(made, field))


def _differences(kept: Any, made: Any, fields: Iterable[str]) -> Iterator[Difference]:
    for field in fields:
        if getattr(kept, field) != getattr(made, field):
            yield Difference(str(kept), field, getattr(kept, field), getattr(made, field))


def _results(ladder: Ladder, season: Season) -> QuerySet[RatedResult]:
    return RatedResult.objects.filter(rating__ladder=ladder, rating__season=season)


def _ratings(ladder: Ladder, season: Season) -> Iterator[Rating]:
    return Rating.objects.filter(ladder=ladder, season=season).iterator(chunk_size=CHUNK)


def _at_the_beginning(ladder: Ladder, season: Season) -> dict[int, Rating]:
    """The ratings by row number, as they were before the first match of the season."""
    ratings = {}
    for rating in _ratings(ladder, season):
        rating.mu, rating.sigma, rating.last_match_at = rating.first_mu, rating.first_sigma, None
        rating.matches = rating.wins = 0
        results.show(rating, Skill(rating.mu, rating.sigma))
        ratings[rating.pk] = rating
    return ratings


def _replayed(rows: QuerySet[RatedResult], ratings: dict[int, Rating]) -> Iterator[tuple[RatedResult, RatedResult]]:
    """Play the results again, in the order in which they came; yield each as it is kept and as it is worked out."""
    in_order = rows.order_by("pk").iterator(chunk_size=CHUNK)
    whole_matches = (list(of_match) for _match, of_match in groupby(in_order, key=lambda row: row.match_id))
    for chunk in batched(whole_matches, CHUNK // 4):
        keys = [kept[0].match_id for kept in chunk]
        matches, seats = Match.objects.only("family", "ruleset").in_bulk(keys), _seats(keys)
        for kept in chunk:
            match = matches[kept[0].match_id]
            yield from _settled_again(match, seats[match.pk], kept, ratings)


def _seats(matches: Sequence[int]) -> dict[int, list[MatchSeat]]:
    seats: dict[int, list[MatchSeat]] = {match: [] for match in matches}
    for seat in MatchSeat.objects.filter(match__in=matches).order_by("match", "seat"):
        seats[seat.match_id].append(seat)
    return seats


def _settled_again(
    match: Match, seats: Sequence[MatchSeat], kept: Sequence[RatedResult], ratings: dict[int, Rating]
) -> Iterator[tuple[RatedResult, RatedResult]]:
    people = {ratings[row.rating_id].person_id: ratings[row.rating_id] for row in kept}
    made = results.settle(match, seats, people, kept[0].made_at, kept[0].weight)
    of_rating = {row.rating_id: row for row in made}
    for row in kept:
        row.rating = ratings[row.rating_id]
        yield row, of_rating[row.rating_id]


def _missing(ladder: Ladder, season: Season) -> Iterator[Difference]:
    """Finished matches of people who have not each one result of it."""
    matches = Match.objects.filter(ladder=ladder, season=season).annotate(
        people=Count("seats__user", distinct=True), made=Count("rated_results", distinct=True)
    )
    over, wrong = Q(state=Match.State.OVER), ~Q(made=F("people"))
    for match in matches.filter(over & wrong | ~over & Q(made__gt=0)).iterator():
        due = match.people if match.state == Match.State.OVER else 0
        yield Difference(str(match), "results", match.made, due)
