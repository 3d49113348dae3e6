"""News on whatever page one is: the bell counts, a toast pops up, and neither is in the way."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.servers import Site
from tests.web.acts import join_the_site, open_table, start
from tests.web.conftest import DESKTOP, PHONE, axe_finds, sideways

pytestmark = pytest.mark.browser
NewPage = Callable[..., Page]
WIDTHS = {"desktop": DESKTOP, "phone": PHONE, "landscape": {"width": 844, "height": 390}}

BEFRIEND = """
from accounts import social
from accounts.models import User
one, other = (User.objects.get(display_name=name) for name in ({!r}, {!r}))
social.ask(one, other)
social.accept(other, one)
from games.models import Notice
Notice.objects.filter(person__in=[one, other]).delete()
"""
NOTIFY = """
from accounts.models import User
from games.models import Notice
from games.services import notices
notices.notify(Notice.Kind.MATCH_OVER, [User.objects.get(display_name={!r}).pk])
"""


def run(site: Site, words: str) -> None:
    """Do this on the site's data, as another process of it would."""
    site.manage("shell", "-v", "0", "-c", words)


def listen(page: Page) -> None:
    """Wait until the page hears of news."""
    expect(page.locator("#news[data-line=open]")).to_be_attached()


def overlaps(page: Page, one: str, other: str) -> bool:
    """Whether two things on the page share a pixel."""
    a, b = page.locator(one).first.bounding_box(), page.locator(other).first.bounding_box()
    if a is None or b is None:
        return False
    return (
        a["x"] < b["x"] + b["width"]
        and b["x"] < a["x"] + a["width"]
        and a["y"] < b["y"] + b["height"]
        and b["y"] < a["y"] + a["height"]
    )


@pytest.mark.parametrize("width", ["desktop", "phone"])
def test_a_friends_table_is_news_on_the_page_of_rules(new_page: NewPage, site: Site, width: str) -> None:
    friend, reader = new_page(), new_page(WIDTHS[width])
    names = f"Fay {width}", f"Rea {width}"
    join_the_site(friend, names[0])
    join_the_site(reader, names[1])
    run(site, BEFRIEND.format(*names))
    reader.goto("/rules/")
    reader.evaluate("window.sameDocument = true")
    expect(reader.locator(".bell")).to_have_text("Notices")
    open_table(friend, seats=4, ai_level="", visibility="public")
    expect(reader.locator(".bell .badge")).to_have_text("1")
    toast = reader.locator(".toast")
    expect(toast).to_contain_text(f"{names[0]} opened a table")
    toast.hover()  # it stays while somebody points at it
    assert axe_finds(reader) == []
    assert sideways(reader) <= 0
    assert reader.evaluate("window.sameDocument") is True
    toast.get_by_role("link").click()
    reader.wait_for_url(re.compile("/tables/"))
    # to have come is to have read
    expect(reader.locator(".bell .badge")).to_have_count(0)


def test_a_toast_can_be_closed_by_keyboard_and_the_page_of_notices_reads_it(new_page: NewPage, site: Site) -> None:
    page = new_page()
    join_the_site(page, "Kay Board")
    page.goto("/rules/")
    listen(page)
    run(site, NOTIFY.format("Kay Board"))
    close = page.locator(".toast [data-close-toast]")
    close.focus()
    page.keyboard.press("Escape")
    expect(page.locator(".toast")).to_have_count(0)
    expect(page.locator(".bell")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url("**/notices/")
    expect(page.locator(".notice-row.is-new")).to_have_count(1)
    expect(page.locator(".bell .badge")).to_have_count(0)
    assert axe_finds(page) == []


def test_a_lost_line_comes_back_with_the_bell(new_page: NewPage, site: Site) -> None:
    page = new_page()
    join_the_site(page, "Lou Stline")
    page.goto("/rules/")
    listen(page)
    page.context.set_offline(True)
    run(site, NOTIFY.format("Lou Stline"))
    page.context.set_offline(False)
    expect(page.locator(".bell .badge")).to_have_text("1")


@pytest.mark.parametrize("width", WIDTHS)
def test_news_at_the_table_cover_neither_hand_nor_call(new_page: NewPage, site: Site, width: str) -> None:
    page = new_page(WIDTHS[width])
    name = f"Tab {width}"
    join_the_site(page, name)
    open_table(page, seats=4)
    start(page)
    listen(page)
    version = page.locator("#seats").get_attribute("data-version")
    run(site, NOTIFY.format(name))
    toast = page.locator(".toast")
    expect(toast).to_be_visible()
    page.wait_for_timeout(300)  # it has come in
    for mine in ("#hand", "#call", "#actions", "#me"):
        assert not overlaps(page, ".toast", mine), mine
    expect(page.locator(".bell .badge")).to_have_text("1")
    assert version is not None
    expect(page.locator("#line")).to_be_hidden()
    toast.hover()
    assert axe_finds(page) == []
    assert sideways(page) <= 0


def test_a_visitor_opens_no_line_and_loads_no_script_for_it(new_page: NewPage) -> None:
    page = new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("websocket", lambda socket: asked.append(socket.url))
    page.goto("/rules/")
    page.wait_for_load_state("networkidle")
    assert asked
    assert not [url for url in asked if re.search(r"htmx|sockets|news|/ws/", url)]
