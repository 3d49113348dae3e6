"""Matches that nobody is at any more: played out at once, scored as their rules say, and the table closes."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db.models.functions import Now

from accounts.models import User
from games import tasks
from games.models import Match, MatchSeat, Seat, Table
from games.schedule import PLAY_AI
from games.services import absence, ai, ai_plan, clocks, getting_ready, room, tables
from tests.conftest import Queued
from tests.games.conftest import any_move, play, player_to_move, state_of

Open = Callable[..., Table]
Act = Callable[[Table, User], None]
# a pause would be longer; SQLite's clock takes two moments of one millisecond for different ones
AT_ONCE = timedelta(seconds=5)


def all_go(table: Table) -> None:
    """Everybody who sits here leaves, one after the other."""
    for seat in state_of(table).people:
        tables.leave(table.pk, seat.user_id)


def all_are_away(table: Table) -> None:
    """Everybody misses turns until AI players play for all of them."""
    while any(not seat.away for seat in state_of(table).people):
        Match.objects.filter(table=table).update(deadline=Now() - timedelta(seconds=1))
        clocks.sweep()


def time_passes() -> None:
    """AI players have played for everybody for long enough."""
    Match.objects.exclude(unattended_since=None).update(unattended_since=Now() - timedelta(hours=1))


def to_the_end(table: Table) -> Match:
    """Let the tasks of the table do their work."""
    match = Match.objects.get(table=table)
    for _ in range(20_000):
        match.refresh_from_db()
        if match.state != Match.State.PLAYING:
            return match
        if match.ai_due is not None:
            ai.play(match.pk, match.number)
        else:
            clocks.expire(match.pk)
    raise AssertionError("the match does not end")


def test_a_match_that_all_have_left_is_played_out_and_the_table_closes(duel: Table, mei: User, otto: User) -> None:
    tables.leave(duel.pk, mei.pk)
    tables.leave(duel.pk, otto.pk)
    assert to_the_end(duel).state == Match.State.OVER
    # the last to leave comes first
    assert dict(MatchSeat.objects.values_list("user__display_name", "place")) == {"Otto": 1, "Mei": 2}
    assert max(MatchSeat.objects.values_list("score", flat=True)) >= 500
    tasks.sweep()
    assert Table.objects.get(pk=duel.pk).state == Table.State.CLOSED


def test_it_is_played_without_pauses(duel: Table, settings: Any) -> None:
    settings.LASTCARD = {**settings.LASTCARD, "AI_PACE": (5, 9), "AI_REACTION": (5, 9), "NEXT_ROUND_SECONDS": 15}
    tables.leave(duel.pk, player_to_move(duel).pk)
    assert ai_plan.plans(state_of(duel))[0].wait >= timedelta(seconds=5)
    all_go(duel)
    match = Match.objects.get()
    while not state_of(duel).game.round_over:
        assert ai_plan.plans(state_of(duel))[0].wait == timedelta(0)
        ai.play(match.pk, match.number)
        match.refresh_from_db()
    assert Match.objects.filter(deadline__lte=Now() + AT_ONCE).exists()
    clocks.expire(match.pk)
    assert state_of(duel).game.round_number == 2


def test_who_goes_in_the_pause_between_two_rounds_ends_it(duel: Table) -> None:
    while not state_of(duel).game.round_over:
        play(duel, player_to_move(duel), any_move(duel))
        if state_of(duel).game.number > 300:
            pytest.skip("nobody goes out")
    all_go(duel)
    assert Match.objects.filter(deadline__lte=Now() + AT_ONCE).exists()


def test_each_task_makes_one_act(
    duel: Table, queue: list[Queued], django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    """However many matches are played out, each lets the other tables' turns pass between two acts."""
    all_go(duel)
    match = Match.objects.get()
    with django_capture_on_commit_callbacks(execute=True):
        ai.play(match.pk, match.number)
    queued = [task for task in queue if task.name == PLAY_AI]
    assert [(task.args, task.countdown) for task in queued] == [((match.pk, match.number + 1), 0)]


def test_who_is_away_for_long_counts_as_having_left(duel: Table, mei: User, otto: User) -> None:
    all_are_away(duel)
    assert Match.objects.get().unattended_since is not None
    absence.sweep()
    assert not MatchSeat.objects.exclude(left_at=None).exists()
    time_passes()
    absence.sweep()
    assert MatchSeat.objects.filter(left_at=None).count() == 0
    assert not Seat.objects.filter(live=True).exists()
    assert tables.current_table(mei) is None
    assert to_the_end(duel).state == Match.State.OVER
    assert sorted(MatchSeat.objects.values_list("place", flat=True)) == [1, 2]
    tasks.sweep()
    assert Table.objects.get(pk=duel.pk).state == Table.State.CLOSED


def test_some_left_and_the_rest_away_is_nobody_there(duel: Table, mei: User, otto: User) -> None:
    tables.leave(duel.pk, mei.pk)
    all_are_away(duel)
    time_passes()
    absence.sweep()
    left = dict(MatchSeat.objects.values_list("user__display_name", "left_at"))
    assert left["Mei"] < left["Otto"]


def back_by_button(table: Table, user: User) -> None:
    absence.take_back(table.pk, user.pk)


def back_by_move(table: Table, user: User) -> None:
    while player_to_move(table) != user:
        match = Match.objects.get()
        ai.play(match.pk, match.number)
    play(table, user, any_move(table))


def back_by_ready(table: Table, user: User) -> None:
    getting_ready.set_ready(table.pk, user.pk, True)


@pytest.mark.parametrize("comes_back", [back_by_button, back_by_move, back_by_ready])
def test_a_match_that_somebody_comes_back_to_goes_on(duel: Table, mei: User, comes_back: Act) -> None:
    all_are_away(duel)
    time_passes()
    comes_back(duel, mei)
    assert Match.objects.get().unattended_since is None
    absence.give_up(Match.objects.get().pk)  # the sweep had found it before
    assert not MatchSeat.objects.exclude(left_at=None).exists()
    assert duel.seats.get(user=mei).live


@pytest.mark.parametrize("match_id", [None, 10**9])
def test_a_doubled_sweep_does_nothing_more(duel: Table, match_id: int | None) -> None:
    all_are_away(duel)
    time_passes()
    absence.sweep()
    before = list(MatchSeat.objects.values_list("left_at", flat=True)), Table.objects.get(pk=duel.pk).version
    absence.sweep()
    absence.give_up(match_id or Match.objects.get().pk)
    assert (list(MatchSeat.objects.values_list("left_at", flat=True)), Table.objects.get(pk=duel.pk).version) == before


def test_a_lost_task_does_not_stop_it(duel: Table) -> None:
    """Whatever was killed on the way: the sweeps bring it to its end."""
    all_go(duel)
    for _ in range(5):
        number = Match.objects.get().number
        Match.objects.update(ai_due=Now() - timedelta(seconds=30))
        tasks.sweep()
        assert Match.objects.get().number > number


def test_who_waits_for_the_next_match_keeps_the_table(open_table: Open, mei: User, otto: User) -> None:
    table = open_table(mei, seats=6, preset="party", single=True)
    for _ in range(3):
        room.add_ai(table.pk, mei.pk, "easy")
    tables.join(table.pk, otto)
    getting_ready.start(table.pk, mei.pk)
    assert state_of(table).seat_of(otto.pk).place is None
    Seat.objects.filter(table=table, user=mei).update(away=True, missed_turns=2)
    match = Match.objects.get()
    ai.play(match.pk, match.number)
    time_passes()
    absence.sweep()
    table.refresh_from_db()
    assert table.owner == otto
    to_the_end(table)
    tasks.sweep()
    assert Table.objects.get(pk=table.pk).state == Table.State.OVER
    assert tables.current_table(otto) == table
