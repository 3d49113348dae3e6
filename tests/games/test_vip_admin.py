"""VIPs in the administration: many at once, with a reason; codes; and who may not."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.utils import timezone

from accounts.models import User, is_vip
from games.models import Action, VipCode, VipGrant
from games.services.vip import codes, grants
from tests.games.test_admin import as_admin  # noqa: F401

pytestmark = pytest.mark.django_db
GRANTS, CODES = "/staff/games/vipgrant/", "/staff/games/vipcode/"


def asked(names: str, **changes: Any) -> dict[str, Any]:
    return {"names": names, "ends_at_0": "2099-05-01", "ends_at_1": "12:00", "reason": "won the cup"} | changes


def test_many_are_made_vips_by_name_id_or_address(as_admin: Client, mei: User, otto: User, alice: User) -> None:  # noqa: F811
    assert as_admin.get(f"{GRANTS}add/").status_code == 200
    names = f" mei \r\n{otto.public_id}\r\n\r\nALICE@example.org\r\nMei"
    answer = as_admin.post(f"{GRANTS}add/", asked(names), follow=True).content.decode()
    assert "3 people are made VIPs." in answer
    assert "won the cup" in answer
    for person in (mei, otto, alice):
        person.refresh_from_db()
        assert person.is_vip_until.isoformat() == "2099-05-01T12:00:00+00:00"
    rows = Action.objects.values_list("kind", "actor_name", "reason").distinct()
    assert list(rows.order_by()) == [(Action.Kind.GRANT_VIP, "Root Vegetable", "won the cup")]


@pytest.mark.parametrize(
    ("names", "changes", "said"),
    [
        ("Mei\nNobody at all\nNor this one", {}, "Nobody here is called “Nor this one”."),
        ("Mei", {"reason": " "}, "This field is required."),
        ("Mei", {"reason": "a\u202eb"}, "errorlist"),
        ("Mei", {"ends_at_0": "2001-01-01"}, "The end must lie ahead"),
        ("Mei", {"ends_at_0": "9999-12-31"}, "Ensure this value is less than or equal to"),
        ("Mei", {"begins_at_0": "2099-06-01", "begins_at_1": "00:00"}, "and after the beginning"),
        ("", {}, "This field is required."),
    ],
)
def test_what_cannot_be_given_is_said(
    as_admin: Client,  # noqa: F811
    mei: User,
    names: str,
    changes: dict[str, Any],
    said: str,
) -> None:
    answer = as_admin.post(f"{GRANTS}add/", asked(names, **changes))
    assert answer.status_code == 200
    assert said in answer.content.decode()
    assert not VipGrant.objects.exists()
    assert not Action.objects.exists()


def test_an_address_of_two_is_nobodys(as_admin: Client, mei: User) -> None:  # noqa: F811
    User.objects.create_user("Second", mei.email)
    assert "use an ID" in as_admin.post(f"{GRANTS}add/", asked("mei@example.org")).content.decode()


def test_many_are_taken_back_with_a_reason(as_admin: Client, mei: User, otto: User, alice: User) -> None:  # noqa: F811
    given = grants.give([mei.pk, otto.pk, alice.pk], timezone.now() + timedelta(days=9), "why", None)
    chosen = {"action": "revoke", "_selected_action": [given[0].pk, given[1].pk]}
    page = as_admin.post(GRANTS, chosen).content.decode()
    assert "Mei:" in page
    assert "Alice:" not in page
    assert "This field is required." not in page
    assert "This field is required." in as_admin.post(GRANTS, chosen | {"reason": ""}).content.decode()
    assert not Action.objects.filter(kind=Action.Kind.REVOKE_VIP).exists()
    answer = as_admin.post(GRANTS, chosen | {"reason": "a mistake"}, follow=True).content.decode()
    assert "2 grants are taken back." in answer
    now = timezone.now()
    assert [is_vip(User.objects.get(pk=one.pk), now) for one in (mei, otto, alice)] == [False, False, True]
    log = Action.objects.filter(kind=Action.Kind.REVOKE_VIP).values_list("person_name", "actor_name", "reason")
    assert set(log) == {("Mei", "Root Vegetable", "a mistake"), ("Otto", "Root Vegetable", "a mistake")}


def test_a_grant_is_read_and_not_changed(as_admin: Client, mei: User) -> None:  # noqa: F811
    grant = grants.give([mei.pk], timezone.now() + timedelta(days=9), "why", None)[0]
    assert as_admin.get(f"{GRANTS}{grant.pk}/change/").status_code == 200
    assert as_admin.post(f"{GRANTS}{grant.pk}/change/", {"reason": "x"}).status_code == 403
    assert as_admin.post(f"{GRANTS}{grant.pk}/delete/", {"post": "yes"}).status_code == 403
    as_admin.post(f"/staff/accounts/user/{mei.pk}/change/", {"is_vip_until_0": "2099-01-01", "is_vip_until_1": "00:00"})
    mei.refresh_from_db()
    assert mei.is_vip_until == grant.ends_at


def test_codes_are_made_many_at_once_redeemed_and_ended(as_admin: Client, mei: User, otto: User) -> None:  # noqa: F811
    assert as_admin.get(f"{CODES}add/").status_code == 200
    wanted = {"count": 3, "days": 7, "most_uses": 2, "reason": "the fair", "expires_at_0": "", "expires_at_1": ""}
    page = as_admin.post(f"{CODES}add/", wanted, follow=True).content.decode()
    made = list(VipCode.objects.all())
    assert len(made) == 3
    for code in made:
        assert code.code in page
        assert (code.days, code.most_uses, code.note, code.made_by.name) == (7, 2, "the fair", "Root Vegetable")
    codes.redeem(mei, made[0].code)
    as_admin.post(CODES, {"action": "end", "_selected_action": [made[0].pk]})
    listed = {said: as_admin.get(f"{CODES}?open={said}").context["cl"].queryset.count() for said in ("yes", "no")}
    assert listed == {"yes": 2, "no": 1}
    with pytest.raises(codes.Declined, match="its time is over"):
        codes.redeem(otto, made[0].code)
    mei.refresh_from_db()
    assert is_vip(mei, timezone.now())


@pytest.mark.parametrize(
    "changes",
    [
        {"count": 0},
        {"count": 501},
        {"days": 0},
        {"most_uses": 0},
        {"reason": ""},
        {"expires_at_0": "2001-01-01", "expires_at_1": "00:00"},
    ],
)
def test_what_is_no_code_is_refused(as_admin: Client, changes: dict[str, Any]) -> None:  # noqa: F811
    wanted = {"count": 1, "days": 7, "most_uses": 2, "reason": "the fair", "expires_at_0": "", "expires_at_1": ""}
    answer = as_admin.post(f"{CODES}add/", wanted | changes)
    assert answer.status_code == 200
    assert "errorlist" in answer.content.decode()
    assert not VipCode.objects.exists()


@pytest.mark.parametrize("rights", [[], ["view_vipgrant", "view_vipcode"]])
def test_who_may_only_look_gives_and_takes_nothing(
    client: Client, presets: None, mei: User, otto: User, rights: list[str]
) -> None:
    otto.is_staff = True
    otto.save()
    otto.user_permissions.set(Permission.objects.filter(codename__in=rights))
    client.force_login(otto)
    grant = grants.give([mei.pk], timezone.now() + timedelta(days=9), "why", None)[0]
    for address in (GRANTS, CODES):
        assert client.get(address).status_code == (200 if rights else 403)
        assert client.get(f"{address}add/").status_code == 403
        assert client.post(f"{address}add/", asked("Otto")).status_code == 403
    client.post(GRANTS, {"action": "revoke", "_selected_action": [grant.pk], "reason": "why"})
    grant.refresh_from_db()
    assert grant.revoked_at is None
    assert VipGrant.objects.count() == 1
    assert not VipCode.objects.exists()
