"""A match that is annulled: as if it had not been, for ratings and totals, whatever happens meanwhile."""

import random
from collections.abc import Callable
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from accounts.models import User
from games import tasks
from games.models import (
    Action,
    Ladder,
    Match,
    Move,
    Notice,
    RatedResult,
    Rating,
    Reckoning,
    Recount,
    Season,
    Table,
    Totals,
)
from games.services import publishing, records
from games.services.errors import Declined
from games.services.ladders import aging, ladder_page, own_season, reckoning, recompute, results, seasons, skill
from games.services.moderation import annulling, appeals
from games.services.totals import anew
from games.services.totals.recount import recount
from tests.games.seasons import OFFICIAL, begin_match, finish_match, play_match
from tests.games.whole import play_on

pytestmark = pytest.mark.django_db
NOW = timezone.now()
DAY = timedelta(days=1)
type Outcome = tuple[list[int], list[int], list[int], int]


@pytest.fixture
def duel_ladder(presets: None) -> Ladder:
    """The ladder of the official game for two."""
    return Ladder.objects.get(key="duel")


@pytest.fixture
def people(db: None) -> list[User]:
    """Eight people."""
    return [User.objects.create_user(f"Player {number}") for number in range(8)]


@pytest.fixture
def root(db: None) -> User:
    """An admin."""
    return User.objects.create_superuser("Root Vegetable", "root@example.org", "correct horse")


def season() -> Season:
    return Season.objects.get(number=1)


def work_all() -> None:
    """What the tasks do that were queued."""
    for number in Reckoning.objects.filter(finished_at=None).values_list("pk", flat=True):
        tasks.reckon(number)
    for person in Recount.objects.values_list("person_id", flat=True):
        tasks.recount(person)


def standing(ladder: Ladder) -> dict[str, Any]:
    """All that a ladder's ratings say, by person."""
    fields = ("mu", "sigma", "number", "spread", "rank_value", "matches", "wins", "last_match_at", "final_place")
    rows = Rating.objects.filter(ladder=ladder, is_listed=True).values_list("person", *fields)
    return {row[0]: row[1:] for row in rows}


def changes(ladder: Ladder) -> list[tuple[Any, ...]]:
    """What stands of the changes, in their order."""
    rows = RatedResult.objects.filter(rating__ladder=ladder, undone_at=None).order_by("pk")
    return list(rows.values_list("rating__person", "place", "mu_before", "sigma_before", "mu_after", "sigma_after"))


# --- as if it had not been

PLAYED = st.lists(
    st.tuples(
        st.permutations(range(8)).map(lambda order: list(order)),
        st.lists(st.integers(1, 4), min_size=4, max_size=4),
        st.lists(st.integers(0, 3), max_size=1),
        st.integers(0, 72),
    ),
    min_size=2,
    max_size=9,
)


def play(ladder: Ladder, people: list[User], played: list[Outcome], weights: dict[int, float]) -> dict[int, Match]:
    """Play these matches in order, each some hours after the one before; those in `weights` alone, counting so much."""
    made, at = {}, NOW
    for number, (order, places, left, hours) in enumerate(played):
        at += timedelta(hours=hours, seconds=1)
        if weights and number not in weights:
            continue
        match = begin_match(ladder, season(), [people[one] for one in order[:4]])
        with pytest.MonkeyPatch.context() as patch:
            if weights:
                patch.setattr(results, "weight_of", lambda _earlier, number=number: weights[number])
            finish_match(match, places, at, left)
        made[number] = match
    return made


def test_annulling_any_match_is_as_a_season_without_it(presets: None, people: list[User], root: User) -> None:
    ladder = Ladder.objects.get(key="classic")

    @settings(
        max_examples=12,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(played=PLAYED, data=st.data(), is_over=st.booleans())
    def run(played: list[Outcome], data: st.DataObject, is_over: bool) -> None:
        gone = data.draw(st.integers(0, len(played) - 1))
        end = NOW + 60 * DAY
        with transaction.atomic(), pytest.MonkeyPatch.context() as patch:
            patch.setattr(skill, "SETTLED_AFTER", 2)
            patch.setattr(reckoning, "AT_ONCE", data.draw(st.integers(1, 6)))
            patch.setattr(recompute, "CHUNK", data.draw(st.sampled_from([4, 9, 2000])))
            matches = play(ladder, people, played, {})
            weights = {
                number: match.rated_results.values_list("weight", flat=True)[0]
                for number, match in matches.items()
                if number != gone
            }
            if is_over:
                seasons.end(season(), end)
            annulling.annul(root, matches[gone].pk, "fault", "A fault of ours.")
            work_all()
            aging.age(end)
            annulled = standing(ladder), changes(ladder)
            assert list(recompute.compare(ladder, season())) == []
            transaction.set_rollback(True)
        with transaction.atomic(), pytest.MonkeyPatch.context() as patch:
            patch.setattr(skill, "SETTLED_AFTER", 2)
            play(ladder, people, played, weights)
            if is_over:
                seasons.end(season(), end)
            aging.age(end)
            without = standing(ladder), changes(ladder)
            transaction.set_rollback(True)
        assert annulled == without

    run()


def test_one_seat_alone_stays_as_it_was_and_what_followed_is_worked_out_anew(
    duel_ladder: Ladder, people: list[User], root: User
) -> None:
    mei, otto, third = people[:3]
    first = play_match(duel_ladder, season(), [mei, otto], NOW)[0].match
    play_match(duel_ladder, season(), [mei, third], NOW + DAY)
    winner, loser = first.rated_results.order_by("place")
    annulling.undo_change(root, first.pk, 0, "Fed by the other.")
    work_all()
    after = Rating.objects.get(person=otto)
    assert (after.mu, after.matches) == (loser.mu_after, 1)
    later = RatedResult.objects.get(rating__person=mei, place=1, match__pk__gt=first.pk)
    assert (later.mu_before, later.sigma_before) == (winner.mu_before, winner.sigma_before)
    mine = Rating.objects.get(person=mei)
    assert (mine.matches, mine.wins, mine.mu) == (1, 1, later.mu_after)
    assert list(recompute.compare(duel_ladder, season())) == []
    logged = Action.objects.get()
    assert (logged.kind, logged.person_number, logged.match_id_public) == ("undo_rating", mei.pk, first.public_id)
    with pytest.raises(Declined, match="taken back already"):
        annulling.undo_change(root, first.pk, 0, "Again.")


def test_twice_changes_nothing(duel_ladder: Ladder, people: list[User], root: User, queue: list[Any]) -> None:
    match = play_match(duel_ladder, season(), people[:2], NOW)[0].match
    annulling.annul(root, match.pk, "cheating", "Told cards.")
    work_all()
    rows = [list(model.objects.order_by("pk").values()) for model in (Match, RatedResult, Rating, Reckoning, Action)]
    with pytest.raises(Declined, match="annulled already"):
        annulling.annul(root, match.pk, "fault", "Again.")
    with pytest.raises(Declined, match="taken back already"):
        annulling.undo_change(root, match.pk, 0, "Again.")
    assert not reckoning.work(Reckoning.objects.get().pk)
    assert rows == [
        list(model.objects.order_by("pk").values()) for model in (Match, RatedResult, Rating, Reckoning, Action)
    ]


@pytest.mark.parametrize(("why", "reason"), [("cheating", " "), ("", "Told cards."), ("nonsense", "Told cards.")])
def test_without_reasons_nothing_happens(
    duel_ladder: Ladder, people: list[User], root: User, why: str, reason: str
) -> None:
    match = play_match(duel_ladder, season(), people[:2], NOW)[0].match
    with pytest.raises(Declined):
        annulling.annul(root, match.pk, why, reason)
    assert not Action.objects.exists()
    assert Match.objects.get().annulled_at is None


def test_a_match_that_goes_on_is_not_annulled(duel_ladder: Ladder, people: list[User], root: User) -> None:
    match = begin_match(duel_ladder, season(), people[:2])
    with pytest.raises(Declined, match="not over"):
        annulling.annul(root, match.pk, "fault", "A fault of ours.")


def test_nobody_annuls_a_match_of_their_own(duel_ladder: Ladder, people: list[User]) -> None:
    match = play_match(duel_ladder, season(), people[:2], NOW)[0].match
    with pytest.raises(Declined, match="you played this match"):
        annulling.annul(people[0], match.pk, "fault", "I lost.")
    with pytest.raises(Declined, match="you played this match"):
        annulling.undo_change(people[0], match.pk, 0, "I lost.")


def test_whose_only_match_is_annulled_stands_nowhere_until_they_play_again(
    duel_ladder: Ladder, people: list[User], root: User
) -> None:
    match = play_match(duel_ladder, season(), people[:2], NOW)[0].match
    annulling.annul(root, match.pk, "fault", "A fault of ours.")
    work_all()
    assert standing(duel_ladder) == {}
    assert own_season.own_season_of(people[0]) is None
    play_match(duel_ladder, season(), people[:2], NOW + DAY)
    assert set(standing(duel_ladder)) == {people[0].pk, people[1].pk}


def test_a_season_of_which_nothing_stands_is_no_beginning_of_the_next(
    duel_ladder: Ladder, people: list[User], root: User
) -> None:
    play_match(duel_ladder, season(), people[:2], NOW)
    second = seasons.end(season(), NOW + DAY)
    gone = play_match(duel_ladder, second, people[:2], NOW + 2 * DAY)[0].match
    annulling.annul(root, gone.pk, "fault", "A fault of ours.")
    work_all()
    third = seasons.end(second, NOW + 3 * DAY)
    play_match(duel_ladder, third, people[:2], NOW + 4 * DAY)
    first, last = (Rating.objects.get(person=people[0], season=one) for one in (season(), third))
    begun = skill.soft_reset(results.skill_at(first, NOW + 4 * DAY))
    assert (last.first_mu, last.first_sigma) == begun


def test_an_appeal_that_is_granted_makes_it_count_again(duel_ladder: Ladder, people: list[User], root: User) -> None:
    match = play_match(duel_ladder, season(), people[:2], NOW)[0].match
    play_match(duel_ladder, season(), people[1:3], NOW + DAY)
    before = standing(duel_ladder), changes(duel_ladder)
    annulling.annul(root, match.pk, "fault", "A fault of ours.")
    work_all()
    assert standing(duel_ladder) != before[0]
    mine, theirs = (Action.objects.get(kind="annul", person_number=person.pk) for person in people[:2])
    moderator = people[7]
    made = appeals.appeal(people[0], mine.pk, "It was no fault.")
    appeals.answer(moderator, made.pk, True, "You are right.")
    work_all()
    match.refresh_from_db()
    assert (match.annulled_at, match.annulled_why) == (None, "")
    assert (standing(duel_ladder), changes(duel_ladder)) == before
    with pytest.raises(Declined, match="nothing to take back"), transaction.atomic():
        annulling.count_again(root, people[1], theirs)


def test_all_of_its_people_may_be_told_that_they_are_right(duel_ladder: Ladder, people: list[User], root: User) -> None:
    match = play_match(duel_ladder, season(), people[:2], NOW)[0].match
    annulling.annul(root, match.pk, "fault", "A fault of ours.")
    acts = [Action.objects.get(kind="annul", person_number=person.pk) for person in people[:2]]
    made = [appeals.appeal(person, act.pk, "No.") for person, act in zip(people, acts, strict=False)]
    for one in made:
        assert appeals.answer(people[7], one.pk, True, "You are right.").is_granted
    assert Action.objects.filter(kind="lift").count() == 1
    # what an earlier act left out and was counted again is not what a later one leaves out
    annulling.annul(root, match.pk, "cheating", "They did cheat.")
    assert not any(annulling.holds(act) for act in acts)
    with pytest.raises(Declined, match="nothing to take back"), transaction.atomic():
        annulling.count_again(root, people[1], acts[1])


def test_nobody_counts_a_match_of_their_own_again(duel_ladder: Ladder, people: list[User], root: User) -> None:
    match = play_match(duel_ladder, season(), people[:2], NOW)[0].match
    annulling.annul(root, match.pk, "fault", "A fault of ours.")
    act = Action.objects.get(kind="annul", person_number=people[0].pk)
    made = appeals.appeal(people[0], act.pk, "No.")
    with pytest.raises(Declined, match="you played this match"):
        appeals.answer(people[1], made.pk, True, "We are right.")
    match.refresh_from_db()
    made.refresh_from_db()
    assert (match.annulled_at is None, made.answered_at) == (False, None)


# --- matches that end meanwhile, workers that die, others that are quicker


def prepared(ladder: Ladder, people: list[User], root: User) -> Reckoning:
    """A season of some matches, of which the first has just been annulled."""
    first = play_match(ladder, season(), people[:2], NOW)[0].match
    for day in range(1, 7):
        play_match(ladder, season(), random.Random(day).sample(people, 2), NOW + day * DAY)
    annulling.annul(root, first.pk, "fault", "A fault of ours.")
    return Reckoning.objects.get()


def meanwhile(monkeypatch: pytest.MonkeyPatch, at: int, what: Callable[[], Any]) -> None:
    """Do something between two pieces of a worker's work: before its transaction number `at`; 1 is the claim."""
    begun: list[int] = []

    def atomic() -> Any:
        begun.append(at)
        if len(begun) == at:
            with monkeypatch.context() as real:
                real.setattr(reckoning, "transaction", transaction)
                what()
        return transaction.atomic()

    monkeypatch.setattr(reckoning, "transaction", SimpleNamespace(atomic=atomic))
    monkeypatch.setattr(recompute, "CHUNK", 4)
    monkeypatch.setattr(reckoning, "AT_ONCE", 2)


@pytest.mark.parametrize("at", range(2, 8))
def test_a_match_that_ends_meanwhile_is_worked_out_too(
    duel_ladder: Ladder, people: list[User], root: User, monkeypatch: pytest.MonkeyPatch, at: int
) -> None:
    row = prepared(duel_ladder, people, root)
    newcomer = User.objects.create_user("Newcomer")
    meanwhile(
        monkeypatch, at, lambda: play_match(duel_ladder, season(), [people[0], newcomer, people[1]], NOW + 9 * DAY)
    )
    assert reckoning.work(row.pk)
    assert newcomer.ratings.get().matches == 1
    assert list(recompute.compare(duel_ladder, season())) == []
    row.refresh_from_db()
    assert (row.done, row.total) == (17, 17)


@pytest.mark.parametrize("at", range(2, 8))
def test_a_worker_that_dies_is_followed_by_another(
    duel_ladder: Ladder, people: list[User], root: User, monkeypatch: pytest.MonkeyPatch, queue: list[Any], at: int
) -> None:
    row = prepared(duel_ladder, people, root)

    def die() -> None:
        raise SystemExit

    meanwhile(monkeypatch, at, die)
    with pytest.raises(SystemExit):
        reckoning.work(row.pk)
    assert not reckoning.work(row.pk)  # told twice at once: the first may still be at it
    assert reckoning.going_on(duel_ladder, season()) is not None
    Reckoning.objects.update(worked_at=timezone.now() - 2 * reckoning.STALE)
    queue.clear()
    reckoning.sweep()
    reckoning.sweep()
    assert [(task.name, task.args) for task in queue] in ([("games.reckon", (row.pk,))], [])
    assert reckoning.work(row.pk)
    assert reckoning.going_on(duel_ladder, season()) is None
    assert list(recompute.compare(duel_ladder, season())) == []


@pytest.mark.parametrize("at", range(2, 8))
def test_another_annulled_meanwhile_is_left_out_too(
    duel_ladder: Ladder, people: list[User], root: User, monkeypatch: pytest.MonkeyPatch, at: int
) -> None:
    row = prepared(duel_ladder, people, root)
    other = Match.objects.filter(annulled_at=None).order_by("pk")[1]
    meanwhile(monkeypatch, at, lambda: annulling.annul(root, other.pk, "fault", "This too."))
    assert reckoning.work(row.pk)
    assert list(recompute.compare(duel_ladder, season())) == []
    assert not RatedResult.objects.filter(match=other, undone_at=None).exists()


def test_a_worker_that_was_given_up_stops(
    duel_ladder: Ladder, people: list[User], root: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = prepared(duel_ladder, people, root)
    meanwhile(monkeypatch, 2, lambda: Reckoning.objects.update(holder="another"))
    assert not reckoning.work(row.pk)
    assert Reckoning.objects.get().finished_at is None


# --- what people see of it


def test_the_ladder_says_so_until_it_is_done(
    duel_ladder: Ladder, people: list[User], root: User, client: Client
) -> None:
    row = prepared(duel_ladder, people, root)
    Reckoning.objects.update(done=6)
    assert "6 of 14 results so far" in client.get("/ladders/duel/").content.decode()
    reckoning.work(row.pk)
    assert "worked out anew" not in client.get("/ladders/duel/").content.decode()
    shown = ladder_page.page_for(None, "duel")
    assert shown is not None
    assert shown.reckoning is None


def test_the_match_says_so_and_its_people_keep_no_totals_of_it(
    duel: Table, mei: User, otto: User, root: User, client: Client
) -> None:
    play_on(duel, 1)
    match = Match.objects.get()
    assert Totals.objects.get(person=mei).matches == 1
    annulling.annul(root, match.pk, "collusion", "Private words.")
    assert set(Notice.objects.filter(kind="moderated").values_list("person", flat=True)) == {mei.pk, otto.pk}
    client.force_login(otto)
    told = client.get("/standing/").content.decode()
    assert "A match of yours was annulled" in told
    assert "Private words." in told
    client.logout()
    work_all()
    assert Totals.objects.get(person=mei).matches == 0
    assert list(recount()) == []
    assert not anew.work(mei.pk)
    page = client.get(f"/matches/{match.public_id}/").content.decode()
    assert "This match was annulled" in page
    assert "players who helped each other" in page
    assert "Private words" not in page
    assert records.record_text(match)
    Move.objects.filter(match=match, number=2).update(text="§9")  # of a release whose notation was another
    client.force_login(root)
    moves = client.get(f"/staff/games/match/{match.pk}/change/").content.decode()
    assert "a new deal" in moves
    assert "§9" in moves


def test_published_records_leave_it_out(duel_ladder: Ladder, people: list[User], root: User) -> None:
    month = NOW.date().replace(day=1)
    kept, gone = (play_match(duel_ladder, season(), people[:2], NOW)[0].match for _ in range(2))
    annulling.annul(root, gone.pk, "fault", "A fault of ours.")
    assert list(publishing._rated_in(month)) == [kept]


def test_a_moderator_annuls_a_match_and_an_editor_cannot(
    duel_ladder: Ladder, people: list[User], client: Client, presets: None
) -> None:
    from django.contrib.auth.models import Group

    match = begin_match(duel_ladder, season(), people[:2], OFFICIAL)
    finish_match(match, [1, 2], NOW)
    address = f"/staff/games/match/{match.pk}/"
    staff = people[7]
    staff.is_staff = True
    staff.save()
    client.force_login(staff)
    staff.groups.set([Group.objects.get(name="Editor")])
    for page in (f"{address}change/", f"{address}annul/", f"{address}undo/0/"):
        assert client.get(page).status_code == 403
        assert client.post(page, {"why": "fault", "reason": "x"}).status_code == 403
    staff.groups.set([Group.objects.get(name="Moderator")])
    assert match.public_id in client.get("/staff/games/match/", {"q": people[0].public_id}).content.decode()
    assert f"{address}annul/" in client.get(f"{address}change/").content.decode()
    assert client.get(f"{address}annul/").status_code == 200
    assert client.post(f"{address}annul/", {"why": "fault", "reason": " "}).status_code == 422
    assert client.post(f"{address}undo/0/", {"reason": "Fed."}).status_code == 302
    assert client.post(f"{address}annul/", {"why": "fault", "reason": "Ours."}).status_code == 302
    answer = client.post(f"{address}annul/", {"why": "fault", "reason": "Ours."})
    assert answer.status_code == 422
    assert "annulled already" in answer.content.decode()
    page = client.get(f"{address}change/").content.decode()
    assert "0 of 2 results" in page
    assert "a fault of the site" in page
    assert Action.objects.filter(kind="annul", actor_number=staff.pk).count() == 2
    assert client.get("/staff/games/reckoning/").status_code == 200
