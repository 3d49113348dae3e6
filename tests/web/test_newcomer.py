"""The main job: sign up, sit down, play a whole match against AI players, by clicking."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.acts import join_the_site, open_table, play_now_with_ai, play_to_the_end, stage, start
from tests.web.conftest import PHONE, axe_finds, sideways

pytestmark = pytest.mark.browser
NewPage = Callable[..., Page]


@pytest.mark.parametrize("viewport", [None, PHONE], ids=["desktop", "phone"])
def test_a_newcomer_plays_a_whole_match_by_clicking(new_page: NewPage, viewport: dict[str, int] | None) -> None:
    page = new_page(viewport) if viewport else new_page()
    join_the_site(page, "Nova" if viewport else "Stella")
    open_table(page, seats=4)
    page.evaluate("window.sameDocument = true")
    start(page)
    assert sideways(page) <= 0
    done = play_to_the_end(page)
    assert any(act.startswith("played") for act in done)
    expect(page.locator("#table")).to_contain_text("points")
    assert axe_finds(page) == []
    assert page.evaluate("window.sameDocument") is True  # no reload from the deal to the final scores
    page.get_by_role("button", name="Play again").first.click()
    expect(page.locator("#table")).to_have_attribute("data-stage", "playing")
    assert page.evaluate("window.sameDocument") is True
    assert stage(page) == "playing"


@pytest.mark.parametrize("viewport", [None, PHONE], ids=["desktop", "phone"])
def test_a_newcomer_holds_cards_after_two_clicks(new_page: NewPage, viewport: dict[str, int] | None) -> None:
    page = new_page(viewport) if viewport else new_page()
    join_the_site(page, "Vega" if viewport else "Lyra")
    play_now_with_ai(page)
    # seven cards, and more where the others have already made the newcomer draw
    expect(page.locator("#hand .held").nth(6)).to_be_visible()
    assert sideways(page) <= 0
