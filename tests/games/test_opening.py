"""Opening a table: what it takes from the wishes, who hears of it, and how many one may have."""

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Friendship, Tie, User
from games.models import Notice, Seat, Table
from games.services import closing, getting_ready, tables
from games.services.errors import Declined

Open = Callable[..., Table]
DAY = 86_400


@pytest.mark.parametrize(
    ("turn_seconds", "reserve", "correspondence"), [(None, 60, False), (10, 60, False), (3600, 0, True), (DAY, 0, True)]
)
def test_the_reserve_follows_from_the_turn(
    open_table: Open, mei: User, turn_seconds: int | None, reserve: int, correspondence: bool
) -> None:
    table = open_table(mei, turn_seconds=turn_seconds)
    assert (table.turn_seconds, table.reserve_seconds) == (turn_seconds or 30, reserve)
    assert set(table.seats.values_list("correspondence", flat=True)) == {correspondence}


def test_one_plays_by_correspondence_beside_a_live_table(open_table: Open, mei: User, otto: User) -> None:
    live, by_letter, theirs = open_table(mei), open_table(mei, turn_seconds=DAY), open_table(otto, turn_seconds=DAY)
    tables.join(theirs.pk, mei)
    assert tables.current_table(mei) == live
    assert Seat.objects.filter(user=mei, live=True).count() == 3
    assert by_letter.seats.get(user=mei).correspondence


def test_an_over_match_is_kept_by_who_opens_one_by_correspondence(open_table: Open, duel: Table, mei: User) -> None:
    Table.objects.filter(pk=duel.pk).update(state=Table.State.OVER)
    open_table(mei, turn_seconds=DAY)
    assert tables.current_table(mei) == duel


def test_two_clicks_open_one_table_by_correspondence(open_table: Open, mei: User) -> None:
    first = open_table(mei, turn_seconds=DAY)
    assert open_table(mei, turn_seconds=DAY) == first
    assert open_table(mei, turn_seconds=DAY, preset="seven_zero") != first
    Table.objects.update(created_at=timezone.now() - 2 * tables.DOUBLE_CLICK)
    assert open_table(mei, turn_seconds=DAY) != first


@pytest.mark.parametrize(
    "other", [{"seats": 4}, {"visibility": "private"}, {"ai_level": "easy"}, {"is_open_to_watchers": False}]
)
def test_another_wish_is_no_second_click(open_table: Open, mei: User, other: dict[str, Any]) -> None:
    assert open_table(mei, turn_seconds=DAY, **other) != open_table(mei, turn_seconds=DAY)


def test_a_table_whose_match_has_begun_is_not_opened_again(open_table: Open, mei: User, otto: User) -> None:
    begun = open_table(mei, turn_seconds=DAY)
    tables.join(begun.pk, otto)
    getting_ready.set_ready(begun.pk, otto.pk, True)
    getting_ready.start(begun.pk, mei.pk)
    assert open_table(mei, turn_seconds=DAY) != begun


def test_nobody_opens_correspondence_tables_without_end(
    open_table: Open, mei: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "MOST_CORRESPONDENCE", 2)
    for number in range(2):
        open_table(mei, turn_seconds=DAY, name=str(number))
    with pytest.raises(Declined, match="2 tables by correspondence"):
        open_table(mei, turn_seconds=DAY, name="one more")


def test_who_leaves_the_site_gets_up_everywhere(open_table: Open, mei: User) -> None:
    open_table(mei)
    open_table(mei, turn_seconds=DAY)
    closing.person_leaves_the_site(mei)
    assert not Seat.objects.filter(user=mei).exists()


@pytest.fixture
def near(mei: User) -> dict[str, User]:
    """People who are near Mei, or were."""
    people = {name: User.objects.create_user(name) for name in ("Friend", "Asked", "Follower", "Blocker", "Stranger")}
    Friendship.objects.create(asker=people["Friend"], asked=mei, accepted_at=timezone.now())
    Friendship.objects.create(asker=people["Asked"], asked=mei)
    for name in ("Follower", "Blocker"):
        Tie.objects.create(person=people[name], other=mei, kind=Tie.Kind.FOLLOW)
    Tie.objects.create(person=people["Blocker"], other=mei, kind=Tie.Kind.BLOCK)
    return people


def told() -> set[str]:
    """Who was told of a friend's table."""
    return set(Notice.objects.filter(kind="friends_table").values_list("person__display_name", flat=True))


def test_friends_and_followers_hear_of_a_public_table(open_table: Open, mei: User, near: dict[str, User]) -> None:
    open_table(mei)
    assert told() == {"Friend", "Follower"}


@pytest.mark.parametrize("wishes", [{"visibility": "private"}, {"ai_level": "easy"}, {"is_quick": True}])
def test_nobody_hears_of_a_table_that_waits_for_nobody_else(
    open_table: Open, mei: User, near: dict[str, User], wishes: dict[str, object]
) -> None:
    open_table(mei, **wishes)
    assert told() == set()


def test_at_very_many_tables_by_correspondence_one_sits_down_at_no_other(
    open_table: Open, mei: User, otto: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "MOST_CORRESPONDENCE", 1)
    first, second = (open_table(person, seats=3, turn_seconds=86_400) for person in (mei, otto))
    with pytest.raises(Declined, match="Finish one first"):
        tables.join(second.pk, mei)
    tables.join(first.pk, mei, 2)  # to another seat of the same table
    tables.leave(first.pk, mei.pk)
    tables.join(second.pk, mei)
    assert second.seats.filter(user=mei, live=True).exists()
