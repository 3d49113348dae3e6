"""Absence: what the database works out for all is what `Skill` says of one."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from accounts.models import User
from games.models import Ladder, Rating, Season
from games.services.ladders import aging, results, seasons
from games.services.ladders.skill import MU, SCALE, SIGMA, VARIANCE_PER_DAY, Skill, whole
from games.tasks import age_ratings
from tests.games.seasons import begin_match, finish_match, play_match

pytestmark = pytest.mark.django_db
NOW = timezone.now()
DAY = timedelta(days=1)


@pytest.fixture
def rating(presets: None, mei: User) -> Rating:
    """Mei's on the ladder of duels, as of somebody who has just become quite sure."""
    season, ladder = Season.objects.get(), Ladder.objects.get(key="duel")
    row = Rating(ladder=ladder, season=season, person=mei, first_mu=MU, first_sigma=SIGMA, mu=30, sigma=2)
    row.last_match_at = NOW
    results.show(row, Skill(30, 2))
    row.save()
    return row


def shown(rating: Rating) -> tuple[int, int, int]:
    return Rating.objects.values_list("number", "spread", "rank_value").get(pk=rating.pk)


def sigma_for(spread: float, days: float) -> float:
    """The uncertainty that has grown to this spread after so many days."""
    return float(((spread / SCALE) ** 2 - VARIANCE_PER_DAY * days) ** 0.5)


# halves are shown as the next whole number by both, never to the even one
HALVES = [80.5, 81.5, 120.5, 333.5 - 1]


@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    sigma=st.one_of(st.floats(0.05, SIGMA), st.integers(1, 332).map(lambda value: (value + 0.5) / SCALE)),
    absence=st.timedeltas(timedelta(days=-3), timedelta(days=4000)),
)
@example(sigma=SIGMA, absence=timedelta(0))
@example(sigma=2.0, absence=timedelta(days=365))
@example(sigma=2.0, absence=timedelta(microseconds=1))
def test_the_database_and_the_arithmetic_agree(rating: Rating, sigma: float, absence: timedelta) -> None:
    Rating.objects.filter(pk=rating.pk).update(sigma=sigma, last_match_at=NOW - absence, spread=0)
    rating.sigma, rating.last_match_at = sigma, NOW - absence
    aging.age(NOW)
    skill = results.skill_at(rating, NOW)
    assert shown(rating) == (skill.number, skill.spread, skill.rank_value)


@pytest.mark.parametrize("half", HALVES)
def test_a_half_goes_up_in_both(rating: Rating, half: float) -> None:
    Rating.objects.filter(pk=rating.pk).update(sigma=half / SCALE, spread=0)
    aging.age(NOW)
    assert shown(rating)[1] == whole(half) == half + 0.5


def test_only_what_has_changed_is_written(rating: Rating, otto: User) -> None:
    away = Rating.objects.create(
        ladder=rating.ladder, season=rating.season, person=otto, first_mu=MU, first_sigma=SIGMA, mu=30, sigma=2,
        number=1700, spread=80, rank_value=1540, last_match_at=NOW - 30 * DAY,
    )  # fmt: skip
    assert aging.age(NOW) == 1
    assert shown(rating) == (1700, 80, 1540)
    assert shown(away)[1] == Skill(30, 2).after_days(30).spread > 80
    assert aging.age(NOW) == 0
    assert (away.mu, away.sigma) == Rating.objects.values_list("mu", "sigma").get(pk=away.pk)


def test_many_are_written_a_batch_at_a_time(
    rating: Rating, monkeypatch: pytest.MonkeyPatch, django_assert_max_num_queries: Any
) -> None:
    monkeypatch.setattr(aging, "BATCH", 4)
    for number in range(10):
        person = User.objects.create_user(f"P{number}")
        Rating.objects.create(
            ladder=rating.ladder, season=rating.season, person=person, first_mu=MU, first_sigma=SIGMA, mu=30, sigma=2,
            number=1700, spread=80, rank_value=1540, last_match_at=NOW - 30 * DAY,
        )  # fmt: skip
    assert aging.age(NOW) == 10
    assert set(Rating.objects.exclude(pk=rating.pk).values_list("spread", flat=True)) == {
        Skill(30, 2).after_days(30).spread
    }
    with django_assert_max_num_queries(30):
        aging.age(NOW)


def test_a_season_that_is_over_stays_as_it_was_on_its_last_day(rating: Rating) -> None:
    Rating.objects.update(last_match_at=NOW - 100 * DAY)
    seasons.end(rating.season, NOW)
    at_the_end = shown(rating)
    assert at_the_end[1] == Skill(30, 2).after_days(100).spread
    assert aging.age(NOW + 500 * DAY) == 0
    assert shown(rating) == at_the_end


def test_without_a_season_nobody_is_away(rating: Rating) -> None:
    Season.objects.update(ended_at=NOW)
    assert aging.age(NOW + 500 * DAY) == 0


def test_the_task_does_it_by_the_clock(rating: Rating) -> None:
    Rating.objects.update(last_match_at=timezone.now() - 300 * DAY)
    age_ratings()
    assert shown(rating)[1] == Skill(30, 2).after_days(300).spread


def test_a_match_begins_with_the_absence_and_shows_none_afterwards(rating: Rating, mei: User, otto: User) -> None:
    aging.age(NOW + 200 * DAY)
    match = begin_match(rating.ladder, rating.season, [mei, otto])
    finish_match(match, [1, 2], NOW + 200 * DAY)
    result = match.rated_results.get(rating=rating)
    assert result.sigma_before == Skill(30, 2).after_days(200).sigma
    assert shown(rating)[1] == Skill(result.mu_after, result.sigma_after).spread
    assert aging.age(NOW + 200 * DAY) == 0


def test_newcomers_are_as_unsure_as_can_be_for_ever(rating: Rating, mei: User, otto: User) -> None:
    play_match(rating.ladder, rating.season, [mei, otto], NOW)
    aging.age(NOW + 20_000 * DAY)
    assert set(Rating.objects.values_list("spread", flat=True)) == {Skill().spread}
