"""Play now: who is seated with whom, when AI players are offered, and what many clicks at once come to."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Tie, User
from games import tasks
from games.models import Match, SavedRuleset, Seat, Table
from games.services import getting_ready, pairing, presence, tables
from games.services.pairing import Company, Seeker, Wish
from games.services.state import TableState, lock, read
from tests.conftest import Queued
from tests.games.test_races import at_once, unexpected

Open = Callable[..., Table]


@pytest.fixture
def official(presets: None) -> SavedRuleset:
    return SavedRuleset.objects.get(key="official")


@pytest.fixture
def wish(official: SavedRuleset) -> Wish:
    """The official game for four."""
    return Wish(official, 4)


def people(number: int) -> list[User]:
    """So many people."""
    return [User.objects.create_user(f"Player {index}") for index in range(number)]


# --- who fits ---------------------------------------------------------------------------------------------------

ME, OTHER = 1, 2


def table_of(official: SavedRuleset, taken: int = 1, seats: int = 4, **fields: Any) -> TableState:
    """A table of Play now that is stored nowhere: `taken` of its `seats` have somebody, from number 2 on."""
    rules = Wish(official, seats).rules
    table = Table(**{"is_quick": True, "ruleset": rules, "sent_away": [], **fields})
    sitting = [Seat(index=index, user_id=OTHER + index, live=True) for index in range(taken)]
    return TableState(table, [*sitting, *(Seat(index=index) for index in range(taken, seats))])


def test_one_fits_where_the_same_is_wished_and_a_seat_is_free(official: SavedRuleset, wish: Wish) -> None:
    assert pairing.fits(Seeker(ME), table_of(official), wish, Company())


@pytest.mark.parametrize(
    ("why_not", "table"),
    [
        ("no seat is free", {"taken": 4}),
        ("it has another size", {"seats": 5}),
        ("its owner did not say Play now", {"is_quick": False}),
        ("it has begun", {"state": "playing"}),
        ("it has closed", {"state": "closed"}),
        ("it is private", {"visibility": "private"}),
        ("its rules are others", {"ruleset": {"target": 100}}),
        ("its owner sent this person away", {"sent_away": [ME]}),
        ("it is rated", {"is_rated": True}),
    ],
)
def test_one_does_not_fit_where(
    official: SavedRuleset, wish: Wish, why_not: str, table: dict[str, Any], django_assert_num_queries: Any
) -> None:
    state = table_of(official, **table)
    with django_assert_num_queries(0):  # pure over what was loaded
        assert not pairing.fits(Seeker(ME), state, wish, Company()), why_not


def test_one_does_not_fit_with_those_one_is_at_odds_with(official: SavedRuleset, wish: Wish) -> None:
    assert not pairing.fits(Seeker(ME, frozenset({OTHER})), table_of(official), wish, Company())
    assert pairing.fits(Seeker(ME, frozenset({99})), table_of(official), wish, Company())


# --- finding a table --------------------------------------------------------------------------------------------


def test_the_first_waits_and_the_next_joins(wish: Wish, mei: User, otto: User) -> None:
    first, second = pairing.pair(mei, wish), pairing.pair(otto, wish)
    assert first.pk == second.pk
    assert first.is_quick
    assert first.visibility == "public"
    assert list(Seat.objects.filter(live=True).values_list("ready", flat=True)) == [True, True]
    assert Table.objects.get().state == Table.State.OPEN


def test_a_full_table_begins_by_itself(wish: Wish) -> None:
    for person in people(4):
        pairing.pair(person, wish)
    assert Table.objects.get().state == Table.State.PLAYING
    assert Match.objects.get().seats.count() == 4


def test_who_sits_down_from_the_lobby_is_ready_as_well(wish: Wish) -> None:
    first, *others = people(4)
    table = pairing.pair(first, wish)
    for person in others:
        tables.join(table.pk, person)
    assert Table.objects.get().state == Table.State.PLAYING


def test_the_table_that_has_waited_longest_fills_first(wish: Wish, mei: User, otto: User) -> None:
    """Two may wait where the people at them were at odds, or the first one was full for a while."""
    newer, older = pairing.pair(mei, wish), tables.open_table(otto, tables.Wishes(wish.ruleset, 4, is_quick=True))
    waited(older)
    presence.arrive(older.pk, otto.pk)
    bao = User.objects.create_user("Bao")
    assert pairing.pair(bao, wish).pk == older.pk
    assert newer.pk != older.pk


@pytest.mark.parametrize(("seconds", "is_here", "joins"), [(60, True, True), (60, False, False), (5, False, True)])
def test_nobody_is_seated_with_one_who_has_closed_the_page(
    wish: Wish, mei: User, otto: User, seconds: int, is_here: bool, joins: bool
) -> None:
    table = pairing.pair(mei, wish)
    waited(table, seconds)
    if is_here:
        presence.arrive(table.pk, mei.pk)
    assert (pairing.pair(otto, wish).pk == table.pk) == joins


def test_deserted_tables_hide_no_other_and_are_asked_of_in_one_call(
    wish: Wish, mei: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pairing, "LOOKED_AT", 2)
    quick = tables.Wishes(wish.ruleset, 4, is_quick=True)
    for person in people(4):
        waited(tables.open_table(person, quick))
    good = tables.open_table(User.objects.create_user("Bao"), quick)
    asked: list[int] = []
    at_tables = presence.at_tables

    def ask(places: list[tuple[int, int]]) -> frozenset[tuple[int, int]]:
        asked.append(len(places))
        return at_tables(places)

    monkeypatch.setattr(presence, "at_tables", ask)
    assert pairing.pair(mei, wish).pk == good.pk
    assert asked == [4]


@pytest.mark.parametrize("kind", ["mine", "theirs"])
def test_who_is_at_odds_waits_at_another_table(wish: Wish, mei: User, otto: User, kind: str) -> None:
    person, other = (mei, otto) if kind == "mine" else (otto, mei)
    Tie.objects.create(person=person, other=other, kind=Tie.Kind.BLOCK)
    assert pairing.pair(mei, wish).pk != pairing.pair(otto, wish).pk


def test_other_rules_or_sizes_are_other_tables(wish: Wish) -> None:
    anna, bela, cleo = people(3)
    seven_zero = SavedRuleset.objects.get(key="seven_zero")
    wishes = [wish, Wish(wish.ruleset, 2), Wish(seven_zero, 4)]
    found = {pairing.pair(person, one).pk for person, one in zip((anna, bela, cleo), wishes, strict=True)}
    assert len(found) == 3


def test_who_sits_at_a_table_gets_that_one_back(wish: Wish, open_table: Open, mei: User) -> None:
    table = open_table(mei)
    assert pairing.pair(mei, wish).pk == table.pk
    assert Table.objects.count() == 1


def test_who_sits_at_an_over_table_leaves_it_first(wish: Wish, duel: Table, mei: User) -> None:
    Table.objects.filter(pk=duel.pk).update(state=Table.State.OVER)
    assert pairing.pair(mei, wish).pk != duel.pk


def test_who_plays_by_correspondence_plays_now_all_the_same(wish: Wish, open_table: Open, mei: User) -> None:
    by_letter = open_table(mei, turn_seconds=86400)
    assert pairing.pair(mei, wish).pk != by_letter.pk


def test_rules_that_ask_for_a_day_begin_when_all_have_named_theirs(presets: None, mei: User, otto: User) -> None:
    duel = Wish(SavedRuleset.objects.get(key="duel"), 2)
    table = pairing.pair(mei, duel)
    pairing.pair(otto, duel)
    for person in (mei, otto):
        assert Table.objects.get().state == Table.State.OPEN
        getting_ready.set_day(table.pk, person.pk, "12-25")
        getting_ready.set_ready(table.pk, person.pk, True)
    assert Table.objects.get().state == Table.State.PLAYING


# --- nobody comes -----------------------------------------------------------------------------------------------


def test_an_offer_is_planned_for_a_table_that_waits(
    wish: Wish, mei: User, otto: User, queue: list[Queued], settings: Any, django_capture_on_commit_callbacks: Any
) -> None:
    settings.LASTCARD = {**settings.LASTCARD, "QUICK_WAIT_SECONDS": 15}
    with django_capture_on_commit_callbacks(execute=True):
        table = pairing.pair(mei, wish)
        pairing.pair(otto, wish)
    assert [one for one in queue if one.name == "games.offer_ai"] == [("games.offer_ai", (table.pk,), 15)]


def waited(table: Table, seconds: int = 60) -> None:
    """This table was opened some time ago."""
    Table.objects.filter(pk=table.pk).update(created_at=timezone.now() - timedelta(seconds=seconds))


def test_ai_players_are_offered_once_when_nobody_comes(wish: Wish, mei: User) -> None:
    table = pairing.pair(mei, wish)
    tasks.offer_ai(table.pk)
    assert Table.objects.get().ai_offered_at is None  # too early: the task came twice, or its worker's clock is fast
    waited(table)
    tasks.offer_ai(table.pk)
    offered = Table.objects.get()
    assert offered.ai_offered_at is not None
    assert offered.version == table.version + 1
    tasks.offer_ai(table.pk)
    assert Table.objects.get().version == offered.version


@pytest.mark.parametrize("state", ["playing", "over", "closed"])
def test_nothing_is_offered_where_nobody_waits_any_more(wish: Wish, mei: User, state: str) -> None:
    table = pairing.pair(mei, wish)
    waited(table)
    Table.objects.update(state=state)
    tasks.offer_ai(table.pk)
    pairing.sweep()
    assert Table.objects.get().ai_offered_at is None


def test_nothing_is_offered_at_a_table_that_is_none_of_play_now(open_table: Open, mei: User) -> None:
    waited(open_table(mei))
    pairing.sweep()
    assert Table.objects.get().ai_offered_at is None


def test_a_table_that_is_gone_is_no_error(presets: None) -> None:
    tasks.offer_ai(4711)


def test_the_sweep_finds_the_offer_whose_task_got_lost(wish: Wish, mei: User) -> None:
    table = pairing.pair(mei, wish)
    waited(table)
    tasks.sweep()
    assert Table.objects.get().ai_offered_at is not None


def test_ai_players_fill_up_and_the_match_begins(wish: Wish, mei: User, otto: User) -> None:
    table = pairing.pair(mei, wish)
    pairing.pair(otto, wish)
    pairing.fill_with_ai(lock(table.pk))
    assert list(table.seats.values_list("is_ai", flat=True)) == [False, False, True, True]
    assert Table.objects.get().state == Table.State.PLAYING
    pairing.fill_with_ai(lock(table.pk))  # the second of two clicks
    assert Match.objects.count() == 1


def test_only_tables_of_play_now_fill_up(open_table: Open, mei: User) -> None:
    table = open_table(mei, seats=4)
    pairing.fill_with_ai(lock(table.pk))
    assert table.seats.filter(user=None).count() == 3


# --- at once ----------------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_eight_who_click_at_once_fill_two_tables(wish: Wish) -> None:
    everybody = people(8)
    results = at_once(*(lambda person=person: pairing.pair(person, wish) for person in everybody))
    assert not unexpected(results)
    assert sorted(Table.objects.values_list("state", flat=True)) == ["playing", "playing"]
    assert Seat.objects.filter(live=True).count() == 8
    assert all(len(read(table.pk).playing) == 4 for table in Table.objects.all())


@pytest.mark.django_db(transaction=True)
def test_one_who_clicks_three_times_sits_once(wish: Wish, mei: User) -> None:
    results = at_once(*[lambda: pairing.pair(mei, wish)] * 3)
    assert not unexpected(results)
    assert Table.objects.count() == 1
    assert Seat.objects.filter(user=mei).count() == 1


@pytest.mark.django_db(transaction=True)
def test_leaving_and_coming_at_once_leave_nobody_alone(wish: Wish) -> None:
    """The one who waited goes as two others come: those two are together, wherever that is."""
    first, *others = people(3)
    table = pairing.pair(first, wish)
    acts = [lambda person=person: pairing.pair(person, wish) for person in others]
    assert not unexpected(at_once(lambda: tables.leave(table.pk, first.pk), *acts))
    where = set(Seat.objects.filter(user__in=others, live=True).values_list("table_id", flat=True))
    assert len(where) == 1
    assert Table.objects.get(pk=where.pop()).state == Table.State.OPEN
