"""Ratings worked out again from the results: as they were kept, bit by bit, whatever happened on the way."""

import random
from collections import Counter
from datetime import timedelta
from io import StringIO
from itertools import groupby, pairwise
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from django.utils import timezone
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from accounts.models import User
from games.models import Ladder, Match, RatedResult, Rating, Season
from games.services import ending
from games.services.ladders import aging, recompute, results, seasons, skill
from tests.games.seasons import CAMPS, OFFICIAL, begin_match, finish_match, play_match

pytestmark = pytest.mark.django_db
NOW = timezone.now()
DAY = timedelta(days=1)


@pytest.fixture
def duel(presets: None) -> Ladder:
    """The ladder of the official game for two."""
    return Ladder.objects.get(key="duel")


@pytest.fixture
def people(db: None) -> list[User]:
    """Twelve people."""
    return [User.objects.create_user(f"Player {number}") for number in range(12)]


@pytest.fixture(autouse=True)
def _soon_settled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two matches make a number that is not provisional."""
    monkeypatch.setattr(skill, "SETTLED_AFTER", 2)


class Club:
    """People who play rated matches, and what must be so afterwards, kept beside the rows."""

    def __init__(self, people: list[User], rng: random.Random) -> None:
        self.people, self.rng, self.now = people, rng, NOW
        self.ladders = list(Ladder.objects.filter(key__in=["classic", "teams"]).order_by("key"))
        self.going_on: list[Match] = []
        self.played: Counter[tuple[int, int, int]] = Counter()

    def do(self, step: str) -> None:
        """One thing happens, some time after the one before."""
        self.now += timedelta(
            hours=self.rng.choice([0, 0, 1, 1, 5, 30, 24 * 60]), microseconds=self.rng.randrange(10**6)
        )
        getattr(self, step)()

    def begin(self) -> None:
        ladder = self.rng.choice(self.ladders)
        seats = self.rng.choice([4, 6, 8]) if ladder.key == "teams" else self.rng.randint(2, 10)
        players = self.rng.sample(self.people, seats)
        if self.rng.random() < 0.5:  # those who play together again and again
            players = self.people[:4]
        season, rules = Season.objects.get(ended_at=None), CAMPS if ladder.key == "teams" else OFFICIAL
        self.going_on.append(begin_match(ladder, season, players, rules))

    def finish(self) -> None:
        """A match ends: with ties, with people who left, in a process that dies at first, told twice."""
        if not self.going_on:
            return self.begin()
        match = self.going_on.pop(self.rng.randrange(len(self.going_on)))
        count = match.seats.count()
        placement = [self.rng.randint(1, count) for _ in range(count)]
        left = [seat for seat in range(count) if self.rng.random() < 0.15]
        places = ending.places(placement, {seat: self.now - self.rng.choice([1, 2]) * DAY for seat in left})
        if self.rng.random() < 0.3:
            finish_match(match, places, self.now, left, dies=True)
        made = finish_match(match, places, self.now, left)
        assert [row.place for row in made] == places
        with transaction.atomic():
            assert results.apply(match, list(match.seats.all()), self.now) == []
        for row in made:
            self.played[match.season_id or 0, match.ladder_id or 0, row.rating.person_id] += 1
        return None

    def end_season(self) -> None:
        seasons.end(Season.objects.get(ended_at=None), self.now)

    def wait(self) -> None:
        aging.age(self.now)


def check(club: Club) -> None:
    """Each match changed each rating once, and all of them follow from the results."""
    counted = Counter(RatedResult.objects.values_list("rating__season", "rating__ladder", "rating__person"))
    assert counted == club.played
    for season in Season.objects.all():
        for ladder in Ladder.objects.all():
            assert list(recompute.compare(ladder, season)) == []
            if season.ended_at:
                check_places(ladder, season)
            else:
                assert not Rating.objects.filter(season=season).exclude(final_place=None).exists()
    check_chains()


def check_places(ladder: Ladder, season: Season) -> None:
    rows = list(Rating.objects.filter(ladder=ladder, season=season))
    settled = [row.rank_value for row in rows if row.matches >= 2]
    for row in rows:
        place = 1 + sum(value > row.rank_value for value in settled)
        assert row.final_place == (place if row.matches >= 2 else None)


def check_chains() -> None:
    """Each result begins where the one before has left the rating, but for the absence."""
    for _rating, rows in groupby(RatedResult.objects.order_by("rating", "pk"), lambda row: row.rating_id):
        chain = list(rows)
        for earlier, later in pairwise(chain):
            assert later.mu_before == earlier.mu_after
            assert later.sigma_before >= earlier.sigma_after
        rating = chain[-1].rating
        assert (rating.mu, rating.sigma) == (chain[-1].mu_after, chain[-1].sigma_after)
        assert rating.matches == sum(row.weight > 0 for row in chain)
        assert rating.rank_value == rating.number - 2 * rating.spread


STEPS = st.lists(
    st.sampled_from(["begin", "begin", "finish", "finish", "finish", "end_season", "wait"]), min_size=25, max_size=60
)


def test_whatever_happens_ratings_follow_from_results(presets: None, people: list[User], long_run: bool) -> None:
    @settings(
        max_examples=150 if long_run else 5,
        deadline=None,
        database=None,
        derandomize=not long_run,
        phases=[Phase.generate],  # to make an example smaller would take minutes
        suppress_health_check=list(HealthCheck),
    )
    @given(steps=STEPS, seed=st.integers(0, 2**32))
    def run(steps: list[str], seed: int) -> None:
        with transaction.atomic():
            club = Club(people, random.Random(seed))
            for step in steps:
                club.do(step)
            check(club)
            transaction.set_rollback(True)

    run()


# --- what is wrong is found, and put right


def told(*words: str) -> str:
    out = StringIO()
    call_command("recompute_ratings", *words, stdout=out)
    return out.getvalue()


def play_some(duel: Ladder, people: list[User]) -> None:
    season = Season.objects.get(ended_at=None)
    for day in range(6):
        one, other, _third = random.Random(day).sample(people[:3], 3)
        play_match(duel, season, [one, other], NOW + day * DAY)


@pytest.mark.parametrize("is_over", [False, True])
@pytest.mark.parametrize(
    ("model", "changes"),
    [
        (Rating, {"mu": 31.0}),
        (Rating, {"sigma": 1.0}),
        (Rating, {"matches": 7, "wins": 7}),
        (Rating, {"number": 1501}),
        (Rating, {"last_match_at": NOW - DAY}),
        (RatedResult, {"place": 9}),
        (RatedResult, {"mu_after": 25.0000000001}),
    ],
)
def test_a_row_that_is_wrong_is_named_and_put_right(
    duel: Ladder, people: list[User], model: Any, changes: dict[str, Any], is_over: bool
) -> None:
    play_some(duel, people)
    if is_over:
        seasons.end(Season.objects.get(), NOW + 9 * DAY)
    row = model.objects.order_by("pk")[0]
    right = model.objects.values().get(pk=row.pk)
    model.objects.filter(pk=row.pk).update(**changes)
    found = list(recompute.compare(duel, Season.objects.get(number=1)))
    assert {one.field for one in found} == set(changes)
    assert all(str(row) in str(one) for one in found)
    with pytest.raises(SystemExit) as ended:
        told()
    assert ended.value.code == 1
    assert "Duel, Season 1: 1 rows written" in told("--write", "--ladder", "duel", "--season", "1")
    assert told().count(" 0 differences") == Ladder.objects.count() * Season.objects.count()
    now = model.objects.values().get(pk=row.pk)
    assert {key: now[key] for key in recompute.OF_RATING if key in now} == {
        key: right[key] for key in recompute.OF_RATING if key in right
    }
    assert not is_over or now == right


def test_a_result_that_is_missing_or_too_much_is_named(duel: Ladder, people: list[User]) -> None:
    season = Season.objects.get()
    lost, void = (begin_match(duel, season, people[:2]) for _ in range(2))
    Match.objects.filter(pk=lost.pk).update(state=Match.State.OVER)
    finish_match(void, [1, 2], NOW)
    Match.objects.filter(pk=void.pk).update(state=Match.State.VOID)
    found = {one.what: (one.kept, one.worked_out) for one in recompute.compare(duel, season)}
    assert found == {str(lost): (0, 2), str(void): (2, 0)}


def test_a_match_that_ends_while_it_compares_is_no_difference(
    duel: Ladder, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    play_some(duel, people)
    season, replayed = Season.objects.get(), recompute.replayed

    def while_it_reads(*args: Any) -> Any:
        play_match(duel, season, people[:2], NOW + 20 * DAY)
        play_match(duel, season, people[5:7], NOW + 20 * DAY)
        return replayed(*args)

    monkeypatch.setattr(recompute, "replayed", while_it_reads)
    assert list(recompute.compare(duel, season)) == []


def test_many_are_read_piece_by_piece(duel: Ladder, people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recompute, "CHUNK", 4)
    play_some(duel, people)
    RatedResult.objects.update(place=5)
    assert recompute.write(duel, Season.objects.get()) == 12
    assert list(recompute.compare(duel, Season.objects.get())) == []


def test_what_there_is_not_is_said(presets: None) -> None:
    with pytest.raises(CommandError, match="there is no such ladder or season"):
        told("--ladder", "chess")
