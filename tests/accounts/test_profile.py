"""One's own page."""

import pytest
from django.test import Client

from accounts.characters import CHARACTERS
from accounts.naming import is_name_free
from tests.people import make_person, signed_in

PROFILE = "/accounts/profile/"


def wishes(**changes) -> dict[str, str]:
    return {"display_name": "Alice", "character": "owl", "language": "", "time_zone": ""} | changes


def test_it_shows_all_there_is_to_choose(alice_client):
    page = alice_client.get(PROFILE).text
    for key in CHARACTERS:
        assert f'value="{key}"' in page
    assert "简体中文" in page
    assert "Europe/Berlin" in page
    assert "alice@example.org" in page
    assert "Verified" in page


def test_an_unverified_address_is_said(db):
    page = signed_in(make_person("Mei", verified=False)).get(PROFILE).text
    assert "Not verified yet" in page


def test_it_saves(alice, alice_client):
    answer = alice_client.post(
        PROFILE, wishes(display_name=" Alicia ", character="crane", language="zh-hans", time_zone="Asia/Tokyo")
    )
    assert answer.url == PROFILE
    alice.refresh_from_db()
    assert (alice.display_name, alice.character) == ("Alicia", "crane")
    assert (alice.language, alice.time_zone) == ("zh-hans", "Asia/Tokyo")


@pytest.mark.parametrize("name", ["alice", "A l i c e", "Alice"])
def test_ones_own_name_may_be_written_otherwise(alice, alice_client, name):
    alice_client.post(PROFILE, wishes(display_name=name))
    alice.refresh_from_db()
    assert alice.display_name == name


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"display_name": "b0b"}, "display_name"),
        ({"display_name": "Moderator"}, "display_name"),
        ({"display_name": ""}, "display_name"),
        ({"display_name": "x" * 21}, "display_name"),
        ({"character": "dragon"}, "character"),
        ({"character": "ai"}, "character"),
        ({"character": ""}, "character"),
        ({"language": "xx"}, "language"),
        ({"time_zone": "Mars/Olympus"}, "time_zone"),
    ],
)
def test_errors_beside_the_field(alice, bob, alice_client, changes, field):
    answer = alice_client.post(PROFILE, wishes(**changes))
    assert answer.status_code == 200
    assert list(answer.context["form"].errors) == [field]
    assert f'id="id_{field}_error"' in answer.text
    alice.refresh_from_db()
    assert alice.display_name == "Alice"


def test_a_refused_name_is_not_shown_as_mine(alice, bob, alice_client):
    page = alice_client.post(PROFILE, wishes(display_name="B0b")).text
    assert "<h1>Alice</h1>" in page


def test_a_name_taken_at_the_last_moment(alice, alice_client, monkeypatch):
    def taken_meanwhile(name, **_):
        free = is_name_free(name)
        if free:
            make_person("Me1")
        return free

    monkeypatch.setattr("accounts.forms.is_name_free", taken_meanwhile)
    answer = alice_client.post(PROFILE, wishes(display_name="Mei"))
    assert answer.status_code == 200
    assert "looks like it" in answer.text


def test_rights_do_not_come_by_form(alice, alice_client):
    alice_client.post(PROFILE, wishes(is_staff="on", is_superuser="on", is_vip_until="2099-01-01", kind="ai"))
    alice.refresh_from_db()
    assert not alice.is_staff
    assert not alice.is_superuser
    assert alice.is_vip_until is None
    assert alice.kind == "person"


def test_strangers_are_asked_to_sign_in(client, db):
    assert client.get(PROFILE).url == f"/accounts/login/?next={PROFILE}"
    assert client.post(PROFILE, wishes()).status_code == 302


def test_other_methods(alice_client):
    assert alice_client.put(PROFILE).status_code == 405
    assert alice_client.delete(PROFILE).status_code == 405


def test_a_form_from_elsewhere(alice):
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)
    assert client.post(PROFILE, wishes()).status_code == 403


@pytest.mark.parametrize(("verified", "offered"), [(True, True), (False, False)])
def test_mail_is_offered_where_there_is_an_address_to_mail_to(db, verified, offered):
    mei = make_person("Mei", verified=verified)
    browser = signed_in(mei)
    assert ('name="mails_turns"' in browser.get(PROFILE).text) == offered
    browser.post(PROFILE, wishes(display_name="Mei", mails_turns="on"))
    mei.refresh_from_db()
    assert mei.mails_turns == offered
    browser.post(PROFILE, wishes(display_name="Mei"))
    mei.refresh_from_db()
    assert not mei.mails_turns


def test_it_leads_to_friends_and_to_what_others_see(alice, alice_client):
    page = alice_client.get(PROFILE).text
    assert 'href="/friends/"' in page
    assert f'href="/people/{alice.public_id}/"' in page
