"""Totals and achievements: kept with each result, and the same as what the moves say."""

import json
from contextlib import suppress
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.deletion import carry_out, request_deletion
from accounts.models import User
from accounts.personal_data import personal_data
from games import achievements
from games.achievements import ACHIEVEMENTS, Goal
from games.models import (
    Achievement,
    Ladder,
    Match,
    MatchSeat,
    Move,
    Notice,
    Rating,
    RulesetTotals,
    Season,
    Totals,
)
from games.screens.drawings import ICONS
from games.services import ending, tables
from games.services.totals import accounts, keep, shown
from games.services.totals.measures import MEASURES
from games.services.totals.recount import recount, recounted
from games.tasks import award_places
from tests.games.whole import begin, play_on

pytestmark = pytest.mark.django_db

SINGLE = {"match": "single"}


@pytest.fixture(autouse=True)
def _site(presets: None) -> None:
    """AI players and presets."""


def play(*people: User, seed: int = 1, ai: int = 0, rules: dict[str, Any] = SINGLE, title: str = "Official") -> Match:
    """A whole match."""
    match = play_on(begin(people, rules, title, ai), seed, by_ai=0).match
    assert match is not None
    assert match.state == Match.State.OVER
    return match


def told() -> list[str]:
    """What `recount` says without writing."""
    out = StringIO()
    with suppress(SystemExit):
        call_command("recount", stdout=out)
    return out.getvalue().splitlines()


FINE = ["What is kept is what the moves say."]


def test_a_match_is_added_to_the_totals_of_its_people(mei: User, otto: User) -> None:
    match = play(mei, otto)
    for person in (mei, otto):
        kept, seat = shown.totals_of(person), match.seats.get(user=person)
        won = seat.place == 1
        assert (kept.matches, kept.stayed, kept.rounds) == (1, 1, 1)
        assert (kept.wins, kept.wins_with_people, kept.streak, kept.rounds_won) == (won,) * 4
        assert kept.points == kept.best_round == seat.score
        laid = sum(len(event[2]) for move in Move.objects.filter(seat=seat.seat) for event in laid_in(move))
        assert kept.cards_laid == laid > 0
        assert kept.last_match_at == match.finished_at
        assert [(row.title, row.played, row.won) for row in shown.favourites_of(person)] == [("Official", 1, won)]
    assert told() == FINE


def laid_in(move: Move) -> list[list[Any]]:
    return [event for event in move.events if event[0] == "CardsLaid"]


def test_matches_with_ai_players_are_counted_apart_from_those_among_people(mei: User, otto: User) -> None:
    play(mei, ai=2)
    play(mei, otto, seed=2)
    kept = shown.totals_of(mei)
    assert (kept.matches, kept.matches_with_people) == (2, 1)
    assert not Totals.objects.exclude(person__in=[mei, otto]).exists()
    assert told() == FINE


def test_who_leaves_for_good_has_played_and_not_won_and_what_the_ai_does_is_not_theirs(mei: User, otto: User) -> None:
    table = begin([mei, otto], {"match": "rounds", "rounds": 2})
    tables.leave(table.pk, mei.pk)
    play_on(table, 1, by_ai=0)
    kept = shown.totals_of(mei)
    assert (kept.matches, kept.stayed, kept.wins, kept.rounds, kept.cards_laid) == (1, 0, 0, 0, 0)
    assert (shown.totals_of(otto).wins, shown.totals_of(otto).rounds) == (1, 2)
    assert told() == FINE


def test_the_longest_streak_is_of_matches_won_one_after_another(mei: User, otto: User) -> None:
    wins = []
    for seed in range(6):
        match = play(mei, otto, seed=seed)
        wins.append(match.seats.get(user=mei).place == 1)
    text = "".join("W" if won else "L" for won in wins)
    kept = shown.totals_of(mei)
    assert kept.longest_streak == max(map(len, text.split("L")))
    assert kept.streak == len(text) - len(text.rstrip("W"))
    assert {"W", "L"} == set(text)


def test_a_persons_matches_end_one_after_another_whatever_the_clock_says(
    mei: User, otto: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = play(mei, otto)
    assert first.finished_at is not None
    monkeypatch.setattr(keep.timezone, "now", lambda: first.finished_at - timedelta(seconds=5))  # type: ignore[operator]
    second = play(otto, mei, seed=2)
    assert second.finished_at == first.finished_at + timedelta(microseconds=1)
    assert told() == FINE


def test_a_match_is_counted_once_however_often_its_end_is_written(mei: User, otto: User) -> None:
    table = begin([mei, otto], SINGLE)
    state = play_on(table, 1)
    match = state.match
    assert match is not None
    assert match.finished_at is not None
    before, ended = list(Totals.objects.values()), match.finished_at
    with transaction.atomic():
        ending.finish(state)
        seats = list(match.seats.all())
        keep.count(match, seats, ended, keep.hold_players(seats))
    assert list(Totals.objects.values()) == before
    assert Match.objects.get().finished_at == ended


def test_what_cannot_be_counted_is_no_result(mei: User, otto: User, monkeypatch: pytest.MonkeyPatch) -> None:
    def die(*_args: object) -> None:
        raise RuntimeError("the process dies here")

    table = begin([mei, otto], SINGLE)
    monkeypatch.setattr(ending.notices, "match_over", die)
    with pytest.raises(RuntimeError):
        play_on(table, 1)
    assert Match.objects.get().state == Match.State.PLAYING
    assert not Totals.objects.exists()
    assert not Achievement.objects.exists()
    monkeypatch.undo()
    play_on(table, 1)
    assert Totals.objects.count() == 2
    assert told() == FINE


def test_a_void_match_counts_for_nobody(mei: User, otto: User) -> None:
    play(mei, otto)
    Match.objects.update(state=Match.State.VOID)
    assert list(recount(write=True))
    assert shown.totals_of(mei).matches == 0


def test_the_end_of_a_match_costs_as_many_queries_however_long_it_was_and_however_many_played() -> None:
    def cost(people: int, rules: dict[str, Any]) -> int:
        many = [User.objects.create_user(f"Player {people} {number}") for number in range(people)]
        match = play(*many, rules=rules)
        Totals.objects.all().delete()
        Achievement.objects.all().delete()
        seats = list(match.seats.all())
        with CaptureQueriesContext(connection) as captured, transaction.atomic():
            held = keep.hold_players(seats)
            keep.count(match, seats, keep.end_of_match(held), held)
        assert Totals.objects.count() == people
        return len([query for query in captured if "SAVEPOINT" not in query["sql"]])

    short, long = cost(2, SINGLE), cost(8, {"match": "rounds", "rounds": 4})
    assert short == long <= 10


# --- recounting


def test_whatever_is_kept_wrongly_is_told_and_mended(mei: User, otto: User) -> None:
    play(mei, otto)
    play(mei, otto, seed=2, title="Duel")
    right = list(Totals.objects.order_by("pk").values())
    Totals.objects.filter(person=mei).update(points=7, feats={"jump_ins": 3}, longest_streak=9)
    RulesetTotals.objects.filter(person=mei, rules_title="Duel").delete()
    RulesetTotals.objects.create(person=otto, family="uno", rules_title="Reef", last_match_at=timezone.now())
    Achievement.objects.filter(person=otto, key="first_match").delete()
    lines = told()
    assert len(lines) == 7
    assert any(line.startswith("Mei (") and "points is 7, should be" in line for line in lines)
    assert any("feats is {'jump_ins': 3}, should be" in line for line in lines)
    assert any("uno/Duel is missing" in line for line in lines)
    assert any("uno/Reef should not be there" in line for line in lines)
    assert any("achievement first_match is missing" in line for line in lines)
    assert lines[-1] == "2 people: not mended (--write does)"
    with pytest.raises(SystemExit):
        call_command("recount", "--write", "--person", otto.public_id, stdout=StringIO())
    assert len(told()) == 5
    with pytest.raises(SystemExit) as stopped:
        call_command("recount", "--write", stdout=StringIO())
    assert stopped.value.code == 1
    assert told() == FINE
    assert list(Totals.objects.order_by("pk").values()) == right
    assert Achievement.objects.filter(person=otto, key="first_match").exists()


def test_nobody_is_recounted_by_an_id_that_nobody_has() -> None:
    with pytest.raises(CommandError, match="nobody"):
        call_command("recount", "--person", "nobody")


def test_a_match_that_ends_while_others_are_recounted_is_no_difference(
    mei: User, otto: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(mei, otto)

    def overtaken(people: Any) -> Any:
        monkeypatch.undo()
        said = recounted(people)
        play(mei, otto, seed=2)
        return said

    monkeypatch.setattr("games.services.totals.recount.recounted", overtaken)
    assert list(recount()) == []
    assert shown.totals_of(mei).matches == 2


def test_people_are_recounted_some_at_a_time(mei: User, otto: User, monkeypatch: pytest.MonkeyPatch) -> None:
    play(mei, otto)
    Totals.objects.update(points=7)
    monkeypatch.setattr("games.services.totals.recount.AT_ONCE", 1)
    assert [one.person.split()[0] for one in recount(write=True)] == ["Mei", "Otto"]
    assert list(recount()) == []


# --- achievements


def test_every_achievement_can_be_measured_and_drawn() -> None:
    assert len({one.key for one in ACHIEVEMENTS}) == len(ACHIEVEMENTS) >= 18
    for one in ACHIEVEMENTS:
        assert one.measure in MEASURES
        assert one.icon in ICONS
        assert one.goal > 0
        assert len(one.key) <= 50


def test_what_is_earned_is_stored_told_and_shown(mei: User, otto: User) -> None:
    match = play(mei, otto)
    winner = match.seats.get(place=1).user
    assert winner is not None
    own = {one.goal.key: one for one in shown.achievements_of(winner)}
    assert list(own) == [one.key for one in ACHIEVEMENTS]
    assert own["first_win"].is_earned
    assert (own["first_win"].earned_at, own["first_win"].match) == (match.finished_at, match)
    assert (own["ten_matches"].is_earned, own["ten_matches"].value, own["ten_matches"].percent) == (False, 1, 10)
    notice = Notice.objects.get(person=winner, achievement__key="first_win")
    assert (notice.kind, notice.match) == (Notice.Kind.ACHIEVED, match)
    play(mei, otto, seed=2)
    assert Achievement.objects.filter(key="first_match").count() == 2
    assert Notice.objects.filter(achievement__key="first_match").count() == 2


def test_a_new_achievement_is_awarded_to_past_players_as_of_the_match_that_brought_it(
    mei: User, otto: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(mei, otto)
    second = play(mei, otto, seed=2)
    play(mei, otto, seed=3)
    twice = Goal("twice", "Twice", "Play two matches.", "matches", 2, "play")
    monkeypatch.setattr(accounts, "ACHIEVEMENTS", (*achievements.ACHIEVEMENTS, twice))
    assert [one.what for one in recount(write=True)] == [["achievement twice is missing"]] * 2
    given = Achievement.objects.get(person=mei, key="twice")
    assert (given.match, given.earned_at) == (second, second.finished_at)
    assert list(recount()) == []


def test_what_was_earned_stays_earned(mei: User) -> None:
    Achievement.objects.create(person=mei, key="thousand_matches", earned_at=timezone.now())
    assert told() == FINE


@pytest.mark.parametrize(
    ("key", "facts"),
    [
        ("ten_wins", {"wins_with_people": 10}),
        ("ten_in_a_row", {"longest_streak_with_people": 10}),
        ("round_of_100", {"best_round": 100}),
        ("ten_catches", {"catches": 10}),
        ("out_on_a_four", {"feats": {"out_on_a_four": 1}}),
    ],
)
def test_a_goal_is_reached_at_its_number_and_not_before(mei: User, key: str, facts: dict[str, Any]) -> None:
    def earned(totals: Totals) -> bool:
        return key in {one.key for one in accounts.Account(totals).earn(timezone.now())}

    assert earned(Totals(person=mei, **facts))
    less = {name: value - 1 if isinstance(value, int) else {} for name, value in facts.items()}
    assert not earned(Totals(person=mei, **less))


def test_matches_against_ai_players_win_no_streak_and_no_cups(mei: User) -> None:
    played = Totals(person=mei, wins=200, streak=99, longest_streak=99)
    keys = {one.key for one in accounts.Account(played).earn(timezone.now())}
    assert keys == {"first_win"}


def test_won_by_five_rulesets_of_the_site_not_by_ones_own(mei: User) -> None:
    titles = ["Official", "Casual", "Speed", "Duel", "Our rules", "Home"]
    rows = [RulesetTotals(family="uno", rules_title=title, wins=1) for title in titles]

    def earned(many: int) -> bool:
        account = accounts.Account(Totals(person=mei), {("uno", row.rules_title): row for row in rows[:many]})
        return "five_rulesets" in {one.key for one in account.earn(timezone.now())}

    assert not earned(5)
    assert earned(6)


def test_the_first_of_a_season_is_champion_once(mei: User, otto: User) -> None:
    ladder, season = Ladder.objects.first(), Season.objects.first()
    for person, place in ((mei, 1), (otto, 2)):
        Rating.objects.create(
            ladder=ladder,
            season=season,
            person=person,
            matches=12,
            final_place=place,
            first_mu=25,
            first_sigma=8,
            mu=25,
            sigma=2,
            number=1500,
            spread=80,
            rank_value=1340,
        )
    for _ in range(2):
        award_places()
    assert set(Achievement.objects.filter(person=mei).values_list("key", flat=True)) == {"champion", "settled"}
    assert not Achievement.objects.filter(person=otto, key="champion").exists()
    assert Notice.objects.filter(person=mei, achievement__key="champion").count() == 1
    assert list(recount(otto, write=True))
    assert told() == FINE


# --- people


def test_who_leaves_the_site_leaves_no_totals(mei: User, otto: User) -> None:
    """Also those who left a match before, which ends later."""
    play(mei, otto)
    table = begin([mei, otto], SINGLE)
    tables.leave(table.pk, mei.pk)
    due = request_deletion(mei, timezone.now())
    assert carry_out(mei.pk, due)
    assert not Totals.objects.filter(person=mei).exists()
    play_on(table, 2)
    for rows in (Totals, RulesetTotals, Achievement):
        assert set(rows.objects.values_list("person", flat=True)) == {otto.pk}
    assert MatchSeat.objects.filter(user=mei).count() == 2
    assert told() == FINE
    Achievement.objects.create(person=mei, key="first_win", earned_at=timezone.now())
    assert "removed" in told()[0]
    assert list(recount(write=True))
    assert told() == FINE


def test_a_person_gets_all_of_it_as_data(mei: User, otto: User) -> None:
    table = begin([mei, otto], SINGLE)
    Match.objects.update(ladder=Ladder.objects.get(key="duel"), season=Season.objects.get(number=1))
    match = play_on(table, 1).match
    assert match is not None
    assert match.finished_at is not None
    data = json.loads(json.dumps(personal_data(mei)))
    assert data["totals"]["matches"] == 1
    assert data["totals"].keys() >= {"points", "calls", "catches", "missed", "longest_streak", "feats"}
    assert [row["ruleset"] for row in data["totals"]["by_ruleset"]] == ["Official"]
    first = {"achievement": "first_match", "earned_at": match.finished_at.isoformat(), "match": match.public_id}
    assert first in data["achievements"]
    (rating,) = data["ratings"]
    assert (rating["ladder"], rating["season"], rating["matches"]) == ("duel", 1, 1)
    (result,) = rating["results"]
    assert (result["match"], result["mu_after"]) == (match.public_id, rating["mu"])
