"""Play by correspondence: nobody sits and waits, so people are told; one may play at many tables at once."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.db.models.functions import Now
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games import tasks
from games.models import Match, MatchSeat, Notice, Table
from games.schedule import EXPIRE_TURN
from games.services import absence, clocks, closing, getting_ready, matches, reading, room, tables
from tests.conftest import Queued
from tests.games.conftest import any_move, any_move_that_lays, play, player_to_move, state_of

Open = Callable[..., Table]
Kind = Notice.Kind
DAY = 86_400


@pytest.fixture
def slow_duel(open_table: Open, mei: User, otto: User) -> Table:
    """Mei and Otto with a day for a turn; the first round has been dealt."""
    table = open_table(mei, turn_seconds=DAY)
    tables.join(table.pk, otto)
    getting_ready.set_ready(table.pk, otto.pk, True)
    getting_ready.start(table.pk, mei.pk)
    return Table.objects.get(pk=table.pk)


def unread(kind: Kind = Kind.YOUR_TURN) -> list[User]:
    """Who has an unread notice of this kind."""
    return [notice.person for notice in Notice.objects.filter(kind=kind, read_at=None).select_related("person")]


def run_out() -> None:
    Match.objects.update(deadline=Now() - timedelta(seconds=1))
    clocks.sweep()


def test_whose_turn_it_is_hears_of_it_until_it_is_made(slow_duel: Table) -> None:
    assert unread() == [player_to_move(slow_duel)]
    for _ in range(8):
        play(slow_duel, player_to_move(slow_duel), any_move(slow_duel))
        assert unread() == [player_to_move(slow_duel)]


def test_nobody_hears_of_turns_where_one_sits_and_waits(duel: Table) -> None:
    play(duel, player_to_move(duel), any_move(duel))
    assert not Notice.objects.exists()


def test_ai_players_and_those_they_play_for_hear_of_nothing(open_table: Open, mei: User, otto: User) -> None:
    table = open_table(mei, seats=3, turn_seconds=DAY)
    tables.join(table.pk, otto)
    room.add_ai(table.pk, mei.pk, "easy")
    getting_ready.set_ready(table.pk, otto.pk, True)
    getting_ready.start(table.pk, mei.pk)
    table.seats.filter(user=otto).update(away=True)
    Notice.objects.all().delete()
    for _ in range(6):
        state = state_of(table)
        if state.at_place(state.game.turn).user == mei:
            play(table, mei, any_move(table))
        else:
            run_out()
    assert set(Notice.objects.values_list("person__display_name", flat=True)) <= {"Mei"}


def test_a_missed_turn_is_told_and_then_that_an_ai_plays(slow_duel: Table) -> None:
    slow = player_to_move(slow_duel)
    for kinds in ([Kind.TURN_MISSED], [Kind.TURN_MISSED, Kind.PLAYED_FOR]):
        while player_to_move(slow_duel) != slow:
            play(slow_duel, player_to_move(slow_duel), any_move(slow_duel))
        run_out()
        told = Notice.objects.filter(person=slow).exclude(kind=Kind.YOUR_TURN).order_by("pk")
        assert [notice.kind for notice in told] == kinds
        assert slow not in unread()
    assert slow_duel.seats.get(user=slow).away


def test_who_leaves_for_good_has_no_turn_to_make(slow_duel: Table) -> None:
    tables.leave(slow_duel.pk, player_to_move(slow_duel).pk)
    assert unread() == []


def test_a_deadline_in_days_belongs_to_the_sweep(
    slow_duel: Table, queue: list[Queued], django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        while Match.objects.get().number < 1 or state_of(slow_duel).game.mid_turn:
            play(slow_duel, player_to_move(slow_duel), any_move(slow_duel))
    assert EXPIRE_TURN not in [task.name for task in queue]
    left = reading.snapshot(slow_duel.pk, None).seconds_left
    assert left is not None
    assert DAY - 3600 < left <= DAY
    number = Match.objects.get().number
    Match.objects.update(deadline=Now() - timedelta(seconds=1))
    tasks.sweep()
    assert Match.objects.get().number > number


def test_the_next_round_waits_for_nobody(slow_duel: Table) -> None:
    while not state_of(slow_duel).game.round_over:
        play(slow_duel, player_to_move(slow_duel), any_move_that_lays(slow_duel))
    assert unread() == []
    run_out()
    assert state_of(slow_duel).game.round_number == 2
    assert unread() == [player_to_move(slow_duel)]


def test_its_people_hear_that_the_match_is_over(open_table: Open, mei: User, otto: User) -> None:
    table = open_table(mei, turn_seconds=DAY, single=True)
    tables.join(table.pk, otto)
    getting_ready.set_ready(table.pk, otto.pk, True)
    getting_ready.start(table.pk, mei.pk)
    while not state_of(table).game.over:
        play(table, player_to_move(table), any_move_that_lays(table))
    assert set(unread(Kind.MATCH_OVER)) == {mei, otto}
    assert unread() == []
    getting_ready.set_ready(table.pk, mei.pk, True)  # a rematch waits for both, however long that takes
    Table.objects.update(changed_at=timezone.now() - timedelta(days=3))
    closing.close_idle()
    assert Table.objects.get().state == Table.State.OVER
    getting_ready.set_ready(table.pk, otto.pk, True)
    assert Table.objects.get().state == Table.State.PLAYING


HOUR_AGO, DAYS_AGO, WEEKS_AGO = timedelta(hours=1), timedelta(days=6), timedelta(days=8)


@pytest.mark.parametrize(
    ("turn_seconds", "state", "age", "closed"),
    [
        (30, Table.State.OPEN, HOUR_AGO, True),
        (30, Table.State.OVER, HOUR_AGO, True),
        (30, Table.State.PLAYING, WEEKS_AGO, False),
        (DAY, Table.State.OPEN, DAYS_AGO, False),
        (DAY, Table.State.OVER, DAYS_AGO, False),
        (DAY, Table.State.OPEN, WEEKS_AGO, True),
        (DAY, Table.State.OVER, WEEKS_AGO, True),
        (DAY, Table.State.PLAYING, WEEKS_AGO, False),
    ],
)
def test_a_quiet_table_is_closed_when_nobody_can_still_come(
    open_table: Open, mei: User, turn_seconds: int, state: str, age: timedelta, closed: bool
) -> None:
    table = open_table(mei, turn_seconds=turn_seconds)
    Table.objects.update(state=state, changed_at=timezone.now() - age)
    closing.close_idle()
    assert (Table.objects.get(pk=table.pk).state == Table.State.CLOSED) == closed


def test_nobody_is_missed_between_their_turns(slow_duel: Table, duel: Table, mei: User) -> None:
    assert all(seat.online for seat in reading.snapshot(slow_duel.pk, mei.pk).seats)
    assert not all(seat.online for seat in reading.snapshot(duel.pk, mei.pk).seats)


def test_one_plays_at_many_slow_tables_and_at_one_live(
    slow_duel: Table, duel: Table, open_table: Open, mei: User, otto: User
) -> None:
    more = open_table(mei, turn_seconds=DAY, seats=3, name="Letters")
    tables.join(more.pk, otto)
    assert tables.current_table(mei) == duel
    assert set(Table.objects.filter(seats__user=otto, seats__live=True)) == {slow_duel, duel, more}
    tables.leave(duel.pk, mei.pk)
    assert tables.current_table(mei) is None
    assert not slow_duel.seats.get(user=mei).away


def test_an_account_that_goes_leaves_all_its_tables(slow_duel: Table, duel: Table, open_table: Open, mei: User) -> None:
    waiting = open_table(mei, turn_seconds=DAY, seats=3, name="Letters")
    closing.person_leaves_the_site(mei)
    assert not mei.seats.filter(live=True).exists()
    assert MatchSeat.objects.filter(user=mei, left_at=None).count() == 0
    assert Table.objects.get(pk=waiting.pk).state == Table.State.CLOSED
    assert not Table.objects.filter(owner=mei).exists()


def test_a_turn_costs_a_bounded_number_of_queries_here_too(slow_duel: Table) -> None:
    costs = []
    for _ in range(12):
        user, text, version = player_to_move(slow_duel), any_move(slow_duel), Table.objects.get(pk=slow_duel.pk).version
        with CaptureQueriesContext(connection) as captured:
            matches.play_move(slow_duel.pk, user.pk, text, version)
        costs.append(len([query for query in captured if "SAVEPOINT" not in query["sql"]]))
    assert max(costs) <= 8  # two more than at a live table: the notice read, and the next one's


def test_who_comes_back_is_not_told_of_the_turn_they_see(slow_duel: Table) -> None:
    user = player_to_move(slow_duel)
    slow_duel.seats.filter(user=user).update(away=True, missed_turns=2)
    absence.take_back(slow_duel.pk, user.pk)
    assert Notice.objects.filter(person=user, kind=Kind.YOUR_TURN).count() == 1
