"""One report in the browser: a rude line, the click, the queue, a suspension, the appeal, the answer."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.servers import Site
from tests.web.acts import PASSWORD, at_the_table, join_the_site, open_table
from tests.web.conftest import PHONE, axe_finds, sideways

pytestmark = pytest.mark.browser
NewPage = Callable[..., Page]


def sign_in(page: Page, name: str) -> None:
    page.goto("/accounts/login/")
    page.locator("[name=login]").fill(name)
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("main form button").first.click()


def test_from_a_report_to_the_answered_appeal(new_page: NewPage, site: Site) -> None:
    mild, rude, moderator, admin = new_page(), new_page(), new_page(PHONE, color_scheme="dark"), new_page()
    for page, name in ((mild, "Mildred"), (rude, "Rupert"), (moderator, "Minerva"), (admin, "Adelaide")):
        join_the_site(page, name)
    site.manage("make_admin", "Minerva", "--role", "Moderator")
    site.manage("make_admin", "Adelaide")

    # a line is said and reported
    address = open_table(mild, seats=2, ai_level="")
    rude.goto(address)
    at_the_table(rude)
    rude.locator("#sit").first.click()
    expect(mild.locator("#table")).to_contain_text("Rupert")
    rude.locator("#fold-chat > summary").click()
    rude.locator("#chat-text").fill("you plank")
    rude.locator("#chat-send").click()
    mild.locator("#fold-chat > summary").click()
    mild.locator(".chat-more > summary").click()
    mild.locator("[data-report]").click()
    mild.locator("#report-send").click()
    expect(mild.locator("#notice")).to_contain_text("Thank you")

    # the moderator finds it, reads around it and suspends; on a phone, in the dark
    moderator.goto("/staff/games/report/")
    moderator.locator("#result_list tbody a").first.click()
    expect(moderator.locator(".known-this")).to_contain_text("you plank")
    assert sideways(moderator) <= 0
    assert axe_finds(moderator) == []
    moderator.get_by_label("What to do").select_option("suspend")
    moderator.get_by_label("For how long").select_option("24")
    moderator.get_by_label("Reason").fill("Nobody is a plank here")
    moderator.get_by_role("button", name="Do it").click()
    expect(moderator.locator(".messagelist")).to_contain_text("Rupert")

    # out at once: no reload was asked for, and the page's line is cut; the seat is free
    expect(mild.locator("#table")).to_contain_text("Move here")
    rude.goto("/accounts/profile/")
    expect(rude).to_have_url(re.compile("/accounts/login/"))
    sign_in(rude, "Rupert")
    expect(rude).to_have_url(re.compile("/standing/$"))
    expect(rude.locator("#kept-out")).to_contain_text("Nobody is a plank here")
    assert axe_finds(rude) == []
    rude.locator("textarea").fill("It is what my brother calls me")
    rude.get_by_role("button", name="Send the appeal").click()
    expect(rude.locator(".standing-appeal")).to_contain_text("Not answered yet")

    # somebody else answers
    admin.goto("/staff/games/appeal/")
    admin.locator("#result_list tbody a").first.click()
    expect(admin.locator("#case")).to_contain_text("my brother")
    assert axe_finds(admin) == []
    admin.get_by_label("Decision").select_option("yes")
    admin.get_by_label("Answer").fill("Then welcome back")
    admin.get_by_role("button", name="Answer").click()
    expect(admin.locator(".messagelist")).to_contain_text("answered")

    # and the door is open again, with the answer behind it
    sign_in(rude, "Rupert")
    expect(rude.locator("#bell")).to_be_visible()
    rude.goto("/notices/")
    expect(rude.locator(".notice-list")).to_contain_text("Then welcome back")
    rude.goto("/standing/")
    expect(rude.locator(".standing-appeal")).to_contain_text("Granted.")
    expect(rude.locator("#kept-out")).to_have_count(0)
    log = admin.goto("/staff/games/action/")
    assert log is not None
    for act in ("suspended", "lifted a measure", "answered an appeal"):
        expect(admin.locator("#result_list")).to_contain_text(act)
