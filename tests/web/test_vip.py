"""VIP in a browser: a code is redeemed, it ends in the middle of a match, and the next match is without."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.servers import Site
from tests.web.acts import at_the_table, join_the_site, open_table, start, try_turn
from tests.web.conftest import DESKTOP, PHONE, axe_finds, sideways

pytestmark = pytest.mark.browser
NewPage = Callable[..., Page]

# whoever draws does so until a card can be played; who may play it is a VIP
PREPARE = """
from accounts.models import User
from games.models import SavedRuleset
from games.services.vip import codes
options = {"play_drawn": "vip", "draw": "until_playable"}
SavedRuleset.objects.create(key="kept", title="Kept for VIPs", is_published=True, options=options)
codes.make(1, 30, "the newsletter", User.objects.get_by_natural_key("Vera Gold"))
"""
TAKE_BACK = """
from games.models import VipGrant
from games.services.vip import grants
grants.revoke(VipGrant.objects.values_list("pk", flat=True), "the newsletter was an error", None)
"""


LEAVE = """
from accounts.models import User
from games.services import tables
vera = User.objects.get_by_natural_key("Vera Gold")
tables.leave(tables.current_table(vera).pk, vera.pk)
"""


def draw_in_turn(page: Page) -> None:
    """Draw in one's next turn in which nothing is owed, and wait until the table has moved on."""
    me = page.locator("#me")
    while True:
        expect(me).to_have_attribute("data-turn", "yes")
        if not page.locator("#message .asked-yes, #message .picker [data-move]").count():
            break
        try_turn(page)  # a challenge, a colour that is owed
    version = me.get_attribute("data-version") or ""
    page.locator("#draw").click()
    expect(me).not_to_have_attribute("data-version", version)


def test_vip_that_ends_in_mid_match(new_page: NewPage, site: Site) -> None:
    page = new_page(PHONE)
    join_the_site(page, "Vera Gold")
    site.manage("shell", "-v", "0", "-c", PREPARE)
    code = site.query("SELECT code FROM games_vipcode WHERE note = %s", "the newsletter")[0][0]
    page.goto("/vip/")
    expect(page.locator("#vip-now")).to_have_text("You are no VIP at present.")
    page.get_by_label("Code").fill("ABCD-EFGH-JKLM")
    page.get_by_role("button", name="Redeem the code").click()
    expect(page.locator(".field-error")).to_contain_text("There is no such code.")
    assert axe_finds(page) == []
    assert sideways(page) <= 0
    page.get_by_label("Code").fill(code.lower())
    page.get_by_role("button", name="Redeem the code").click()
    expect(page.locator("#vip-now")).to_have_text(re.compile("You are a VIP until"))
    for width in (PHONE, DESKTOP):
        page.set_viewport_size(width)
        assert axe_finds(page) == []
        assert sideways(page) <= 0

    open_table(page, seats=2, rules="kept")
    start(page)
    site.manage("shell", "-v", "0", "-c", TAKE_BACK)
    page.reload()
    at_the_table(page)
    draw_in_turn(page)
    drawn = page.locator("#message").get_by_role("button", name="Play it")
    expect(drawn).to_have_count(1)  # theirs to play, to the end of this match
    at_table = page.url
    page.goto("/vip/")
    expect(page.locator("#vip-now")).to_have_text("You are no VIP at present.")
    page.get_by_text("What you were given, and when").click()
    expect(page.locator("main")).to_contain_text("Taken back because: the newsletter was an error")
    assert axe_finds(page) == []
    page.goto(at_table)
    at_the_table(page)
    expect(drawn).to_have_count(1)
    before = page.locator("#me").get_attribute("data-version") or ""
    try_turn(page)
    expect(page.locator("#me")).not_to_have_attribute("data-version", before)

    site.manage("shell", "-v", "0", "-c", LEAVE)
    open_table(page, seats=2, rules="kept")
    start(page)
    draw_in_turn(page)
    expect(drawn).to_have_count(0)  # drawn and kept: the turn has passed
