"""The clocks of the page: the turn, the reserve behind it, days of slow play; what is shown and what is spoken."""

import re
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .browser import Desk, table_page
from .tables import deal, put, seat_infos, snapshot

pytestmark = [pytest.mark.browser, pytest.mark.django_db]

HOUR, DAY = 3600, 86_400


def table(*, turn: int = 0, left: float, reserves: dict[int, Any], turn_seconds: int = 30) -> str:
    match, _events = deal(4)
    put(match, hands=("R3 Y5 G6 W", "B1 B2 B3", "G7", "Y0 Y1 Y2"), top="Y6", turn=turn)
    shown = snapshot(match, seconds_left=left, seats=seat_infos(4, reserve=reserves))
    return table_page(replace(shown, table=replace(shown.table, turn_seconds=turn_seconds)))


def test_while_the_turn_lasts_its_seconds_count(chromium):
    def script(page: Page, desk: Desk) -> None:
        expect(page.locator("#me [data-seconds]")).to_have_text(re.compile(r"\d+ s"))
        expect(page.locator("#me [data-reserve-mark]")).to_be_hidden()
        expect(page.locator("#me .timer")).not_to_have_class(re.compile("on-reserve"))

    chromium.act(table(left=29.0, reserves=dict.fromkeys(range(4), 60.0)), script)


def test_when_it_is_over_the_reserve_counts_with_a_mark_of_its_own_and_is_spoken(chromium):
    def script(page: Page, desk: Desk) -> None:
        expect(page.locator("#me .timer.on-reserve")).to_have_count(1)
        expect(page.locator("#me [data-reserve-mark]")).to_have_text(re.compile(r"reserve 5\d:\d\d"))
        expect(page.locator("#me [data-seconds]")).to_have_text("")
        expect(page.locator("#say-urgent, #say-polite").filter(has_text="your reserve runs")).to_have_count(1)

    chromium.act(table(left=0.0, reserves=dict.fromkeys(range(4), HOUR - 1.0)), script)


def test_the_others_reserves_count_at_their_seats(chromium):
    def script(page: Page, desk: Desk) -> None:
        expect(page.locator("#seats .in-turn .timer.on-reserve")).to_have_count(1)
        marks = page.locator("#seats [data-reserve-mark]:visible [data-reserve-time]")
        expect(marks).to_have_text([re.compile(r"5\d:\d\d"), "0:12"])

    chromium.act(table(turn=1, left=0.0, reserves={0: 60.0, 1: HOUR - 1.0, 2: 12.0, 3: 60.0}), script)


@pytest.mark.parametrize(
    ("left", "text"),
    [(HOUR * 30, "1 d 5 h"), (HOUR * 5 + 1800, r"5 h \d\d min"), (HOUR - 60, r"5\d:\d\d"), (95, r"9\d s")],
)
def test_long_turns_are_told_in_days_hours_and_minutes(chromium, left: int, text: str):
    def script(page: Page, desk: Desk) -> None:
        expect(page.locator("#me [data-seconds]")).to_have_text(re.compile(text))

    chromium.act(table(left=left, reserves={}, turn_seconds=7 * DAY), script)
