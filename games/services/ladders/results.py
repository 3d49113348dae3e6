"""What a result does to the ratings: once a match, in the transaction that writes the result."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from accounts.models import User
from games.models import Match, MatchSeat, RatedResult, Rating
from games.services.ladders import final
from games.services.ladders.skill import Skill, rate, soft_reset
from games.services.state import ruleset_of

#: Within so long, matches of the same people count less and less.
SAME_PEOPLE = timedelta(hours=24)
DAY = timedelta(days=1)
#: What a result changes of a rating.
CHANGED = ["mu", "sigma", "number", "spread", "rank_value", "matches", "wins", "last_match_at"]


def weight_of(earlier: int) -> float:
    """Return how much a match counts whose people have finished `earlier` rated ones together within 24 hours."""
    return 1.0 if earlier < 2 else 0.5 if earlier < 4 else 0.0


def apply(match: Match, seats: Sequence[MatchSeat], at: datetime) -> list[RatedResult]:
    """Change the ratings by a result: `seats` are all of the match, with their places. Returns what it did to whom.

    Nothing where the match is not rated, or was applied already. Runs in the result's transaction, under the table's
    lock. Where the match's season has ended meanwhile, its final standings are put right.
    """
    if match.ladder_id is None or match.season_id is None or match.rated_results.exists():
        return []
    season = final.lock(match.season_id)
    ratings = _locked(match, [seat.user_id for seat in seats if seat.user_id is not None], at)
    made = settle(match, seats, ratings, at, weight_of(together(match.people_key, at, match)))
    Rating.objects.bulk_update(ratings.values(), CHANGED)
    if hidden := [rating.pk for rating in ratings.values() if not rating.is_listed]:
        list_again(Rating.objects.filter(pk__in=hidden))
    results = RatedResult.objects.bulk_create(made)
    if season.ended_at is not None:
        final.write_places(season, match.ladder_id)
    return results


def settle(
    match: Match, seats: Sequence[MatchSeat], ratings: Mapping[int, Rating], at: datetime, weight: float
) -> list[RatedResult]:
    """Write on the ratings of a match's people (not stored) what its result leaves them with.

    Returns the rows that say so (not stored), in the order of the seats: each person has one rating and one row.
    """
    before = {seat.seat: _before(ratings, seat, at) for seat in seats}
    after = outcome(ruleset_of(match.family, match.ruleset).teams, seats, before, weight)
    results = []
    for seat in seats:
        if seat.user_id is None:
            continue  # the account was removed meanwhile
        rating, old, new = ratings[seat.user_id], before[seat.seat], after[seat.seat]
        place = seat.place or len(seats)
        note(rating, new, at, place, weight)
        results.append(
            RatedResult(
                rating=rating,
                match=match,
                place=place,
                weight=weight,
                mu_before=old.mu,
                sigma_before=old.sigma,
                mu_after=new.mu,
                sigma_after=new.sigma,
                made_at=at,
            )
        )
    return results


def results_of(match: Match) -> dict[int, RatedResult]:
    """Return what a match did to the ratings, by seat, in one query: each result with its rating.

    `counted` on each: how many matches of that rating counted, this one included. Empty where the match was not
    rated; who has removed their account is left out.
    """
    if match.ladder_id is None:
        return {}
    so_far = RatedResult.objects.filter(
        rating=OuterRef("rating"), made_at__lte=OuterRef("made_at"), weight__gt=0, undone_at=None
    )
    counted = so_far.order_by().values("rating").annotate(count=Count("pk")).values("count")
    seat = MatchSeat.objects.filter(match=OuterRef("match"), user=OuterRef("rating__person")).values("seat")
    rows = match.rated_results.select_related("rating")
    rows = rows.annotate(counted=Coalesce(Subquery(counted), 0), seat=Subquery(seat[:1]))
    return {row.seat: row for row in rows}


def list_again(ratings: QuerySet[Rating]) -> None:
    """Show these ratings on their ladders: a result of each stands. Not those whose account is removed."""
    ratings.filter(is_listed=False, person__removed_number=None).update(is_listed=True)


def note(rating: Rating, skill: Skill, at: datetime, place: int, weight: float) -> None:
    """Write on a rating (not stored) what a match of that weight, which ended `at`, left it with."""
    show(rating, skill)
    rating.mu, rating.sigma, rating.last_match_at = skill.mu, skill.sigma, at
    if weight:
        rating.matches += 1
        rating.wins += place == 1


def show(rating: Rating, skill: Skill) -> None:
    """Write on a rating (not stored) how this skill is shown."""
    rating.number, rating.spread, rating.rank_value = skill.number, skill.spread, skill.rank_value


def outcome(teams: bool, seats: Sequence[MatchSeat], before: dict[int, Skill], weight: float = 1.0) -> dict[int, Skill]:
    """Return the skills after a match, by seat.

    Camps are rated by the place of their best seat. Who left for good while others of their camp stayed is rated as if
    the camp had come last.
    """
    camps: dict[int, list[MatchSeat]] = defaultdict(list)
    for seat in seats:
        camps[seat.seat % 2 if teams else seat.seat].append(seat)
    places = {camp: min(seat.place or len(seats) for seat in sitting) for camp, sitting in camps.items()}
    after = _rated(camps, places, before, weight)
    for camp, sitting in camps.items():
        left = [seat for seat in sitting if seat.left_at]
        if left and len(left) < len(sitting):
            as_last = _rated(camps, {**places, camp: 1 + max(places.values())}, before, weight)
            after |= {seat.seat: as_last[seat.seat] for seat in left}
    return after


def _rated(
    camps: dict[int, list[MatchSeat]], places: dict[int, int], before: dict[int, Skill], weight: float
) -> dict[int, Skill]:
    keys = sorted(camps)
    rated = rate([[before[seat.seat] for seat in camps[key]] for key in keys], [places[key] for key in keys], weight)
    return {
        seat.seat: skill
        for key, skills in zip(keys, rated, strict=True)
        for seat, skill in zip(camps[key], skills, strict=True)
    }


def together(people_key: str, at: datetime, but: Match | None = None) -> int:
    """Return how many rated matches, other than `but`, the people of this key have finished within the day.

    One that was annulled is among them: they have met.
    """
    same = Match.objects.filter(people_key=people_key, state=Match.State.OVER, finished_at__gt=at - SAME_PEOPLE)
    return same.exclude(people_key="").exclude(pk=but.pk if but else 0).count()


def _locked(match: Match, people: Sequence[int], at: datetime) -> dict[int, Rating]:
    """The ratings of these people on the match's ladder and season, made where missing, locked in order."""
    known = Rating.objects.filter(ladder=match.ladder_id, season=match.season_id, person__in=people)
    if missing := set(people) - set(known.values_list("person_id", flat=True)):
        # held: an account that is just being removed is either seen here or sees the new rating
        held = User.objects.filter(pk__in=missing).order_by("pk").select_for_update(no_key=True)
        Rating.objects.bulk_create([_beginning(match, person, at) for person in held], ignore_conflicts=True)
    return {rating.person_id: rating for rating in known.select_for_update().order_by("person_id")}


def _beginning(match: Match, person: User, at: datetime) -> Rating:
    """The rating (not stored) that a person begins the match's season with: what the last one left, softly reset.

    It is made by the first result of the season and stays: what a match that runs over the end of the season before
    still changes there counts here if it ended before that first result, and not afterwards. An account that was
    removed while it played has one too, for what the others win from it, but is not listed.
    """
    assert match.season is not None
    assert match.ladder_id is not None
    earlier = Rating.objects.filter(ladder=match.ladder_id, person=person, season__number__lt=match.season.number)
    last = earlier.exclude(is_listed=False, last_match_at=None).order_by("-season__number").first()
    skill = soft_reset(skill_at(last, at)) if last else Skill()
    rating = Rating(
        ladder_id=match.ladder_id,
        season=match.season,
        person=person,
        is_listed=not person.is_removed,
        first_mu=skill.mu,
        first_sigma=skill.sigma,
        mu=skill.mu,
        sigma=skill.sigma,
    )
    show(rating, skill)
    return rating


def skill_at(rating: Rating, at: datetime) -> Skill:
    """Return what a rating says at a moment: less sure the longer its owner has been away."""
    skill = Skill(rating.mu, rating.sigma)
    return skill.after_days((at - rating.last_match_at) / DAY) if rating.last_match_at else skill


def _before(ratings: Mapping[int, Rating], seat: MatchSeat, at: datetime) -> Skill:
    """What a seat brings into the match: nothing known of somebody whose account is gone."""
    return skill_at(ratings[seat.user_id], at) if seat.user_id is not None else Skill()
