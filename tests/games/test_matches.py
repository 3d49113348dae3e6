"""A match over the services: moves, refusals, versions, clocks, AI seats."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.db.models.functions import Now
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.bots.choice import Choice
from games.models import Match, Move, Seat, Table
from games.rules.core.refusals import Refused
from games.rules.families import FAMILIES
from games.services import absence, ai, ai_plan, clocks, getting_ready, matches, reading, tables
from games.services.errors import Declined, NotFound
from games.services.state import replay_game
from tests.conftest import Queued
from tests.games.conftest import any_move, any_move_that_lays, play, player_to_move, state_of

Open = Callable[..., Table]


def other(table: Table, user: User) -> User:
    """The one of two players who is not `user`."""
    return next(seat.user for seat in table.seats.select_related("user") if seat.user != user)


def test_the_deal_is_the_first_row(duel: Table) -> None:
    row = Move.objects.get()
    assert (row.number, row.round, row.seat, row.text) == (0, 1, None, "deal")
    assert row.events


def test_a_move_is_a_row_with_its_events_before_anybody_sees_it(duel: Table) -> None:
    user = player_to_move(duel)
    text = any_move(duel)
    play(duel, user, text)
    row = Move.objects.get(number=1)
    assert (row.text, row.seat, row.by_ai) == (text, state_of(duel).seat_of(user.pk).place, False)
    assert row.version == Table.objects.get(pk=duel.pk).version


def test_the_stored_position_is_what_the_moves_make(duel: Table) -> None:
    for _ in range(30):
        if state_of(duel).game.round_over:
            break
        play(duel, player_to_move(duel), any_move_that_lays(duel))
    match = Match.objects.get()
    assert FAMILIES["uno"].dump(replay_game(match)) == match.position


def test_a_position_of_an_older_schema_is_made_anew_from_the_moves(duel: Table) -> None:
    for _ in range(6):
        play(duel, player_to_move(duel), any_move(duel))
    match = Match.objects.get()
    wanted = match.position
    Match.objects.update(position={"schema": 0, "old": True})
    assert FAMILIES["uno"].dump(state_of(duel).game) == wanted


def test_what_is_refused_changes_nothing(duel: Table) -> None:
    idle = other(duel, player_to_move(duel))
    before = (Table.objects.get(pk=duel.pk).version, Move.objects.count(), Match.objects.get().position)
    for text, code in [("draw", "not_your_turn"), ("hello", "bad_move"), ("challenge", "not_your_turn")]:
        with pytest.raises(Refused) as refused:
            play(duel, idle, text)
        assert refused.value.refusal.code == code
    assert before == (Table.objects.get(pk=duel.pk).version, Move.objects.count(), Match.objects.get().position)


def test_a_double_click_is_stale_and_changes_nothing(duel: Table) -> None:
    user, version = player_to_move(duel), Table.objects.get(pk=duel.pk).version
    matches.play_move(duel.pk, user.pk, "draw", version)
    count = Move.objects.count()
    with pytest.raises(Refused) as refused:
        matches.play_move(duel.pk, user.pk, "draw", version)
    assert refused.value.refusal.code == "stale"
    assert Move.objects.count() == count


@pytest.mark.parametrize("version", [-1, 0])
def test_a_page_that_saw_nothing_of_the_match_is_stale_once_it_moved(duel: Table, version: int) -> None:
    play(duel, player_to_move(duel), any_move(duel))
    user = player_to_move(duel)
    with pytest.raises(Refused) as refused:
        matches.play_move(duel.pk, user.pk, any_move(duel), version)
    assert refused.value.refusal.code == "stale"


def test_a_change_of_the_table_makes_no_move_stale(duel: Table) -> None:
    user, version = player_to_move(duel), Table.objects.get(pk=duel.pk).version
    Table.objects.update(version=version + 3)
    matches.play_move(duel.pk, user.pk, any_move(duel), version)
    assert Move.objects.count() == 2


def test_a_watcher_cannot_move(duel: Table) -> None:
    bao = User.objects.create_user("Bao")
    with pytest.raises(Declined, match="no seat"):
        play(duel, bao, "draw")


def test_nobody_moves_for_another_seat(duel: Table) -> None:
    """The notation's seat prefix is of records only: a person's move is their own seat's."""
    idle = other(duel, player_to_move(duel))
    with pytest.raises(Refused) as refused:
        play(duel, idle, f"{state_of(duel).game.turn}: draw")
    assert refused.value.refusal.code == "bad_move"


def test_a_move_costs_at_most_six_queries_however_long_the_match(duel: Table) -> None:
    def cost() -> int:
        version = Table.objects.get(pk=duel.pk).version
        user, text = player_to_move(duel), any_move(duel)
        with CaptureQueriesContext(
            connection,
        ) as captured:
            matches.play_move(duel.pk, user.pk, text, version)
        return len([query for query in captured if "SAVEPOINT" not in query["sql"]])

    costs = [cost() for _ in range(24)]
    assert max(costs) <= 6
    assert max(costs[:4]) == max(costs[-4:])


def test_the_turn_ends_by_the_databases_clock(duel: Table, queue: list[Queued]) -> None:
    match = Match.objects.get()
    clocks.expire(match.pk)
    assert Move.objects.count() == 1
    Match.objects.update(deadline=Now() - timedelta(seconds=1))
    turn, idle = state_of(duel).game.turn, any_move(duel)
    clocks.expire(match.pk)
    moves = list(Move.objects.exclude(number=0).values_list("seat", "text", "by_ai"))
    assert moves[0] == (turn, idle, True)
    assert state_of(duel).game.turn != turn
    count = Move.objects.count()
    clocks.expire(match.pk)  # doubled: the deadline is a new one
    assert Move.objects.count() == count


def test_after_two_missed_turns_an_ai_plays_until_the_player_is_back(duel: Table) -> None:
    user = player_to_move(duel)
    for missed in (1, 2):
        while player_to_move(duel) != user:
            play(duel, player_to_move(duel), any_move(duel))
        Match.objects.update(deadline=Now() - timedelta(seconds=1))
        clocks.sweep()
        assert duel.seats.get(user=user).missed_turns == missed
    assert duel.seats.get(user=user).away
    absence.take_back(duel.pk, user.pk)
    seat = duel.seats.get(user=user)
    assert (seat.away, seat.missed_turns) == (False, 0)


def test_a_move_of_ones_own_forgets_missed_turns(duel: Table) -> None:
    user = player_to_move(duel)
    Seat.objects.filter(user=user).update(missed_turns=1)
    play(duel, user, any_move(duel))
    assert duel.seats.get(user=user).missed_turns == 0


def test_the_clock_starts_anew_with_the_turn_and_not_with_a_card_drawn(duel: Table, queue: list[Queued]) -> None:
    fixed = timezone.now() + timedelta(seconds=11)
    Match.objects.update(deadline=fixed)
    user = player_to_move(duel)
    play(duel, user, "draw")
    if state_of(duel).game.turn == state_of(duel).seat_of(user.pk).place:
        assert Match.objects.get().deadline == fixed
        play(duel, user, "pass")
    assert Match.objects.get().deadline != fixed


def test_ai_seats_play_the_match_to_its_end(open_table: Open, mei: User) -> None:
    table = open_table(mei, seats=4, ai_level="steady", single=True)
    getting_ready.start(table.pk, mei.pk)
    tables.leave(table.pk, mei.pk)
    match = Match.objects.get()
    for _ in range(3000):
        match.refresh_from_db()
        if match.state == Match.State.OVER:
            break
        ai.play(match.pk, match.number)
    assert match.state == Match.State.OVER
    assert match.finished_at is not None
    assert min(match.seats.values_list("place", flat=True)) == 1
    assert Move.objects.filter(match=match, by_ai=False).exclude(seat=None).count() == 0


def test_an_ai_task_that_is_late_or_doubled_does_nothing(open_table: Open, mei: User) -> None:
    table = open_table(mei, seats=4, ai_level="easy")
    getting_ready.start(table.pk, mei.pk)
    tables.leave(table.pk, mei.pk)
    match = Match.objects.get()
    ai.play(match.pk, match.number)
    count = Move.objects.count()
    ai.play(match.pk, match.number)
    ai.play(match.pk, match.number - 1)
    ai.play(10**9, 0)
    assert Move.objects.count() == count


def test_the_sweep_makes_the_acts_whose_tasks_got_lost(open_table: Open, mei: User) -> None:
    table = open_table(mei, seats=4, ai_level="easy")
    getting_ready.start(table.pk, mei.pk)
    tables.leave(table.pk, mei.pk)
    count = Move.objects.count()
    ai.sweep()
    assert Move.objects.count() == count
    Match.objects.update(ai_due=Now() - timedelta(seconds=30))
    ai.sweep()
    assert Move.objects.count() > count


def test_an_act_that_is_refused_keeps_the_table_waiting_for_nothing(
    open_table: Open, mei: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a catch would catch may be hidden from who tries it."""
    table = open_table(mei, seats=4, ai_level="steady")
    getting_ready.start(table.pk, mei.pk)
    tables.leave(table.pk, mei.pk)
    monkeypatch.setattr(ai_plan, "reaction", lambda level, view, rng: Choice(f"catch {(view.seat + 1) % 4}", ()))
    match = Match.objects.get()
    ai.play(match.pk, match.number)
    assert Move.objects.get(number=1).seat is not None


def test_a_reader_sees_their_own_hand_only(duel: Table, mei: User, otto: User) -> None:
    mine, theirs, watcher = (reading.snapshot(duel.pk, pk) for pk in (mei.pk, otto.pk, None))
    hands = [[card.card for card in seen.view.hand] for seen in (mine, theirs, watcher)]
    assert len(hands[0]) >= 7
    assert len(hands[1]) >= 7
    assert hands[2] == []
    assert mine.viewer == 0
    assert watcher.viewer is None
    assert mine.seed == ""


def test_the_seed_is_published_when_the_match_is_over_and_fits_its_commitment(duel: Table, mei: User) -> None:
    from games.rules.core.shuffle import commitment

    while not state_of(duel).game.over:
        state = state_of(duel)
        if state.game.round_over:
            for seat in state.people:
                getting_ready.set_ready(duel.pk, seat.user_id, True)
        else:
            play(duel, player_to_move(duel), any_move_that_lays(duel))
    seen = reading.snapshot(duel.pk, mei.pk)
    assert seen.table.state == "over"
    assert commitment(bytes.fromhex(seen.seed)) == seen.commitment
    assert max(Match.objects.get().seats.values_list("score", flat=True)) >= 500


def test_a_private_table_is_not_to_be_seen_without_its_link(open_table: Open, mei: User, otto: User) -> None:
    table = open_table(mei, visibility="private")
    with pytest.raises(NotFound):
        reading.find_table(table.public_id, otto.pk, {})
    with pytest.raises(NotFound):
        reading.find_table(table.public_id, None, {table.public_id: "guess"})
    assert reading.find_table(table.public_id, otto.pk, {table.public_id: table.invite}) == table.pk
    assert reading.find_table(table.public_id, mei.pk, {}) == table.pk
