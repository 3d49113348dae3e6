"""Coming back, and going."""

import pytest

from accounts.models import Kind, User
from tests.people import PASSWORD, make_person, signed_in

SIGN_IN = "/accounts/login/"


def sign_in(client, login, password=PASSWORD):
    return client.post(SIGN_IN, {"login": login, "password": password})


def is_in(client) -> bool:
    return "_auth_user_id" in client.session


@pytest.mark.parametrize("login", ["Alice", "alice", "  ALICE ", "A1ice", "alice@example.org", "Alice@Example.ORG"])
def test_by_name_or_address(client, alice, login):
    answer = sign_in(client, login)
    assert answer.status_code == 302
    assert client.session["_auth_user_id"] == str(alice.pk)


def test_before_the_address_is_verified(client, db):
    make_person("Mei", verified=False)
    sign_in(client, "Mei")
    assert is_in(client)


@pytest.mark.parametrize("login", ["Alice", "Nobody Here", "alice@example.org", "nobody@example.org"])
def test_a_wrong_password_and_a_wrong_name_read_the_same(client, alice, login):
    answer = sign_in(client, login, "wrong-wrong-wrong")
    assert answer.status_code == 200
    assert not is_in(client)
    [error] = answer.context["form"].non_field_errors()
    assert error == (
        "The e-mail address or the password is not right." if "@" in login else "The name or the password is not right."
    )
    assert str(error) in answer.text


@pytest.mark.parametrize("login", ["", "...", "\u202e", "a" * 500])
def test_odd_names_are_only_refused(client, db, login):
    assert sign_in(client, login).status_code == 200
    assert not is_in(client)


@pytest.mark.parametrize("kind", [Kind.GUEST, Kind.AI, Kind.BOT])
@pytest.mark.parametrize("login", ["Somebot Seven", "seven@example.org"])
def test_only_people_sign_in(client, db, kind, login):
    """Not even with a password that fits."""
    make_person("Somebot Seven", email="seven@example.org", kind=kind)
    assert sign_in(client, login).status_code == 200
    assert not is_in(client)


@pytest.mark.parametrize(("kind", "status"), [(Kind.GUEST, 200), (Kind.AI, 302), (Kind.BOT, 302)])
def test_only_guests_have_visits_without_a_password(db, kind, status):
    user = make_person("Somebot Seven", email="", kind=kind)
    assert signed_in(user).get("/accounts/profile/").status_code == status


def test_a_closed_account(client, alice):
    alice.is_active = False
    alice.save()
    answer = sign_in(client, "Alice")
    assert answer.url == "/accounts/inactive/"
    assert not is_in(client)


def test_closing_an_account_ends_its_visit(alice, alice_client):
    assert alice_client.get("/accounts/profile/").status_code == 200
    alice.is_active = False
    alice.save()
    assert alice_client.get("/accounts/profile/").status_code == 302


def test_tries_are_limited_however_the_name_is_written(client, alice):
    for login in ["Alice", "alice", "ALICE", "A1ice", "A.l.i.c.e"]:
        sign_in(client, login, "wrong-wrong-wrong")
    answer = sign_in(client, "Alice")
    assert "Too many tries" in answer.text
    assert not is_in(client)


def test_two_people_with_one_address(client, alice):
    """Each by the own password."""
    other = make_person("Mallory", email="alice@example.org", verified=False)
    other.set_password("another-long-word")
    other.save()
    sign_in(client, "alice@example.org")
    assert client.session["_auth_user_id"] == str(alice.pk)


def test_next_stays_on_the_site(client, alice):
    answer = client.post(SIGN_IN + "?next=//evil.example", {"login": "Alice", "password": PASSWORD})
    assert answer.url == "/"


def test_signing_out_takes_a_click(alice_client):
    assert alice_client.get("/accounts/logout/").status_code == 200
    assert is_in(alice_client)
    alice_client.post("/accounts/logout/")
    assert not is_in(alice_client)


def test_the_session_knows_whose_it_is(alice, alice_client):
    from accounts.models import Session

    assert Session.objects.get().user_id == alice.pk


def test_superuser_by_code(db):
    user = User.objects.create_superuser("Boss Lady", "boss@example.org", PASSWORD)
    assert user.is_staff
    assert user.is_superuser
