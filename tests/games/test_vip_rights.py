"""What being a VIP gives, codes that make one, the page that says it, and one's data."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts import rights
from accounts.deletion import carry_out, request_deletion
from accounts.models import Kind, User
from accounts.personal_data import personal_data
from games import screens
from games.models import Action, Match, Notice, SavedRuleset, Table, VipCode, VipGrant
from games.services import characters, past, rulesets
from games.services.errors import Declined
from games.services.vip import codes, ending, grants
from tests.games.test_vip import Open, make_vip, soon
from tests.people import signed_in

pytestmark = pytest.mark.django_db


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
