"""Who leaves while the match runs has left it for good: an AI plays on, and their place is the last one."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.models import Match, MatchSeat, Notice, Table
from games.rules.core.record import parse_record
from games.services import absence, ai, getting_ready, history, reading, record_check, records, room, tables
from games.services.ending import places
from games.services.errors import Declined
from tests.games.conftest import any_move_that_lays, play, state_of

Open = Callable[..., Table]
EARLY, LATE = datetime(2026, 1, 1, 12, tzinfo=UTC), datetime(2026, 1, 1, 13, tzinfo=UTC)


@pytest.mark.parametrize(
    ("placement", "left", "placed"),
    [
        # nobody left: the game's own places
        ([1, 2, 3, 4], {}, [1, 2, 3, 4]),
        ([1, 1, 3, 3], {}, [1, 1, 3, 3]),
        # the winner's cards do not help who left
        ([1, 2, 3, 4], {0: EARLY}, [4, 1, 2, 3]),
        ([3, 1, 2, 4], {3: EARLY}, [3, 1, 2, 4]),
        # equal scores share a place among those who stayed
        ([2, 2, 1, 2], {2: EARLY}, [1, 1, 4, 1]),
        # later leavers before earlier ones, whatever the cards say
        ([1, 2, 3, 4], {0: EARLY, 3: LATE}, [4, 1, 2, 3]),
        ([1, 2, 3, 4], {0: LATE, 3: EARLY}, [3, 1, 2, 4]),
        # counted in the same moment: as the cards say
        ([2, 1, 3, 3], {0: EARLY, 2: EARLY, 3: EARLY}, [2, 1, 3, 3]),
        # all have left
        ([1, 2], {0: EARLY, 1: LATE}, [2, 1]),
        # camps 0+2 and 1+3: only who left is last, the partner keeps the camp's place
        ([1, 3, 1, 3], {0: EARLY}, [4, 2, 1, 2]),
        ([3, 1, 3, 1], {0: EARLY}, [4, 1, 3, 1]),
    ],
)
def test_places(placement: list[int], left: dict[int, datetime], placed: list[int]) -> None:
    assert places(placement, left) == placed


@pytest.fixture
def bao(db: None) -> User:
    """A third person."""
    return User.objects.create_user("Bao")


@pytest.fixture
def trio(open_table: Open, mei: User, otto: User, bao: User) -> Table:
    """Mei, Otto and Bao in a match of one round, which has been dealt."""
    table = open_table(mei, seats=3, single=True)
    for user in (otto, bao):
        tables.join(table.pk, user)
        getting_ready.set_ready(table.pk, user.pk, True)
    getting_ready.start(table.pk, mei.pk)
    return Table.objects.get(pk=table.pk)


def play_to_the_end(table: Table) -> Match:
    """People lay what they can, AI players play for those who are gone."""
    while not (state := state_of(table)).game.over:
        assert state.match is not None
        seat = state.at_place(state.game.turn)
        if seat.played_by_ai:
            ai.play(state.match.pk, state.match.number)
        else:
            assert seat.user is not None
            play(table, seat.user, any_move_that_lays(table))
    return Match.objects.get(table=table)


def test_an_ai_plays_on_and_the_seat_is_not_to_be_had_back(
    trio: Table, open_table: Open, mei: User, otto: User
) -> None:
    tables.leave(trio.pk, mei.pk)
    assert MatchSeat.objects.get(user=mei).left_at is not None
    for back in (
        lambda: absence.take_back(trio.pk, mei.pk),
        lambda: tables.join(trio.pk, mei),
        lambda: play(trio, mei, "draw"),
        lambda: getting_ready.set_ready(trio.pk, mei.pk, True),
    ):
        with pytest.raises(Declined):
            back()
    assert reading.snapshot(trio.pk, mei.pk).viewer is None
    assert open_table(mei) != trio
    assert state_of(trio).table.owner == otto


def test_the_others_see_who_left(trio: Table, mei: User, otto: User, client: Client) -> None:
    client.force_login(otto)
    page = client.get(f"/tables/{trio.public_id}/").content.decode()
    state = '<span class="seat-state">left</span>'
    assert state not in page
    assert "Your place will be last." in page  # what the dialog says before
    tables.leave(trio.pk, mei.pk)
    assert state in client.get(f"/tables/{trio.public_id}/").content.decode()


@pytest.mark.parametrize("leaver", ["Mei", "Otto", "Bao"])
def test_whoever_leaves_is_last_and_the_scores_stay_what_the_cards_say(trio: Table, leaver: str) -> None:
    tables.leave(trio.pk, User.objects.get(display_name=leaver).pk)
    match = play_to_the_end(trio)
    game = state_of(trio).game
    rows = {row.user.name: row for row in match.seats.select_related("user") if row.user}
    assert rows[leaver].place == 3
    assert [row.score for row in match.seats.all()] == list(game.scores)
    stayed = [row for name, row in rows.items() if name != leaver]
    for row in stayed:
        better = [other for other in stayed if game.placement[other.seat] < game.placement[row.seat]]
        assert row.place == 1 + len(better)


def test_the_result_the_match_and_the_list_say_who_left(trio: Table, mei: User, otto: User, client: Client) -> None:
    tables.leave(trio.pk, mei.pk)
    match = play_to_the_end(trio)
    client.force_login(otto)
    for address in (f"/tables/{trio.public_id}/", f"/matches/{match.public_id}/"):
        assert '<span class="chip">left</span>' in client.get(address).content.decode()
    assert '<span class="chip">left</span>' not in client.get("/matches/").content.decode()
    client.force_login(mei)
    assert '<span class="chip">left</span>' in client.get("/matches/").content.decode()
    (entry,) = history.matches_of(mei)
    assert entry["place"] == 3
    assert entry["left_at"] is not None
    assert Notice.objects.filter(person=mei, kind=Notice.Kind.MATCH_OVER, match=match).exists()


def test_the_winner_of_the_site_is_who_stayed(trio: Table, mei: User) -> None:
    tables.leave(trio.pk, mei.pk)
    match = play_to_the_end(trio)
    seen = reading.snapshot(trio.pk, None)
    assert seen.placement == tuple(match.seats.order_by("seat").values_list("place", flat=True))
    assert seen.placement[0] == 3


def test_leaving_a_finished_match_costs_nothing(trio: Table, mei: User) -> None:
    match = play_to_the_end(trio)
    before = list(match.seats.values_list("place", "left_at"))
    tables.leave(trio.pk, mei.pk)
    assert list(match.seats.values_list("place", "left_at")) == before


def test_a_record_holds_who_left_and_still_the_cards_own_result(
    trio: Table, mei: User, otto: User, tmp_path: Path
) -> None:
    tables.leave(trio.pk, otto.pk)
    tables.leave(trio.pk, mei.pk)
    match = play_to_the_end(trio)
    text = records.record_text(match)
    record = parse_record(text)
    assert record.left() == [1, 0]
    game = state_of(trio).game
    assert record.tag("Result").endswith("places " + " ".join(map(str, game.placement)))
    checked = record_check.check(text)
    assert {row.name for row in checked.places if row.left} == {"Mei", "Otto"}
    file = tmp_path / "record.txt"
    file.write_text(text)
    out = StringIO()
    call_command("verify", str(file), stdout=out)
    assert "left for good: seats 1, 0" in out.getvalue()


@pytest.mark.parametrize("left", ["", "no json", "7", '["a", 9, true, null]', '{"a": 1}', "[" * 5000])
def test_a_record_with_a_strange_list_of_leavers_is_read_without_it(trio: Table, mei: User, left: str) -> None:
    tables.leave(trio.pk, mei.pk)
    text = records.record_text(play_to_the_end(trio))
    strange = left.replace("\\", "\\\\").replace('"', '\\"')
    checked = record_check.check(text.replace('[Left "[0]"]', f'[Left "{strange}"]'))
    assert not checked.left


def test_my_games_shows_what_goes_on_apart(trio: Table, mei: User, otto: User, client: Client) -> None:
    pages = {}
    tables.leave(trio.pk, mei.pk)
    for user in (mei, otto):
        client.force_login(user)
        pages[user.name] = client.get("/matches/").content.decode()
    assert f'href="/tables/{trio.public_id}/"' in pages["Otto"]
    assert f'href="/tables/{trio.public_id}/"' not in pages["Mei"]
    assert '<span class="chip">left</span>' in pages["Mei"]
    assert "Finish a match and it appears here" not in pages["Mei"] + pages["Otto"]
    mine, theirs = (history.running_matches_of(user) for user in (mei, otto))
    assert [(one.left, one.your_turn) for one in mine] == [(True, False)]
    turn = state_of(trio).at_place(state_of(trio).game.turn).user
    assert [(one.left, one.your_turn) for one in theirs] == [(False, turn == otto)]


def test_a_removed_account_is_last_too(trio: Table, mei: User) -> None:
    from accounts.deletion import carry_out, request_deletion

    when = request_deletion(mei, timezone.now())
    assert carry_out(mei.pk, when + timedelta(seconds=1))
    match = play_to_the_end(trio)
    row = match.seats.get(seat=0)
    assert (row.place, row.left_at is not None) == (3, True)
    assert not Notice.objects.filter(person=mei).exists()


def test_ai_players_stay_until_the_match_is_over(open_table: Open, mei: User) -> None:
    table = open_table(mei, seats=3, ai_level="easy")
    getting_ready.start(table.pk, mei.pk)
    for _ in range(2):  # in the middle of a round, and between two
        for index in (1, 2):
            with pytest.raises(Declined):
                room.send_away(table.pk, mei.pk, index)
        while not (state := state_of(table)).game.round_over:
            assert state.match is not None
            if state.at_place(state.game.turn).is_ai:
                ai.play(state.match.pk, state.match.number)
            else:
                play(table, mei, any_move_that_lays(table))
    assert state_of(table).table.state == Table.State.PLAYING
