"""Two things at once: each is done once, and the other one is told so."""

import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.db.models.functions import Now
from django.utils import timezone

from accounts.models import Friendship, User
from games.models import Invitation, Match, MatchSeat, Move, Notice, SavedRuleset, Seat, Table
from games.rules.core.refusals import Refused
from games.services import absence, ai, clocks, closing, getting_ready, invitations, matches, notices, room, tables
from games.services.errors import Declined
from games.services.tables import Wishes
from tests.games.conftest import any_move, any_move_that_lays, play, player_to_move, state_of

pytestmark = pytest.mark.django_db(transaction=True)
Open = Callable[..., Table]


def at_once(*acts: Callable[[], object]) -> list[object]:
    """Do all of these in threads of their own, begun together; return what each returned or raised."""
    gate = threading.Barrier(len(acts))
    results: list[object] = [None] * len(acts)

    def run(number: int, act: Callable[[], object]) -> None:
        try:
            gate.wait()
            results[number] = act()
        except Exception as error:  # handed to the test, which says what is right
            results[number] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def unexpected(results: list[object], *fine: type[Exception]) -> list[object]:
    """The errors among these results that nobody should get."""
    return [result for result in results if isinstance(result, Exception) and not isinstance(result, fine)]


def test_one_move_sent_twice_is_made_once(duel: Table) -> None:
    user, text, version = player_to_move(duel), any_move(duel), duel.version
    results = at_once(*[lambda: matches.play_move(duel.pk, user.pk, text, version)] * 3)
    assert not unexpected(results, Refused)
    assert [result.refusal.code for result in results if isinstance(result, Refused)] == ["stale", "stale"]
    assert Move.objects.exclude(number=0).count() == 1


@pytest.mark.skipif(not connection.features.has_select_for_update_of, reason="SQLite lets one write after another")
def test_friends_who_open_tables_at_once_tell_each_other(
    open_table: Open, mei: User, otto: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each holds their own row and points at the other's: neither may wait for that."""
    Friendship.objects.create(asker=mei, asked=otto, accepted_at=timezone.now())
    both, tell = threading.Barrier(2), notices.friends_table
    monkeypatch.setattr(notices, "friends_table", lambda table: (both.wait(timeout=20), tell(table)))
    assert not unexpected(at_once(*[lambda one=one: open_table(one, turn_seconds=86_400) for one in (mei, otto)]))
    assert Notice.objects.filter(kind=Notice.Kind.FRIENDS_TABLE).count() == 2


@pytest.mark.skipif(not connection.features.has_select_for_update_of, reason="SQLite lets one write after another")
def test_two_who_go_for_good_at_once_wait_for_each_other_in_one_order(
    open_table: Open, mei: User, otto: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each sits at a table of the other's."""
    for owner, guest in ((mei, otto), (otto, mei)):
        tables.join(open_table(owner, seats=3, turn_seconds=86_400).pk, guest)
    both, leave = threading.Barrier(2), closing.leave

    def slowly(table_id: int, user_id: int) -> None:
        with suppress(threading.BrokenBarrierError):
            both.wait(timeout=2)
        leave(table_id, user_id)

    def go(user: User) -> None:
        with transaction.atomic():
            closing.person_leaves_the_site(user)

    monkeypatch.setattr(closing, "leave", slowly)
    assert not unexpected(at_once(lambda: go(mei), lambda: go(otto)))
    assert set(Table.objects.values_list("state", flat=True)) == {Table.State.CLOSED}


def test_a_deadline_that_several_find_passes_once(duel: Table) -> None:
    Match.objects.update(deadline=Now() - timedelta(seconds=1))
    turn = state_of(duel).game.turn
    results = at_once(*[lambda: clocks.expire(duel.match_id)] * 3)
    assert not unexpected(results)
    assert set(Move.objects.exclude(number=0).values_list("seat", flat=True)) == {turn}
    assert Seat.objects.get(place=turn).missed_turns == 1


def test_an_ai_task_that_comes_three_times_acts_once(open_table: Open, mei: User) -> None:
    table = open_table(mei, seats=4, ai_level="steady")
    getting_ready.start(table.pk, mei.pk)
    tables.leave(table.pk, mei.pk)
    match = Match.objects.get()
    assert not unexpected(at_once(*[lambda: ai.play(match.pk, match.number)] * 3))
    assert Match.objects.get().number == match.number + 1


def test_a_move_and_a_leave_lose_neither(duel: Table, mei: User, otto: User) -> None:
    """Who leaves writes the whole match: not one that is a move old."""
    user, text, version = player_to_move(duel), any_move(duel), duel.version
    other = otto if user == mei else mei
    results = at_once(
        lambda: matches.play_move(duel.pk, user.pk, text, version), lambda: tables.leave(duel.pk, other.pk)
    )
    assert not unexpected(results)
    match = Match.objects.get()
    assert match.number == Move.objects.order_by("-number")[0].number == 1
    assert state_of(duel).game.number == 1
    assert duel.seats.get(user=other).away


def test_two_clicks_open_one_table(presets: None, mei: User) -> None:
    official = SavedRuleset.objects.get(key="official")
    results = at_once(*[lambda: tables.open_table(mei, Wishes(official, seats=4, ai_level="easy"))] * 3)
    assert not unexpected(results)
    assert len({result.pk for result in results if isinstance(result, Table)}) == 1
    assert Table.objects.count() == 1


def test_the_last_seat_is_one_persons(open_table: Open, mei: User, otto: User) -> None:
    table = open_table(mei)
    bao = User.objects.create_user("Bao")
    results = at_once(lambda: tables.join(table.pk, otto), lambda: tables.join(table.pk, bao))
    assert not unexpected(results, Declined)
    assert sum(isinstance(result, Declined) for result in results) == 1
    assert table.seats.exclude(user=None).count() == 2


def test_one_person_sits_at_one_of_two_tables(open_table: Open, mei: User, otto: User) -> None:
    first, second = open_table(mei), open_table(otto)
    bao = User.objects.create_user("Bao")
    results = at_once(lambda: tables.join(first.pk, bao), lambda: tables.join(second.pk, bao))
    assert not unexpected(results, Declined)
    assert Seat.objects.filter(user=bao).count() == 1


def test_all_leave_at_once(duel: Table, mei: User, otto: User) -> None:
    assert not unexpected(at_once(*(lambda user=user: tables.leave(duel.pk, user.pk) for user in (mei, otto))))
    assert not Seat.objects.filter(live=True).exists()
    assert Table.objects.get().owner is None


def test_all_are_ready_at_once(duel: Table, mei: User, otto: User) -> None:
    while not state_of(duel).game.round_over:
        play(duel, player_to_move(duel), any_move_that_lays(duel))
    acts = [lambda user=user: getting_ready.set_ready(duel.pk, user.pk, True) for user in (mei, otto)]
    assert not unexpected(at_once(*acts))
    assert state_of(duel).game.round_number == 2
    assert Move.objects.filter(text="deal").count() == 2


def test_one_seat_is_one_persons(open_table: Open, mei: User, otto: User) -> None:
    table = open_table(mei, seats=6)
    bao = User.objects.create_user("Bao")
    results = at_once(lambda: tables.join(table.pk, otto, 4), lambda: tables.join(table.pk, bao, 4))
    assert not unexpected(results, Declined)
    assert sum(isinstance(result, Declined) for result in results) == 1
    assert table.seats.get(index=4).user in (otto, bao)
    assert table.seats.exclude(user=None).count() == 2


def test_people_who_change_places_while_the_owner_shuffles_keep_one_seat_each(
    open_table: Open, mei: User, otto: User
) -> None:
    table = open_table(mei, seats=4)
    tables.join(table.pk, otto)
    results = at_once(
        lambda: room.shuffle(table.pk, mei.pk),
        lambda: tables.join(table.pk, otto, 3),
        lambda: room.shuffle(table.pk, mei.pk),
    )
    assert not unexpected(results, Declined)
    assert sorted(table.seats.values_list("index", flat=True)) == [0, 1, 2, 3]
    assert {seat.user for seat in table.seats.exclude(user=None)} == {mei, otto}
    assert table.seats.exclude(user=None).count() == 2


def test_two_invitations_at_once_are_one(open_table: Open, mei: User, otto: User) -> None:
    table = open_table(mei, seats=4)
    Friendship.objects.create(asker=mei, asked=otto, accepted_at=timezone.now())
    results = at_once(*[lambda: invitations.invite(table.pk, mei.pk, otto.public_id)] * 3)
    assert not unexpected(results)
    assert Invitation.objects.count() == Notice.objects.count() == 1


def test_who_fills_a_quick_table_at_once_begins_one_match(open_table: Open, mei: User, otto: User) -> None:
    table = open_table(mei, seats=3)
    Table.objects.update(is_quick=True)
    bao = User.objects.create_user("Bao")
    assert not unexpected(at_once(lambda: tables.join(table.pk, otto), lambda: tables.join(table.pk, bao)))
    assert Match.objects.count() == 1


@pytest.mark.parametrize("several", [1, 3])
def test_who_comes_back_while_the_match_is_given_up_is_in_it_or_out_of_it(duel: Table, mei: User, several: int) -> None:
    Seat.objects.filter(table=duel).update(away=True, missed_turns=2)
    Match.objects.update(unattended_since=Now() - timedelta(hours=1))
    sweeps = [lambda: absence.give_up(duel.match_id)] * several
    results = at_once(*sweeps, lambda: absence.take_back(duel.pk, mei.pk))
    assert not unexpected(results, Declined)
    seat, left = duel.seats.get(user=mei), MatchSeat.objects.get(user=mei).left_at
    came_back = not isinstance(results[-1], Declined)
    assert (seat.live, seat.away, left is None) == (came_back, not came_back, came_back)


def test_the_last_two_who_leave_at_once_leave_a_match_that_ends(duel: Table, mei: User, otto: User) -> None:
    leaving = [lambda user=user: tables.leave(duel.pk, user.pk) for user in (mei, otto)]
    assert not unexpected(at_once(*leaving))
    assert MatchSeat.objects.filter(left_at=None).count() == 0
    assert state_of(duel).abandoned
    assert Match.objects.filter(ai_due__lte=Now() + timedelta(seconds=5)).exists()
