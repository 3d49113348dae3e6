"""Finished matches and ratings that were never played: for pages that show them."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any

from accounts.models import User
from games.models import Ladder, Match, MatchSeat, RatedResult, Rating, Season, Table
from games.services.ladders.skill import MU, SCALE, Skill

START = datetime(2026, 10, 1, 18, tzinfo=UTC)


def add_match(*people: User, at: datetime = START, public: bool = True, ladder: str = "", **fields: Any) -> Match:
    """A finished match of these people, who came in in this order."""
    visibility = Table.Visibility.PUBLIC if public else Table.Visibility.PRIVATE
    table = Table.objects.create(owner=people[0], ruleset={}, visibility=visibility, state=Table.State.CLOSED)
    match = Match.objects.create(
        table=table, state=Match.State.OVER, family="uno", rules_version=1, ruleset={}, seed=bytes(32), position={},
        ladder=Ladder.objects.get(key=ladder) if ladder else None, finished_at=at, **fields,
    )  # fmt: skip
    MatchSeat.objects.bulk_create(
        MatchSeat(match=match, seat=seat, user=person, place=seat + 1, score=100 - 10 * seat)
        for seat, person in enumerate(people)
    )
    return match


def rate(person: User, *numbers: int, ladder: str = "duel", season: Season | None = None, other: User) -> Rating:
    """A rating of this person that went through these numbers, a match a day; the last is the present one."""
    season = season or Season.objects.get(ended_at=None)
    skills = [Skill(MU + (number - 1500) / SCALE, 2.0) for number in (1500, *numbers)]
    rating = Rating.objects.create(
        ladder=Ladder.objects.get(key=ladder), season=season, person=person, first_mu=MU, first_sigma=2,
        mu=skills[-1].mu, sigma=2, number=skills[-1].number, spread=skills[-1].spread,
        rank_value=skills[-1].rank_value, matches=len(numbers),
    )  # fmt: skip
    for day, (before, after) in enumerate(pairwise(skills)):
        at = START + timedelta(days=day)
        match = add_match(person, other, at=at, ladder=ladder, season=season)
        RatedResult.objects.create(
            rating=rating, match=match, place=1, mu_before=before.mu, sigma_before=before.sigma,
            mu_after=after.mu, sigma_after=after.sigma, made_at=at,
        )  # fmt: skip
    return rating
