"""The table fits its screen: nothing overlaps, nothing is cut, nothing scrolls sideways, every target is large enough.

Real pages in Chromium, from 2 to 10 seats and from 1 to 25 cards, without a server: the test answers for it.
"""

from pathlib import Path
from typing import Any, NamedTuple

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from playwright.sync_api import Browser

from games.rules.uno.events import CardsLaid, RoundWon
from games.rules.uno.round import Four, Phase

from .browser import Desk, table_page
from .tables import deal, put, seat_infos, snapshot

pytestmark = [pytest.mark.browser, pytest.mark.django_db]

HAND = ("R1 R4 RS G0 G3 G6 G9 GV B5 B8 Y2 YD W W4 R3 R5 R7 G1 G5 B1 B4 Y8 Y0 W B2").split()  # noqa: SIM905
SIZES = {"desktop": (1280, 800), "narrow": (1100, 760), "phone": (390, 844), "small": (360, 640), "side": (844, 390)}
# how wide a page is hardly matters between these: every run looks at the widest, the narrowest and the flattest
IN_EVERY_SIZE = pytest.mark.parametrize(
    "size", [pytest.param(size, marks=[pytest.mark.long] if size in ("narrow", "phone") else []) for size in SIZES]
)
CASES = [(2, 1), (3, 4), (4, 7), (5, 8), (6, 14), (7, 17), (8, 13), (9, 25), (10, 11)]

MEASURE = (Path(__file__).parent / "measure.js").read_text(encoding="utf-8")


class Shown(NamedTuple):
    """A page to look at."""

    name: str
    html: str


def page(name: str, shown: Any, language: str = "en") -> Shown:
    return Shown(name, table_page(shown, language))


def position(seats: int, cards: int, **more: Any) -> Any:
    match, _events = deal(seats)
    hands = [HAND[:cards], *[["R0"] * (1 + other % 9) for other in range(seats - 1)]]
    return put(match, hands=hands, top=more.pop("top", "Y6"), turn=0, **more)


def tables() -> list[Shown]:
    made = []
    laid = [(1, [CardsLaid(1, ("Y6",), "Y", False)])]
    for seats, cards in CASES:
        infos = seat_infos(seats, online={1: False}, away={seats - 1: True})
        shown = snapshot(position(seats, cards), log=laid, seconds_left=19.0, seats=infos)
        made.append(page(f"{seats} seats, {cards} cards", shown))
    four = {"phase": Phase.ANSWER, "pending": 4, "kind": "W4", "penalty_from": 1, "fours": (Four(1, False, ()),)}
    made.append(page("penalty", snapshot(position(6, 9, top="W4", **four), log=laid, seconds_left=4.0)))
    made.append(page("drawn", snapshot(position(4, 11, phase=Phase.DRAWN, drawn="Y2"), log=laid, seconds_left=9.0)))
    made.append(page("colour", snapshot(position(4, 7, top="W", phase=Phase.COLOR), log=laid, seconds_left=9.0)))
    made.append(page("catch", snapshot(position(6, 7, uncalled=frozenset({1, 2})), log=laid, seconds_left=9.0)))
    for seats in (2, 4, 9):
        clocks = {index: 12.0 + index for index in range(seats)}
        infos = seat_infos(seats, reserve=clocks, missed={0: True, 1: True}, has_left={seats - 1: True})
        made.append(page(f"reserves of {seats}", snapshot(position(seats, 7), log=laid, seconds_left=0.0, seats=infos)))
    made.append(page("watching", snapshot(position(10, 7), viewer=None, log=laid, seconds_left=9.0)))
    return made


def others() -> list[Shown]:
    seats = seat_infos(5, is_ai={2: True}, ready={0: True}, person={4: None})
    ended = [(0, [RoundWon(0, (70, 0, 0, 0), (0, 30, 20, 20))])]
    over = position(4, 0, phase=Phase.OVER)
    over.round.turn, over.round.winner = None, 0
    return [
        page("room", snapshot(None, seats=seats)),
        page("result", snapshot(over, log=ended, next_round_in=9.0)),
        page("room in Chinese", snapshot(None, seats=seats), "zh-hans"),
    ]


def look(
    browser: Browser, shown: list[Shown], sizes: dict[str, tuple[int, int]], schemes: tuple[str, ...]
) -> list[str]:
    """Open every page in every size; returns what is wrong, in words."""
    wrong = []
    for size, (width, height) in sizes.items():
        for scheme in schemes:
            wrong += look_at(browser, shown, f"{size} {scheme}", width, height, scheme)
    return wrong


def look_at(browser: Browser, shown: list[Shown], what: str, width: int, height: int, scheme: Any) -> list[str]:
    wrong: list[str] = []
    tab = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme).new_page()
    tab.on("pageerror", lambda error: wrong.append(f"{what}: {error}"))
    desk = Desk()
    desk.serve(tab)
    for one in shown:
        desk.html = one.html
        tab.goto("http://localhost/page")
        tab.wait_for_function("document.readyState === 'complete'")
        tab.wait_for_timeout(30)
        wrong += [f"{one.name}, {what}: {fault}" for fault in tab.evaluate(MEASURE)]
        if width in (1280, 390):  # the rules do not change with the size, only with what is shown
            for violation in Axe().run(tab).response["violations"]:
                wrong.append(f"{one.name}, {what}: axe {violation['id']}: {violation['nodes'][0]['html'][:160]}")
    tab.context.close()
    return wrong


@IN_EVERY_SIZE
def test_the_table_fits_every_screen(chromium, size):
    assert settings.STATIC_URL == "/static/"
    assert chromium.run(look, tables(), {size: SIZES[size]}, ("dark",)) == []


@IN_EVERY_SIZE
def test_room_and_result_fit_every_screen(chromium, size):
    assert chromium.run(look, others(), {size: SIZES[size]}, ("dark",)) == []


def test_the_light_theme_has_its_contrasts(chromium):
    some = [one for one in tables() if one.name in ("6 seats, 14 cards", "penalty", "catch")] + others()[:2]
    assert chromium.run(look, some, {"desktop": SIZES["desktop"], "phone": SIZES["phone"]}, ("light",)) == []
