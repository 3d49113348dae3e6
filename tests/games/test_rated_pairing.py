"""Play now, rated: who is near enough, what AI players cost, and tables that become one as the range widens."""

import math
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import social
from accounts.models import User
from games import tasks
from games.consumers.socket import MOVED, NO_SUCH_TABLE
from games.models import Ladder, LadderRuleset, Rating, SavedRuleset, Season, Seat, Table
from games.services import pairing, presence, reading, regrouping, tables
from games.services.errors import Declined
from games.services.ladders.nearness import NEWCOMER, Level, is_near, levels_of, reach
from games.services.ladders.skill import MU, SETTLED_AFTER, Skill
from games.services.pairing import Company, Seeker, Wish
from games.services.state import TableState, lock
from tests.games.sockets import Socket
from tests.games.test_consumer import drain, socket
from tests.people import make_person, signed_in

pytestmark = pytest.mark.django_db

ME, OTHER = 1, 2


@pytest.fixture
def official(presets: None) -> SavedRuleset:
    return SavedRuleset.objects.get(key="official")


@pytest.fixture
def wish(official: SavedRuleset) -> Wish:
    """A rated duel by the official rules."""
    return Wish(official, 2, is_rated=True)


def rate(person: User, number: int, matches: int = SETTLED_AFTER) -> None:
    """Give this person a well known rating on the ladder of duels."""
    skill = Skill(MU + (number - 1500) / 40, 1.0)
    Rating.objects.create(
        ladder=Ladder.objects.get(key="duel"), season=Season.objects.get(), person=person,
        first_mu=skill.mu, first_sigma=skill.sigma, mu=skill.mu, sigma=skill.sigma,
        number=skill.number, spread=skill.spread, rank_value=skill.rank_value, matches=matches,
    )  # fmt: skip


@pytest.fixture
def strong() -> User:
    """Somebody at 2000 ± 40."""
    return make_person("Strong")


@pytest.fixture
def weak() -> User:
    """Somebody at 1500 ± 40."""
    return make_person("Weak")


@pytest.fixture
def far_apart(presets: None, strong: User, weak: User) -> None:
    """The two are 500 points apart, and both are well known."""
    rate(strong, 2000)
    rate(weak, 1500)


def waited(table: Table, seconds: int) -> None:
    """This table was opened some time ago, and its people look at it."""
    Table.objects.filter(pk=table.pk).update(created_at=timezone.now() - timedelta(seconds=seconds))
    for seat in Seat.objects.filter(table=table, live=True):
        presence.arrive(table.pk, seat.user_id or 0)


# --- who is near ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seconds", "points"), [(-3, 150), (0, 150), (10, 250), (59, 740), (60, math.inf), (600, math.inf)]
)
def test_the_range_widens_until_it_has_no_limit(seconds: float, points: float) -> None:
    assert reach(seconds) == points


@pytest.mark.parametrize(
    ("one", "other", "seconds", "near"),
    [
        (Level(1500), Level(1650), 0, True),
        (Level(1500), Level(1651), 0, False),
        (Level(1651), Level(1500), 0, False),
        (Level(1500), Level(1651), 1, True),
        (Level(1500), Level(1700, slack=50), 0, True),
        (Level(1500, slack=20), Level(1700, slack=30), 0, True),
        (Level(1500), Level(1701, slack=50), 0, False),
        (NEWCOMER, Level(1983), 0, True),
        (Level(800), Level(2800), 60, True),
    ],
)
def test_one_is_near_within_the_range_and_what_is_not_known_yet(
    one: Level, other: Level, seconds: float, near: bool
) -> None:
    assert is_near(one, other, seconds) == near


def table_of(official: SavedRuleset, **fields: Any) -> TableState:
    """A rated table of Play now for two, stored nowhere, at which one waits."""
    usual = {"is_quick": True, "is_rated": True, "opened_with": official, "ruleset": Wish(official, 2).rules}
    table = Table(**{**usual, "sent_away": [], **fields})
    return TableState(table, [Seat(index=0, user_id=OTHER, live=True), Seat(index=1)])


@pytest.mark.parametrize(
    ("number", "company", "table", "fits"),
    [
        (1500, Company({OTHER: Level(1600)}), {}, True),
        (1500, Company({OTHER: Level(1700)}), {}, False),
        (1500, Company({OTHER: Level(1700)}, waited=5), {}, True),
        (1500, Company({}), {}, True),  # a newcomer waits there
        (1900, Company({OTHER: Level(1500)}, waited=60), {}, True),
        (1500, Company({OTHER: Level(1500)}), {"is_rated": False}, False),
        (1500, Company({OTHER: Level(1500)}), {"opened_with": None}, False),  # counts for another ladder, or none
    ],
)
def test_one_fits_at_a_rated_table_where_one_is_near_all_who_sit_there(
    official: SavedRuleset,
    wish: Wish,
    number: int,
    company: Company,
    table: dict[str, Any],
    fits: bool,
    django_assert_num_queries: Callable[..., Any],
) -> None:
    state = table_of(official, **table)
    with django_assert_num_queries(0):  # pure over what was loaded
        assert pairing.fits(Seeker(ME, level=Level(number)), state, wish, company) == fits


def test_how_good_somebody_is_comes_from_their_last_season(far_apart: None, strong: User, weak: User) -> None:
    first, ladder = Season.objects.get(), Ladder.objects.get(key="duel")
    assert levels_of([strong.pk, weak.pk, 4711], ladder, first) == {strong.pk: Level(2000), weak.pk: Level(1500)}
    Season.objects.update(ended_at=timezone.now())
    second = Season.objects.create(number=2, began_at=timezone.now())
    level = levels_of([strong.pk], ladder, second)[strong.pk]
    assert level.number == 1750  # half way back
    assert level.slack > 40
    Rating.objects.update(matches=SETTLED_AFTER - 1)
    assert levels_of([weak.pk], ladder, first) == {weak.pk: Level(1500, slack=40)}


# --- finding a table --------------------------------------------------------------------------------------------


def test_those_who_are_near_are_paired_and_the_match_counts(wish: Wish, alice: User, bob: User) -> None:
    assert pairing.pair(alice, wish) == pairing.pair(bob, wish)
    table = Table.objects.get()
    assert table.match is not None
    assert table.match.ladder == Ladder.objects.get(key="duel")


def test_casual_and_rated_are_two_tables(official: SavedRuleset, wish: Wish, alice: User, bob: User) -> None:
    assert pairing.pair(alice, wish) != pairing.pair(bob, Wish(official, 2))


def test_those_far_apart_wait_apart_until_the_range_has_widened(
    far_apart: None, wish: Wish, strong: User, weak: User
) -> None:
    table = pairing.pair(strong, wish)
    waited(table, 10)
    late = pairing.pair(weak, wish)
    assert late != table
    tables.leave(late.pk, weak.pk)
    waited(table, 40)
    assert pairing.pair(weak, wish) == table


@pytest.mark.parametrize(("seconds", "together"), [(20, False), (34, False), (36, True), (61, True)])
def test_two_tables_become_one_as_soon_as_their_people_fit(
    far_apart: None, wish: Wish, strong: User, weak: User, seconds: int, together: bool
) -> None:
    first, second = pairing.pair(strong, wish), pairing.pair(weak, wish)
    waited(second, 15)
    waited(first, seconds)
    tasks.sweep()
    first.refresh_from_db()
    second.refresh_from_db()
    if together:
        assert (first.state, second.state) == (Table.State.PLAYING, Table.State.CLOSED)
        assert set(first.seats.values_list("user", flat=True)) == {strong.pk, weak.pk}
    else:
        assert (first.state, second.state) == (Table.State.OPEN, Table.State.OPEN)


def test_nobody_is_moved_to_a_table_whose_people_have_gone(
    far_apart: None, wish: Wish, strong: User, weak: User
) -> None:
    first, second = pairing.pair(strong, wish), pairing.pair(weak, wish)
    waited(second, 15)
    Table.objects.filter(pk=first.pk).update(created_at=timezone.now() - timedelta(seconds=300))
    regrouping.sweep()
    assert Table.objects.filter(state=Table.State.OPEN).count() == 2


def test_three_tables_become_one_of_three_where_all_are_near_all(presets: None, official: SavedRuleset) -> None:
    wish = Wish(official, 3, is_rated=True)
    people = [make_person(f"Player {number}") for number in range(3)]
    LadderRuleset.objects.filter(ruleset=official, ladder__key="duel").update(most=3)
    LadderRuleset.objects.filter(ruleset=official, ladder__key="classic").delete()
    for person, number in zip(people, (1500, 1900, 2300), strict=True):
        rate(person, number)
    found = [pairing.pair(person, wish) for person in people]
    for table in found:
        waited(table, 30)  # 450 points
    regrouping.sweep()
    assert sorted(Table.objects.filter(state=Table.State.OPEN).values_list("pk", flat=True)) == [
        found[0].pk,
        found[1].pk,
    ]
    for number, table in enumerate(found[:2]):
        waited(table, 66 - number)
    regrouping.sweep()
    assert Table.objects.get(pk=found[0].pk).state == Table.State.PLAYING


def test_a_sweep_with_nobody_to_bring_together_asks_once(
    wish: Wish, alice: User, django_assert_num_queries: Callable[..., Any]
) -> None:
    pairing.pair(alice, wish)
    with django_assert_num_queries(1):
        regrouping.sweep()


@pytest.mark.parametrize("blocks", ["later", "earlier"])
def test_who_has_blocked_the_other_waits_apart(
    far_apart: None, wish: Wish, strong: User, weak: User, blocks: str
) -> None:
    first, second = pairing.pair(strong, wish), pairing.pair(weak, wish)
    social.block(*((weak, strong) if blocks == "later" else (strong, weak)))
    for table in (first, second):
        waited(table, 61)
    regrouping.sweep()
    assert Table.objects.filter(state=Table.State.OPEN).count() == 2


def test_looking_who_fits_asks_no_more_the_more_tables_wait(presets: None, wish: Wish) -> None:
    def asked() -> int:
        for table in Table.objects.all():
            waited(table, 0)
        with CaptureQueriesContext(connection) as queries:
            regrouping.sweep()
        return len(queries)

    def wait(number: int) -> None:
        rate(person := make_person(f"Player {number}"), 1000 * number)
        pairing.pair(person, wish)

    for number in range(2):
        wait(number)
    few = asked()
    for number in range(2, 6):
        wait(number)
    assert Table.objects.filter(state=Table.State.OPEN).count() == 6
    assert asked() == few


def test_the_page_of_who_was_moved_goes_along(far_apart: None, wish: Wish, strong: User, weak: User) -> None:
    first, second = pairing.pair(strong, wish), pairing.pair(weak, wish)
    waited(first, 61)
    regrouping.sweep()
    answer = signed_in(weak).get(f"/tables/{second.public_id}/")
    assert answer.headers["Location"] == f"/tables/{first.public_id}/"
    assert signed_in(make_person("Stranger")).get(f"/tables/{second.public_id}/").status_code == 404
    assert regrouping.moved_to(second.public_id, None) is None


@pytest.mark.django_db(transaction=True)
async def test_the_open_page_of_who_was_moved_is_told_where_to_go(
    far_apart: None, wish: Wish, strong: User, weak: User
) -> None:
    def both_wait() -> tuple[Table, Table]:
        return pairing.pair(strong, wish), pairing.pair(weak, wish)

    first, second = await database_sync_to_async(both_wait)()
    async with socket(second, weak) as page, socket(second, None) as looking_on:
        for ws in (page, looking_on):
            await drain(ws)
        await database_sync_to_async(waited)(first, 61)
        await database_sync_to_async(regrouping.sweep)()
        closed = await closing(page)
        assert (closed["code"], closed["reason"]) == (MOVED, f"/tables/{first.public_id}/")
        assert (await closing(looking_on))["code"] == NO_SUCH_TABLE


async def closing(ws: Socket) -> dict[str, Any]:
    """Read until the socket is closed; return how."""
    while (output := await ws.receive_output())["type"] != "websocket.close":
        pass
    return dict(output)


# --- what else there is to say ----------------------------------------------------------------------------------


def test_ai_players_make_it_casual_and_the_offer_says_so(wish: Wish, alice: User, alice_client: Client) -> None:
    table = pairing.pair(alice, wish)
    costs = "With AI players the match is casual and changes no rating."
    assert costs in alice_client.get(f"/tables/{table.public_id}/").text
    waited(table, 60)
    tasks.offer_ai(table.pk)
    page = alice_client.get(f"/tables/{table.public_id}/").text
    assert f"AI players can take the free seats. {costs}" in page
    pairing.fill_with_ai(lock(table.pk))
    begun = Table.objects.get()
    assert begun.match is not None
    assert (begun.is_rated, begun.match.ladder) == (False, None)


@pytest.fixture
def newcomer() -> User:
    """Somebody who has not confirmed an address."""
    return make_person("Newcomer", verified=False)


def test_who_has_not_confirmed_an_address_is_sent_there_and_plays_casual(
    presets: None, newcomer: User, alice: User, wish: Wish
) -> None:
    client = signed_in(newcomer)
    answer = client.post("/play-now/", {"now-kind": "rated", "now-seats": "2"})
    assert answer.status_code == 422
    assert "You have not confirmed your e-mail address yet" in answer.text
    assert 'href="/accounts/email/"' in answer.text
    with pytest.raises(Declined, match="not confirmed"):
        pairing.pair(newcomer, wish)
    assert not Table.objects.exists()

    table = pairing.pair(alice, wish)
    assert "Confirm your e-mail address first" in client.post(f"/tables/{table.public_id}/join/", follow=True).text
    assert not Seat.objects.filter(user=newcomer).exists()
    assert reading.snapshot(table.pk, newcomer.pk).waiting.why_not_sit.startswith("This match is to be rated.")  # type: ignore[union-attr]

    client.post("/play-now/", {"now-kind": "casual", "now-seats": "2"})
    assert not Seat.objects.get(user=newcomer).table.is_rated


def test_rules_that_count_for_no_ladder_are_not_played_rated(presets: None, alice_client: Client) -> None:
    answer = alice_client.post("/play-now/", {"now-kind": "rated", "now-preset": "reef"})
    assert answer.status_code == 422
    assert "These rules count for no ladder." in answer.text


def test_rated_is_remembered_and_can_be_linked_to(presets: None, alice_client: Client) -> None:
    assert alice_client.get("/?now-kind=rated&now-seats=2").context["now_form"].chosen() == {
        "rules": "Official",
        "seats": 2,
        "rated": True,
    }
    alice_client.post("/play-now/", {"now-kind": "rated"})
    table = Table.objects.get()
    assert table.is_rated
    alice_client.post(f"/tables/{table.public_id}/leave/")
    assert alice_client.get("/").context["now_form"].chosen()["rated"]
