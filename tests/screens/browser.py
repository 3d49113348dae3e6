"""A page of the table in Chromium without a server: the test answers for static files and hears what is sent."""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.contrib.staticfiles import finders
from django.template.loader import get_template
from django.test import RequestFactory
from django.utils.translation import override
from playwright.sync_api import Browser, Page, Route, WebSocketRoute, sync_playwright

from games.screens import Snapshot, context
from tests.browsers import BROWSER_PATIENCE, FLAGS

DESKTOP = (1280, 800)


class Desk:
    """Stands in for the server: one page at a time, the site's static files, a socket that is listened to."""

    html = ""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []
        self.sockets: list[WebSocketRoute] = []

    def serve(self, page: Page) -> None:
        """Answer whatever this page asks for."""
        page.route("**/*", self.answer)
        page.route_web_socket("**/ws/**", self.take)

    def answer(self, route: Route) -> None:
        url = route.request.url.split("?")[0]
        if url.endswith("/page"):
            route.fulfill(body=self.html, content_type="text/html; charset=utf-8")
        elif "/static/" in url and (found := finders.find(url.split("/static/", 1)[1])):
            route.fulfill(path=str(found))
        else:
            route.fulfill(status=404, body="")

    def take(self, socket: WebSocketRoute) -> None:
        self.sockets.append(socket)
        socket.on_message(lambda text: self.sent.append(json.loads(text)))

    @property
    def moves(self) -> list[str]:
        """The moves that the page has sent."""
        return [message["move"] for message in self.sent if message["act"] == "move"]


def table_page(shown: Snapshot, language: str = "en") -> str:
    """The whole page of a table, as a view renders it."""
    with override(language):
        return get_template("games/uno/table.html").render(
            {"screen": context(shown), "snapshot": shown, "ws_path": "/ws/none/"}, RequestFactory().get("/tables/x/")
        )


class Chromium:
    """One browser for many tests, in a thread of its own: Playwright's loop stays out of the one Django's tests use."""

    def __init__(self, path: str) -> None:
        self._thread = ThreadPoolExecutor(max_workers=1)
        self._playwright = self._do(lambda: sync_playwright().start())
        self.browser: Browser = self._do(lambda: self._playwright.chromium.launch(executable_path=path, args=FLAGS))

    def _do(self, work: Callable[..., Any], *args: Any) -> Any:
        return self._thread.submit(work, *args).result()

    def close(self) -> None:
        """End the browser and its thread."""
        self._do(self.browser.close)
        self._do(self._playwright.stop)
        self._thread.shutdown()

    def run(self, work: Callable[..., Any], *args: Any) -> Any:
        """Call `work` with the browser in the browser's thread; returns what it returns."""
        return self._do(work, self.browser, *args)

    def act(self, html: str, script: Callable[[Page, Desk], Any], size: tuple[int, int] = DESKTOP) -> Any:
        """Open the page and let `script` do what a person would. Fails on any error of the page's own scripts."""
        return self.run(_act, html, script, size)


def _act(browser: Browser, html: str, script: Callable[[Page, Desk], Any], size: tuple[int, int]) -> Any:
    errors: list[str] = []
    context = browser.new_context(viewport={"width": size[0], "height": size[1]})
    try:
        page = context.new_page()
        page.set_default_timeout(BROWSER_PATIENCE)
        page.on("pageerror", lambda error: errors.append(str(error)))
        desk = Desk()
        desk.html = html
        desk.serve(page)
        page.goto("http://localhost/page")
        page.wait_for_function("window.lastcard && lastcard.line && !lastcard.line.lost()")
        found = script(page, desk)
        page.wait_for_timeout(30)
    finally:
        context.close()
    assert errors == []
    return found
