"""The clock of a turn: its seconds, the reserve behind them, what a missed turn costs, what a page shows of it."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from django.db.models import DurationField, ExpressionWrapper, F
from django.db.models.functions import Now
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games import screens
from games.models import Match, Move, Table
from games.schedule import EXPIRE_TURN
from games.screens.spans import minutes_left
from games.services import absence, clocks, getting_ready, kept, matches, reading, tables, turn_clock
from games.services.errors import Declined
from tests.conftest import Queued
from tests.games.conftest import any_move, any_move_that_lays, play, player_to_move, state_of

Open = Callable[..., Table]
# so long that no machine is slow enough to matter
HOUR = 3600


def set_clock(*, turn: float, reserve: float = 0) -> None:
    """Have the turn end in `turn` seconds (below 0: it has) and the deadline come `reserve` later."""
    ends = Now() + timedelta(seconds=turn)
    Match.objects.update(turn_ends_at=ends, deadline=ends + timedelta(seconds=reserve))


def reserve_given() -> float:
    """How much longer than the turn the present deadline is."""
    span = ExpressionWrapper(F("deadline") - F("turn_ends_at"), output_field=DurationField())
    return round(Match.objects.values_list(span, flat=True).get().total_seconds(), 2)


@pytest.mark.parametrize(
    ("over", "before", "after"), [(-5, 60, 60), (0, 60, 60), (12.5, 60, 47.5), (60, 60, 0), (90, 60, 0), (90, 0, 0)]
)
def test_what_is_used_beyond_the_turn_is_taken_off(duel: Table, over: float, before: float, after: float) -> None:
    state = state_of(duel)
    match, now = state.match, timezone.now()
    assert match is not None
    match.reserves, match.turn_ends_at, state.now = [before, 60], now - timedelta(seconds=over), now
    turn_clock.settle(state, 0)
    assert match.reserves == [after, 60]


def test_people_begin_with_a_reserve_and_ai_players_without(open_table: Open, mei: User) -> None:
    table = open_table(mei, seats=3, ai_level="easy")
    getting_ready.start(table.pk, mei.pk)
    assert Match.objects.get().reserves == [60, 0, 0]


def test_the_deadline_is_the_turn_and_the_reserve_of_the_seat_in_turn(duel: Table) -> None:
    reserves = [25, 7]
    Match.objects.update(reserves=reserves)
    for _ in range(3):
        play(duel, player_to_move(duel), any_move(duel))
        turn = state_of(duel).game.turn
        if not state_of(duel).game.mid_turn:
            assert reserve_given() == reserves[turn]


class TestLooks:
    """The looks at a deadline that are queued: the first of a match, and then one after the other."""

    @pytest.fixture(autouse=True)
    def _committed(self, transactional_db: None) -> None:
        """What follows a commit does follow."""

    def looks(self, queue: list[Queued]) -> list[float]:
        return [task.countdown for task in queue if task.name == EXPIRE_TURN]

    def test_a_match_queues_one_and_its_moves_none(self, duel: Table, queue: list[Queued]) -> None:
        assert self.looks(queue) == [duel.turn_seconds + duel.reserve_seconds]
        for _ in range(4):
            play(duel, player_to_move(duel), any_move(duel))
        assert len(self.looks(queue)) == 1

    def test_one_that_comes_in_mid_turn_comes_again_at_the_turn_s_end(self, duel: Table, queue: list[Queued]) -> None:
        cache.clear()  # as when its time has come
        clocks.expire(Match.objects.get().pk)
        assert 0 < self.looks(queue)[-1] <= duel.turn_seconds + duel.reserve_seconds
        assert len(self.looks(queue)) == 2

    def test_of_two_that_come_one_goes_on(self, duel: Table, queue: list[Queued]) -> None:
        cache.clear()
        for _ in range(2):
            clocks.expire(Match.objects.get().pk)
        assert len(self.looks(queue)) == 2  # the first one of the match, and the one that goes on

    def test_an_earlier_deadline_is_looked_at_earlier(self, duel: Table, queue: list[Queued]) -> None:
        Match.objects.update(deadline=Now() + timedelta(seconds=10 * duel.turn_seconds))
        play(duel, player_to_move(duel), any_move_that_lays(duel))
        assert len(self.looks(queue)) == 2

    def test_a_turn_that_ran_out_begins_anew(self, duel: Table, queue: list[Queued]) -> None:
        Match.objects.update(deadline=Now() - timedelta(seconds=1), turn_ends_at=Now() - timedelta(seconds=1))
        clocks.expire(Match.objects.get().pk)
        assert len(self.looks(queue)) == 2


def test_the_next_turn_begins_with_what_was_left(duel: Table) -> None:
    Match.objects.update(reserves=[HOUR, HOUR])
    slow = state_of(duel).game.turn
    set_clock(turn=-100, reserve=HOUR)
    while state_of(duel).game.turn == slow:
        play(duel, player_to_move(duel), any_move(duel))
    left = Match.objects.get().reserves
    assert HOUR - 1000 < left[slow] <= HOUR - 100
    assert left[1 - slow] == HOUR
    assert reserve_given() == HOUR


def test_a_card_drawn_begins_no_clock_and_costs_nothing_yet(duel: Table) -> None:
    Match.objects.update(reserves=[HOUR, HOUR])
    user, slow = player_to_move(duel), state_of(duel).game.turn
    set_clock(turn=-100, reserve=HOUR)
    before = Match.objects.get()
    play(duel, user, "draw")
    if not state_of(duel).game.mid_turn:
        pytest.skip("these cards leave nothing to decide")
    after = Match.objects.get()
    assert (after.deadline, after.turn_ends_at, after.reserves) == (before.deadline, before.turn_ends_at, [HOUR, HOUR])
    play(duel, user, "pass")
    assert Match.objects.get().reserves[slow] <= HOUR - 100


def test_a_missed_turn_costs_the_whole_reserve(duel: Table) -> None:
    slow = state_of(duel).game.turn
    set_clock(turn=-61)
    clocks.sweep()
    assert Match.objects.get().reserves[slow] == 0
    assert Match.objects.get().reserves[1 - slow] == 60


def test_a_turn_that_is_over_runs_on_while_there_is_a_reserve(duel: Table) -> None:
    set_clock(turn=-30, reserve=60)
    clocks.sweep()
    assert Move.objects.count() == 1


def test_an_ai_that_plays_for_somebody_has_no_reserve(duel: Table, mei: User) -> None:
    tables.leave(duel.pk, mei.pk)
    assert Match.objects.get().reserves == [0, 60]


def test_between_rounds_no_reserve_runs(duel: Table) -> None:
    while not state_of(duel).game.round_over:
        play(duel, player_to_move(duel), any_move(duel))
        if state_of(duel).game.number > 300:
            pytest.skip("nobody goes out")
    match = Match.objects.get()
    assert match.turn_ends_at is None
    assert match.deadline is not None


def test_a_match_from_before_there_were_reserves_goes_on(duel: Table, mei: User) -> None:
    Match.objects.update(reserves=[], turn_ends_at=None, deadline=Now() + timedelta(seconds=20))
    turn = state_of(duel).game.turn
    assert 0 < reading.snapshot(duel.pk, mei.pk).seconds_left <= 20
    play(duel, player_to_move(duel), any_move(duel))
    Match.objects.update(deadline=Now() - timedelta(seconds=1))
    clocks.sweep()
    assert Move.objects.filter(by_ai=True).exists()
    assert Match.objects.get().reserves == []
    assert [seat.reserve for seat in reading.snapshot(duel.pk, mei.pk).seats] == [None, None]
    assert turn in (0, 1)


def test_a_move_on_the_reserve_costs_no_query_more(duel: Table) -> None:
    def cost() -> int:
        user, text, version = player_to_move(duel), any_move(duel), Table.objects.get(pk=duel.pk).version
        with CaptureQueriesContext(connection) as captured:
            matches.play_move(duel.pk, user.pk, text, version)
        return len([query for query in captured if "SAVEPOINT" not in query["sql"]])

    costs = [cost() for _ in range(6)]
    Match.objects.update(reserves=[HOUR, HOUR])
    for _ in range(6):
        set_clock(turn=-5, reserve=HOUR)
        costs.append(cost())
    assert max(costs) <= 6


@pytest.mark.parametrize("turn_seconds", [0, 9, 7 * 86_400 + 1])
def test_turns_that_are_too_short_or_too_long_are_declined(open_table: Open, mei: User, turn_seconds: int) -> None:
    with pytest.raises(Declined, match="10 seconds to 7 days"):
        open_table(mei, turn_seconds=turn_seconds)
    assert not Table.objects.exists()


@pytest.mark.parametrize("turn_seconds", [10, 3600, 7 * 86_400])
def test_a_turn_lasts_from_ten_seconds_to_a_week(open_table: Open, mei: User, turn_seconds: int) -> None:
    assert open_table(mei, turn_seconds=turn_seconds).turn_seconds == turn_seconds


# --- what the page shows ---------------------------------------------------------------------------------------------


def shown(table: Table, user: User | None) -> str:
    return screens.render(reading.snapshot(table.pk, user.pk if user else None), ("table",), "en")


@pytest.mark.parametrize(("turn", "reserve"), [(20, HOUR), (-20, HOUR), (-20, 0)])
def test_the_page_counts_the_turn_first_and_then_the_reserve(duel: Table, turn: float, reserve: float) -> None:
    Match.objects.update(reserves=[HOUR, HOUR])
    set_clock(turn=turn, reserve=reserve)
    seen = reading.snapshot(duel.pk, player_to_move(duel).pk)
    own, other = seen.seats[seen.viewer], seen.seats[1 - seen.viewer]
    assert seen.seconds_left is not None
    assert (seen.seconds_left > 0) == (turn > 0)
    assert seen.seconds_left <= max(turn, 0)
    assert own.reserve <= reserve + min(turn, 0) if reserve else own.reserve == 0
    assert other.reserve == HOUR


def test_a_reserve_that_is_full_is_no_news(duel: Table) -> None:
    waiting = next(user for user in User.objects.filter(seats__table=duel) if user != player_to_move(duel))
    page = shown(duel, waiting)
    # the seat in turn has its mark ready
    assert page.count("data-reserve-mark hidden") == page.count("data-reserve-mark") == 1
    Match.objects.update(reserves=[42.2, 42.2])
    kept._shared.clear()
    assert shown(duel, waiting).count("0:43") == 1


@pytest.mark.parametrize(("seconds", "text"), [(0, "0:00"), (42, "0:42"), (59.2, "1:00"), (125, "2:05")])
def test_a_reserve_as_a_clock_shows_it(seconds: float, text: str) -> None:
    assert minutes_left(seconds) == text


# --- those who let their turns run out -------------------------------------------------------------------------------


def let_it_run_out(table: Table, user: User) -> None:
    """The next turn of this person runs out; the other one plays in between."""
    while player_to_move(table) != user:
        play(table, player_to_move(table), any_move(table))
    Match.objects.update(deadline=Now() - timedelta(seconds=1))
    clocks.sweep()


def test_who_misses_a_turn_is_warned_and_the_others_see_it(duel: Table, mei: User, otto: User) -> None:
    let_it_run_out(duel, mei)
    assert "After the next one an AI player plays for you" in shown(duel, mei)
    assert "After the next one" not in shown(duel, otto)
    assert "missed a turn" in shown(duel, otto)
    while player_to_move(duel) != mei:
        play(duel, otto, any_move(duel))
    play(duel, mei, any_move(duel))
    assert "missed a turn" not in shown(duel, otto) + shown(duel, mei)


def test_after_the_second_one_an_ai_plays_and_the_seat_is_to_be_had_back(duel: Table, mei: User, otto: User) -> None:
    for _ in range(2):
        let_it_run_out(duel, mei)
    assert "AI plays" in shown(duel, otto)
    assert 'id="take-back"' in shown(duel, mei)
    absence.take_back(duel.pk, mei.pk)
    assert "AI plays" not in shown(duel, otto)
    assert 'id="take-back"' not in shown(duel, mei)


def test_a_move_of_ones_own_takes_the_seat_back(duel: Table, mei: User) -> None:
    duel.seats.filter(user=mei).update(away=True, missed_turns=2)
    while player_to_move(duel) != mei:
        play(duel, player_to_move(duel), any_move(duel))
    play(duel, mei, any_move(duel))
    seat = duel.seats.get(user=mei)
    assert (seat.away, seat.missed_turns) == (False, 0)
