"""VIPs: given, taken back, ended on time; what it gives, and what a match that goes on keeps."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts import rights
from accounts.deletion import carry_out, request_deletion
from accounts.models import Kind, User, is_vip
from accounts.personal_data import personal_data
from games import screens, tasks
from games.models import Action, Match, Notice, SavedRuleset, Table, VipCode, VipGrant
from games.rules.families import FAMILIES
from games.services import characters, closing, getting_ready, past, rulesets, tables
from games.services.errors import Declined
from games.services.vip import codes, ending, grants
from tests.games.conftest import any_move, any_move_that_lays, play, player_to_move, state_of
from tests.people import signed_in

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


# --- what it gives


def test_exclusive_characters_are_for_vips(open_table: Open, mei: User) -> None:
    table = open_table(mei)
    client = signed_in(mei)
    wishes = {"display_name": "Mei", "character": "dragon", "language": "", "time_zone": ""}
    with pytest.raises(Declined, match="Only VIPs"):
        characters.choose(table.pk, mei.pk, "dragon")
    assert 'value="dragon"' not in client.get("/accounts/profile/").content.decode()
    client.post("/accounts/profile/", wishes)
    mei.refresh_from_db()
    assert mei.character != "dragon"
    assert 'id="character-dragon"' not in client.get(f"/tables/{table.public_id}/").content.decode()
    make_vip(mei)
    assert 'id="character-dragon"' in client.get(f"/tables/{table.public_id}/").content.decode()
    characters.choose(table.pk, mei.pk, "dragon")
    mei.refresh_from_db()
    assert mei.character == "dragon"
    client.post("/accounts/profile/", wishes | {"character": "unicorn"})
    mei.refresh_from_db()
    assert mei.character == "unicorn"


def test_vips_keep_more_rulesets_and_lose_none_when_it_ends(mei: User) -> None:
    SavedRuleset.objects.bulk_create(
        SavedRuleset(owner=mei, title=f"Rules {number}", options={}, key=f"mei-{number}")
        for number in range(rights.EVERYBODY.rulesets)
    )
    with pytest.raises(Declined, match=f"keep {rights.EVERYBODY.rulesets} rulesets"):
        rulesets.save(mei, title="One more", explanation="", options={})
    grant = make_vip(mei)
    assert rulesets.save(mei, title="One more", explanation="", options={}).pk
    grants.revoke([grant.pk], "why", None)
    assert rulesets.own(mei).count() == rights.EVERYBODY.rulesets + 1
    with pytest.raises(Declined):
        rulesets.save(mei, title="Another", explanation="", options={})


def test_old_matches_are_listed_for_vips(duel: Table, mei: User) -> None:
    old = timezone.now() - timedelta(days=rights.EVERYBODY.history_days or 0, hours=1)
    Match.objects.update(state=Match.State.OVER, finished_at=old)
    match = Match.objects.get()
    client = signed_in(mei)
    assert match.public_id not in client.get("/matches/").content.decode()
    assert client.get(f"/matches/{match.public_id}/").status_code == 200  # kept, at its own address
    make_vip(mei)
    mei.refresh_from_db()
    assert [seat.match for seat in past.finished_of(mei, private=True)] == [match]
    assert match.public_id in client.get("/matches/").content.decode()


def test_everybody_has_what_nobody_gave_them(mei: User) -> None:
    assert rights.rights_of(mei) == rights.EVERYBODY
    assert rights.rights_of(User(is_vip_until=soon(seconds=60))) == rights.VIP
    assert set(rights.EVERYBODY.characters) < set(rights.VIP.characters)


# --- codes


def make_code(by: User, **wishes: Any) -> VipCode:
    return codes.make(1, wishes.pop("days", 30), "the newsletter", by, **wishes)[0]


def test_a_code_is_redeemed_however_it_is_written(mei: User, charlie: User) -> None:
    code = make_code(charlie)
    grant = codes.redeem(mei, f"  {code.code.replace('-', ' ').lower()} ")
    assert grant.ends_at - grant.begins_at == timedelta(days=30)
    assert (grant.code, grant.reason) == (code, "the newsletter")
    code.refresh_from_db()
    assert code.uses == 1
    row = Action.objects.get()
    assert (row.kind, row.person_name, row.details["code"]) == (Action.Kind.GRANT_VIP, "Mei", code.pk)


def test_once_a_person_and_as_many_people_as_it_is_for(mei: User, otto: User, alice: User, charlie: User) -> None:
    code = make_code(charlie, most_uses=2)
    codes.redeem(mei, code.code)
    with pytest.raises(Declined, match="already"):
        codes.redeem(mei, code.code)
    codes.redeem(otto, code.code)
    with pytest.raises(Declined, match="used up"):
        codes.redeem(alice, code.code)
    code.refresh_from_db()
    assert code.uses == 2
    assert VipGrant.objects.count() == 2


def test_a_code_that_is_over_or_is_none_gives_nothing(mei: User, charlie: User) -> None:
    code = make_code(charlie, expires_at=soon(days=1))
    VipCode.objects.update(expires_at=soon(seconds=-1))
    for text, why in (
        (code.code, "time is over"),
        ("NO-SUCH-CODE", "no such code"),
        ("", "no such"),
        ("é\0", "no such"),
    ):
        with pytest.raises(Declined, match=why):
            codes.redeem(mei, text)
    assert not VipGrant.objects.exists()
    assert VipCode.objects.get().uses == 0


def test_a_guest_uses_no_code_up(charlie: User) -> None:
    code = make_code(charlie)
    with pytest.raises(Declined, match="Only people"):
        codes.redeem(User.objects.create_user("Visitor", kind=Kind.GUEST), code.code)
    assert VipCode.objects.get().uses == 0


def test_codes_cannot_be_guessed(charlie: User) -> None:
    made = codes.make(200, 1, "why", charlie)
    assert len({code.code for code in made}) == 200
    assert len(codes.SIGNS) ** (codes.GROUPS * codes.GROUP) >= 2**60


def test_guessing_is_slowed_down(mei: User, charlie: User, settings: Any) -> None:
    settings.LASTCARD = settings.LASTCARD | {"CODE_RATE": (3, 3600)}
    code, client = make_code(charlie), signed_in(mei)
    for _ in range(3):
        assert client.post("/vip/", {"code": "ABCD-EFGH-JKLM"}).status_code == 422
    answer = client.post("/vip/", {"code": code.code})
    assert answer.status_code == 429
    assert "too fast" in answer.content.decode()
    assert not VipGrant.objects.exists()
    assert signed_in(charlie).post("/vip/", {"code": code.code}).status_code == 302  # counted for each person


# --- the page and the data


def test_the_page_says_what_it_gives_to_everybody(client: Client, presets: None) -> None:
    page = client.get("/vip/").content.decode()
    assert "Sign in to redeem a code" in page
    assert "You are" not in page
    for said in ("Of the last 365 days", "All of them, for good", "15 to choose from", "Party", ">40<", ">200<"):
        assert said in page
    answer = client.post("/vip/", {"code": "ABCD"})
    assert answer.status_code == 302
    assert answer["Location"].endswith("/login/?next=/vip/")


def test_the_page_says_what_one_has_and_until_when(mei: User, charlie: User) -> None:
    client = signed_in(mei)
    assert "You are no VIP at present." in client.get("/vip/").content.decode()
    answer = client.post("/vip/", {"code": make_code(charlie).code}, follow=True)
    assert "The code is redeemed." in answer.content.decode()
    mei.refresh_from_db()
    assert f"You are a VIP until {mei.is_vip_until:%b}" in answer.content.decode()
    assert "the newsletter" in answer.content.decode()
    grants.revoke([VipGrant.objects.get().pk], "it was <not> for you", None)
    page = client.get("/vip/").content.decode()
    assert "Taken back because: it was &lt;not&gt; for you" in page
    assert "You are no VIP at present." in page


def test_the_notices_lead_to_the_page(mei: User) -> None:
    grants.revoke([make_vip(mei).pk], "why", None)
    lines = [screens.notice_line(notice) for notice in Notice.objects.order_by("pk")]
    assert [line.sentence.split(".")[0] for line in lines] == ["You are a VIP now", "Your time as a VIP is over"]
    assert {line.address for line in lines} == {"/vip/"}


def test_it_is_in_ones_data_and_goes_with_the_account(mei: User) -> None:
    make_vip(mei)
    assert personal_data(mei)["vip"][0]["reason"] == "a friend of the house"
    request_deletion(mei, timezone.now() - timedelta(days=99))
    carry_out(mei.pk, timezone.now())
    mei.refresh_from_db()
    assert mei.is_removed
    assert not VipGrant.objects.exists()
    ending.settle_due()
