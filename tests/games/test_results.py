"""What results do to ratings, and how they are shown: places, ties, camps, leavers, people who play on and on."""

from collections.abc import Callable, Sequence
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.deletion import carry_out, request_deletion
from accounts.models import User
from games.models import Ladder, Match, MatchSeat, RatedResult, Rating, SavedRuleset, Season, Table
from games.services import ending, getting_ready, kept, reading, tables
from games.services.ladders import changes, results
from games.services.ladders.skill import MU, SETTLED_AFTER, Skill
from tests.games.conftest import count_match
from tests.games.seasons import CAMPS, begin_match, finish_match
from tests.games.whole import play_on
from tests.people import make_person

Open = Callable[..., Table]

NEW = Skill()


@pytest.fixture
def people(db: None) -> list[User]:
    return [make_person(f"Player {number}") for number in range(6)]


@pytest.fixture
def duels(presets: None) -> Ladder:
    return Ladder.objects.get(key="duel")


@pytest.fixture
def season(presets: None) -> Season:
    return Season.objects.get()


def mus(made: Sequence[RatedResult]) -> list[float]:
    """The middle of each seat's skill after a match."""
    return [one.mu_after for one in made]


# --- one match --------------------------------------------------------------------------------------------------


def test_a_duel_moves_both_by_the_same(duels: Ladder, season: Season, people: list[User]) -> None:
    made = finish_match(begin_match(duels, season, people[:2]), [2, 1], timezone.now())
    assert mus(made)[1] - MU == pytest.approx(MU - mus(made)[0])
    assert mus(made)[1] > MU
    assert [one.rating.wins for one in made] == [0, 1]


def test_who_shares_a_place_is_moved_alike(duels: Ladder, season: Season, people: list[User]) -> None:
    made = finish_match(begin_match(duels, season, people[:4]), [1, 2, 2, 4], timezone.now())
    first, *tied, last = mus(made)
    assert tied[0] == tied[1]
    assert first > tied[0] > last
    assert [one.place for one in made] == [1, 2, 2, 4]


def test_of_a_camp_only_who_left_is_rated_as_if_it_had_come_last(
    duels: Ladder, season: Season, people: list[User]
) -> None:
    def play(places: Sequence[int], left: Sequence[int]) -> list[float]:
        made = mus(finish_match(begin_match(duels, season, people[:4], CAMPS), places, timezone.now(), left))
        Rating.objects.all().delete()
        Match.objects.all().delete()
        return made

    won, lost = play([1, 3, 1, 3], ()), play([3, 1, 3, 1], ())
    # seat 0 has left: its place is last, and its camp wins by the one who stayed
    left = play([4, 2, 1, 2], (0,))
    assert left[2] == pytest.approx(won[2])
    assert left[1] == pytest.approx(won[1])
    assert left[3] == pytest.approx(won[3])
    assert left[0] == pytest.approx(lost[0])
    # all of a camp have left: it came last
    assert play([3, 1, 4, 1], (0, 2)) == pytest.approx(lost)


@pytest.mark.usefixtures("short")
def test_a_leaver_comes_behind_all_who_stayed(open_table: Open, alice: User, bob: User, charlie: User) -> None:
    table = open_table(alice, seats=3, is_rated=True, preset="short")
    for person in (bob, charlie):
        tables.join(table.pk, person)
        getting_ready.set_ready(table.pk, person.pk, True)
    getting_ready.start(table.pk, alice.pk)
    tables.leave(table.pk, alice.pk)
    play_on(table, seed=1)
    made = results.results_of(Match.objects.get())
    assert made[0].place == 3
    assert made[0].mu_after == min(one.mu_after for one in made.values()) < MU


# --- again and again --------------------------------------------------------------------------------------------


def test_the_same_people_count_less_and_less_and_in_a_day_all_again(
    duels: Ladder, season: Season, people: list[User]
) -> None:
    now = timezone.now()
    made = [
        finish_match(begin_match(duels, season, people[:2]), [1, 2], now + timedelta(minutes=number))
        for number in range(6)
    ]
    assert [one.weight for one, _other in made] == [1, 1, 0.5, 0.5, 0, 0]
    assert [one.mu_after > one.mu_before for one, _other in made] == [True, True, True, True, False, False]
    assert [one.sigma_after == pytest.approx(one.sigma_before) for one, _other in made[4:]] == [True, True]
    assert made[5][0].rating.matches == 4  # those that counted
    others = finish_match(begin_match(duels, season, [people[0], people[2]]), [1, 2], now + timedelta(minutes=7))
    later = finish_match(begin_match(duels, season, people[1::-1]), [1, 2], now + timedelta(hours=25))
    assert (others[0].weight, later[0].weight) == (1, 1)


@pytest.mark.django_db(transaction=True)
def test_a_process_that_dies_leaves_nothing_and_the_next_does_all_once(
    duels: Ladder, season: Season, people: list[User]
) -> None:
    match, now = begin_match(duels, season, people[:3]), timezone.now()
    finish_match(match, [1, 2, 3], now, dies=True)
    assert not RatedResult.objects.exists()
    assert not Rating.objects.exists()
    match.refresh_from_db()
    assert match.state == Match.State.PLAYING
    assert len(finish_match(match, [1, 2, 3], now)) == 3
    once = list(Rating.objects.order_by("pk").values())
    assert finish_match(match, [1, 2, 3], now) == []  # the task came twice
    assert list(Rating.objects.order_by("pk").values()) == once
    assert RatedResult.objects.count() == 3


def test_who_has_no_account_any_more_counts_for_the_others(duels: Ladder, season: Season, people: list[User]) -> None:
    match = begin_match(duels, season, people[:3])
    MatchSeat.objects.filter(match=match, seat=2).update(user=None)
    made = finish_match(match, [1, 2, 3], timezone.now())
    assert [one.rating.person_id for one in made] == [people[0].pk, people[1].pk]
    assert set(results.results_of(match)) == {0, 1}


def test_a_removed_account_keeps_its_result_and_the_page_can_be_read(
    duels: Ladder, season: Season, people: list[User], client: Client, rated_table: Table
) -> None:
    match = Match.objects.get(pk=rated_table.match_id or 0)
    person = match.seats.get(seat=0).user
    assert person is not None
    request_deletion(person, timezone.now())
    assert carry_out(person.pk, timezone.now() + timedelta(days=20))
    assert len(results.results_of(match)) == 2
    assert client.get(f"/matches/{match.public_id}/").status_code == 200


# --- whatever happens -------------------------------------------------------------------------------------------

PLACES = st.integers(2, 6).flatmap(lambda seats: st.tuples(*[st.integers(1, 4)] * seats))


@given(PLACES, st.data())
def test_places_are_as_ties_have_them(ranks: tuple[int, ...], data: st.DataObject) -> None:
    """Places add up: a place is one more than how many came in front, and all who share one have the same."""
    now = timezone.now()
    left = data.draw(st.dictionaries(st.integers(0, len(ranks) - 1), st.integers(0, 3)))
    placed = ending.places(ranks, {seat: now + timedelta(seconds=after) for seat, after in left.items()})
    assert sorted(placed) == sorted(1 + sum(other < own for other in placed) for own in placed)
    # shared places are worth the mean of those they stand for, and together all that there are
    worth = [own + (placed.count(own) - 1) / 2 for own in placed]
    assert sum(worth) == len(placed) * (len(placed) + 1) / 2
    stayed = [placed[seat] for seat in range(len(placed)) if seat not in left]
    assert all(placed[seat] > max(stayed, default=0) for seat in left)


@pytest.mark.django_db
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(PLACES, st.randoms(use_true_random=False), st.booleans()), min_size=1, max_size=5))
def test_each_match_changes_each_of_its_people_once_and_nobody_else(
    duels: Ladder, season: Season, people: list[User], played: list[tuple[tuple[int, ...], object, bool]]
) -> None:
    now = timezone.now()
    Match.objects.all().delete()
    Rating.objects.all().delete()
    counted = dict.fromkeys((person.pk for person in people), 0)
    for number, (ranks, rng, twice) in enumerate(played):
        sitting = rng.sample(people, len(ranks))  # type: ignore[attr-defined]
        match = begin_match(duels, season, sitting)
        before = dict(Rating.objects.values_list("person", "mu"))
        places = ending.places(ranks, {})
        made = finish_match(match, places, now + timedelta(minutes=number))
        if twice:
            assert finish_match(match, places, now + timedelta(minutes=number)) == []
        assert sorted(one.rating.person_id for one in made) == sorted(person.pk for person in sitting)
        after = dict(Rating.objects.values_list("person", "mu"))
        assert {person for person in after if after[person] != before.get(person, MU)} <= {one.pk for one in sitting}
        for one in made:
            assert one.mu_before == before.get(one.rating.person_id, MU)
            assert one.mu_after == after[one.rating.person_id]
            counted[one.rating.person_id] += one.weight > 0
    assert RatedResult.objects.count() == sum(len(ranks) for ranks, *_rest in played)
    assert dict(Rating.objects.values_list("person", "matches")) == {
        pk: n for pk, n in counted.items() if n or pk in after
    }


# --- what is shown ----------------------------------------------------------------------------------------------


@pytest.fixture
def rated_table(open_table: Open, short: SavedRuleset, alice: User, bob: User) -> Table:
    """Alice and Bob have played a rated match to its end."""
    table = open_table(alice, is_rated=True, preset=short.key)
    tables.join(table.pk, bob)
    getting_ready.set_ready(table.pk, bob.pk, True)
    getting_ready.start(table.pk, alice.pk)
    play_on(table, seed=1)
    return Table.objects.get(pk=table.pk)


def test_every_reader_of_the_result_sees_each_change(rated_table: Table, alice: User, charlie: User) -> None:
    for reader in (alice.pk, charlie.pk, None):
        shown = reading.snapshot(rated_table.pk, reader)
        assert shown.ladder == "Duel"
        assert {one.before for one in shown.ratings.values()} == {1500}
        assert {one.spread_before for one in shown.ratings.values()} == {NEW.spread}
        assert all(one.provisional for one in shown.ratings.values())
        gains = sorted(one.after - one.before for one in shown.ratings.values())
        assert gains[0] == -gains[1] < 0


def test_the_changes_are_asked_for_once_for_all_readers(rated_table: Table, alice: User, bob: User) -> None:
    reading.snapshot(rated_table.pk, alice.pk)
    with CaptureQueriesContext(connection) as captured:
        reading.snapshot(rated_table.pk, bob.pk, rated_table.version)
        reading.snapshot(rated_table.pk, None, rated_table.version)
    assert not [one for one in captured if "ratedresult" in one["sql"]]


@pytest.mark.parametrize("address", ["/tables/{table}/", "/matches/{match}/"])
def test_the_pages_say_it_in_words_and_numbers(rated_table: Table, alice_client: Client, address: str) -> None:
    assert rated_table.match is not None
    page = alice_client.get(address.format(table=rated_table.public_id, match=rated_table.match.public_id)).text
    winner = max(reading.snapshot(rated_table.pk, None).ratings.values(), key=lambda one: one.after)
    assert f"1500 ± {NEW.spread} →" in page
    assert f"{winner.after} ± {winner.spread_after}" in page
    assert f">+{winner.after - 1500}<" in page
    assert f">−{winner.after - 1500}<" in page
    assert "provisional" in page
    assert "/ladders/how/" in page


@pytest.mark.parametrize(("weight", "word"), [(1.0, ""), (0.5, "counted half"), (0.0, "not counted")])
def test_the_page_says_what_counted_less(rated_table: Table, alice_client: Client, weight: float, word: str) -> None:
    RatedResult.objects.update(weight=weight)
    page = alice_client.get(f"/matches/{rated_table.match.public_id}/").text  # type: ignore[union-attr]
    assert [one for one in ("counted half", "not counted") if one in page] == ([word] if word else [])


def test_a_rating_is_provisional_by_the_matches_up_to_then(duels: Ladder, season: Season, people: list[User]) -> None:
    now, matches = timezone.now(), []
    for number in range(SETTLED_AFTER + 1):
        match = begin_match(duels, season, [people[0], people[1 + number % 5]])
        finish_match(match, [1, 2], now + timedelta(days=number))
        matches.append(match)
    told = [changes.changes_of(match)[0].provisional for match in matches]
    assert told == [True] * (SETTLED_AFTER - 1) + [False] * 2


def test_a_match_that_did_not_count_says_so(rated_table: Table, alice_client: Client) -> None:
    RatedResult.objects.all().delete()
    count_match(rated_table, False)
    kept._shared.clear()
    assert rated_table.match is not None
    for address in (f"/tables/{rated_table.public_id}/", f"/matches/{rated_table.match.public_id}/"):
        assert "This match was not rated." in alice_client.get(address).text


def test_the_next_match_of_the_same_people_is_announced_on_the_result(rated_table: Table, alice_client: Client) -> None:
    assert "The next match counts for the ladder Duel." in alice_client.get(f"/tables/{rated_table.public_id}/").text


def test_how_ratings_work_is_told_with_the_numbers_of_the_code(presets: None, client: Client) -> None:
    page = client.get("/ladders/how/").text
    for said in (
        "1500 ± 333",
        "Below 10 matches",
        "Within 24 hours, from match number 3 of exactly the same people on",
        "from number 5 on",
        "from ± 80 to ± 160 in a year",
        "at first 150 points up or down",
        "after 60 seconds with anybody",
        "Duel",
    ):
        assert said in page
