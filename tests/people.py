"""The people of the tests: Alice, who owns things, Bob, who plays along, Charlie, a stranger."""

import pytest
from allauth.account.models import EmailAddress
from django.test import Client

from accounts.models import User

PASSWORD = "seven-quiet-otters"


def make_person(name: str, *, verified: bool = True, **fields) -> User:
    """A stored person called `name`, with `PASSWORD` and the address name@example.org."""
    address = fields.pop("email", f"{name.lower()}@example.org")
    user = User.objects.create_user(name, address, PASSWORD, **fields)
    if address:
        EmailAddress.objects.create(user=user, email=address, primary=True, verified=verified)
    return user


def signed_in(user: User) -> Client:
    """A browser in which `user` is signed in."""
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def alice(db: None) -> User:
    return make_person("Alice")


@pytest.fixture
def bob(db: None) -> User:
    return make_person("Bob")


@pytest.fixture
def charlie(db: None) -> User:
    return make_person("Charlie")


@pytest.fixture
def alice_client(alice: User) -> Client:
    return signed_in(alice)


@pytest.fixture
def bob_client(bob: User) -> Client:
    return signed_in(bob)
