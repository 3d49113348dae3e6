"""A match that the rules as they are now cannot read any more ends without a result, wherever that is noticed."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db.models.functions import Now
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games import tasks
from games.models import Match, Seat, Table
from games.services import closing, getting_ready, matches, reading, tables
from games.services.errors import Declined
from tests.games.conftest import any_move_that_lays, play, player_to_move, state_of

Open = Callable[..., Table]


def spoil() -> None:
    """Store a position and moves that nobody can read."""
    match = Match.objects.get()
    match.moves.exclude(number=0).delete()
    Match.objects.update(position={"schema": 0}, ruleset={"hand_size": "many"})


def voided(table: Table) -> bool:
    """Whether the match is void and its table free for another."""
    table.refresh_from_db()
    return (Match.objects.get().state, table.state, table.match) == (Match.State.VOID, Table.State.OPEN, None)


def test_a_page_of_it_opens(duel: Table, mei: User) -> None:
    spoil()
    assert reading.snapshot(duel.pk, mei.pk).view is None
    assert voided(duel)


def test_the_sweep_ends_it(duel: Table) -> None:
    spoil()
    Match.objects.update(deadline=Now() - timedelta(seconds=1))
    tasks.sweep()
    assert voided(duel)


def test_a_move_in_it_is_declined(duel: Table, mei: User) -> None:
    spoil()
    with pytest.raises(Declined, match="no seat in this match"):
        matches.play_move(duel.pk, mei.pk, "draw", duel.version)


def test_one_may_leave_it(duel: Table, mei: User, otto: User, client: Client) -> None:
    spoil()
    client.force_login(mei)
    assert client.post(f"/tables/{duel.public_id}/leave/").status_code == 302
    assert voided(duel)
    assert duel.owner == otto


def test_a_removed_account_goes_all_the_same(duel: Table, mei: User) -> None:
    from accounts.deletion import carry_out, request_deletion

    spoil()
    when = request_deletion(mei, timezone.now())
    assert carry_out(mei.pk, when + timedelta(seconds=1))


def test_those_who_had_left_keep_no_seat(duel: Table, mei: User, otto: User) -> None:
    """Else nobody could begin another match: they never get ready."""
    tables.leave(duel.pk, otto.pk)
    spoil()
    reading.snapshot(duel.pk, mei.pk)
    assert voided(duel)
    assert [seat.user for seat in Seat.objects.all()] == [mei, None]


def test_a_table_that_all_have_left_is_closed(duel: Table, mei: User, otto: User) -> None:
    for user in (mei, otto):
        tables.leave(duel.pk, user.pk)
    spoil()
    reading.snapshot(duel.pk, None)
    duel.refresh_from_db()
    assert duel.state == Table.State.CLOSED


def test_a_finished_match_keeps_its_result(open_table: Open, mei: User, otto: User) -> None:
    table = open_table(mei, single=True)
    tables.join(table.pk, otto)
    getting_ready.set_ready(table.pk, otto.pk, True)
    getting_ready.start(table.pk, mei.pk)
    while not state_of(table).game.over:
        play(table, player_to_move(table), any_move_that_lays(table))
    spoil()
    Table.objects.update(changed_at=timezone.now() - timedelta(hours=1))
    closing.close_idle()
    table.refresh_from_db()
    assert (Match.objects.get().state, table.state) == (Match.State.OVER, Table.State.OPEN)
