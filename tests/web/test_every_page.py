"""Every page, at both widths and in every language: axe finds nothing, nothing scrolls sideways."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page

from tests.servers import Site
from tests.web.acts import join_the_site, open_table
from tests.web.conftest import DESKTOP, PHONE, axe_finds, sideways

pytestmark = pytest.mark.browser
NewPage = Callable[..., Page]

FOR_ALL = (
    "/",
    "/?show=slow&rules=reef",
    "/?show=rated",
    "/rules/",
    "/ladders/duel/",
    "/ladders/house/?page=9",
    "/rules/options/",
    "/ladders/how/",
    "/rulesets/",
    "/rulesets/club/",
    "/disputes/",
    "/vip/",
    "/records/",
    "/accounts/login/",
    "/accounts/signup/",
    "/accounts/password/reset/",
    "/pages/privacy/",
    "/pages/terms/",
    "/pages/age/",
    "/pages/contact/",
    "/tables/nosuchtable1/",
)
SIGNED_IN = (
    "/",
    "/vip/",
    "/tables/new/",
    "/ladders/classic/?who=friends",
    "/matches/",
    "/notices/",
    "/friends/",
    "/friends/?q=nobodyatall",
    "/rulesets/new/?from=duel",
    "/accounts/profile/",
    "/accounts/delete/",
    "/accounts/password/change/",
    "/accounts/logout/",
    "/accounts/email/",
)
NARROW = {"width": 360, "height": 740}
WIDTHS = {"desktop": DESKTOP, "phone": PHONE, "narrow": NARROW}
LANGUAGES = {"en": "en", "zh-hans": "zh-CN", "zh-hant": "zh-TW"}


def check(page: Page, addresses: tuple[str, ...]) -> dict[str, object]:
    """What is wrong on these pages."""
    wrong: dict[str, object] = {}
    for address in addresses:
        page.goto(address)
        if found := axe_finds(page):
            wrong[address] = found
        if (pixels := sideways(page)) > 0:
            wrong[f"{address} sideways"] = pixels
    return wrong


def cases() -> Iterator[object]:
    """English at a desktop and a phone in every run, the rest in long ones."""
    for language in LANGUAGES:
        for width in WIDTHS:
            for scheme in ("light", "dark"):
                short = (language, width, scheme) in (("en", "desktop", "light"), ("en", "phone", "dark"))
                marks = [] if short else [pytest.mark.long]
                yield pytest.param(language, width, scheme, marks=marks, id=f"{language}-{width}-{scheme}")


@pytest.mark.parametrize(("language", "width", "scheme"), list(cases()))
def test_every_page_is_for_everybody(new_page: NewPage, site: Site, language: str, width: str, scheme: str) -> None:
    page = new_page(WIDTHS[width], locale=LANGUAGES[language], color_scheme=scheme)
    assert check(page, FOR_ALL) == {}
    english = new_page()
    join_the_site(english, f"Eve {language[-1]}{width[0]}{scheme[0]}x")
    page.context.add_cookies(english.context.cookies())
    assert check(page, SIGNED_IN) == {}
    page.goto("/friends/")
    own = page.locator("#own-link").get_attribute("href")
    assert check(page, (f"{own}", f"{own}?as=stranger", f"{own}matches/")) == {}
    open_table(page, seats=4)
    assert axe_finds(page) == []
    assert sideways(page) <= 0
    page.locator("#start").click()
    page.wait_for_selector("#table[data-stage=playing]")
    page.wait_for_timeout(800)  # the deal's motion is over
    assert axe_finds(page) == []
    assert sideways(page) <= 0
