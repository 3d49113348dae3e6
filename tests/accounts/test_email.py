"""The one e-mail address of an account."""

from allauth.account.models import EmailAddress


def test_the_page(alice_client):
    page = alice_client.get("/accounts/email/")
    assert "alice@example.org" in page.text
    assert "style=" not in page.text  # the content policy refuses inline styles


def test_changing_it_takes_a_yes_from_the_new_one(alice, alice_client, mailoutbox):
    alice_client.post("/accounts/email/", {"action_add": "", "email": "new@example.org"})
    mail = next(mail for mail in mailoutbox if mail.to == ["new@example.org"])
    alice.refresh_from_db()
    assert alice.email == "alice@example.org"
    path = next(word for word in mail.body.split() if "confirm-email" in word)
    alice_client.post(path)
    alice.refresh_from_db()
    assert alice.email == "new@example.org"
    assert list(EmailAddress.objects.filter(user=alice).values_list("email", "verified")) == [("new@example.org", True)]


def test_a_bad_address(alice_client):
    answer = alice_client.post("/accounts/email/", {"action_add": "", "email": "new"})
    assert list(answer.context["form"].errors) == ["email"]


def test_somebody_elses_address_gives_nothing_away(alice, bob, alice_client):
    answer = alice_client.post("/accounts/email/", {"action_add": "", "email": "bob@example.org"})
    assert answer.status_code == 302


def test_it_takes_signing_in(client, db):
    assert client.get("/accounts/email/").status_code == 302
