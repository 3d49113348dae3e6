"""Opening a table, sitting down, getting ready, leaving."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import Match, MatchSeat, Seat, Table
from games.services import clocks, closing, getting_ready, room, tables
from games.services.errors import Declined
from tests.games.conftest import any_move_that_lays, play, player_to_move, state_of

Open = Callable[..., Table]


def test_the_owner_sits_in_the_first_seat_and_is_ready(open_table: Open, mei: User) -> None:
    table = open_table(mei, seats=4)
    first = table.seats.get(index=0)
    assert (first.user, first.live, first.ready) == (mei, True, True)
    assert table.seats.filter(user=None).count() == 3


def test_ai_players_take_the_free_seats_each_another_character(open_table: Open, mei: User) -> None:
    table = open_table(mei, seats=10, ai_level="easy")
    names = set(table.seats.filter(is_ai=True, level="easy").values_list("user__display_name", flat=True))
    assert len(names) == 9


def test_opening_twice_yields_the_one_table(open_table: Open, mei: User) -> None:
    assert open_table(mei) == open_table(mei)
    assert Table.objects.count() == 1


def test_joining_twice_takes_one_seat(open_table: Open, mei: User, otto: User) -> None:
    table = open_table(mei, seats=4)
    tables.join(table.pk, otto)
    tables.join(table.pk, otto)
    assert table.seats.filter(user=otto).count() == 1


def test_a_person_sits_at_one_table(open_table: Open, mei: User, otto: User) -> None:
    open_table(otto)
    table = open_table(mei, seats=4)
    with pytest.raises(Declined, match="already sit at “Otto's table”"):
        tables.join(table.pk, otto)
    assert not table.seats.filter(user=otto).exists()


def test_a_full_table_says_so(open_table: Open, mei: User, otto: User) -> None:
    table = open_table(mei, ai_level="steady")
    with pytest.raises(Declined, match="full"):
        tables.join(table.pk, otto)


def test_nobody_joins_a_match_that_has_begun(duel: Table) -> None:
    bao = User.objects.create_user("Bao")
    with pytest.raises(Declined, match="has begun"):
        tables.join(duel.pk, bao)


def test_it_starts_for_the_owner_alone_when_everybody_is_ready(open_table: Open, mei: User, otto: User) -> None:
    table = open_table(mei)
    tables.join(table.pk, otto)
    with pytest.raises(Declined, match="Only the owner"):
        getting_ready.start(table.pk, otto.pk)
    with pytest.raises(Declined, match="Not everybody"):
        getting_ready.start(table.pk, mei.pk)
    getting_ready.set_ready(table.pk, otto.pk, True)
    getting_ready.start(table.pk, mei.pk)
    table.refresh_from_db()
    assert table.state == Table.State.PLAYING
    assert [seat.user for seat in state_of(table).playing] == [mei, otto]


def test_a_double_click_on_start_begins_one_match(open_table: Open, mei: User) -> None:
    table = open_table(mei, ai_level="easy")
    getting_ready.start(table.pk, mei.pk)
    getting_ready.start(table.pk, mei.pk)
    assert Match.objects.count() == 1


def test_one_alone_cannot_start(open_table: Open, mei: User) -> None:
    table = open_table(mei)
    with pytest.raises(Declined, match="2 to 10 players"):
        getting_ready.start(table.pk, mei.pk)


def test_free_seats_are_left_out_of_the_match(open_table: Open, mei: User, otto: User) -> None:
    table = open_table(mei, seats=6)
    tables.join(table.pk, otto)
    room.add_ai(table.pk, mei.pk, "easy")
    getting_ready.set_ready(table.pk, otto.pk, True)
    Seat.objects.filter(table=table, user=otto).update(index=5 + 10)
    getting_ready.start(table.pk, mei.pk)
    playing = state_of(table).playing
    assert [seat.place for seat in playing] == [0, 1, 2]
    assert playing[2].user == otto


@pytest.mark.parametrize("level", ["", "grandmaster"])
def test_an_unknown_level_is_declined(open_table: Open, mei: User, level: str) -> None:
    table = open_table(mei, seats=3)
    with pytest.raises(Declined, match="no AI player of this level"):
        room.add_ai(table.pk, mei.pk, level)


def test_an_ai_can_be_sent_away_before_the_start_only(open_table: Open, mei: User) -> None:
    table = open_table(mei, seats=3, ai_level="steady")
    room.send_away(table.pk, mei.pk, 2)
    assert not table.seats.get(index=2).taken
    with pytest.raises(Declined, match="Nobody sits there"):
        room.send_away(table.pk, mei.pk, 2)
    getting_ready.start(table.pk, mei.pk)
    with pytest.raises(Declined, match="begun already"):
        room.send_away(table.pk, mei.pk, 1)


def test_the_table_goes_to_the_next_person_and_closes_after_the_last(open_table: Open, mei: User, otto: User) -> None:
    table = open_table(mei, seats=3)
    tables.join(table.pk, otto)
    tables.leave(table.pk, mei.pk)
    table.refresh_from_db()
    assert (table.owner, table.state) == (otto, Table.State.OPEN)
    tables.leave(table.pk, otto.pk)
    table.refresh_from_db()
    assert table.state == Table.State.CLOSED


def test_who_leaves_a_match_is_played_on_by_an_ai_and_free_to_sit_elsewhere(
    duel: Table, open_table: Open, mei: User
) -> None:
    tables.leave(duel.pk, mei.pk)
    seat = duel.seats.get(user=mei)
    assert (seat.live, seat.away) == (False, True)
    assert MatchSeat.objects.filter(match=duel.match, user=mei).exists()
    assert open_table(mei) != duel


def test_a_removed_account_hands_its_seat_to_an_ai(duel: Table, mei: User) -> None:
    from accounts.deletion import carry_out, request_deletion

    Table.objects.filter(pk=duel.pk).update(name="Mei plays")
    when = request_deletion(mei, timezone.now())
    assert carry_out(mei.pk, when + timedelta(seconds=1))
    duel.refresh_from_db()
    assert duel.seats.get(user=mei).away
    assert "Mei" not in duel.title


def test_the_next_round_begins_when_all_are_ready(duel: Table, mei: User, otto: User) -> None:
    while not state_of(duel).game.round_over:
        play(duel, player_to_move(duel), any_move_that_lays(duel))
    getting_ready.set_ready(duel.pk, mei.pk, True)
    assert state_of(duel).game.round_number == 1
    getting_ready.set_ready(duel.pk, otto.pk, True)
    assert state_of(duel).game.round_number == 2


def test_a_rematch_begins_when_all_who_stayed_are_ready(open_table: Open, mei: User, otto: User) -> None:
    table = open_table(mei, single=True)
    tables.join(table.pk, otto)
    getting_ready.set_ready(table.pk, otto.pk, True)
    getting_ready.start(table.pk, mei.pk)
    while not state_of(table).game.over:
        play(table, player_to_move(table), any_move_that_lays(table))
    table.refresh_from_db()
    first = table.match
    assert table.state == Table.State.OVER
    assert Match.objects.get().state == Match.State.OVER
    assert sorted(Match.objects.get().seats.values_list("place", flat=True)) == [1, 2]
    before = table.version
    getting_ready.set_ready(table.pk, mei.pk, True)
    getting_ready.set_ready(table.pk, otto.pk, True)
    table.refresh_from_db()
    assert table.state == Table.State.PLAYING
    assert table.match != first
    assert table.version > before


def test_a_rematch_with_too_few_waits_for_people(open_table: Open, mei: User, otto: User) -> None:
    table = open_table(mei, single=True)
    tables.join(table.pk, otto)
    getting_ready.set_ready(table.pk, otto.pk, True)
    getting_ready.start(table.pk, mei.pk)
    while not state_of(table).game.over:
        play(table, player_to_move(table), any_move_that_lays(table))
    tables.leave(table.pk, otto.pk)
    getting_ready.set_ready(table.pk, mei.pk, True)
    table.refresh_from_db()
    assert table.state == Table.State.OPEN
    assert table.match is None


def test_idle_tables_are_closed_and_free_their_people(open_table: Open, mei: User) -> None:
    table = open_table(mei)
    closing.close_idle()
    assert tables.current_table(mei) == table
    Table.objects.filter(pk=table.pk).update(changed_at=timezone.now() - timedelta(hours=1))
    closing.close_idle()
    assert tables.current_table(mei) is None
    assert Table.objects.get().state == Table.State.CLOSED


def test_a_running_match_is_not_closed(duel: Table) -> None:
    Table.objects.filter(pk=duel.pk).update(changed_at=timezone.now() - timedelta(hours=1))
    closing.close_idle()
    clocks.sweep()
    assert Table.objects.get(pk=duel.pk).state == Table.State.PLAYING
