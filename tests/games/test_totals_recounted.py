"""Whatever is played and whatever goes wrong: the totals that were kept are those that the moves say."""

import random
from collections.abc import Sequence
from typing import Any

import pytest
from django.core.management import call_command
from django.db import transaction
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from accounts.deletion import carry_out, request_deletion
from accounts.models import User
from games.models import Achievement, Ladder, Match, RatedResult, RulesetTotals, Season, Table, Totals
from games.services import ending, tables
from games.services.totals import keep
from games.services.totals.recount import recount, recounted
from tests.games.test_races import at_once, unexpected
from tests.games.whole import begin, play_on
from tests.rules.random_rules import random_ruleset

TITLES = ("Official", "Duel", "Casual", "Our own")
#: Where a process dies: before anything is counted, in the middle of it, after all of it.
DIES: dict[str, tuple[object, str]] = {
    "dies before": (ending.results, "apply"),
    "dies between": (keep.notices, "achieved"),
    "dies after": (ending.notices, "match_over"),
}
FAULTS = ("", *DIES, "finished twice")


class Died(Exception):
    """The process is gone."""


def die(*_args: object, **_more: object) -> None:
    raise Died


def rules_for(rng: random.Random, seats: int) -> dict[str, Any]:
    """Rules drawn at random that so many can play, for a match of a few rounds."""
    while True:
        rules = random_ruleset(rng)
        if seats in rules.seatings:
            length = rng.choice(({"match": "single"}, {"match": "rounds", "rounds": rng.randint(2, 3)}))
            return {**rules.to_json(), **length}


def finish(table: Table, rng: random.Random, fault: str) -> None:
    """Play the match to its end; what a process that dies has not committed is played again."""
    seed = rng.randint(0, 2**32)
    if where := DIES.get(fault):
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(*where, die)
            with pytest.raises(Died):
                play_on(table, seed)
    state = play_on(table, seed + 1)
    assert state.match is not None
    assert state.match.finished_at is not None
    if fault == "finished twice":
        with transaction.atomic():
            ending.finish(state)
            seats = list(state.match.seats.all())
            keep.count(state.match, seats, state.match.finished_at, keep.hold_players(seats))


def one_match(people: Sequence[User], rng: random.Random) -> None:
    """A match of some of these people and perhaps AI players, which some may leave, or the site altogether."""
    here = [person for person in people if not User.objects.get(pk=person.pk).is_removed]
    playing = rng.sample(here, rng.randint(1, len(here)))
    ai = rng.choice((0, 0, 1, 2)) if len(playing) > 1 else rng.randint(1, 2)
    table = begin(playing, rules_for(rng, len(playing) + ai), rng.choice(TITLES), ai)
    table.refresh_from_db()
    if not ai and rng.random() < 0.5:
        Match.objects.filter(pk=table.match_id).update(ladder=Ladder.objects.first(), season=Season.objects.first())
    play_on(table, rng.randint(0, 2**32), most=rng.randint(1, 40))
    for person in playing:
        if rng.random() < 0.15:
            tables.leave(table.pk, person.pk)
            if rng.random() < 0.3 and len(here) > 2:
                carry_out(person.pk, request_deletion(person, timezone.now()))
    table.refresh_from_db()
    if table.state == Table.State.PLAYING:
        finish(table, rng, rng.choice(FAULTS))


def check() -> None:
    """What is kept is what the moves say, field by field, achievements with the match that brought each."""
    assert list(recount()) == []
    people = set(User.objects.filter(removed_number=None).values_list("pk", flat=True))
    earned = {
        (person, key, one.match_id, one.earned_at)
        for person, account in recounted(people).items()
        for key, one in account.earned.items()
    }
    assert set(Achievement.objects.values_list("person", "key", "match", "earned_at")) == earned
    assert set(Totals.objects.values_list("person", flat=True)) <= people


class Kept(TestCase):
    """By random matches."""

    @classmethod
    def setUpTestData(cls) -> None:
        """AI players, and people to play."""
        call_command("load_presets", verbosity=0)
        cls.people = [User.objects.create_user(f"Player {number}") for number in range(5)]

    @given(st.integers(0, 2**32))
    @settings(max_examples=12, deadline=None, derandomize=True)
    def test_the_totals_kept_are_those_recounted(self, seed: int) -> None:
        rng = random.Random(seed)
        for _ in range(4):
            one_match(self.people, rng)
        assert Totals.objects.exists()
        check()
        Totals.objects.filter(matches__gt=0).update(matches=99)
        RulesetTotals.objects.all().delete()
        Achievement.objects.all().delete()
        assert list(recount(write=True))
        check()


@pytest.mark.django_db(transaction=True)
def test_rated_matches_of_the_same_people_that_end_at_once_are_counted_one_after_the_other(
    presets: None, mei: User, otto: User
) -> None:
    """In whatever order they sit: who ends a match holds its people in one order, and before any rating."""
    bao = User.objects.create_user("Bao")
    seated = ([mei, otto, bao], [bao, otto, mei], [otto, mei], [bao, mei], [otto, bao, mei])
    running = [begin(people, {"match": "single"}) for people in seated]
    Match.objects.update(ladder=Ladder.objects.first(), season=Season.objects.first())
    assert not unexpected(at_once(*[lambda one=one: play_on(one, one.pk) for one in running]))
    assert len(set(Match.objects.values_list("finished_at", flat=True))) == len(seated)
    assert Totals.objects.get(person=mei).matches == 5
    assert RatedResult.objects.count() == 13
    check()


@pytest.mark.django_db(transaction=True)
def test_who_leaves_the_site_while_their_match_ends_leaves_no_totals(presets: None, mei: User, otto: User) -> None:
    table = begin([mei, otto], {"match": "single"})
    tables.leave(table.pk, mei.pk)
    due = request_deletion(mei, timezone.now())
    results = at_once(lambda: play_on(table, 1), lambda: carry_out(mei.pk, due))
    assert not unexpected(results)
    assert User.objects.get(pk=mei.pk).is_removed
    assert Match.objects.get().state == Match.State.OVER
    check()
