"""Friends at a private table: asked, seated, moved, sent away, each in a browser of their own."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.servers import Site
from tests.web.acts import join_the_site, open_table
from tests.web.conftest import PHONE, axe_finds, sideways

pytestmark = pytest.mark.browser
NewPage = Callable[..., Page]

BEFRIEND = """
from django.utils import timezone
from accounts.models import Friendship, User
one, other = (User.objects.get_by_natural_key(name) for name in ("Rosa", "Emil"))
Friendship.objects.create(asker=one, asked=other, accepted_at=timezone.now())
"""


def chair(page: Page, number: int) -> str:
    """Who sits in this seat, by what stands below it."""
    return page.locator(".chair").nth(number).locator("b").first.inner_text()


def test_from_the_invitation_to_the_start(new_page: NewPage, site: Site) -> None:
    rosa, emil = new_page(), new_page(PHONE)
    join_the_site(rosa, "Rosa")
    join_the_site(emil, "Emil")
    site.manage("shell", "-v", "0", "-c", BEFRIEND)
    address = open_table(rosa, seats=4, ai_level="", visibility="private")

    # a private table is not there for somebody who was not asked
    assert emil.goto(address).status == 404  # type: ignore[union-attr]
    invite = rosa.get_by_role("button", name="Invite Emil")
    invite.click()
    expect(rosa.locator(".guests li")).to_contain_text("invited")
    expect(invite).to_have_count(0)
    emil.goto(address)
    assert sideways(emil) == 0

    # Emil takes the seat he likes, then another; Rosa sees it as it happens
    emil.locator("#sit-2").click()
    expect(rosa.locator(".chair").nth(2)).to_contain_text("Emil")
    emil.locator("#sit-3").focus()
    emil.keyboard.press("Enter")
    expect(rosa.locator(".chair").nth(3)).to_contain_text("Emil")
    expect(emil.locator(".chair.mine")).to_contain_text("Emil")

    # the owner's tools go with the table
    assert rosa.locator("#shuffle").count() == 1
    rosa.get_by_label("More about Emil").click()
    rosa.get_by_role("button", name="Hand the table over").click()
    expect(emil.locator("#shuffle")).to_be_visible()
    expect(rosa.locator("#shuffle")).to_have_count(0)
    emil.locator("#shuffle").click()
    expect(emil.locator(".chair").nth(0)).to_contain_text("Emil")
    assert axe_finds(emil) == []

    # sent away: by a second tap, told so at once
    emil.get_by_label("More about Rosa").click()
    emil.locator(".sure > summary").click()
    emil.get_by_role("button", name="Yes, send Rosa away").click()
    expect(emil.locator(".chair.free")).to_have_count(3)
    assert rosa.goto(address).status == 404  # type: ignore[union-attr]
    emil.locator("#add-easy").click()
    expect(emil.locator(".chair.free")).to_have_count(2)
    emil.locator("#ready").click()
    emil.locator("#start").click()
    expect(emil.locator("#table")).to_have_attribute("data-stage", "playing")


def test_who_is_sent_away_from_a_public_table_reads_so_and_sits_elsewhere(new_page: NewPage) -> None:
    owner, guest = new_page(), new_page()
    join_the_site(owner, "Owner")
    join_the_site(guest, "Guest")
    address = open_table(owner, seats=3, ai_level="", visibility="public")
    guest.goto(address)
    guest.locator("#sit").click()
    expect(guest.locator(".chair.mine")).to_contain_text("Guest")
    owner.get_by_label("More about Guest").click()
    owner.locator(".sure > summary").click()
    owner.get_by_role("button", name="Yes, send Guest away").click()
    expect(guest.get_by_role("heading", name="You were sent away from this table")).to_be_visible()
    guest.reload()
    assert guest.locator("#sit").count() == guest.locator("#sit-1").count() == 0
    assert open_table(guest, seats=2, ai_level="easy") != address
