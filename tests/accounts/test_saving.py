"""What storing a part of a user leaves alone."""

import pytest

from accounts.models import User

pytestmark = pytest.mark.django_db


def test_a_page_that_saves_a_setting_undoes_no_new_name(alice: User) -> None:
    """Somebody changes their name in one tab while another tab stores their language."""
    other_tab = User.objects.get(pk=alice.pk)
    alice.display_name, alice.character = "Wonder", "owl"
    alice.save()
    other_tab.language = "zh-hans"
    other_tab.save(update_fields=["language"])
    kept = User.objects.get(pk=alice.pk)
    assert (kept.display_name, kept.character, kept.language) == ("Wonder", "owl", "zh-hans")
    assert User.objects.get_by_natural_key("Wonder") == alice


def test_a_name_that_is_saved_alone_brings_its_keys(alice: User) -> None:
    alice.display_name = "Wonder"
    alice.save(update_fields=["display_name"])
    assert User.objects.get_by_natural_key("Wonder") == alice
