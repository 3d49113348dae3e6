"""Two people play for a rating in their browsers: they see before that it counts, and after what it changed."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.servers import Site
from tests.web.acts import join_the_site, open_table, start, try_turn
from tests.web.conftest import DESKTOP, PHONE, axe_finds, sideways

pytestmark = pytest.mark.browser
NewPage = Callable[..., Page]

SHORT = """
from games.models import Ladder, LadderRuleset, SavedRuleset
fields = {"title": "Short", "options": {"match": "single"}}
saved, _new = SavedRuleset.objects.get_or_create(key="short", defaults=fields)
LadderRuleset.objects.get_or_create(ladder=Ladder.objects.get(key="duel"), ruleset=saved, fewest=2, most=2)
"""


def confirm(site: Site, *names: str) -> None:
    """These people have opened the link in their mail."""
    for name in names:
        site.query(
            "UPDATE account_emailaddress SET verified = %s WHERE user_id = "
            "(SELECT id FROM accounts_user WHERE display_name = %s)",
            True,
            name,
        )


def test_two_play_one_against_one_and_both_see_their_change(new_page: NewPage, site: Site) -> None:
    site.manage("shell", "-c", SHORT)
    ada, ben = new_page(DESKTOP), new_page(PHONE)
    join_the_site(ada, "Ada rated")
    ada.goto("/tables/new/?rules=short")
    expect(ada.locator("#counts")).to_contain_text("These rules count for no ladder with so many players.")
    ada.locator("label:has([name=seats][value='2'])").click()
    expect(ada.locator("#counts")).to_contain_text("You have not confirmed your e-mail address yet")
    confirm(site, "Ada rated")
    ada.locator("label:has([name=length][value=single])").click()  # that is what these rules are anyway
    expect(ada.locator("#counts")).to_contain_text("Matches count for the ladder Duel.")
    ada.locator("label:has([name=visibility][value=private])").click()
    expect(ada.locator("#counts")).to_contain_text("Only matches at public tables are rated.")
    ada.locator("label:has([name=visibility][value=public])").click()
    expect(ada.locator("#counts")).to_contain_text("Matches count for the ladder Duel.")
    assert axe_finds(ada) == []
    address = open_table(ada, seats=2, ai_level="", length="match", rules="short", name="For the ladder")
    expect(ada.locator("#counts")).to_contain_text("This match counts for the ladder Duel.")

    join_the_site(ben, "Ben rated")
    ben.goto(address)
    ben.locator("#sit").click()
    ben.wait_for_selector("#ready")
    expect(ada.locator("#counts")).to_contain_text("Ben rated has not confirmed an e-mail address yet")
    expect(ben.locator("#counts")).to_contain_text("Confirm your e-mail address")
    assert axe_finds(ben) == []
    assert sideways(ben) <= 0
    confirm(site, "Ben rated")
    ben.locator("#ready").click()
    expect(ada.locator("#counts")).to_contain_text("This match counts for the ladder Duel.")
    start(ada)

    for _ in range(400):
        for page in (ada, ben):
            if page.locator("#me[data-turn=yes]").count():
                try_turn(page)
        if ada.locator("#table").get_attribute("data-stage") == "match_over":
            break
        ada.wait_for_timeout(30)
    for page in (ada, ben):
        expect(page.locator("#table")).to_have_attribute("data-stage", "match_over")
        own = page.locator("#ratings .mine")
        expect(own).to_contain_text(re.compile(r"[+−]\d+"))
        expect(own).to_contain_text("1500 ± 333")
        expect(own).to_contain_text("provisional")
        assert axe_finds(page) == []
        assert sideways(page) <= 0
    ben.get_by_role("link", name="How ratings work").first.click()
    expect(ben.get_by_role("heading", name="How ratings work", level=1)).to_be_visible()
