"""What is done once a transaction has committed: telling and scheduling, never anything that must not be lost."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.db import transaction

_quiet: ContextVar[bool] = ContextVar("quiet", default=False)


def after_commit(act: Callable[[], None]) -> None:
    """Do `act` once the present transaction has committed (at once where there is none); its errors are logged."""
    if not _quiet.get():
        transaction.on_commit(act, robust=True)


@contextmanager
def quiet() -> Iterator[None]:
    """Within this block nothing is told or scheduled: for loading many matches that nobody watches."""
    token = _quiet.set(True)
    try:
        yield
    finally:
        _quiet.reset(token)
