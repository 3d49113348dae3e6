"""Two people become friends by a link, and one joins the other's table from the list of friends."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.acts import join_the_site, open_table
from tests.web.conftest import PHONE, axe_finds, sideways

pytestmark = pytest.mark.browser
NewPage = Callable[..., Page]


def test_from_a_link_to_a_seat_beside_a_friend(new_page: NewPage) -> None:
    alba, bert = new_page(), new_page(PHONE)
    join_the_site(alba, "Alba Linden")
    join_the_site(bert, "Bert Linden")
    alba.goto("/friends/")
    link = alba.locator("#own-link").get_attribute("href")
    assert link is not None
    bert.goto(link)
    bert.locator("#more summary").click()
    assert axe_finds(bert) == []
    assert sideways(bert) <= 0
    bert.get_by_role("button", name="Ask to be friends").click()
    expect(bert.get_by_role("status").first).to_contain_text("You asked Alba Linden")
    alba.goto("/friends/")
    alba.get_by_role("button", name="Yes, friends").click()
    expect(alba.locator("#friends-now")).to_contain_text("Bert Linden")
    address = open_table(bert, seats=3, ai_level="", visibility="private")
    alba.reload()
    expect(alba.locator("#friends-now")).to_contain_text("online")  # where he sits is his to tell
    bert.goto("/friends/")
    bert.get_by_role("button", name="Invite Alba Linden").click()
    expect(bert.locator("#friends-now")).to_contain_text("Invited")
    alba.reload()
    expect(alba.locator("#friends-now")).to_contain_text("at Bert Linden's table")
    for page in (alba, bert):
        assert axe_finds(page) == []
        assert sideways(page) <= 0
    alba.get_by_role("button", name="Join").click()
    alba.wait_for_url(re.compile(re.escape(address)))
    expect(alba.locator("#table")).to_contain_text("Alba Linden")


def test_ones_link_is_copied(new_page: NewPage) -> None:
    page = new_page(permissions=["clipboard-read", "clipboard-write"])
    join_the_site(page, "Dora Linden")
    page.goto("/friends/")
    page.get_by_role("button", name="Copy the link").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == page.locator("#own-link").get_attribute("href")
