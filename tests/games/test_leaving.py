"""Getting up from a table: in a match, between rounds, when it is over; and what the others then see."""

from collections.abc import Callable

import pytest
from django.utils import timezone

from accounts.models import User
from games import screens
from games.models import Match, Table
from games.services import absence, ai, getting_ready, reading, room, tables
from games.services.errors import Declined
from tests.games.conftest import any_move_that_lays, play, player_to_move, state_of

Open = Callable[..., Table]


@pytest.fixture
def bao(db: None) -> User:
    """A third person."""
    return User.objects.create_user("Bao")


@pytest.fixture
def trio(open_table: Open, mei: User, otto: User, bao: User) -> Callable[..., Table]:
    """Mei, Otto and Bao at a table of three; the first round has been dealt."""

    def make(**wishes: object) -> Table:
        table = open_table(mei, seats=3, **wishes)
        for user in (otto, bao):
            tables.join(table.pk, user)
            getting_ready.set_ready(table.pk, user.pk, True)
        getting_ready.start(table.pk, mei.pk)
        return Table.objects.get(pk=table.pk)

    return make


def play_round(table: Table) -> None:
    """Play until the round is over."""
    while not state_of(table).game.round_over:
        play(table, player_to_move(table), any_move_that_lays(table))


def drawn_for(table: Table, user: User | None) -> str:
    """The whole screen of this reader."""
    snapshot = reading.snapshot(table.pk, user.pk if user else None)
    return screens.render(snapshot, ("table",), "en")


@pytest.mark.parametrize("leaver", range(3))
def test_the_result_stays_whole_when_somebody_goes(trio: Callable[..., Table], leaver: int) -> None:
    table = trio(single=True)
    play_round(table)
    people = [seat.user for seat in state_of(table).playing]
    gone = people.pop(leaver)
    assert gone is not None
    tables.leave(table.pk, gone.pk)
    assert tables.current_table(gone) is None
    for reader in (*people, gone, None):
        assert gone.name in drawn_for(table, reader)


def test_a_rematch_is_played_by_those_who_stayed(trio: Callable[..., Table], mei: User, otto: User, bao: User) -> None:
    table = trio(single=True)
    play_round(table)
    tables.leave(table.pk, mei.pk)
    for user in (otto, bao):
        getting_ready.set_ready(table.pk, user.pk, True)
    state = state_of(table)
    assert state.table.state == Table.State.PLAYING
    assert [seat.user for seat in state.playing] == [otto, bao]
    assert state.table.owner == otto


def test_who_was_away_at_the_end_keeps_nobody_from_a_rematch(
    trio: Callable[..., Table], mei: User, otto: User, bao: User
) -> None:
    table = trio(single=True)
    play_round(table)
    table.seats.filter(user=bao).update(away=True, missed_turns=2)
    for user in (mei, otto):
        getting_ready.set_ready(table.pk, user.pk, True)
    state = state_of(table)
    assert state.table.state == Table.State.PLAYING
    assert [seat.user for seat in state.playing] == [mei, otto]
    assert tables.current_table(bao) is None


def test_who_says_ready_is_back(trio: Callable[..., Table], bao: User) -> None:
    table = trio()
    play_round(table)
    table.seats.filter(user=bao).update(away=True, missed_turns=2)
    getting_ready.set_ready(table.pk, bao.pk, True)
    seat = table.seats.get(user=bao)
    assert (seat.away, seat.missed_turns) == (False, 0)
    assert state_of(table).game.round_number == 1  # the two others have not said so


def test_leaving_between_rounds_takes_nobodys_word_back(
    trio: Callable[..., Table], mei: User, otto: User, bao: User
) -> None:
    table = trio()
    play_round(table)
    deadline = Match.objects.get().deadline
    getting_ready.set_ready(table.pk, mei.pk, True)
    tables.leave(table.pk, bao.pk)
    assert table.seats.get(user=mei).ready
    assert Match.objects.get().deadline == deadline
    tables.leave(table.pk, otto.pk)  # the one who was waited for
    assert state_of(table).game.round_number == 2


def test_coming_back_after_the_end_changes_no_result(trio: Callable[..., Table], mei: User, otto: User) -> None:
    table = trio(single=True)
    play_round(table)
    long_ago = timezone.now().replace(year=2020)
    Match.objects.update(finished_at=long_ago)
    table.seats.filter(user=otto).update(away=True)
    getting_ready.set_ready(table.pk, mei.pk, True)
    absence.take_back(table.pk, otto.pk)
    assert not table.seats.get(user=otto).away
    assert Match.objects.get().finished_at == long_ago
    assert table.seats.get(user=mei).ready


def test_sitting_down_again_where_one_sits_changes_nothing(trio: Callable[..., Table], mei: User) -> None:
    table = trio(single=True)
    play_round(table)
    tables.join(table.pk, mei)
    assert tables.current_table(mei) == table


def test_a_refused_seat_costs_nobody_the_one_they_have(trio: Callable[..., Table], open_table: Open, mei: User) -> None:
    over = trio(single=True)
    play_round(over)
    full = open_table(User.objects.create_user("Wren"), ai_level="easy")
    with pytest.raises(Declined, match="full"):
        tables.join(full.pk, mei)
    assert tables.current_table(mei) == over


@pytest.fixture
def party(open_table: Open, mei: User, otto: User, bao: User) -> Table:
    """A match that began with those who were ready: Mei with four AI players; Otto and Bao wait for the next one."""
    table = open_table(mei, seats=7, preset="party", single=True)
    for _ in range(4):
        room.add_ai(table.pk, mei.pk, "steady")
    for user in (otto, bao):
        tables.join(table.pk, user)
    getting_ready.start(table.pk, mei.pk)
    return Table.objects.get(pk=table.pk)


def test_who_was_not_ready_watches_and_cannot_play(party: Table, otto: User) -> None:
    seen = reading.snapshot(party.pk, otto.pk)
    assert seen.viewer is None
    assert seen.view.hand == ()
    with pytest.raises(Declined, match="no seat"):
        play(party, otto, "draw")


def test_who_waits_may_go_or_get_ready_for_the_next_match(party: Table, mei: User, otto: User, bao: User) -> None:
    assert 'data-dialog="leave-dialog"' in drawn_for(party, otto)
    assert 'id="ready"' in drawn_for(party, otto)
    getting_ready.set_ready(party.pk, otto.pk, True)
    assert 'id="ready"' not in drawn_for(party, otto)
    while not (state := state_of(party)).game.over:
        if player_to_move(party) == mei:
            play(party, mei, any_move_that_lays(party))
        else:
            assert state.match
            ai.play(state.match.pk, state.match.number)
    assert 'id="rematch"' in drawn_for(party, mei)
    assert 'id="rematch"' in drawn_for(party, bao)
    getting_ready.set_ready(party.pk, mei.pk, True)  # Bao is not ready, and keeps nobody waiting
    state = state_of(party)
    assert state.table.state == Table.State.PLAYING
    assert [seat.user for seat in state.playing if not seat.is_ai] == [mei, otto]
    assert tables.current_table(bao) == party


def test_a_running_table_stays_while_those_who_wait_go(party: Table, mei: User, otto: User, bao: User) -> None:
    for user in (mei, otto, bao):
        tables.leave(party.pk, user.pk)
    party.refresh_from_db()
    assert party.state == Table.State.PLAYING
    assert party.owner is None
