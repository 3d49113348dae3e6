"""A player, somebody who watches on a phone and a visitor at one real table: counted, talking, sent away."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.acts import join_the_site, open_table, start
from tests.web.conftest import PHONE, axe_finds, sideways

pytestmark = pytest.mark.browser
NewPage = Callable[..., Page]


def test_a_player_a_watcher_and_a_visitor(new_page: NewPage) -> None:
    player, watcher, visitor = new_page(), new_page(PHONE), new_page()
    join_the_site(player, "Aurora")
    join_the_site(watcher, "Boreas")
    address = open_table(player, seats=3)
    start(player)
    for page in (watcher, visitor):
        page.goto(address)
        expect(page.locator("#table")).to_have_attribute("data-stage", "playing")
    for page in (player, watcher, visitor):
        expect(page.locator("#watchers")).to_contain_text("2 watching")
    assert sideways(watcher) <= 0

    # the watchers among themselves, the player to all
    watcher.locator("#open-chat").click()
    watcher.locator("#chat-text").fill("who wins?")
    watcher.locator("#chat-send").click()
    visitor.locator("#fold-chat > summary").click()
    expect(visitor.locator("#chat-lines")).to_contain_text("who wins?")
    expect(visitor.locator("#chat")).to_contain_text("Sign in to talk")
    player.locator("#fold-chat > summary").click()
    player.locator("#react-clap").click()
    expect(player.locator("#chat-lines > li.own")).to_have_count(1)
    expect(player.locator("#chat-lines")).not_to_contain_text("who wins?")
    expect(visitor.locator(".bubble .reaction")).to_be_visible()
    expect(watcher.locator("#chat-lines > li")).to_have_count(2)
    assert axe_finds(watcher) == []
    assert axe_finds(player) == []

    # reported and muted
    watcher.locator(".chat-more > summary").click()
    watcher.locator("[data-report]").click()
    watcher.locator("#report-send").click()
    watcher.locator("#open-chat").click()
    expect(watcher.locator("#notice")).to_contain_text("Thank you")
    watcher.locator("#open-chat").click()
    watcher.locator(".chat-more > summary").click()
    watcher.locator("[id^=mute-]").click()
    expect(watcher.locator("#chat-lines > li")).to_have_count(1)
    watcher.locator("[id^=unmute-]").click()
    expect(watcher.locator("#chat-lines > li")).to_have_count(2)

    # another animal, live
    player.locator("#fold-settings > summary").click()
    player.locator("#characters .choice", has_text="Octopus").click()
    expect(visitor.locator('#seats use[href$="#a-octopus"]')).to_have_count(1)

    player.locator("#close-to-watchers").click()
    for page in (watcher, visitor):
        expect(page.locator("#unwatched")).to_be_visible()
        page.reload()
        expect(page.get_by_role("heading", name="closed to watchers")).to_be_visible()
    expect(player.locator("#watchers")).to_have_text("")
    player.locator("#open-to-watchers").click()
    expect(player.locator("#close-to-watchers")).to_be_visible()
    visitor.goto(address)
    expect(visitor.locator("#table")).to_have_attribute("data-stage", "playing")
