"""The lobby in real browsers: tables appear, fill and vanish on an open page, and nothing jumps."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.acts import join_the_site, open_table
from tests.web.conftest import DESKTOP, PHONE, axe_finds, sideways

pytestmark = pytest.mark.browser
NewPage = Callable[..., Page]
SIZES = pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])


def offer(page: Page, name: str):
    """The card of the table with this name."""
    return page.locator(".offer", has=page.get_by_role("heading", name=name, exact=True))


def in_lobby(page: Page, address: str = "/") -> None:
    """Open the lobby; from here on the page is not loaded again."""
    page.goto(address)
    page.wait_for_load_state("load")
    page.evaluate("window.sameDocument = true")


@SIZES
def test_a_table_appears_fills_and_vanishes_without_a_reload(new_page: NewPage, viewport: dict[str, int]) -> None:
    size = "wide" if viewport == DESKTOP else "small"
    host, guest, watcher, pairs = (new_page(viewport) for _ in range(4))
    join_the_site(host, f"Host {size}")
    join_the_site(guest, f"Guest {size}")
    in_lobby(guest)
    in_lobby(watcher, "/?show=waiting")  # a visitor
    in_lobby(pairs, "/?show=big")
    name = f"Owls {size}"
    open_table(host, seats=2, ai_level="", name=name)

    expect(offer(guest, name)).to_contain_text("1 of 2 seats")
    expect(offer(watcher, name)).to_be_visible()
    expect(offer(pairs, name)).to_have_count(0)  # its filter wants big ones
    assert axe_finds(guest) == []
    assert sideways(guest) <= 0

    offer(guest, name).get_by_role("button", name="Sit down").click()
    guest.wait_for_url(re.compile("/tables/"))
    expect(offer(watcher, name)).to_have_count(0)  # no seat is free there any more
    assert watcher.evaluate("window.sameDocument") is True
    assert pairs.evaluate("window.sameDocument") is True
    assert axe_finds(watcher) == []


def test_the_focus_stays_where_it_was_while_the_list_changes(new_page: NewPage) -> None:
    first, second, reader = new_page(), new_page(), new_page()
    for page, name in ((first, "Focus one"), (second, "Focus two")):
        join_the_site(page, name)
    open_table(first, seats=4, ai_level="", name="Here first")
    in_lobby(reader)
    link = offer(reader, "Here first").get_by_role("link", name="Sit down")
    link.focus()
    focused = reader.evaluate("document.activeElement.id")
    open_table(second, seats=4, ai_level="", name="Here second")
    expect(offer(reader, "Here second")).to_be_visible()
    assert reader.evaluate("document.activeElement.id") == focused
    # its own card changes under it
    join_the_site(third := new_page(), "Focus three")
    third.goto("/")
    offer(third, "Here first").get_by_role("button", name="Sit down").click()
    expect(offer(reader, "Here first")).to_contain_text("2 of 4 seats")
    assert reader.evaluate("document.activeElement.id") == focused


@SIZES
def test_filters_are_links_that_need_no_script(new_page: NewPage, viewport: dict[str, int]) -> None:
    page = new_page(viewport, java_script_enabled=False)
    page.goto("/")
    page.get_by_role("link", name="Big tables").click()
    assert page.url.endswith("/?show=big")
    expect(page.get_by_role("link", name="Big tables")).to_have_attribute("aria-current", "true")


def test_what_to_play_now_is_chosen_and_remembered(new_page: NewPage) -> None:
    page = new_page()
    join_the_site(page, "Chooser")
    page.locator(".now summary").click()
    page.get_by_label("Rules", exact=True).select_option("seven_zero")
    page.get_by_label("Seats", exact=True).select_option("3")
    assert axe_finds(page) == []
    page.locator("#play-now").click()
    page.wait_for_selector("#table")
    expect(page.locator(".chair")).to_have_count(3)
    page.goto("/")
    expect(page.locator("#own-tables")).to_contain_text("Your seat is held")
