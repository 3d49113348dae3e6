"""Everything we keep about somebody, for that somebody."""

import pytest

from accounts.personal_data import personal_data
from accounts.signals import data_wanted

DATA = "/accounts/data/"


def test_a_file_with_the_account(alice, alice_client):
    answer = alice_client.get(DATA)
    assert answer.headers["Content-Type"] == "application/json"
    assert "attachment" in answer.headers["Content-Disposition"]
    account = answer.json()["account"]
    assert account["display_name"] == "Alice"
    assert account["emails"] == [{"email": "alice@example.org", "verified": True, "primary": True}]
    assert account["id"] == alice.public_id
    assert "password" not in answer.text
    assert f'"{alice.pk}"' not in answer.text


@pytest.fixture
def extra_section():
    def add(user, **_):
        return {"stamps": [user.display_name]}

    data_wanted.connect(add)
    yield
    data_wanted.disconnect(add)


@pytest.mark.usefixtures("extra_section")
def test_others_add_sections(alice):
    assert personal_data(alice)["stamps"] == ["Alice"]


@pytest.mark.usefixtures("extra_section")
def test_two_sections_of_one_name_are_a_mistake(alice):
    def add(user, **_):
        return {"stamps": []}

    data_wanted.connect(add)
    try:
        with pytest.raises(ValueError, match="stamps"):
            personal_data(alice)
    finally:
        data_wanted.disconnect(add)


def test_only_for_oneself(client, alice, alice_client):
    assert client.get(DATA).status_code == 302
    assert alice_client.post(DATA).status_code == 405
