"""The ladder in the browser: one's own place, turning pages, friends and seasons, on a desktop and on a phone."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.servers import Site
from tests.web.acts import join_the_site
from tests.web.conftest import DESKTOP, PHONE, axe_finds, sideways

pytestmark = pytest.mark.browser
NARROW = {"width": 360, "height": 740}


def test_from_the_lobby_to_the_own_place(new_page: Callable[..., Page], site: Site) -> None:
    page = new_page(DESKTOP, color_scheme="light")
    join_the_site(page, "Climbing Ida")
    site.run("tests.web.ladder_scene", "Climbing Ida")
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Ladder").first.click()
    page.wait_for_url(re.compile(r"/ladders/duel/$"))
    expect(page.get_by_role("heading", name="Ladder, season 3")).to_be_visible()
    expect(page.locator(".season-ends")).to_have_text("Ends in 19 days")
    # the first fifty, and the own place with its neighbours
    expect(page.locator(".standings tbody tr:not(.standing-gap)")).to_have_count(55)
    expect(page.locator("#me .standing-place")).to_have_text("97")
    expect(page.locator(".standing-gap")).to_have_text("44 more players")
    for size in (DESKTOP, PHONE, NARROW):
        page.set_viewport_size(size)
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            assert axe_finds(page) == []
            assert sideways(page) <= 0
    page.locator("#my-place").click()
    page.wait_for_url(re.compile(r"page=2#me$"))
    expect(page.locator("#me")).to_be_in_viewport()
    page.get_by_role("link", name="Lower").click()
    expect(page.locator(".pages")).to_contain_text("Page 3 of 4")
    page.locator("#who-friends").click()
    expect(page.locator(".standings tbody tr")).to_have_count(1)
    page.locator("#seasons summary").click()
    page.get_by_role("link", name="Season 2").click()
    expect(page.locator(".ladder-main")).to_contain_text("None of your friends has played")
    page.get_by_role("link", name="Everybody").click()
    expect(page.locator(".standings tbody tr")).to_have_count(20)
    assert axe_finds(page) == []
