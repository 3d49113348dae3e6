"""Results, the end of a season and what absence does, all at once: one after the other, and none is lost."""

import threading
from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from accounts import deletion
from accounts.models import User
from games.models import Ladder, Match, Rating, Reckoning, Season
from games.services.errors import Declined
from games.services.ladders import aging, reckoning, recompute, seasons, skill, standings
from games.services.moderation import annulling
from games.services.totals import keep
from tests.games.seasons import begin_match, finish_match, play_match
from tests.games.test_races import at_once, unexpected

pytestmark = pytest.mark.django_db(transaction=True)
NOW = timezone.now()
DAY = timedelta(days=1)


@pytest.fixture
def duel(presets: None) -> Ladder:
    """The ladder of the official game for two."""
    return Ladder.objects.get(key="duel")


def test_admins_who_end_a_season_at_once_begin_one(duel: Ladder) -> None:
    season = Season.objects.get()
    outcomes = at_once(*[lambda: seasons.end(season, NOW)] * 3)
    assert not unexpected(outcomes, Declined)
    assert sum(isinstance(one, Season) for one in outcomes) == 1
    assert Season.objects.count() == 2
    Season.objects.update(ended_at=NOW)
    outcomes = at_once(*[lambda: seasons.begin(NOW)] * 3)
    assert not unexpected(outcomes, Declined)
    assert Season.objects.get(ended_at=None).number == 3


def test_matches_that_end_with_the_season_are_in_its_places(duel: Ladder, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of the same people, too: they are rated one after the other."""
    monkeypatch.setattr(skill, "SETTLED_AFTER", 2)
    monkeypatch.setattr(aging, "BATCH", 2)
    people, season = [User.objects.create_user(f"P{number}") for number in range(6)], Season.objects.get()
    for one, other in zip(people, people[1:] + people[:1], strict=True):
        play_match(duel, season, [one, other], NOW - 90 * DAY)
    late: list[Match] = [
        begin_match(duel, season, pair) for pair in (people[:2], people[1::-1], people[1:3], people[3:5])
    ]
    outcomes = at_once(
        *[lambda match=match: finish_match(match, [1, 2], NOW) for match in late],
        lambda: seasons.end(season, NOW),
        lambda: aging.age(NOW),
    )
    assert not unexpected(outcomes)
    assert list(recompute.compare(duel, season)) == []
    season.refresh_from_db()
    assert season.ended_at == NOW
    rows = list(Rating.objects.filter(season=season))
    assert sum(row.matches for row in rows) == 2 * (len(people) + len(late))
    for row in rows:
        settled = [one.rank_value for one in rows if one.matches >= 2]
        assert row.final_place == 1 + sum(value > row.rank_value for value in settled)


def test_matches_end_and_are_annulled_while_ratings_are_worked_out_anew(
    duel: Ladder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Workers, results and moderators at once: none waits for another in a circle, and all comes out right."""
    monkeypatch.setattr(recompute, "CHUNK", 4)
    monkeypatch.setattr(reckoning, "AT_ONCE", 2)
    root = User.objects.create_superuser("Root Vegetable", "root@example.org", "correct horse")
    people, season = [User.objects.create_user(f"P{number}") for number in range(6)], Season.objects.get()
    played = [
        play_match(duel, season, [one, other], NOW - 90 * DAY)[0].match
        for one, other in zip(people, people[1:] + people[:1], strict=True)
    ]
    going_on = [begin_match(duel, season, pair) for pair in (people[:2], people[1:3], people[3:5])]
    annulling.annul(root, played[0].pk, "fault", "A fault of ours.")
    number = Reckoning.objects.get().pk
    outcomes = at_once(
        lambda: reckoning.work(number),
        lambda: reckoning.work(number),
        *[lambda match=match: finish_match(match, [1, 2], NOW) for match in going_on],
        lambda: annulling.annul(root, played[1].pk, "fault", "This too."),
        lambda: annulling.undo_change(root, played[2].pk, 0, "And this."),
    )
    assert not unexpected(outcomes)
    reckoning.work(number)  # the task of whoever asked last
    assert Reckoning.objects.get().finished_at is not None
    assert list(recompute.compare(duel, season)) == []
    assert Rating.objects.get(person=people[1]).matches == 2


def test_an_account_goes_while_a_match_that_it_left_ends(duel: Ladder, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both hold the person before the season: who took the season first would wait for the other for ever."""
    stays, leaves = (User.objects.create_user(name) for name in ("Stays", "Leaves"))
    User.objects.filter(pk=leaves.pk).update(deletion_due_at=NOW)
    season = Season.objects.get()
    match = begin_match(duel, season, [stays, leaves])
    people_held, seasons_held, forget = threading.Event(), threading.Event(), standings.forget

    def hold_seasons(user: User) -> None:
        forget(user)
        seasons_held.set()

    def end() -> None:
        with transaction.atomic():
            keep.hold_players(list(match.seats.all()))
            people_held.set()
            seasons_held.wait(0.5)  # for nothing, as it should be: the account waits for its person first
            finish_match(match, [1, 2], NOW, left=[1])

    def go() -> bool:
        people_held.wait()
        return deletion.carry_out(leaves.pk, NOW)

    monkeypatch.setattr(standings, "forget", hold_seasons)
    outcomes = at_once(end, go)
    assert not unexpected(outcomes)
    assert outcomes[1] is True
    assert list(recompute.compare(duel, season)) == []
    assert dict(Rating.objects.values_list("person", "is_listed")) == {stays.pk: True, leaves.pk: False}
