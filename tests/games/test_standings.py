"""Who stands where: places with ties, pages, neighbours, seasons that are over, accounts that go."""

import random
from collections import Counter
from collections.abc import Sequence
from datetime import timedelta
from itertools import chain
from typing import Any

import pytest
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from accounts import deletion
from accounts.models import User
from games.models import MatchSeat, RatedResult, Rating, RatingStep
from games.services.ladders import results, standings, steps
from games.services.ladders.skill import Skill
from tests.games.standing import new_ladder, new_match, new_season, rating, stand
from tests.people import alice, bob  # noqa: F401

pytestmark = pytest.mark.django_db


def brute(rows: Sequence[Rating]) -> list[tuple[int, int]]:
    """Everybody's (person, place) as anybody would work it out on paper, from the top."""
    ordered = sorted(rows, key=lambda row: (-row.rank_value, row.person_id))
    return [(row.person_id, 1 + sum(other.rank_value > row.rank_value for other in rows)) for row in ordered]


def told(rows: Sequence[standings.Row]) -> list[tuple[int, int | None]]:
    return [(row.rating.person_id, row.place) for row in rows]


# few values for many people: ties everywhere, across the borders of pages too
values = st.lists(st.integers(1400, 1408), max_size=40)


class Places(TestCase):
    """By random ladders."""

    @given(values, st.integers(1, 7), st.integers(1, 3))
    @settings(max_examples=60, deadline=None)
    def test_places_pages_and_neighbours_are_those_of_a_plain_ranking(
        self, rank_values: list[int], per_page: int, beside: int
    ) -> None:
        ladder, season = new_ladder(), new_season()
        rows = stand(ladder, season, rank_values)
        stand(new_ladder(), season, [1500, 1404])  # nobody's business here
        truth = brute(rows)
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(standings, "PER_PAGE", per_page)
            patched.setattr(standings, "NEIGHBOURS", beside)
            order = standings.order_of(ladder, season)
            assert order.total == len(rows)
            pages = range(1, 1 + -(-len(rows) // per_page))
            shown = {page: told(standings.standing_rows(order, page)) for page in pages}
            assert standings.standing_rows(order, len(pages) + 1) == []
            assert list(chain.from_iterable(shown.values())) == truth
            for row in rows:
                assert standings.place_of(row) == dict(truth)[row.person_id]
                own = standings.own_of(order, row.person)
                assert own is not None
                assert truth[own.number] == (row.person_id, own.row.place)
                assert (row.person_id, own.row.place) in shown[own.page]
                for page in pages:
                    self._is_around(own, page, standings.neighbours(order, own, page), shown[page], truth)

    def _is_around(
        self, own: standings.Own, page: int, around: Any, shown: list[Any], truth: list[tuple[int, int]]
    ) -> None:
        """A page and the neighbours together: no row twice, and as many left out between them as it says."""
        if around is None:
            assert truth[own.number] in shown
            return
        beside = told(around.rows)
        assert truth[own.number] in beside
        assert not set(beside) & set(shown)
        first = truth.index(beside[0])
        assert beside == truth[first : first + len(beside)]
        start, stop = (page - 1) * standings.PER_PAGE, min(page * standings.PER_PAGE, len(truth))
        between = start - (first + len(beside)) if first < start else first - stop
        assert around.left_out == between


def test_who_is_shown_alike_shares_a_place() -> None:
    ladder, season = new_ladder(), new_season()
    stand(ladder, season, [1500, 1480, 1480, 1400])
    rows = standings.standing_rows(standings.order_of(ladder, season), 1)
    assert [row.place for row in rows] == [1, 2, 2, 4]


def test_an_empty_ladder_has_no_lines() -> None:
    order = standings.order_of(new_ladder(), new_season())
    assert order.total == 0
    assert standings.standing_rows(order, 1) == []


def test_a_season_that_is_over_keeps_its_final_places_and_puts_those_without_one_below() -> None:
    ladder, season = new_ladder(), new_season(is_over=True)
    new, first, third, second, newer = stand(ladder, season, [1900, 1500, 1300, 1400, 1350])
    for row, place in ((first, 1), (second, 2), (third, 2)):
        row.final_place = place
        row.save()
    order = standings.order_of(ladder, season)
    rows = standings.standing_rows(order, 1)
    assert told(rows) == [
        (first.person_id, 1),
        (second.person_id, 2),
        (third.person_id, 2),
        (new.person_id, None),
        (newer.person_id, None),
    ]
    assert [order.number_of(row.rating) for row in rows] == [0, 1, 2, 3, 4]
    assert standings.place_of(second) == 2
    assert standings.place_of(new) is None


@pytest.mark.parametrize("per_page", [1, 2, 3, 4])
def test_pages_of_a_season_that_is_over_go_on_where_the_final_places_end(
    per_page: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(standings, "PER_PAGE", per_page)
    ladder, season = new_ladder(), new_season(is_over=True)
    rows = stand(ladder, season, [1500, 1400, 1400, 1200, 1600, 1100, 1100])
    for row, place in zip(rows, (1, 2, 2, 4), strict=False):
        row.final_place = place
        row.save()
    order = standings.order_of(ladder, season)
    paged = [told(standings.standing_rows(order, page)) for page in range(1, 9)]
    expected = [*zip([row.person_id for row in rows[:4]], (1, 2, 2, 4), strict=True)]
    expected += [(row.person_id, None) for row in rows[4:]]
    assert list(chain.from_iterable(paged)) == expected


def test_a_page_asks_as_little_of_a_long_ladder_as_of_a_short_one() -> None:
    season = new_season()
    short, long = new_ladder(), new_ladder()
    asked = []
    for ladder, many in ((short, 7), (long, 300)):
        rows = stand(ladder, season, range(1000, 1000 + many))
        with CaptureQueriesContext(connection) as queries:
            order = standings.order_of(ladder, season)
            own = standings.own_of(order, rows[0].person)
            assert own is not None
            standings.standing_rows(order, 1)
            standings.neighbours(order, own, 1)
        asked.append(len(queries))
    # the last of seven stands on the first page itself
    assert asked == [4, 5]


def test_friends_stand_with_their_places_in_the_whole_ladder() -> None:
    ladder, season = new_ladder(), new_season()
    rows = stand(ladder, season, [1500, 1480, 1480, 1400])
    order = standings.order_of(ladder, season)
    found = standings.among(order, [rows[3].person_id, rows[1].person_id])
    assert [(row.pk, order.place(row)) for row in found] == [(rows[1].pk, 2), (rows[3].pk, 4)]


def test_a_climb_is_how_each_match_left_the_rating_oldest_first(monkeypatch: pytest.MonkeyPatch) -> None:
    ladder, season = new_ladder(), new_season()
    [mine] = stand(ladder, season, [1500])
    now = timezone.now()
    for number in range(4):
        _result(mine, season, now + timedelta(minutes=number), mu=25 + number)
    assert [point.number for point in standings.climb_of(mine)] == [1500, 1540, 1580, 1620]
    assert [point.spread for point in standings.climb_of(mine)] == [80] * 4
    monkeypatch.setattr(standings, "CLIMB", 2)
    assert [point.number for point in standings.climb_of(mine)] == [1540, 1620]


def _result(mine: Rating, season: Any, at: Any, mu: float) -> None:
    match = new_match(finished_at=at)
    before = {"mu_before": 25.0, "sigma_before": 3.0}
    RatedResult.objects.create(rating=mine, match=match, place=1, mu_after=mu, sigma_after=2.0, made_at=at, **before)


# --- the steps that places are counted from


def steps_by_hand() -> dict[tuple[int, int, int, int], int]:
    """How many people stand alike, counted from their ratings."""
    listed = Rating.objects.filter(is_listed=True)
    keys = listed.values_list("ladder_id", "season_id", "final_place", "rank_value")
    return dict(Counter((ladder, season, place or 0, value) for ladder, season, place, value in keys))


def steps_kept() -> dict[tuple[int, int, int, int], int]:
    kept = RatingStep.objects.exclude(people=0)
    return {(row.ladder_id, row.season_id, row.final_place, row.rank_value): row.people for row in kept}


@pytest.mark.parametrize("seed", range(8))
def test_the_steps_go_with_the_ratings_however_these_are_written(seed: int) -> None:
    chance, season = random.Random(seed), new_season()
    ladders = [new_ladder(), new_ladder()]
    for ladder in ladders:
        stand(ladder, season, [chance.randint(1400, 1405) for _ in range(20)])

    def some() -> Any:
        return Rating.objects.filter(pk__in=chance.sample(list(Rating.objects.values_list("pk", flat=True)), 5))

    def saved_again() -> None:
        for row in some():
            row.rank_value += chance.randint(-2, 2)
            row.save()

    def in_bulk() -> None:
        rows = list(some())
        for row in rows:
            row.rank_value, row.matches = chance.randint(1400, 1405), row.matches + 1
        Rating.objects.bulk_update(rows, ["rank_value", "matches"])

    def made_twice() -> None:
        known = some()[0]
        Rating.objects.bulk_create([rating(known.person, known.ladder, season, 1500)], ignore_conflicts=True)

    acts = [
        saved_again,
        in_bulk,
        made_twice,
        lambda: some().update(rank_value=F("rank_value") + 1),
        lambda: some().update(final_place=chance.choice([None, 1, 2])),
        lambda: some().update(is_listed=chance.random() < 0.5),
        lambda: some().update(matches=F("matches") + 1),
        lambda: some()[0].delete(),
        lambda: stand(ladders[0], season, [1404]),
    ]
    for _ in range(30):
        chance.choice(acts)()
        assert steps_kept() == steps_by_hand()
    ladders[0].delete()
    assert steps_kept() == steps_by_hand()
    assert not RatingStep.objects.filter(ladder=ladders[0].pk).exists()


def test_steps_are_counted_anew_where_the_triggers_were_lost() -> None:
    ladder, season = new_ladder(), new_season()
    with connection.cursor() as cursor:
        cursor.execute("DROP TRIGGER games_count_update" + " ON games_rating" * (connection.vendor == "postgresql"))
    rows = stand(ladder, season, [1500, 1400])
    Rating.objects.filter(pk=rows[0].pk).update(rank_value=1300)
    assert steps_kept() != steps_by_hand()
    steps.install("default")
    assert steps_kept() == steps_by_hand()
    Rating.objects.filter(pk=rows[0].pk).update(rank_value=1200)
    assert steps_kept() == steps_by_hand()


# --- accounts that are removed


def remove(person: User) -> None:
    now = timezone.now()
    deletion.request_deletion(person, now - timedelta(days=100))
    assert deletion.carry_out(person.pk, now)


def test_a_removed_account_stands_on_no_ladder_and_the_others_move_up() -> None:
    ladder, season, past = new_ladder(), new_season(), new_season(is_over=True)
    first, second = stand(ladder, season, [1500, 1400])
    before = rating(first.person, ladder, past, 1500, final_place=1)
    before.save()
    [other] = stand(ladder, past, [1400], final_place=2)
    remove(first.person)
    assert told(standings.standing_rows(standings.order_of(ladder, season), 1)) == [(second.person_id, 1)]
    assert standings.place_of(second) == 1
    # what was final stays
    assert told(standings.standing_rows(standings.order_of(ladder, past), 1)) == [(other.person_id, 2)]


def test_a_match_that_ends_after_an_account_was_removed_puts_it_on_no_ladder(alice: User, bob: User) -> None:  # noqa: F811
    ladder, season = new_ladder(), new_season()
    match = new_match(ladder=ladder, season=season, people_key="both")
    seats = [MatchSeat(match=match, seat=n, user=user, place=n + 1) for n, user in enumerate((alice, bob))]
    remove(alice)
    results.apply(match, MatchSeat.objects.bulk_create(seats), timezone.now())
    assert RatedResult.objects.count() == 2
    assert told(standings.standing_rows(standings.order_of(ladder, season), 1)) == [(bob.pk, 1)]
    assert Rating.objects.get(person=bob).number < Skill().number
