"""A person's page in a browser: the drawing of a rating, the same as a table, and what one shows to whom."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.servers import Site
from tests.web.acts import join_the_site
from tests.web.conftest import DESKTOP, axe_finds, sideways

pytestmark = pytest.mark.browser
NewPage = Callable[..., Page]

NARROW = {"width": 360, "height": 740}
RATED = """
from accounts.models import User
from games.models import Season, Totals
from tests.games.pasts import rate
mei, other = User.objects.get_by_natural_key("Mei Brook"), User.objects.create_user("Otto Brook")
rate(mei, 1540, 1610, 1580, other=other)
rate(mei, 1460, 1470, ladder="classic", other=other)
Totals.objects.update_or_create(person=mei, defaults={"matches": 5, "stayed": 5, "wins": 5})
"""


def check(page: Page) -> None:
    """Nothing is wrong with the page as it is."""
    assert axe_finds(page) == []
    assert sideways(page) <= 0


def test_a_climb_is_seen_read_and_kept_to_oneself(new_page: NewPage, site: Site) -> None:
    own, stranger = new_page(DESKTOP), new_page(NARROW, color_scheme="dark")
    join_the_site(own, "Mei Brook")
    own.goto("/friends/")
    address = own.locator("#own-link").get_attribute("href")
    assert address is not None
    own.goto(address)
    expect(own.locator("#ratings")).to_contain_text("Finish a rated match and your graph begins here.")
    check(own)
    site.manage("shell", "-v", "0", "-c", RATED)

    for page in (own, stranger):
        page.goto(address)
        expect(page.get_by_role("img", name="Duel")).to_be_visible()
        page.locator("#ladder-classic").click()
        expect(page.get_by_role("img", name="Classic")).to_be_visible()
        expect(page.locator("#ladder-classic")).to_be_focused()  # the region came anew, the place in it stayed
        page.locator("#climb-table summary").focus()
        page.keyboard.press("Enter")
        expect(page.locator("#climb-table tbody tr")).to_have_count(2)
        expect(page.locator("#climb-table")).to_contain_text("1470")
        page.locator("#open-medals summary").click()
        check(page)

    own.goto("/accounts/profile/")
    own.locator("label:has([name=ratings_shown_to][value=nobody])").click()
    own.get_by_role("button", name="Save who sees what").click()
    expect(own.get_by_role("status").first).to_contain_text("Saved.")
    check(own)
    stranger.reload()
    expect(stranger.locator("#ratings")).to_contain_text("Mei Brook keeps this to themselves.")
    expect(stranger.locator("#ratings")).to_contain_text("1580")  # as on the ladder
    stranger.get_by_role("link", name="All matches").click()
    expect(stranger.locator(".past-row")).to_have_count(5)
    check(stranger)
