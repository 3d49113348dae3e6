"""Passwords: changed, forgotten."""

import pytest
from django.test import Client

from tests.people import PASSWORD, signed_in

NEW = "nine-louder-herons"


def test_it_changes(alice, alice_client):
    elsewhere = signed_in(alice)
    answer = alice_client.post(
        "/accounts/password/change/", {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}
    )
    assert answer.url == "/accounts/profile/"
    alice.refresh_from_db()
    assert alice.check_password(NEW)
    assert alice_client.get("/accounts/profile/").status_code == 200
    assert elsewhere.get("/accounts/profile/").status_code == 302  # signed out everywhere else


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"oldpassword": "wrong"}, "oldpassword"),
        ({"password2": "other"}, "password2"),
        ({"password1": "short", "password2": "short"}, "password1"),
    ],
)
def test_errors_beside_the_field(alice, alice_client, changes, field):
    data = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW} | changes
    answer = alice_client.post("/accounts/password/change/", data)
    assert list(answer.context["form"].errors) == [field]
    assert f'id="id_{field}_error"' in answer.text


def test_changing_takes_signing_in(client, db):
    assert client.get("/accounts/password/change/").status_code == 302


def test_a_forgotten_one(client, alice, mailoutbox):
    answer = client.post("/accounts/password/reset/", {"email": "alice@example.org"})
    assert answer.url == "/accounts/password/reset/done/"
    [mail] = mailoutbox
    assert mail.to == ["alice@example.org"]
    path = next(word for word in mail.body.split() if "/password/reset/key/" in word)
    page = client.get(path, follow=True)
    assert page.status_code == 200
    answer = client.post(page.redirect_chain[-1][0], {"password1": NEW, "password2": NEW})
    assert answer.status_code == 302
    alice.refresh_from_db()
    assert alice.check_password(NEW)
    again = Client().get(path, follow=True)
    assert "no longer works" in again.text


def test_a_strangers_address_looks_the_same(client, alice, mailoutbox):
    known = client.post("/accounts/password/reset/", {"email": "alice@example.org"})
    unknown = client.post("/accounts/password/reset/", {"email": "nobody@example.org"})
    assert (known.status_code, known.url) == (unknown.status_code, unknown.url)
    assert "no account has it" in mailoutbox[-1].body


def test_a_made_up_link(client, db):
    assert client.get("/accounts/password/reset/key/1-set-password/").status_code == 200
    assert client.get("/accounts/password/reset/key/zz-zz/", follow=True).status_code == 200


def test_asking_is_limited(client, alice, mailoutbox):
    for _ in range(8):
        client.post("/accounts/password/reset/", {"email": "alice@example.org"})
    assert len(mailoutbox) <= 5
