"""Every test of accounts begins with no tries counted."""

import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def _no_tries_counted(_in_memory: None) -> None:
    cache.clear()
