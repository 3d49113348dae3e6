"""Becoming somebody here."""

import pytest
from allauth.account.models import EmailAddress
from django.urls import reverse

from accounts.models import Kind, User
from accounts.naming import is_name_free
from tests.people import PASSWORD

SIGN_UP = "/accounts/signup/"


def wishes(**changes) -> dict[str, str]:
    return {
        "username": "Mei",
        "email": "mei@example.org",
        "password1": PASSWORD,
        "agree": "on",
        "time_zone": "Asia/Shanghai",
    } | changes


def test_the_page_asks_for_what_it_needs(client, db):
    answer = client.get(SIGN_UP)
    assert answer.status_code == 200
    for name in ("username", "email", "password1", "agree"):
        assert f'name="{name}"' in answer.text
    assert 'href="/pages/terms/"' in answer.text
    assert "password2" not in answer.text


def test_it_signs_up_and_in(client, db, mailoutbox):
    answer = client.post(SIGN_UP, wishes())
    assert answer.status_code == 302
    assert answer.url == reverse("games:lobby")
    user = User.objects.get(display_name="Mei")
    assert client.session["_auth_user_id"] == str(user.pk)
    assert user.kind == Kind.PERSON
    assert user.check_password(PASSWORD)
    assert user.terms_agreed_at
    assert user.time_zone == "Asia/Shanghai"
    assert user.language == ""
    assert not EmailAddress.objects.get(user=user).verified
    [mail] = mailoutbox
    assert mail.to == ["mei@example.org"]
    assert "/accounts/confirm-email/" in mail.body
    [told] = client.get("/pages/age/").context["messages"]
    assert "mei@example.org" in str(told)


def test_the_link_in_the_mail_verifies(client, db, mailoutbox):
    client.post(SIGN_UP, wishes())
    path = next(word for word in mailoutbox[0].body.split() if "confirm-email" in word)
    page = client.get(path)
    assert page.status_code == 200
    assert not EmailAddress.objects.get().verified  # a look at the link is not yet a yes
    client.post(path)
    assert EmailAddress.objects.get().verified


def test_a_chosen_language_is_kept(client, db):
    client.post("/i18n/setlang/", {"language": "zh-hant"})
    client.post(SIGN_UP, wishes())
    assert User.objects.get().language == "zh-hant"


def test_a_strange_time_zone_is_no_reason(client, db):
    client.post(SIGN_UP, wishes(time_zone="Mars/Olympus"))
    assert User.objects.get().time_zone == ""


@pytest.mark.parametrize(
    ("changes", "field", "words"),
    [
        ({"username": "M"}, "username", "2 to 20"),
        ({"username": "Mei@home"}, "username", "letters, digits"),
        ({"username": "Admin"}, "username", "staff"),
        ({"username": "A1ice"}, "username", "looks like it"),
        ({"username": ""}, "username", "required"),
        ({"email": "mei"}, "email", "valid email"),
        ({"email": ""}, "email", "required"),
        ({"password1": "short"}, "password1", "at least 8"),
        ({"password1": "password"}, "password1", "too common"),
        ({"password1": "39482719463"}, "password1", "numeric"),
        ({"agree": ""}, "agree", "confirm"),
    ],
)
def test_the_error_stands_beside_its_field(client, alice, changes, field, words):
    answer = client.post(SIGN_UP, wishes(**changes))
    assert answer.status_code == 200
    form = answer.context["form"]
    assert list(form.errors) == [field]
    assert words in form.errors[field][0]
    assert f'id="id_{field}_error"' in answer.text
    assert 'aria-invalid="true"' in answer.text
    assert User.objects.count() == 1
    assert "_auth_user_id" not in client.session


def test_what_was_typed_is_still_there_but_not_the_password(client, db):
    answer = client.post(SIGN_UP, wishes(username="M"))
    assert 'value="mei@example.org"' in answer.text
    assert PASSWORD not in answer.text


def test_a_taken_address_looks_like_any_other(client, alice, mailoutbox):
    """Nobody learns by signing up who has an account; the owner is told."""
    fresh = client.post(SIGN_UP, wishes())
    client.logout()
    taken = client.post(SIGN_UP, wishes(username="Mallory", email="alice@example.org"))
    assert (taken.status_code, taken.url) == (fresh.status_code, fresh.url)
    told = mailoutbox[-1]
    assert told.to == ["alice@example.org"]
    assert "belongs to an account of yours" in told.body
    assert "confirm-email" not in told.body
    assert EmailAddress.objects.get(email="alice@example.org", verified=True).user == alice


def test_a_borrowed_address_opens_nothing(client, alice, mailoutbox):
    """Who signed up with somebody's address neither gets their password mail nor verifies the address."""
    client.post(SIGN_UP, wishes(username="Mallory", email="alice@example.org"))
    client.logout()
    mailoutbox.clear()
    client.post("/accounts/password/reset/", {"email": "alice@example.org"})
    [mail] = mailoutbox
    assert "Alice" in mail.body
    mallorys = EmailAddress.objects.get(user__display_name="Mallory")
    assert not mallorys.can_set_verified()


def test_a_name_taken_at_the_last_moment(client, db, monkeypatch):
    """Two people, one name, one instant: the second is asked for another name."""

    def taken_meanwhile(name, **_):
        free = is_name_free(name)
        User.objects.get_or_create(display_name="Mei") if free else None
        return free

    monkeypatch.setattr("accounts.adapter.is_name_free", taken_meanwhile)
    answer = client.post(SIGN_UP, wishes())
    assert answer.status_code == 200
    assert "looks like it" in answer.text
    assert User.objects.count() == 1


def test_who_is_signed_in_goes_on(alice_client):
    answer = alice_client.get(SIGN_UP)
    assert answer.status_code == 302


def test_signing_up_is_limited(client, db):
    answers = [client.post(SIGN_UP, wishes(username="M")).status_code for _ in range(21)]
    assert answers[-1] == 429
