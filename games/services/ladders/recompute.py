"""A season's ratings worked out again from its results, compared with what was kept, or written in its place.

The arithmetic is `results.settle`, which every match goes through when it ends. Taken as they stand are what each
person began the season with, and of each result the places, when it was made and how much it counted. So a match of
the same people that came after one that was annulled counts as much as it did: they had met all the same.

A result that was taken back (`undone_at`) leaves its rating as it was; it stands there as one that changed nothing.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
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
_STATE = OF_RATING + SHOWN


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
        newest = results_of(ladder, season).aggregate(newest=Max("pk"))["newest"] or 0
    ratings = at_the_beginning(ladder, season)
    for kept_result, made_result in replayed(_read(results_of(ladder, season).filter(pk__lte=newest)), ratings):
        yield from _differences(kept_result, made_result, OF_RESULT)
    fields: tuple[str, ...] = OF_RATING
    if season.ended_at is not None:  # shown as on its last day, for good
        fields += SHOWN
        for made in ratings.values():
            results.show(made, results.skill_at(made, season.ended_at))
    pairs = ((kept, ratings[kept.pk]) for kept in _ratings(ladder, season) if kept.pk in ratings)
    wrong = [(kept, made) for kept, made in pairs if any(_differences(kept, made, fields))]
    later = set(results_of(ladder, season).filter(pk__gt=newest).values_list("rating_id", flat=True))
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
        ratings, changed = at_the_beginning(ladder, season), 0
        for chunk in batched(replayed(_read(results_of(ladder, season)), ratings), CHUNK):
            changed += write_results(chunk)
        for rows in batched(_ratings(ladder, season), CHUNK):
            changed += write_ratings(rows, ratings, shown_at)
        close(ladder, season)
    return changed


def write_results(chunk: Iterable[tuple[RatedResult, RatedResult]]) -> int:
    """Write of these results, as they are kept and as they are worked out, those that differ; return how many."""
    wrong = [(kept, made) for kept, made in chunk if any(_differences(kept, made, OF_RESULT))]
    for kept, made in wrong:
        _take(kept, made, OF_RESULT)
    RatedResult.objects.bulk_update([kept for kept, _made in wrong], OF_RESULT)
    return len(wrong)


def write_ratings(rows: Iterable[Rating], made: Mapping[int, Rating], shown_at: datetime) -> int:
    """Write these ratings as they were `made`, where they are not so, and show them as at that moment; return how many.

    Their season is locked.
    """
    wrong = [row for row in rows if _put_right(row, made[row.pk], shown_at)]
    Rating.objects.bulk_update(wrong, results.CHANGED)
    return len(wrong)


def close(ladder: Ladder, season: Season) -> None:
    """All ratings are written: list those of which a result stands, and no others; in a finished season give places.

    The season is locked.
    """
    ratings = Rating.objects.filter(ladder=ladder, season=season)
    ratings.filter(last_match_at=None, is_listed=True).update(is_listed=False)
    results.list_again(ratings.exclude(last_match_at=None))
    if season.ended_at is not None:
        final.write_places(season, ladder.pk)


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


def results_of(ladder: Ladder, season: Season) -> QuerySet[RatedResult]:
    """Return all results of a ladder's season, in order, those that were taken back among them."""
    return RatedResult.objects.filter(rating__ladder=ladder, rating__season=season).order_by("pk")


def _read(rows: QuerySet[RatedResult]) -> Iterator[RatedResult]:
    return rows.iterator(chunk_size=CHUNK)


def _ratings(ladder: Ladder, season: Season) -> Iterator[Rating]:
    return Rating.objects.filter(ladder=ladder, season=season).iterator(chunk_size=CHUNK)


def at_the_beginning(ladder: Ladder, season: Season) -> dict[int, Rating]:
    """Return the ratings by row number, as they were before the first match of the season (not stored)."""
    return {rating.pk: begun(rating) for rating in _ratings(ladder, season)}


def begun(rating: Rating) -> Rating:
    """Return this rating as it was before its first match (not stored)."""
    rating.mu, rating.sigma, rating.last_match_at = rating.first_mu, rating.first_sigma, None
    rating.matches = rating.wins = 0
    results.show(rating, Skill(rating.mu, rating.sigma))
    return rating


def replayed(in_order: Iterable[RatedResult], ratings: dict[int, Rating]) -> Iterator[tuple[RatedResult, RatedResult]]:
    """Play results again, in the order in which they came; yield each as it is kept and as it is worked out.

    `ratings`, by row number, are those before these results; they follow as the results are taken.
    """
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
    undone = [row for row in kept if row.undone_at is not None]
    as_it_was = [(rating := ratings[row.rating_id], [getattr(rating, name) for name in _STATE]) for row in undone]
    made = results.settle(match, seats, people, kept[0].made_at, kept[0].weight)
    of_rating = {row.rating_id: row for row in made}
    for rating, values in as_it_was:
        for name, value in zip(_STATE, values, strict=True):
            setattr(rating, name, value)
        without = of_rating[rating.pk]
        without.mu_after, without.sigma_after = without.mu_before, without.sigma_before
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
