"""What a test needs of the machine: skipped without it, counted in the last line, a failure where CI is set.

`@pytest.mark.browser` needs Chromium, `@pytest.mark.servers` PostgreSQL and Redis; `@pytest.mark.long` runs
with `--long` only. A test that is long by its number of examples takes the fixture `long_run` and does a few
of them without it.
"""

import os
import shutil
import subprocess
from collections import Counter
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parent.parent
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
# where Playwright keeps the ones it fetched itself: Linux, macOS
PLAYWRIGHT = (
    (".cache/ms-playwright", "chromium-*/chrome-linux*/chrome"),
    ("Library/Caches/ms-playwright", "chromium-*/chrome-mac*/*.app/Contents/MacOS/*"),
)
# seconds; only ever waited for in full by a test that fails, so slow machines get enough
PATIENCE = 90.0
WANTED = {
    "a browser": "Debian: apt install chromium; elsewhere: .venv/bin/playwright install chromium",
    "PostgreSQL and Redis": "Debian: apt install postgresql redis-server",
}


class Servers(NamedTuple):
    """The servers that tests may use: addresses as DATABASE_URL and REDIS_URL take them."""

    database_url: str
    redis_url: str


def find_browser() -> str | None:
    """The Chromium of this machine: LASTCARD_CHROMIUM, one on the path, one that Playwright fetched, or None."""
    given = os.environ.get("LASTCARD_CHROMIUM")
    if given:
        return given
    on_path = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if on_path:
        return on_path
    fetched = [path for folder, pattern in PLAYWRIGHT for path in sorted((Path.home() / folder).glob(pattern))]
    return str(fetched[-1]) if fetched else None


def missing(what: str) -> None:
    """End the test for want of something: a skip, and a failure in CI. Never returns."""
    if os.environ.get("CI"):
        pytest.fail(f"CI is set, so {what} has to be there ({WANTED[what]})", pytrace=False)
    pytest.skip(f"for want of {what}")


@pytest.fixture(scope="session")
def browser_path() -> str:
    """The path of Chromium; the test is skipped without one."""
    found = find_browser()
    if found is None:
        missing("a browser")
    assert found is not None
    return found


class NoServers(Exception):
    """PostgreSQL or Redis does not run and cannot be started; the text says why, in one line."""


@contextmanager
def running_servers(folder: Path) -> Iterator[Servers]:
    """Running PostgreSQL and Redis: those of LASTCARD_TEST_*, else started for this block by `.ci/servers`.

    `folder` is made for their data: one that the user who runs PostgreSQL may enter. Raises `NoServers`.
    """
    given = [os.environ.get(f"LASTCARD_TEST_{name}_URL") for name in ("DATABASE", "REDIS")]
    if given[0] and given[1]:
        yield Servers(given[0], given[1])
        return
    script = str(ROOT / ".ci" / "servers")
    try:
        started = subprocess.run([script, "start", str(folder)], capture_output=True, text=True, check=False)
        if started.returncode:
            raise NoServers(started.stderr.strip())
        yield Servers(*(line.partition("'")[2].rstrip("'") for line in started.stdout.splitlines()))
    finally:
        subprocess.run([script, "stop", str(folder)], check=True)


@pytest.fixture(scope="session")
def servers() -> Iterator[Servers]:
    """Running PostgreSQL and Redis; the test is skipped where they are not installed."""
    try:
        # not pytest's own folder: the user who runs PostgreSQL may not enter that
        with running_servers(Path(f"/tmp/lastcard-servers-{os.getpid()}")) as started:
            yield started
    except NoServers as error:
        if "not installed" in str(error):
            missing("PostgreSQL and Redis")
        pytest.fail(str(error), pytrace=False)


@pytest.fixture
def long_run(request: pytest.FixtureRequest) -> bool:
    """Whether `--long` was given: the whole range, not the fixed sample."""
    return bool(request.config.getoption("--long"))


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--long`."""
    parser.addoption("--long", action="store_true", help="run what is long by nature in full")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the long tests unless asked for; give those that are marked what they need."""
    for item in items:
        for mark, fixture in (("browser", "browser_path"), ("servers", "servers")):
            if item.get_closest_marker(mark) and isinstance(item, pytest.Function):
                item.fixturenames.insert(0, fixture)
    if config.getoption("--long"):
        return
    left_out = [item for item in items if item.get_closest_marker("long")]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not item.get_closest_marker("long")]


def skipped_for_want(reports: list[pytest.TestReport]) -> Counter[str]:
    """How many of the skipped tests lacked what."""
    reasons = (str(report.longrepr[2]) for report in reports if isinstance(report.longrepr, tuple))
    return Counter(what for reason in reasons for what in WANTED if reason.endswith(f"for want of {what}"))


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> Generator[None]:
    """After pytest's own closing line: what was skipped for want of something, and how to get it."""
    yield
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is None:
        return
    for what, count in sorted(skipped_for_want(reporter.stats.get("skipped", [])).items()):
        tests = "test was" if count == 1 else "tests were"
        reporter.write_line(f"{count} {tests} skipped for want of {what} ({WANTED[what]})")
