"""VIPs: given, taken back, ended on time, and what a match that goes on keeps."""

import importlib
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.apps import apps
from django.utils import timezone

from accounts import rights
from accounts.models import Kind, User, is_vip
from games import tasks
from games.models import Action, Match, Notice, SavedRuleset, Table, VipGrant
from games.rules.families import FAMILIES
from games.services import characters, closing, getting_ready, tables
from games.services.errors import Declined
from games.services.vip import ending, grants
from tests.games.conftest import any_move, any_move_that_lays, play, player_to_move, state_of

pytestmark = pytest.mark.django_db
Open = Callable[..., Table]
Told = Notice.Kind


def soon(**span: float) -> Any:
    return timezone.now() + timedelta(**span)


def make_vip(person: User, **span: float) -> VipGrant:
    return grants.give([person.pk], soon(**(span or {"days": 1})), "a friend of the house", None)[0]


def pass_time(person: User, **span: float) -> None:
    """As if so much time had passed for what this person was given."""
    back = timedelta(**span)
    for grant in VipGrant.objects.filter(person=person):
        grant.begins_at, grant.ends_at = grant.begins_at - back, grant.ends_at - back
        grant.save()
    person.refresh_from_db()
    if person.is_vip_until is not None:
        User.objects.filter(pk=person.pk).update(is_vip_until=person.is_vip_until - back)
        person.refresh_from_db()


def told(person: User) -> list[str]:
    return list(Notice.objects.filter(person=person).order_by("pk").values_list("kind", flat=True))


# --- given and taken back


def test_who_was_a_vip_before_there_were_grants_has_one_and_stays_one(mei: User, otto: User) -> None:
    until = soon(days=30)
    User.objects.filter(pk=mei.pk).update(is_vip_until=until)
    User.objects.filter(pk=otto.pk).update(is_vip_until=soon(days=-1))
    importlib.import_module("games.migrations.0013_moderation").grant_what_is_held(apps, None)
    assert [(grant.person, grant.ends_at) for grant in VipGrant.objects.all()] == [(mei, until)]
    grants.give_days(mei, 10, "a code")
    mei.refresh_from_db()
    assert mei.is_vip_until == until + timedelta(days=10)


def test_no_days_are_added_to_the_end_of_the_calendar(mei: User) -> None:
    User.objects.filter(pk=mei.pk).update(is_vip_until=datetime(9999, 12, 31, tzinfo=UTC))
    with pytest.raises(Declined, match="no end"):
        grants.give_days(mei, 10, "a code")


def test_many_are_made_vips_at_once_each_with_a_row_in_the_log(mei: User, otto: User, charlie: User) -> None:
    ends_at = soon(days=30)
    grants.give([mei.pk, otto.pk, mei.pk], ends_at, " winners of the cup ", charlie)
    for person in (mei, otto):
        person.refresh_from_db()
        assert person.is_vip_until == ends_at
        assert told(person) == [Told.VIP_GIVEN]
        grant = person.vip_grants.get()
        assert (grant.reason, grant.granted_by) == ("winners of the cup", charlie)
    rows = Action.objects.filter(kind=Action.Kind.GRANT_VIP).values_list("person_name", "actor_name", "reason", "until")
    assert set(rows) == {(name, "Charlie", "winners of the cup", ends_at) for name in ("Mei", "Otto")}


def test_all_or_none(mei: User) -> None:
    robot = User.objects.create_user("Robot", kind=Kind.AI)
    with pytest.raises(Declined, match="not Robot"):
        grants.give([mei.pk, robot.pk], soon(days=1), "why", None)
    assert not VipGrant.objects.exists()
    assert not Action.objects.exists()
    mei.refresh_from_db()
    assert mei.is_vip_until is None


@pytest.mark.parametrize(
    ("ends", "begins", "reason"), [(-1, None, "why"), (1, 2, "why"), (1, None, " "), (1, None, "x" * 201)]
)
def test_what_is_no_grant_is_refused(mei: User, ends: int, begins: int | None, reason: str) -> None:
    with pytest.raises(Declined):
        grants.give([mei.pk], soon(days=ends), reason, None, begins_at=None if begins is None else soon(days=begins))
    assert not VipGrant.objects.exists()


def test_taken_back_it_is_over_at_once_and_told_once(mei: User, otto: User, charlie: User) -> None:
    rows = [make_vip(mei), make_vip(otto)]
    assert grants.revoke([row.pk for row in rows], "given by mistake", charlie) == 2
    assert grants.revoke([row.pk for row in rows], "again", charlie) == 0
    for person in (mei, otto):
        person.refresh_from_db()
        assert not is_vip(person, timezone.now())
        assert told(person) == [Told.VIP_GIVEN, Told.VIP_OVER]
    ending.settle_due()
    assert told(mei) == [Told.VIP_GIVEN, Told.VIP_OVER]
    log = Action.objects.filter(kind=Action.Kind.REVOKE_VIP).order_by("person_name")
    assert [(row.person_name, row.actor_name, row.reason) for row in log] == [
        ("Mei", "Charlie", "given by mistake"),
        ("Otto", "Charlie", "given by mistake"),
    ]


def test_without_a_reason_nothing_is_taken_back(mei: User) -> None:
    row = make_vip(mei)
    with pytest.raises(Declined):
        grants.revoke([row.pk], "", None)
    mei.refresh_from_db()
    assert is_vip(mei, timezone.now())


def test_one_grant_of_two_taken_back_leaves_the_other(mei: User) -> None:
    short, long = make_vip(mei, days=1), make_vip(mei, days=9)
    grants.revoke([long.pk], "too long", None)
    mei.refresh_from_db()
    assert mei.is_vip_until == short.ends_at
    assert Told.VIP_OVER not in told(mei)


# --- by themselves


def test_it_ends_on_time_and_is_told_once_however_often_the_task_runs(mei: User) -> None:
    make_vip(mei, hours=1)
    pass_time(mei, minutes=59)
    ending.settle_due()
    assert told(mei) == [Told.VIP_GIVEN]
    pass_time(mei, minutes=2)
    assert not is_vip(mei, timezone.now())  # by the clock, whether or not a task has run
    assert rights.rights_of(mei) == rights.EVERYBODY
    for _ in range(3):
        tasks.settle_vips()
    assert told(mei) == [Told.VIP_GIVEN, Told.VIP_OVER]
    assert VipGrant.objects.get().told_at is not None
    mei.refresh_from_db()
    assert mei.is_vip_until == VipGrant.objects.get().ends_at  # the end of what held is kept


def test_two_that_end_together_are_told_once(mei: User) -> None:
    make_vip(mei, hours=1)
    make_vip(mei, hours=1)
    pass_time(mei, hours=2)
    ending.settle_due()
    ending.settle_due()
    assert told(mei).count(Told.VIP_OVER) == 1


def test_the_end_of_one_is_no_news_while_another_holds(mei: User) -> None:
    make_vip(mei, hours=1)
    make_vip(mei, hours=9)
    pass_time(mei, hours=2)
    ending.settle_due()
    assert Told.VIP_OVER not in told(mei)
    assert is_vip(mei, timezone.now())


def test_one_that_is_to_begin_later_begins_by_the_task_and_is_told_then(mei: User) -> None:
    grants.give([mei.pk], soon(days=3), "the cup", None, begins_at=soon(days=2))
    mei.refresh_from_db()
    assert mei.is_vip_until is None
    ending.settle_due()
    assert told(mei) == []
    pass_time(mei, days=2, minutes=1)
    ending.settle_due()
    ending.settle_due()
    mei.refresh_from_db()
    assert is_vip(mei, timezone.now())
    assert told(mei) == [Told.VIP_GIVEN]


def test_days_are_added_to_what_one_has(mei: User) -> None:
    first = make_vip(mei, days=10)
    second = grants.give_days(mei, 30, "paid")
    assert second.begins_at == first.ends_at
    mei.refresh_from_db()
    assert mei.is_vip_until == second.ends_at == first.ends_at + timedelta(days=30)
    pass_time(mei, days=11)  # the first is over, and nothing breaks between the two
    ending.settle_due()
    assert told(mei) == [Told.VIP_GIVEN] * 2
    assert is_vip(mei, timezone.now())


# --- in the middle of a match


def begin_party(open_table: Open, person: User) -> Table:
    table = open_table(person, seats=4, ai_level="steady", preset="party")
    getting_ready.start(table.pk, person.pk)
    return Table.objects.get(pk=table.pk)


@pytest.mark.parametrize("how", ["time", "taken back"])
def test_a_match_goes_on_as_it_was_dealt_and_the_next_is_without(open_table: Open, mei: User, how: str) -> None:
    grant = make_vip(mei, hours=1)
    mei.refresh_from_db()
    table = begin_party(open_table, mei)
    before = state_of(table)
    seat = before.seat_of(mei.pk)
    assert before.match is not None
    assert before.match.vip == [seat.place]
    if how == "time":
        pass_time(mei, hours=2)
    else:
        grants.revoke([grant.pk], "why", None)
    ending.settle_due()
    mei.refresh_from_db()
    assert not is_vip(mei, timezone.now())
    assert Told.VIP_OVER in told(mei)

    after = state_of(table)
    assert after.match is not None
    assert (after.match.vip, after.match.position) == (before.match.vip, before.match.position)
    assert (after.table.version, after.match.number) == (before.table.version, before.match.number)
    view = FAMILIES[table.family].view(after.game, seat.place)
    assert view.vip == {seat.place}
    assert after.game.round.vip == {seat.place}  # what jump-in and playing the drawn card are judged by

    tables.leave(table.pk, mei.pk)
    closing.close_idle()
    following = begin_party(open_table, User.objects.get(pk=mei.pk))
    assert following.match is not None
    assert following.match.pk != after.match.pk
    assert following.match.vip == []
    assert state_of(following).game.round.vip == frozenset()


def draw_in_turn(table: Table, user: User) -> str:
    """Let the others pass until it is this person's turn, draw, and return the phase that comes of it."""
    while player_to_move(table) != user:
        play(table, player_to_move(table), any_move(table))
    play(table, user, "draw")
    return str(state_of(table).game.round.phase)


def test_who_was_a_vip_at_the_deal_may_do_to_the_end_what_the_rules_keep_for_vips(
    open_table: Open, mei: User, otto: User
) -> None:
    """Playing the drawn card, by rules that keep it for VIPs and have everybody draw until a card fits."""
    SavedRuleset.objects.create(
        key="kept", title="Kept", is_published=True, options={"play_drawn": "vip", "draw": "until_playable"}
    )

    def begin() -> Table:
        table = open_table(User.objects.get(pk=mei.pk), preset="kept", turn_seconds=86_400)
        tables.join(table.pk, otto)
        getting_ready.set_ready(table.pk, otto.pk, True)
        getting_ready.start(table.pk, mei.pk)
        return Table.objects.get(pk=table.pk)

    grant = make_vip(mei)
    first = begin()
    grants.revoke([grant.pk], "why", None)
    assert draw_in_turn(first, mei) == "drawn"
    play(first, mei, any_move_that_lays(first))  # the drawn card
    assert draw_in_turn(first, otto) != "drawn"
    second = begin()
    assert draw_in_turn(second, mei) != "drawn"


def test_a_vips_character_stays_to_the_end_of_a_match_that_was_dealt_before(open_table: Open, mei: User) -> None:
    grant = make_vip(mei)
    table = begin_party(open_table, User.objects.get(pk=mei.pk))
    characters.choose(table.pk, mei.pk, "lion")
    grants.revoke([grant.pk], "why", None)
    ending.settle_due()
    mei.refresh_from_db()
    assert mei.character == "lion"
    Match.objects.update(state=Match.State.OVER)
    version = Table.objects.get(pk=table.pk).version
    ending.settle_due()
    mei.refresh_from_db()
    assert mei.character in rights.EVERYBODY.characters
    assert Table.objects.get(pk=table.pk).version == version + 1  # those who have the table open see it
    ending.settle_due()
    assert Table.objects.get(pk=table.pk).version == version + 1
