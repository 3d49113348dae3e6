"""Seasons: what the end of one does, what stays of it, and matches that run over it."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import Ladder, Notice, Rating, Season
from games.services.errors import Declined
from games.services.ladders import seasons, skill
from games.services.ladders.results import skill_at
from games.services.ladders.skill import Skill, soft_reset
from tests.games.seasons import begin_match, finish_match, play_match

pytestmark = pytest.mark.django_db
NOW = timezone.now()
DAY = timedelta(days=1)


@pytest.fixture
def duel(presets: None) -> Ladder:
    """The ladder of the official game for two."""
    return Ladder.objects.get(key="duel")


@pytest.fixture
def season(presets: None) -> Season:
    """The season that is on."""
    return Season.objects.get()


@pytest.fixture
def people(db: None) -> list[User]:
    """Five people, the best first."""
    return [User.objects.create_user(f"Player {number}", f"p{number}@example.org") for number in range(1, 6)]


@pytest.fixture(autouse=True)
def _soon_settled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two matches make a number that is not provisional."""
    monkeypatch.setattr(skill, "SETTLED_AFTER", 2)


def play_all(ladder: Ladder, season: Season, people: list[User]) -> None:
    """Everybody plays everybody once; who stands first in the list wins."""
    for better, one in enumerate(people):
        for other in people[better + 1 :]:
            play_match(ladder, season, [one, other], NOW)


def places(season: Season) -> dict[str, int | None]:
    rows = Rating.objects.filter(season=season).select_related("person").order_by("person")
    return {row.person.name: row.final_place for row in rows}


def told() -> list[str]:
    return [row.person.name for row in Notice.objects.filter(kind=Notice.Kind.SEASON_OVER).order_by("pk")]


def test_the_end_begins_the_next_and_keeps_the_standings(duel: Ladder, season: Season, people: list[User]) -> None:
    play_all(duel, season, people[:4])
    play_match(duel, season, [people[4], people[3]], NOW)  # one match: not enough for a place
    after = seasons.end(season, NOW, name="Spring", ends_at=NOW + 90 * DAY)
    season.refresh_from_db()
    assert (season.ended_at, after.number, after.title, after.began_at) == (NOW, 2, "Spring", NOW)
    ranked = Rating.objects.filter(season=season, matches__gte=2).order_by("-rank_value")
    assert [row.final_place for row in ranked] == [1, 2, 3, 4]
    assert places(season) == {"Player 1": 1, "Player 2": 2, "Player 3": 3, "Player 4": 4, "Player 5": None}
    assert not Rating.objects.filter(season=after).exists()
    assert told() == ["Player 1", "Player 2", "Player 3", "Player 4"]


def test_who_is_shown_alike_shares_a_place_and_the_next_is_left_out(
    duel: Ladder, season: Season, people: list[User]
) -> None:
    for person, value in zip(people, (900, 1100, 900, 1000, 800), strict=True):
        make_rating(duel, season, person, value)
    seasons.end(season, NOW)
    assert list(places(season).values()) == [3, 1, 3, 2, 5]


def make_rating(ladder: Ladder, season: Season, person: User, value: int) -> Rating:
    return Rating.objects.create(
        ladder=ladder, season=season, person=person, first_mu=25, first_sigma=2, mu=25, sigma=2,
        number=value + 160, spread=80, rank_value=value, matches=5,
    )  # fmt: skip


def test_each_ladder_has_its_own_first_and_they_get_badges(duel: Ladder, season: Season, people: list[User]) -> None:
    classic = Ladder.objects.get(key="classic")
    play_all(duel, season, people[:3])
    for _ in range(2):
        play_match(classic, season, [people[2], people[1], people[0]], NOW)
    seasons.end(season, NOW)
    badges = {
        person.name: [(one.ladder.key, one.place, one.kind) for one in seasons.badges_of(person)] for person in people
    }
    assert badges == {
        "Player 1": [("duel", 1, "first"), ("classic", 3, "third")],
        "Player 2": [("duel", 2, "second"), ("classic", 2, "second")],
        "Player 3": [("duel", 3, "third"), ("classic", 1, "first")],
        "Player 4": [],
        "Player 5": [],
    }


def test_the_eleventh_gets_no_badge_and_is_told_nothing(duel: Ladder, season: Season) -> None:
    many = [User.objects.create_user(f"P{number}") for number in range(11)]
    for number, person in enumerate(many):
        make_rating(duel, season, person, 2000 - number)
    seasons.end(season, NOW)
    assert [[one.kind for one in seasons.badges_of(person)] for person in many[8:]] == [["ten"], ["ten"], []]
    assert told() == [f"P{number}" for number in range(10)]


def test_a_season_ends_once(season: Season) -> None:
    seasons.end(season, NOW)
    with pytest.raises(Declined, match="Season 1 has ended already"):
        seasons.end(season, NOW)
    with pytest.raises(Declined, match="A season is on already"):
        seasons.begin(NOW)
    assert Season.objects.count() == 2


def test_a_season_begins_where_none_is_on(season: Season) -> None:
    Season.objects.update(ended_at=NOW)
    assert seasons.begin(NOW, name="Autumn").number == 2


def test_who_plays_again_begins_half_way_back_and_unsure_for_the_time_away(
    duel: Ladder, season: Season, people: list[User]
) -> None:
    play_all(duel, season, people[:2])
    after = seasons.end(season, NOW + DAY)
    old = Rating.objects.get(season=season, person=people[0])
    at = NOW + 40 * DAY
    play_match(duel, after, people[:2], at)
    new = Rating.objects.get(season=after, person=people[0])
    assert Skill(new.first_mu, new.first_sigma) == soft_reset(skill_at(old, at))
    assert new.first_sigma > soft_reset(Skill(old.mu, old.sigma)).sigma
    assert (new.matches, old.matches) == (1, 1)


def test_a_match_over_the_end_counts_for_its_season_and_moves_its_places(
    duel: Ladder, season: Season, people: list[User]
) -> None:
    play_all(duel, season, people[:3])
    late = [begin_match(duel, season, [people[3], people[0]]) for _ in range(3)]
    after = seasons.end(season, NOW)
    assert places(season) == {"Player 1": 1, "Player 2": 2, "Player 3": 3}
    assert told() == ["Player 1", "Player 2", "Player 3"]
    for match in late:
        finish_match(match, [1, 2], NOW + DAY)
    assert not Rating.objects.filter(season=after).exists()
    by_rank = (
        Rating.objects.filter(season=season).order_by("-rank_value").values_list("person__display_name", flat=True)
    )
    assert [name for name, _place in sorted(places(season).items(), key=lambda pair: pair[1] or 0)] == list(by_rank)
    assert places(season)["Player 4"] is not None
    assert told() == ["Player 1", "Player 2", "Player 3", "Player 4"]


@pytest.mark.parametrize("late_first", [True, False])
def test_a_late_match_counts_for_the_beginning_if_it_ends_before_the_first_of_the_next(
    duel: Ladder, season: Season, people: list[User], late_first: bool
) -> None:
    one, other = people[:2]
    play_match(duel, season, [one, other], NOW)
    at_the_end = Skill(*Rating.objects.values_list("mu", "sigma").get(person=one))
    late = begin_match(duel, season, [one, other])
    after = seasons.end(season, NOW)
    if late_first:
        finish_match(late, [1, 2], NOW)
    play_match(duel, after, [other, one], NOW)
    if not late_first:
        finish_match(late, [1, 2], NOW)
    old, new = (Rating.objects.get(person=one, season=which) for which in (season, after))
    expected = Skill(old.mu, old.sigma) if late_first else at_the_end
    assert (new.first_mu, new.first_sigma) == soft_reset(expected)
    assert old.mu > at_the_end.mu
    assert (old.matches, new.matches) == (2, 1)


def test_between_seasons_and_with_nobody_the_end_is_as_quiet(season: Season) -> None:
    assert seasons.end(season, NOW).number == 2
    assert not Notice.objects.exists()
