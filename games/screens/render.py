"""Fragments for the socket: regions of the table's template, each to be swapped out of band by its id."""

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from django.template import Context, Engine
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.translation import override

from .regions import ALWAYS, REGIONS, drawn
from .screen import Screen, context
from .shown import Shown
from .snapshot import Snapshot

TEMPLATES = {"uno": "games/uno/table.html"}


def render(snapshot: Snapshot, regions: Iterable[str], language: str, shown: Shown | None = None) -> str:
    """Return the wanted regions of the table as this reader sees them, one after another.

    `table` contains all the others. Outside of a running round the chat is the only smaller part: any other region
    then means the whole stage. With `shown`, what the page has been sent so far, only what is new to it is returned.
    Raises KeyError for a family without a template, ValueError for a region that is none.
    """
    wanted = set(regions)
    if unknown := wanted - set(REGIONS):
        raise ValueError(f"no such region: {', '.join(sorted(unknown))}")
    with override(language):
        screen = context(snapshot)
        wanted = drawn(snapshot, wanted)
        if wanted - ALWAYS and _is_elsewhere(shown, screen):
            wanted = {"table"}
        if shown is not None and "table" in wanted:
            shown.stage = screen.stage
        page = Page(screen)
        parts = [_part(page, name, shown) for name in REGIONS if name in wanted]
        # the page needs the version, on which its next move is judged
        return "".join(parts) or (_part(page, "beat", None) if wanted else "")


class Page:
    """The parts of one reader's table: one context for all that are rendered of it."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self._context = Context({"screen": screen, "oob": True})

    def render(self, name: str) -> str:
        """Return the part of the template with this name."""
        template = Engine.get_default().get_template(f"{TEMPLATES[self.screen.snapshot.table.family]}#{name}")
        return template.render(self._context)


def _is_elsewhere(shown: Shown | None, screen: Screen) -> bool:
    """Whether the page shows another stage, as when a round was dealt since: the smaller regions are not on it."""
    return shown is not None and shown.stage not in ("", screen.stage)


def _part(page: Page, name: str, shown: Shown | None) -> str:
    """One region, or what of it is new to the page."""
    screen = page.screen
    if shown is not None and name in ("table", "log"):
        new = shown.lines_since(screen, name)
        if new is not None:
            lines = Page(replace(screen, log=screen.log[:new])).render("lines") if new else ""
            return f'<ol hx-swap-oob="afterbegin:#log-lines">{lines}</ol>' if new else ""
    html = page.render(name)
    return "" if shown is not None and shown.has(name, html, screen.snapshot.version) else html


def notice(text: str, language: str) -> str:
    """Return the fragment that shows a sentence in the message line: why a move was refused."""
    return format_html(
        '<p id="notice" class="notice-line" role="alert" lang="{}" hx-swap-oob="true">{}</p>', language, text
    )


def beat() -> str:
    """Return the answer to a ping: nothing to see, but the page knows that it is connected."""
    return '<div id="beat" hidden hx-swap-oob="true"></div>'


@lru_cache(maxsize=256)
def watchers(count: int, language: str) -> str:
    """Return the fragment that shows how many watch."""
    with override(language):
        return render_to_string("games/uno/_watchers.html", {"watchers": count, "oob": True})
