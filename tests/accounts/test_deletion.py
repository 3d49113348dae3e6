"""Leaving for good, with 14 days to change one's mind."""

import json
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import Group
from django.core import serializers
from django.utils import timezone, translation

from accounts import deletion
from accounts.models import Session, User
from accounts.naming import is_name_free
from accounts.signals import person_leaving
from accounts.tasks import carry_out_deletions
from tests.people import PASSWORD, make_person, signed_in

DELETE = "/accounts/delete/"


@pytest.fixture
def leavers():
    """Whom `person_leaving` was sent for, with the name they still had."""
    heard = []

    def hear(user, **_):
        heard.append((user.pk, user.display_name))

    person_leaving.connect(hear)
    yield heard
    person_leaving.disconnect(hear)


def make_due(user: User) -> User:
    user.deletion_due_at = timezone.now() - timedelta(seconds=1)
    user.save()
    return user


# --- asking


def test_it_takes_the_password(alice, alice_client):
    answer = alice_client.post(DELETE, {"password": "wrong"})
    assert answer.status_code == 200
    assert "The password is not right." in answer.text
    assert 'id="id_password_error"' in answer.text
    alice.refresh_from_db()
    assert alice.deletion_due_at is None


def test_an_empty_password(alice_client):
    assert list(alice_client.post(DELETE, {}).context["form"].errors) == ["password"]


def test_guessing_is_limited(alice, alice_client):
    for _ in range(5):
        alice_client.post(DELETE, {"password": "wrong"})
    answer = alice_client.post(DELETE, {"password": PASSWORD})
    assert "Too many tries" in answer.text
    alice.refresh_from_db()
    assert alice.deletion_due_at is None


def test_asking_begins_fourteen_days(alice, alice_client, mailoutbox):
    assert "14 days" in alice_client.get(DELETE).text
    before = timezone.now()
    assert alice_client.post(DELETE, {"password": PASSWORD}).url == DELETE
    alice.refresh_from_db()
    assert timedelta(0) <= alice.deletion_due_at - before - timedelta(days=14) < timedelta(minutes=1)
    assert alice.name == "Alice"
    [mail] = mailoutbox
    assert mail.to == ["alice@example.org"]
    assert "Alice" in mail.body


def test_asking_again_changes_nothing(alice):
    now = timezone.now()
    first = deletion.request_deletion(alice, now)
    assert deletion.request_deletion(alice, now + timedelta(days=5)) == first


def test_strangers_and_other_methods(client, alice_client):
    assert client.get(DELETE).status_code == 302
    assert client.post(DELETE, {"password": PASSWORD}).status_code == 302
    assert alice_client.put(DELETE).status_code == 405


# --- changing one's mind


def test_every_page_offers_to_keep_it(alice, alice_client):
    deletion.request_deletion(alice, timezone.now())
    page = alice_client.get("/pages/age/").text
    assert 'action="/accounts/keep/"' in page
    assert "Keep my account" in page


def test_no_offer_without_a_reason(alice_client):
    assert "Keep my account" not in alice_client.get("/pages/age/").text


def test_signing_in_and_keeping_it(client, alice):
    deletion.request_deletion(alice, timezone.now())
    client.post("/accounts/login/", {"login": "Alice", "password": PASSWORD})
    assert client.post("/accounts/keep/").url == "/accounts/profile/"
    alice.refresh_from_db()
    assert alice.deletion_due_at is None
    assert client.post("/accounts/keep/").status_code == 302  # twice does no harm


def test_keeping_is_a_post_of_somebody(client, alice_client):
    assert alice_client.get("/accounts/keep/").status_code == 405
    assert client.post("/accounts/keep/").status_code == 302


def test_kept_accounts_stay(alice, leavers):
    make_due(alice)
    deletion.keep_account(alice)
    assert carry_out_deletions() == 0
    assert leavers == []


# --- carrying it out


def test_not_before_its_time(alice, leavers):
    deletion.request_deletion(alice, timezone.now())
    assert carry_out_deletions() == 0
    assert deletion.carry_out(alice.pk, timezone.now()) is False
    assert leavers == []


def test_the_row_stays_without_the_person(alice, leavers):
    client = signed_in(alice)
    alice.groups.add(Group.objects.create(name="helpers"))
    alice.is_staff = alice.mails_turns = True
    make_due(alice)
    assert carry_out_deletions() == 1
    assert leavers == [(alice.pk, "Alice")]

    row = User.objects.get(pk=alice.pk)
    stored = serializers.serialize("json", [row])
    assert "alice" not in stored.lower()
    assert row.is_removed
    assert 10_000_000 <= row.removed_number < 100_000_000
    assert row.removed_number != row.pk
    assert row.name == f"former player {row.removed_number}"
    assert row.character
    assert row.public_id == alice.public_id  # matches point at it
    assert not row.has_usable_password()
    assert not row.is_staff
    assert not row.mails_turns
    assert not row.groups.exists()
    assert not EmailAddress.objects.exists()
    assert not Session.objects.exists()
    assert client.get("/accounts/profile/").status_code == 302


def test_the_log_of_the_administration_forgets_the_name(alice, bob):
    LogEntry.objects.log_actions(bob.pk, [alice, bob], CHANGE, single_object=False)
    make_due(alice)
    carry_out_deletions()
    assert set(LogEntry.objects.values_list("object_repr", flat=True)) == {alice.public_id, "Bob"}


def test_nobody_signs_in_as_a_former_player(client, alice):
    make_due(alice)
    carry_out_deletions()
    row = User.objects.get(pk=alice.pk)
    for login in ["Alice", "alice@example.org", row.name, str(row.removed_number)]:
        assert client.post("/accounts/login/", {"login": login, "password": PASSWORD}).status_code == 200
    assert "_auth_user_id" not in client.session


def test_the_name_is_free_again(alice):
    make_due(alice)
    carry_out_deletions()
    assert is_name_free("Alice")
    assert make_person("Alice").pk != alice.pk


def test_twice_does_nothing(alice, leavers):
    make_due(alice)
    now = timezone.now()
    assert deletion.carry_out(alice.pk, now) is True
    number = User.objects.get(pk=alice.pk).removed_number
    assert deletion.carry_out(alice.pk, now) is False
    assert carry_out_deletions() == 0
    assert User.objects.get(pk=alice.pk).removed_number == number
    assert len(leavers) == 1


def test_others_keep_their_sessions(alice, bob, bob_client):
    signed_in(alice)
    make_due(alice)
    carry_out_deletions()
    assert bob_client.get("/accounts/profile/").status_code == 200


def test_one_that_fails_does_not_keep_the_others(alice, bob, caplog):
    def refuse(user, **_):
        if user.pk == alice.pk:
            raise RuntimeError("the table is locked")

    make_due(alice)
    make_due(bob)
    person_leaving.connect(refuse)
    try:
        with pytest.raises(ExceptionGroup):
            carry_out_deletions()
    finally:
        person_leaving.disconnect(refuse)
    alice.refresh_from_db()
    bob.refresh_from_db()
    assert alice.name == "Alice"  # whole as before, and tried again next time
    assert bob.is_removed
    assert carry_out_deletions() == 1


def test_a_mind_changed_in_the_last_moment(alice):
    """Kept while the seat was being given up: then nothing of it happened."""

    def keep(user, **_):
        User.objects.filter(pk=user.pk).update(deletion_due_at=None, character="whale")

    make_due(alice)
    person_leaving.connect(keep)
    try:
        assert deletion.carry_out(alice.pk, timezone.now()) is False
    finally:
        person_leaving.disconnect(keep)
    alice.refresh_from_db()
    assert alice.name == "Alice"
    assert alice.character != "whale"  # rolled back


def test_numbers_do_not_collide(alice, bob, monkeypatch):
    numbers = iter([11111111, 11111111, 22222222])
    monkeypatch.setattr(deletion, "new_removed_number", lambda: next(numbers))
    make_due(alice)
    make_due(bob)
    assert carry_out_deletions() == 2
    assert set(User.objects.values_list("removed_number", flat=True)) == {11111111, 22222222}


def test_former_players_in_other_languages():
    with translation.override("zh-hans"):
        assert "12345678" in User(removed_number=12345678).name


def test_the_beat_knows_the_task(settings):
    names = {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    assert carry_out_deletions.name in names


def test_my_data_speaks_of_it(alice, alice_client):
    due = deletion.request_deletion(alice, timezone.now())
    assert json.loads(alice_client.get("/accounts/data/").content)["account"]["deletion_due_at"] == due.isoformat()
