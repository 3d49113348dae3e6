"""The administration, and the way into it."""

import pytest
from django.core.management import CommandError, call_command

from accounts import social
from accounts.models import Friendship, Kind, TextPage, Tie, User
from tests.people import make_person, signed_in


@pytest.fixture
def boss(db):
    return signed_in(make_person("Boss Lady", is_staff=True, is_superuser=True))


# --- make_admin


@pytest.mark.parametrize("name", ["Alice", "alice", "alice@example.org", "ALICE@example.org"])
def test_make_admin(alice, capsys, name):
    call_command("make_admin", name)
    alice.refresh_from_db()
    assert alice.is_staff
    assert alice.is_superuser
    assert "Alice is an admin now." in capsys.readouterr().out
    call_command("make_admin", name)
    assert "already" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["Nobody", "nobody@example.org", "", "..."])
def test_make_admin_of_nobody(alice, name):
    with pytest.raises(CommandError, match="Sign up on the site first"):
        call_command("make_admin", name)
    assert User.objects.count() == 1


def test_make_admin_of_an_ai(db):
    make_person("Steady One", kind=Kind.AI, email="")
    with pytest.raises(CommandError, match="Nobody here"):
        call_command("make_admin", "Steady One")


def test_make_admin_takes_the_owner_of_an_address(alice, capsys):
    make_person("Mallory", email="alice@example.org", verified=False)
    call_command("make_admin", "alice@example.org")
    assert "Alice is an admin" in capsys.readouterr().out


def test_make_admin_does_not_guess(db):
    make_person("Mei", email="us@example.org", verified=False)
    make_person("Otto", email="us@example.org", verified=False)
    with pytest.raises(CommandError, match="display name"):
        call_command("make_admin", "us@example.org")


def test_make_admin_gives_a_role(alice, capsys):
    call_command("load_presets", verbosity=0)
    call_command("make_admin", "Alice", "--role", "Moderator")
    alice.refresh_from_db()
    assert (alice.is_staff, alice.is_superuser) == (True, False)
    assert alice.has_perm("games.measure_people")
    assert "has the role Moderator" in capsys.readouterr().out
    with pytest.raises(CommandError, match="Editor, Moderator"):
        call_command("make_admin", "Alice", "--role", "King")


# --- the pages


def test_the_door(client, alice_client):
    assert client.get("/staff/", follow=True).redirect_chain[-1][0].startswith("/accounts/login/")
    assert alice_client.get("/staff/").status_code in (302, 403)
    assert alice_client.get("/staff/accounts/user/").status_code in (302, 403)


def test_lists_and_forms_open(boss, alice):
    page = TextPage.objects.create(slug="terms", language="en", title="Terms", body="Be nice.")
    for path in [
        "/staff/",
        "/staff/accounts/user/",
        "/staff/accounts/user/?q=alice",
        f"/staff/accounts/user/{alice.pk}/change/",
        "/staff/accounts/textpage/",
        f"/staff/accounts/textpage/{page.pk}/change/",
    ]:
        assert boss.get(path).status_code == 200, path


def test_nobody_is_added_or_deleted_here(boss, alice):
    assert boss.get("/staff/accounts/user/add/").status_code == 403
    assert boss.post(f"/staff/accounts/user/{alice.pk}/delete/", {"post": "yes"}).status_code == 403


def change(browser, user, **changes):
    form = {"display_name": user.display_name, "character": user.character, "language": "", "time_zone": ""}
    form |= {"is_vip_until_0": "", "is_vip_until_1": "", "is_active": "on"} | changes
    return browser.post(f"/staff/accounts/user/{user.pk}/change/", form)


def test_nobody_is_renamed_or_shut_out_here(boss, alice):
    assert change(boss, alice, display_name="Alicia", is_active="").status_code == 302
    alice.refresh_from_db()
    assert alice.display_name == "Alice"
    assert alice.is_active


def test_helpers_give_no_rights(db, alice):
    from django.contrib.auth.models import Permission

    helper = make_person("Helpful Hana", is_staff=True)
    helper.user_permissions.set(Permission.objects.filter(content_type__app_label="accounts"))
    assert change(signed_in(helper), alice, is_superuser="on", is_staff="on").status_code == 302
    alice.refresh_from_db()
    assert not alice.is_superuser
    assert not alice.is_staff


def test_editing_a_text(boss):
    boss.post("/staff/accounts/textpage/add/", {"slug": "x", "language": "en", "title": "X", "body": "Y"})
    assert TextPage.objects.get().body == "Y"


def test_what_people_are_to_each_other_is_read_only(boss, alice, bob):
    social.ask(alice, bob)
    social.mute(bob, alice)
    for model, row in (("friendship", Friendship.objects.get()), ("tie", Tie.objects.get())):
        page = f"/staff/accounts/{model}/"
        assert "Alice" in boss.get(page).text
        assert boss.get(f"{page}?q=alice").status_code == 200
        assert boss.get(f"{page}{row.pk}/change/").status_code == 200
        assert boss.post(f"{page}{row.pk}/change/", {}).status_code == 403
        assert boss.post(f"{page}{row.pk}/delete/", {"post": "yes"}).status_code == 403
        assert boss.get(f"{page}add/").status_code == 403
