"""What many readers of one table share, and what each gets alone."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation
from redis.exceptions import ConnectionError as RedisIsAway

from accounts.models import Tie, User
from accounts.personal_data import personal_data
from games import broadcast
from games.models import Match, MatchSeat, Seat, Table
from games.screens import Snapshot
from games.services import getting_ready, history, kept, reading
from tests.games.conftest import any_move, any_move_that_lays, play, player_to_move, state_of

Open = Callable[..., Table]


def test_an_older_reading_never_takes_the_place_of_a_newer(duel: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two threads read at once, and the slower one comes back with what was there before."""
    fetch = kept._fetch
    slow = fetch(duel.pk, None)
    play(duel, player_to_move(duel), any_move(duel))
    newest = reading.snapshot(duel.pk, None).version
    monkeypatch.setattr(kept, "_fetch", lambda table_id, before: slow)
    reading.snapshot(duel.pk, None)
    monkeypatch.setattr(kept, "_fetch", fetch)
    assert reading.snapshot(duel.pk, None, 0).version == newest


def test_readers_of_one_version_share_its_rows_and_nothing_else(duel: Table, mei: User, otto: User) -> None:
    version = reading.snapshot(duel.pk, None).version
    with CaptureQueriesContext(connection) as captured:
        seen = [reading.snapshot(duel.pk, pk, version) for pk in (mei.pk, otto.pk, None, mei.pk)]
    assert len(captured) == 0
    hands = [sorted(card.card for card in one.view.hand) for one in seen]
    assert hands[0] == hands[3] != hands[1] != hands[2] == []


def test_a_room_full_of_watchers_asks_once_who_is_at_odds(open_table: Open, mei: User, otto: User) -> None:
    """Each change of a waiting room sends each of them the whole room, with whether they could sit down."""
    table = open_table(mei)
    people = [User.objects.create_user(f"Passer {number}") for number in range(10)]
    Tie.objects.create(person=mei, other=people[0], kind=Tie.Kind.BLOCK)
    Tie.objects.create(person=people[1], other=mei, kind=Tie.Kind.BLOCK)
    Tie.objects.create(person=people[2], other=otto, kind=Tie.Kind.BLOCK)
    version = reading.snapshot(table.pk, None).version
    with CaptureQueriesContext(connection) as captured:
        rooms = [reading.snapshot(table.pk, person.pk, version).waiting for person in people]
    told = [room.why_not_sit for room in rooms if room is not None]
    assert told == ["You cannot sit down at this table.", "You have blocked Mei, who sits at this table.", *[""] * 8]
    assert len(captured) == 1


def test_what_is_shared_is_in_no_language(open_table: Open, mei: User) -> None:
    table = open_table(mei)
    names = []
    for language in ("en", "zh-hans", "en"):
        with translation.override(language):
            names.append(reading.snapshot(table.pk, None, table.version).table.name)
    assert names[0] == names[2] != names[1]


def test_a_cache_that_is_away_hides_nobodys_table(duel: Table, mei: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who is here is a hint for the eye; the table can be played without it."""

    def away(*_args: Any, **_kwargs: Any) -> None:
        raise RedisIsAway("connection refused")

    for name in ("get_many", "add", "touch", "delete"):
        monkeypatch.setattr(type(cache._connections[cache._alias]), name, away)
    assert reading.snapshot(duel.pk, mei.pk).viewer == 0


def test_personal_data_hold_ones_own_moves_alone(duel: Table, mei: User, otto: User) -> None:
    for _ in range(6):
        play(duel, player_to_move(duel), any_move(duel))
    for place, user in enumerate((mei, otto)):
        told = [move["number"] for match in history.matches_of(user) for move in match["moves"]]
        assert told == list(Match.objects.get().moves.filter(seat=place).values_list("number", flat=True))
        assert told


def test_personal_data_cost_the_same_however_many_matches(open_table: Open, mei: User) -> None:
    def cost() -> int:
        with CaptureQueriesContext(connection) as captured:
            assert len(history.matches_of(mei)) == Match.objects.count()
        return len(captured)

    getting_ready.start(open_table(mei, ai_level="easy").pk, mei.pk)
    table = Table.objects.get()
    if player_to_move(table) == mei:
        play(table, mei, any_move(table))
    few = cost()
    first = Match.objects.get()
    for _ in range(4):
        one = Match.objects.create(
            table=table, family="uno", rules_version=1, ruleset={}, seed=bytes(32), commitment="", position={}
        )
        MatchSeat.objects.create(match=one, seat=1, user=mei)
    assert cost() == few
    moves = personal_data(mei)["matches"][0]["moves"]
    assert len(moves) == first.moves.filter(seat=0, by_ai=False).count()


@pytest.mark.django_db(transaction=True)
def test_who_made_a_move_does_not_read_the_table_again(duel: Table, mei: User, otto: User) -> None:
    """What the process keeps is what it would read, reader by reader."""
    reading.snapshot(duel.pk, None)
    for _ in range(14):
        state = state_of(duel)
        if state.game.round_over:
            break
        play(duel, player_to_move(duel), any_move_that_lays(duel))
        version = Table.objects.get(pk=duel.pk).version
        with CaptureQueriesContext(connection) as captured:
            shown = [reading.snapshot(duel.pk, pk, version) for pk in (mei.pk, otto.pk, None)]
        if not state_of(duel).game.round_over:
            assert len(captured) == 0
        kept._shared.clear()
        read = [reading.snapshot(duel.pk, pk, version) for pk in (mei.pk, otto.pk, None)]
        assert [without_clocks(one) for one in shown] == [without_clocks(one) for one in read]


@pytest.mark.django_db(transaction=True)
def test_another_process_reads_what_a_move_has_changed_and_no_more(duel: Table, mei: User, otto: User) -> None:
    """It knows the version before, and hears that the table came to the next by moves alone."""
    reading.snapshot(duel.pk, None)
    for _ in range(14):
        before = kept._shared[duel.pk]
        play(duel, player_to_move(duel), any_move_that_lays(duel))
        if state_of(duel).game.round_over:
            break
        version = Table.objects.get(pk=duel.pk).version
        kept._shared[duel.pk] = before
        with CaptureQueriesContext(connection) as captured:
            kept.follow(duel.pk, version)
            shown = [reading.snapshot(duel.pk, pk, version) for pk in (mei.pk, otto.pk, None)]
        assert len(captured) == 1
        assert before.state.table.version == version - 1  # who reads it just now is not disturbed
        kept._shared.clear()
        read = [reading.snapshot(duel.pk, pk, version) for pk in (mei.pk, otto.pk, None)]
        assert [without_clocks(one) for one in shown] == [without_clocks(one) for one in read]


@pytest.mark.django_db(transaction=True)
def test_a_table_that_has_gone_on_is_read_as_a_whole(duel: Table) -> None:
    """What came after the move that a process hears of may have been more than a move."""
    reading.snapshot(duel.pk, None)
    before = kept._shared[duel.pk]
    for _ in range(2):
        play(duel, player_to_move(duel), any_move(duel))
    kept._shared[duel.pk] = before
    kept.follow(duel.pk, before.state.table.version + 1)
    assert kept._shared[duel.pk] is before


@pytest.mark.django_db(transaction=True)
def test_who_comes_back_is_no_move_alone(duel: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Any] = []
    monkeypatch.setattr(broadcast, "_send", lambda groups, message: told.append(message))
    Seat.objects.filter(table=duel).update(missed_turns=1)
    for _ in range(4):
        play(duel, player_to_move(duel), any_move(duel))
    moves = [message["by_moves"] for message in told if message["type"] == "table.changed"]
    assert moves[0] is False  # the first of each takes their warning back
    assert moves[-1] is True


def without_clocks(seen: Snapshot) -> Snapshot:
    """The snapshot without what runs on, and without the talk, which is asked for when it is shown."""
    seats = tuple(replace(seat, reserve=None) for seat in seen.seats)
    return replace(seen, seconds_left=None, next_round_in=None, seats=seats, talk=None)
