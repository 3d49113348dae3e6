"""A second tab, a reload, a lost line: the page comes back to the present position by itself."""

import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.servers import Site
from tests.skips import PATIENCE
from tests.web.acts import at_the_table, join_the_site, open_table, start, take_turn, try_turn

pytestmark = pytest.mark.browser
NewPage = Callable[..., Page]


@pytest.fixture
def at_table(new_page: NewPage, request: pytest.FixtureRequest) -> Page:
    """A page in mid-match at a table of two, an AI on the other side."""
    page = new_page()
    join_the_site(page, f"Line {abs(hash(request.node.name)) % 100_000}")
    open_table(page, seats=2, length="match")
    start(page)
    my_turn(page)
    return page


def my_turn(page: Page) -> None:
    """Wait until the page says that it is the player's turn."""
    expect(page.locator("#me[data-turn=yes]")).to_be_visible()


def forget_the_table(page: Page) -> None:
    """From here on `at_the_table` waits until the socket has brought the table again."""
    page.evaluate("window.heardTheTable = false")


def hand(page: Page) -> list[str | None]:
    """The cards in the hand, in their order."""
    return [card.get_attribute("data-code") for card in page.locator("#hand .held").all()]


def test_a_reload_shows_the_same_position(at_table: Page) -> None:
    before = sorted(map(str, hand(at_table)))
    at_table.reload()
    my_turn(at_table)
    assert sorted(map(str, hand(at_table))) == before


def test_the_newest_tab_plays_and_the_older_one_says_so(at_table: Page) -> None:
    newer = at_table.context.new_page()
    newer.goto(at_table.url)
    at_the_table(newer)
    expect(at_table.locator("#elsewhere")).to_be_visible()
    my_turn(newer)
    take_turn(newer)
    at_table.bring_to_front()
    at_table.get_by_role("button", name="Play here").click()
    expect(newer.locator("#elsewhere")).to_be_visible()


def test_a_lost_line_is_said_and_comes_back_by_itself(at_table: Page) -> None:
    forget_the_table(at_table)
    at_table.context.set_offline(True)
    expect(at_table.locator("#line")).to_be_visible()
    at_table.context.set_offline(False)
    expect(at_table.locator("#line")).to_be_hidden()
    at_the_table(at_table)
    my_turn(at_table)
    take_turn(at_table)


def test_a_restarted_server_is_found_again(at_table: Page, site: Site) -> None:
    before = sorted(map(str, hand(at_table)))
    forget_the_table(at_table)
    site.kill("web")
    expect(at_table.locator("#line")).to_be_visible()
    site.start_kind("web")
    expect(at_table.locator("#line")).to_be_hidden()
    at_the_table(at_table)
    my_turn(at_table)
    assert sorted(map(str, hand(at_table))) == before
    take_turn(at_table)


def test_a_double_click_draws_one_card(at_table: Page) -> None:
    """The page sends the same move twice on one version; the second is stale, is said so, and changes nothing."""
    heard: list[str] = []
    at_table.on("websocket", lambda socket: socket.on("framereceived", lambda frame: heard.append(str(frame))))
    at_table.reload()
    at_the_table(at_table)
    my_turn(at_table)
    while at_table.locator("#draw").count() == 0 or at_table.locator("#draw[aria-disabled=true]").count():
        try_turn(at_table)
        my_turn(at_table)
    before = len(hand(at_table))
    at_table.evaluate(
        """() => {
          const form = document.querySelector("#move");
          form.elements.move.value = "draw";
          form.elements.version.value = document.querySelector("#me").dataset.version;
          form.requestSubmit(); form.requestSubmit();
        }"""
    )
    # the refusal may be here before the move is
    for words in ("moved on", "You(</b>)? drew"):
        deadline = time.monotonic() + PATIENCE
        while not any(re.search(words, frame) for frame in heard):
            assert time.monotonic() < deadline, words
            at_table.wait_for_timeout(50)
    assert len(hand(at_table)) >= before
