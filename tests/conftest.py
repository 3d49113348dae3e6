"""What every test gets: no broker, no clocks, no human pace; what would be queued is kept to be looked at."""

import os
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from django.core.cache import cache
from django.utils import translation

os.environ.setdefault("LASTCARD_AI_PACE", "0,0")
os.environ.setdefault("LASTCARD_AI_REACTION", "0,0")

from importlib.util import find_spec

pytest_plugins = [name for name in ("tests.people", "tests.skips") if find_spec(name)]


class Queued(NamedTuple):
    """A task that would have been sent to the broker."""

    name: str
    args: tuple[Any, ...]
    countdown: float


@pytest.fixture(autouse=True)
def _in_memory(settings: Any) -> None:
    settings.CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
    settings.MAILERS = {"default": {"BACKEND": "django.core.mail.backends.locmem.EmailBackend"}}
    cache.clear()  # one memory for the whole process: what a test counted is no business of the next
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    """Every test begins in English, whatever page the one before it opened."""
    with translation.override("en"):
        yield


@pytest.fixture(autouse=True)
def queue(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Queued]]:
    """The tasks that were queued in this test, in order."""
    from games import schedule

    sent: list[Queued] = []

    def send_task(name: str, args: tuple[Any, ...] = (), countdown: float = 0, **_: Any) -> None:
        sent.append(Queued(name, tuple(args), countdown))

    monkeypatch.setattr(schedule.current_app, "send_task", send_task)
    return sent
