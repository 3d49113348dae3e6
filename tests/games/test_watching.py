"""Watchers: counted, kept a lap behind at rated tables, sent away where none are wanted."""

import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.core.cache import cache
from redis.exceptions import ConnectionError as RedisIsAway

from accounts.models import User
from games import screens
from games.consumers.gallery import gallery
from games.consumers.socket import NO_WATCHERS
from games.consumers.table import TableConsumer
from games.models import Invitation, Match, Move, Table
from games.screens import REGIONS, render
from games.services import getting_ready, kept, presence, reading, tables, talk, watching
from games.services.errors import Declined, NotFound
from tests.games.conftest import any_move, any_move_that_lays, count_match, play, player_to_move, state_of
from tests.games.test_consumer import CARD, connect, drain, hear, say, socket

Open = Callable[..., Table]


@pytest.fixture
def bao(db: Any) -> User:
    """Somebody who looks on."""
    return User.objects.create_user("Bao")


@pytest.fixture
def rated(duel: Table) -> Table:
    """Mei and Otto in a rated match: their watchers are two moves behind."""
    count_match(duel)
    return duel


def one_move(table: Table) -> None:
    play(table, player_to_move(table), any_move_that_lays(table))


def turn_of(table: Table) -> tuple[int, int | None]:
    game = state_of(table).game
    return game.round_number, game.turn


def lap_ago(turns: list[tuple[int, int | None]]) -> int:
    """The last move that watchers of two may see, `turns` being whose turn it was after each."""
    changed = [number for number in range(1, len(turns)) if turns[number] != turns[number - 1]]
    return min(len(turns) - 3, changed[-2] - 1) if len(changed) > 1 else 0


class TestCount:
    def test_processes_add_up(self) -> None:
        assert presence.note_watchers("one", {1: 3, 2: 0}) == {1: 3, 2: 0}
        assert presence.note_watchers("two", {1: 2, 2: 1}) == {1: 5, 2: 1}
        assert presence.watchers([1, 2, 3]) == {1: 5, 2: 1, 3: 0}
        assert presence.note_watchers("one", {1: 0, 2: 0}) == {1: 2, 2: 1}

    def test_what_a_dead_process_said_is_forgotten(self, monkeypatch: pytest.MonkeyPatch) -> None:
        presence.note_watchers("dead", {1: 40})
        later = time.time() + presence.TIMEOUT + 1
        monkeypatch.setattr("games.services.presence.time.time", lambda: later)
        assert presence.watchers([1]) == {1: 0}
        assert presence.note_watchers("alive", {1: 2}) == {1: 2}

    def test_without_the_cache_a_process_counts_its_own(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def away(*_args: Any, **_kwargs: Any) -> None:
            raise RedisIsAway("connection refused")

        monkeypatch.setattr(type(cache._connections[cache._alias]), "get_many", away)
        assert presence.watchers([1]) == {1: 0}
        assert presence.note_watchers("one", {1: 3}) == {1: 3}

    def test_one_call_for_many_tables(self, monkeypatch: pytest.MonkeyPatch) -> None:
        calls = []
        backend = type(cache._connections[cache._alias])
        get_many = backend.get_many
        monkeypatch.setattr(backend, "get_many", lambda *args: calls.append(args) or get_many(*args))
        presence.watchers(range(50))
        assert len(calls) == 1


@pytest.mark.django_db(transaction=True)
class TestSockets:
    async def test_who_does_not_sit_here_counts_and_all_see_the_number(self, duel: Table, mei: User, bao: User) -> None:
        async with socket(duel, mei) as playing, socket(duel, bao), socket(duel, None) as passing:
            await gallery.count_once()
            for ws in (playing, passing):
                assert "2 watching" in await hear(ws, 'id="watchers"')
            assert await database_sync_to_async(presence.watchers)([duel.pk]) == {duel.pk: 2}
        await gallery.count_once()
        assert await database_sync_to_async(presence.watchers)([duel.pk]) == {duel.pk: 0}

    async def test_a_crowd_is_one_message(self, duel: Table, mei: User) -> None:
        async with socket(duel, mei) as playing:
            await drain(playing)
            crowd = [await connect(duel.public_id, None) for _ in range(12)]
            for ws in crowd:
                await ws.receive_from()
            await gallery.count_once()
            told = []
            while not told or "12 watching" not in told[-1]:
                told.append(await hear(playing, 'id="watchers"'))
            assert len(told) < 12  # some may have been counted while the others were still arriving
            for ws in crowd:
                await ws.disconnect()

    async def test_who_comes_to_watch_and_goes_has_nobody_look_at_the_seats_anew(
        self, duel: Table, mei: User, otto: User, bao: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Many who come back at once would else have all render all, each time one of them is there."""
        asked = []
        rendered = screens.render
        async with socket(duel, mei) as playing:
            await drain(playing)
            monkeypatch.setattr(screens, "render", lambda *args: asked.append(set(args[1])) or rendered(*args))
            async with socket(duel, bao) as passing:
                await drain(passing)
            await drain(playing)
            assert asked == [{"table"}]  # the page of Bao's own
            async with socket(duel, otto):
                await hear(playing, 'id="seats"')

    async def test_closing_the_table_ends_the_watchers_sockets_alone(
        self, duel: Table, mei: User, otto: User, bao: User
    ) -> None:
        watching_it = await connect(duel.public_id, bao)
        await watching_it.receive_from()
        async with socket(duel, mei) as owner, socket(duel, otto) as guest:
            await say(owner, act="watchers", yes="0")
            output = await watching_it.receive_output()
            while output["type"] != "websocket.close":
                output = await watching_it.receive_output()
            assert output["code"] == NO_WATCHERS
            await hear(guest, 'id="table"')
        late = await connect(duel.public_id, bao)
        assert (await late.receive_output())["code"] == NO_WATCHERS

    async def test_a_crowd_is_rendered_for_once(
        self, duel: Table, mei: User, bao: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        made = []
        rendered = screens.render
        async with (
            socket(duel, mei) as playing,
            socket(duel, bao) as one,
            socket(duel, None) as two,
            socket(duel, None) as three,
            socket(duel, None, "zh-hans") as chinese,
        ):
            monkeypatch.setattr(screens, "render", lambda *args: made.append(args) or rendered(*args))
            await database_sync_to_async(one_move)(duel)
            for ws in (playing, one, two, three, chinese):
                await hear(ws, 'id="announce"')
        at_the_move = [language for _seen, regions, language, _page in made if "log" in regions]
        assert sorted(at_the_move) == ["en", "en", "zh-hans"]  # Mei, the watchers, the one who reads Chinese

    async def test_what_somebody_who_has_just_sat_down_is_shown_is_for_them_alone(self, duel: Table, mei: User) -> None:
        """Their page still takes them for a watcher, and a move is to be shown."""
        here, others = TableConsumer(), TableConsumer()
        for one, user_id in ((here, mei.pk), (others, None)):
            one.about, one.user_id, one.language, one.watches = duel.pk, user_id, "en", True
            one.page = screens.Shown(stage="playing")
        shown = [await database_sync_to_async(one._rendered)(("hand", "me"), duel.version) for one in (here, others)]
        assert ["Your hand" in one.html for one in shown if one is not None] == [True, False]

    async def test_two_who_arrive_within_a_moment_are_both_seen(self, duel: Table, mei: User, otto: User) -> None:
        watcher = TableConsumer()
        watcher.about, watcher.user_id, watcher.language, watcher.watches = duel.pk, None, "en", True
        watcher.page = screens.Shown(stage="playing")

        def shown() -> str:
            rendered = watcher._rendered(("seats",), kept.UNCHANGED)
            assert rendered is not None
            return rendered.html

        seen = [await database_sync_to_async(shown)()]
        for user in (mei, otto):
            presence.arrive(duel.pk, user.pk)
            seen.append(await database_sync_to_async(shown)())
        assert len(set(seen)) == 3

    async def test_a_whole_table_is_shared_with_nobody(self, open_table: Open, mei: User, bao: User) -> None:
        """It holds the chat, which is each reader's own: who may talk, whom they do not hear."""
        table = await database_sync_to_async(open_table)(mei)
        talks, visits = TableConsumer(), TableConsumer()
        for one, user_id in ((talks, bao.pk), (visits, None)):
            one.about, one.user_id, one.language, one.watches = table.pk, user_id, "en", True
            one.page = screens.Shown(stage="playing")  # the match has ended since
        shown = [await database_sync_to_async(one._rendered)(("seats",), table.version) for one in (talks, visits)]
        assert ["Sign in to talk" in one.html for one in shown if one is not None] == [False, True]

    async def test_no_late_message_tells_a_card_that_was_not_open_then(self, rated: Table, bao: User) -> None:
        """As for the others (test_consumer), but of what had come to be open a lap ago."""

        @database_sync_to_async
        def look() -> None:
            opened.append(set(state_of(rated).game.round.discard))
            turns.append(turn_of(rated))

        opened: list[set[str]] = []
        turns: list[tuple[int, int | None]] = []
        await look()
        async with socket(rated, bao) as ws:
            told = set(CARD.findall(ws.first))
            for _ in range(20):
                before = lap_ago(turns)
                await database_sync_to_async(one_move)(rated)
                await look()
                if lap_ago(turns) > before:
                    told |= set(CARD.findall(await hear(ws, 'id="log"')))
                assert told <= set().union(*opened[: lap_ago(turns) + 1])
        assert len(told) > 2

    async def test_a_delayed_socket_hears_only_what_is_old_enough(self, rated: Table, mei: User, bao: User) -> None:
        @database_sync_to_async
        def move() -> None:
            one_move(rated)

        @database_sync_to_async
        def words() -> None:
            talk.say(rated.pk, mei.pk, "I hold a red seven")

        async with socket(rated, bao) as ws:
            await drain(ws)
            await move()
            await words()
            await move()
            await move()  # the third shows the first
            heard = [await ws.receive_from()]
            while 'id="announce"' not in heard[-1]:
                heard.append(await ws.receive_from())
            first = await Move.objects.aget(number=1)
            assert set(re.findall(r'data-version="(\d+)"', heard[-1])) == {str(first.version)}
            assert all('id="watchers"' in html for html in heard[:-1])
            assert "seven" not in "".join(heard)


@pytest.mark.django_db
class TestDelay:
    def test_the_late_see_what_the_others_saw_then(self, rated: Table) -> None:
        """A lap later, region by region, to the letter; also across draws and passes, and the end of a round."""
        seen: dict[int, str] = {}
        turns: list[tuple[int, int | None]] = []
        lates = set()
        for _step in range(300):
            number = state_of(rated).match.number  # type: ignore[union-attr]
            turns.append(turn_of(rated))
            count_match(rated, False)
            kept._shared.clear()
            seen[number] = without_clocks(rated)
            count_match(rated)
            kept._shared.clear()
            assert without_clocks(rated) == seen[lap_ago(turns)]
            lates.add(number - lap_ago(turns))
            state = state_of(rated)
            if state.game.over or state.game.round_number > 2:
                break
            if state.game.round_over:
                for user in state.people:
                    getting_ready.set_ready(rated.pk, user.user_id or 0, True)
            else:
                one_move(rated)
        assert state_of(rated).game.round_number > 1
        assert {2, 3} <= lates

    def test_a_draw_and_the_pass_after_it_are_one_turn(self, rated: Table) -> None:
        one_move(rated)
        while not state_of(rated).game.mid_turn:
            play(rated, player_to_move(rated), "draw")
        number = Match.objects.get().number
        play(rated, player_to_move(rated), "pass")
        assert reading.snapshot(rated.pk, None).log[0].number == number - 2

    @pytest.mark.parametrize("moves", [1, 5])
    def test_a_site_may_have_all_tables_watched_late(self, rated: Table, mei: User, settings: Any, moves: int) -> None:
        settings.LASTCARD = {**settings.LASTCARD, "WATCH_DELAY_MOVES": moves}
        turns = [turn_of(rated)]
        for _ in range(8):
            one_move(rated)
            turns.append(turn_of(rated))
        number = Match.objects.get().number
        assert reading.snapshot(rated.pk, None).log[0].number == min(number - moves, lap_ago(turns))
        count_match(rated, False)
        kept._shared.clear()
        watching._films.clear()
        assert reading.snapshot(rated.pk, None).log[0].number == number - moves
        assert reading.snapshot(rated.pk, mei.pk).log[0].number == number

    def test_a_process_that_comes_late_shows_the_same(self, rated: Table) -> None:
        for _ in range(7):
            one_move(rated)
        kept = without_clocks(rated)
        watching._films.clear()
        assert without_clocks(rated) == kept

    def test_at_first_the_deal_is_all_there_is_to_see(self, rated: Table) -> None:
        first = without_clocks(rated)
        one_move(rated)
        one_move(rated)
        assert without_clocks(rated) == first
        one_move(rated)
        assert without_clocks(rated) != first

    def test_each_move_replays_little(self, rated: Table, monkeypatch: pytest.MonkeyPatch) -> None:
        for _ in range(12):
            one_move(rated)
        reading.snapshot(rated.pk, None)
        replayed = []
        from games.rules.uno import family

        replay_move = family.replay_move
        monkeypatch.setattr(family, "replay_move", lambda *args: replayed.append(args) or replay_move(*args))
        one_move(rated)
        for _ in range(3):
            reading.snapshot(rated.pk, None)
        assert len(replayed) == 1

    def test_nothing_newer_is_in_the_values_either(self, rated: Table, bao: User) -> None:
        turns = [turn_of(rated)]
        for _ in range(9):
            one_move(rated)
            turns.append(turn_of(rated))
        table = Table.objects.get(pk=rated.pk)
        late = reading.snapshot(rated.pk, bao.pk)
        newest = Move.objects.get(number=lap_ago(turns))
        assert (late.view.number, late.log[0].number, late.version) == (newest.number, newest.number, newest.version)
        assert (late.seconds_left, late.next_round_in, late.seed, late.match_id) == (None, None, "", "")
        assert late.newest == table.version
        assert f'data-version="{table.version}"' not in render(late, REGIONS, "en")

    def test_when_the_match_is_over_everything_is_open(self, open_table: Open, mei: User, otto: User) -> None:
        table = open_table(mei, single=True)
        tables.join(table.pk, otto)
        getting_ready.set_ready(table.pk, otto.pk, True)
        getting_ready.start(table.pk, mei.pk)
        count_match(table)
        talk.say(table.pk, mei.pk, "good luck")
        while not state_of(table).game.over:
            assert reading.snapshot(table.pk, None).behind == 2
            assert not reading.snapshot(table.pk, None).talk.lines
            one_move(table)
        shown = reading.snapshot(table.pk, None)
        assert (shown.behind, shown.view.match_over, shown.seed != "") == (0, True, True)
        assert [line.text for line in shown.talk.lines] == ["good luck"]

    def test_players_and_casual_tables_wait_for_nothing(self, rated: Table, duel: Table, mei: User, otto: User) -> None:
        for _ in range(5):
            one_move(rated)
        number = Match.objects.get().number
        assert {reading.snapshot(rated.pk, one.pk).log[0].number for one in (mei, otto)} == {number}
        count_match(rated, False)
        assert reading.snapshot(rated.pk, None).log[0].number == number

    def test_who_sits_here_without_playing_is_as_late_as_the_watchers(
        self, open_table: Open, mei: User, otto: User, bao: User
    ) -> None:
        table = open_table(mei, seats=3)
        for user in (otto, bao):
            tables.join(table.pk, user)
        getting_ready.set_ready(table.pk, otto.pk, True)
        getting_ready.set_ready(table.pk, bao.pk, True)
        getting_ready.start(table.pk, mei.pk)
        count_match(table)
        table.seats.filter(user=bao).update(place=None)
        one_move(table)
        late = reading.snapshot(table.pk, bao.pk)
        assert (late.behind, late.waits, late.room) == (2, True, "watchers")


def without_clocks(table: Table) -> str:
    """What a watcher is shown, but for what names the delay itself and for clocks, which a late screen has none of."""
    import re
    from dataclasses import replace

    shown = reading.snapshot(table.pk, None)
    html = render(
        replace(
            shown,
            behind=0,
            seconds_left=None,
            next_round_in=None,
            match_id="",
            rematch_ready=frozenset(),
            seats=tuple(
                replace(seat, ready=False, online=True, is_owner=False, missed=False, reserve=None)
                for seat in shown.seats
            ),
        ),
        REGIONS,
        "en",
    )
    return re.sub(r'data-(left|total|reserve)="[^"]*"', "", html)


@pytest.mark.django_db
class TestWhoMayLook:
    @pytest.fixture
    def closed(self, duel: Table, mei: User) -> Table:
        watching.set_open(duel.pk, mei.pk, False)
        return duel

    def test_only_the_owner_closes_it(self, duel: Table, otto: User, bao: User) -> None:
        for user, sentence in ((otto, "Only the owner"), (bao, "do not sit")):
            with pytest.raises(Declined, match=sentence):
                watching.set_open(duel.pk, user.pk, False)
        assert Table.objects.get().is_open_to_watchers

    def test_a_closed_table_is_for_those_who_sit_there(self, closed: Table, mei: User, otto: User, bao: User) -> None:
        for user in (mei, otto):
            assert reading.find_table(closed.public_id, user.pk, {}) == closed.pk
            assert reading.snapshot(closed.pk, user.pk).sits
        for reader in (bao.pk, None):
            with pytest.raises(NotFound):
                reading.find_table(closed.public_id, reader, {})
            with pytest.raises(NotFound):
                reading.snapshot(closed.pk, reader)
        watching.set_open(closed.pk, mei.pk, True)
        assert reading.find_table(closed.public_id, bao.pk, {}) == closed.pk

    def test_a_closed_table_with_a_free_seat_is_seen_by_who_may_take_it(
        self, open_table: Open, mei: User, otto: User, bao: User
    ) -> None:
        table = open_table(mei)
        watching.set_open(table.pk, mei.pk, False)
        assert reading.find_table(table.public_id, bao.pk, {}) == table.pk
        Table.objects.filter(pk=table.pk).update(sent_away=[bao.pk])
        with pytest.raises(NotFound):
            reading.find_table(table.public_id, bao.pk, {})
        Table.objects.filter(pk=table.pk).update(sent_away=[])
        tables.join(table.pk, otto)
        with pytest.raises(NotFound):
            reading.find_table(table.public_id, bao.pk, {})

    def test_the_page_says_why(self, closed: Table, client: Any) -> None:
        answer = client.get(f"/tables/{closed.public_id}/")
        assert answer.status_code == 404
        assert "closed to watchers" in answer.content.decode()

    def test_a_private_table_is_seen_by_who_was_invited(
        self, open_table: Open, mei: User, otto: User, bao: User
    ) -> None:
        table = open_table(mei, visibility="private")
        Invitation.objects.create(table=table, person=bao, by=mei)
        assert reading.find_table(table.public_id, bao.pk, {}) == table.pk
        assert reading.find_table(table.public_id, None, {table.public_id: table.invite}) == table.pk
        for stranger in (otto.pk, None):
            with pytest.raises(NotFound):
                reading.find_table(table.public_id, stranger, {})


def test_a_legal_move_by_the_clock_is_no_secret(duel: Table) -> None:
    """Somebody an AI plays for is marked so on a late screen by the moves that it shows, not by what is so now."""
    count_match(duel)
    duel.seats.update(away=True)
    kept._shared.clear()
    play(duel, player_to_move(duel), any_move(duel))
    assert not any(seat.away for seat in reading.snapshot(duel.pk, None).seats)
