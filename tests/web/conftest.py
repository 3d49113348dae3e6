"""The real site and a real browser."""

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.browsers import BROWSER_PATIENCE, FLAGS
from tests.servers import Site, running_site

DESKTOP, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}
# people come from addresses of their own: all from one would soon have signed up too often in a minute
BEHIND_A_PROXY = {"LASTCARD_PROXY_COUNT": "1"}
NO_FAULTS = ("status of 4", "WebSocket", "[object Event]", "htmx:sendAbort", "htmx:afterRequest")
_numbers = count(1)
# what `acts.at_the_table` asks: whether the table's socket has brought the table since this was last forgotten
NOTE_WHAT_IS_HEARD = """document.addEventListener("htmx:wsAfterMessage", (event) => {
  window.heardTheTable ||= event.target.id === "socket";
});"""


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The site on its embedded default; AI seats act at once."""
    with running_site(tmp_path_factory.mktemp("web") / "var", environment=BEHIND_A_PROXY) as running:
        yield running


@pytest.fixture(scope="module")
def browser(browser_path: str) -> Iterator[Browser]:
    """Chromium; ended with the module, for Playwright's loop would make Django's ORM refuse its thread."""
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=browser_path, args=FLAGS)
        yield running
        running.close()


def somebody(
    browser: Browser, site: Site, viewport: dict[str, int] = DESKTOP, web: int = 0, **options: object
) -> BrowserContext:
    """The browser of another person, at an address of their own."""
    context = browser.new_context(
        viewport=viewport,
        base_url=site.url("/", web),
        extra_http_headers={"X-Forwarded-For": f"10.0.0.{next(_numbers)}"},
        **options,  # type: ignore[arg-type]
    )
    context.set_default_timeout(BROWSER_PATIENCE)
    context.add_init_script(NOTE_WHAT_IS_HEARD)
    return context


@pytest.fixture
def new_page(browser: Browser, site: Site) -> Iterator[Callable[..., Page]]:
    """Opens a page in a context of its own (another person's browser); fails the test for any error on it.

    The matches end with the test: left alone, AI players would play them on beside the next one.
    """
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def open_page(viewport: dict[str, int] = DESKTOP, web: int = 0, **options: object) -> Page:
        context = somebody(browser, site, viewport, web, **options)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(f"{page.url}: {error}"))
        page.on(
            "console",
            lambda message: (
                errors.append(f"{page.url}: {message.text}") if is_fault(message.type, message.text) else None
            ),
        )
        return page

    yield open_page
    for context in contexts:
        context.close()
    site.end_matches()
    assert not errors


def is_fault(kind: str, text: str) -> bool:
    """Whether a line of the console is a fault of ours.

    A page that is not there (404, 422) is an answer; a socket that cannot be opened while the server is away is
    written there as its event; what was still asked for when the page was left is given up.
    """
    return kind == "error" and not any(known in text for known in NO_FAULTS)


def axe_finds(page: Page) -> list[str]:
    """What axe has against the page as it is now: rule, and where."""
    found = Axe().run(page).response["violations"]
    return [f"{one['id']}: {[node['target'] for node in one['nodes']]}" for one in found]


def sideways(page: Page) -> int:
    """By how many pixels the page is wider than its window."""
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


def save(page: Page, name: str, folder: Path | None) -> None:
    """Keep a screenshot where one is asked for."""
    if folder is not None:
        page.screenshot(path=folder / f"{name}.png")
