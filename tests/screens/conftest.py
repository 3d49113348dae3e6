"""One Chromium for all tests of the screens that need one."""

from collections.abc import Iterator

import pytest

from .browser import Chromium


@pytest.fixture(scope="session")
def chromium(browser_path: str) -> Iterator[Chromium]:
    """A running Chromium."""
    browser = Chromium(browser_path)
    yield browser
    browser.close()
