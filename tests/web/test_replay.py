"""A replay in a real browser: it plays by itself, is steered by keys, and the shuffle is computed anew in the page."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.servers import Site
from tests.web.acts import join_the_site, open_table, play_to_the_end, start
from tests.web.conftest import PHONE, axe_finds, sideways, somebody

pytestmark = pytest.mark.browser
NewPage = Callable[..., Page]


@pytest.fixture(scope="module")
def address(browser: Browser, site: Site) -> str:
    """The replay's address of a match of one round at a public table: anybody may see it."""
    context = somebody(browser, site)
    page = context.new_page()
    join_the_site(page, "Remi")
    open_table(page, seats=2)
    start(page)
    play_to_the_end(page)
    page.goto("/matches/")
    page.locator("main a[href^='/matches/']").first.click()
    page.get_by_role("link", name="Replay").click()
    page.wait_for_selector("#replay")
    address = page.url
    context.close()
    return address


@pytest.fixture
def replay(new_page: NewPage, address: str) -> Page:
    page = new_page()
    page.goto(address)
    page.wait_for_load_state("load")
    return page


def at(page: Page, number: int) -> None:
    expect(page.locator("#step")).to_have_attribute("data-number", str(number))


def test_a_match_is_replayed_and_its_shuffle_checked(replay: Page) -> None:
    page = replay
    at(page, 0)
    last = int(page.locator("#step").get_attribute("data-last") or 0)

    # by keys, wherever the focus is not in a field
    page.keyboard.press("ArrowRight")
    at(page, 1)
    page.keyboard.press("End")
    at(page, last)
    page.keyboard.press("Home")
    at(page, 0)

    # by a button, which keeps the focus
    page.locator("#step-next").focus()
    page.keyboard.press("Enter")
    at(page, 1)
    expect(page.locator("#step-next")).to_be_focused()
    expect(page.locator("#replay-said")).not_to_be_empty()

    # by itself, to the end
    page.locator("#replay-speed").select_option("4")
    page.locator("#replay-play").click()
    expect(page.locator("#replay-play")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#step")).not_to_have_attribute("data-number", "1")
    page.locator("#replay-play").click()
    expect(page.locator("#replay-play")).to_have_attribute("aria-pressed", "false")

    # through the eyes of a seat: the other hand is seen from behind
    page.locator("#step-first").click()
    at(page, 0)
    page.locator("#replay-eyes").select_option("0")
    hands = page.locator(".position-player")
    expect(hands.nth(1).locator("[role=img]")).to_have_count(0)
    expect(hands.nth(0).locator("[role=img]")).to_have_count(7)

    # a link to the move
    page.locator("#step-next").click()
    at(page, 1)
    address = page.locator("#replay-link").get_attribute("href") or ""
    assert re.search(r"\?move=1&as=0$", address)
    assert page.url.endswith(address)
    page.goto(address)
    at(page, 1)
    expect(page.locator("#replay-eyes")).to_have_value("0")
    assert axe_finds(page) == []

    # the shuffle, in this browser
    page.locator("#shuffle-run").click()
    expect(page.locator("#shuffle-result")).to_have_attribute("data-holds", "true")
    expect(page.locator("#shuffle-result")).to_contain_text("Round 1")
    page.locator("#shuffle-noted").fill("0" * 64)
    page.locator("#shuffle-run").click()
    expect(page.locator("#shuffle-result")).to_have_attribute("data-holds", "false")


def test_a_record_that_was_changed_on_the_way_does_not_hold(replay: Page) -> None:
    page = replay

    def swap_two_cards(route: Route) -> None:
        answer = route.fetch()
        deal = re.search(r"deal 1, dealer \d: (\S+) (.*) (\S+)\n", answer.text())
        assert deal
        changed = answer.text().replace(
            deal[0], deal[0].replace(deal[1], deal[3], 1)[: -len(deal[3]) - 1] + deal[1] + "\n"
        )
        route.fulfill(response=answer, body=changed)

    page.route("**/record/", swap_two_cards)
    page.locator("#shuffle-run").click()
    expect(page.locator("#shuffle-result")).to_have_attribute("data-holds", "false")
    expect(page.locator("#shuffle-result")).to_contain_text("Round 1: from card")


def test_a_replay_fits_a_phone(replay: Page) -> None:
    replay.set_viewport_size(PHONE)
    replay.reload()
    assert sideways(replay) <= 0
    assert axe_finds(replay) == []
