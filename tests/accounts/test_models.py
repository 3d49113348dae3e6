"""Users as rows."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone, translation

from accounts.characters import CHARACTERS, default_character
from accounts.models import Kind, User, is_vip


def test_public_id_tells_nothing(alice, bob):
    assert alice.public_id != bob.public_id
    assert len(alice.public_id) >= 12
    assert alice.public_id.isalnum()


def test_a_character_follows_from_the_name(alice):
    assert alice.character == default_character("Alice")
    assert alice.character in CHARACTERS
    assert len({default_character(str(number)) for number in range(200)}) == 12


def test_ai_players_wear_the_disc(db):
    assert User.objects.create_user("Steady One", kind=Kind.AI).character == "ai"


def test_addresses_are_kept_in_small_letters(db):
    assert User.objects.create_user("Mei", "Mei@Example.ORG").email == "mei@example.org"


def test_many_may_have_no_address(db):
    User.objects.create_user("Steady One", kind=Kind.AI)
    User.objects.create_user("Steady Two", kind=Kind.AI)
    assert User.objects.filter(email=None).count() == 2


def test_nobody_is_without_a_name_unless_removed(db):
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user("")


def test_what_others_read():
    assert User(display_name="Mei").name == "Mei"
    removed = User(removed_number=12345678)
    assert removed.name == "former player 12345678"
    with translation.override("zh-hans"):
        assert "12345678" in removed.name


def test_vip_until():
    now = timezone.now()
    assert not is_vip(User(), now)
    assert is_vip(User(is_vip_until=now + timedelta(seconds=1)), now)
    assert not is_vip(User(is_vip_until=now), now)


def test_saving_one_field_keeps_the_keys(alice):
    alice.display_name = "Alicia"
    alice.save(update_fields=["display_name"])
    alice.refresh_from_db()
    assert alice.display_key == "allcla"
    assert User.objects.get_by_natural_key("ALICIA") == alice
