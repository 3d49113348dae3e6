"""What the page sends for what a person does: taps, keys, the call, and everything a play may have to ask."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.rules.uno.round import Four, Phase
from games.screens import render

from .browser import Desk, table_page
from .tables import deal, put, snapshot

pytestmark = [pytest.mark.browser, pytest.mark.django_db]

HANDS = ("R3 Y5 G6 W", "B1 B2 B3", "G7", "Y0 Y1 Y2")


def table(*hands: str, rules: dict[str, Any] | None = None, top: str = "Y6", **position: Any) -> str:
    match, _events = deal(4, **(rules or {}))
    put(match, hands=hands or HANDS, top=top, **{"turn": 0, **position})
    return table_page(snapshot(match, seconds_left=20.0, version=41))


def tap(page: Page, code: str, times: int = 1) -> None:
    for _ in range(times):
        page.locator(f"#card-{code}-1").click()


def sent(page: Page, desk: Desk, *moves: str) -> None:
    page.wait_for_timeout(80)
    assert desk.moves == list(moves)


class TestOneCard:
    def test_the_first_tap_raises_and_the_second_plays(self, chromium):
        def script(page: Page, desk: Desk) -> None:
            tap(page, "Y5")
            expect(page.locator("#hand li.selected")).to_have_count(1)
            sent(page, desk)
            tap(page, "Y5")
            sent(page, desk, "Y5")
            assert desk.sent[-1]["version"] == "41"
            assert "HEADERS" not in desk.sent[-1]

        chromium.act(table(), script)

    def test_what_does_not_fit_says_why_and_is_not_sent(self, chromium):
        def script(page: Page, desk: Desk) -> None:
            tap(page, "R3", times=2)
            expect(page.locator("#notice")).to_have_text("Needs yellow or a 6.")
            sent(page, desk)

        chromium.act(table(), script)

    def test_one_tap_plays_where_that_is_wished(self, chromium):
        def script(page: Page, desk: Desk) -> None:
            page.locator("#fold-settings summary").click()
            page.locator("#one-tap").check()
            tap(page, "G6")
            sent(page, desk, "G6")

        chromium.act(table(), script)

    def test_keys_walk_and_play(self, chromium):
        def script(page: Page, desk: Desk) -> None:
            page.keyboard.press("ArrowRight")
            page.keyboard.press("ArrowRight")
            page.keyboard.press("Enter")
            sent(page, desk, "Y5")

        chromium.act(table(), script)

    def test_drawing_by_click_and_key(self, chromium):
        def script(page: Page, desk: Desk) -> None:
            page.locator("#draw").click()
            page.keyboard.press("d")
            page.locator("#draw-pile").click()
            sent(page, desk, "draw", "draw", "draw")

        chromium.act(table(), script)


class TestColours:
    def test_a_wild_asks_for_its_colour(self, chromium):
        def script(page: Page, desk: Desk) -> None:
            tap(page, "W", times=2)
            expect(page.locator("#picker")).to_be_visible()
            sent(page, desk)
            page.locator("#picker .tile-B").click()
            sent(page, desk, "W>B")
            expect(page.locator("#picker")).to_be_hidden()

        chromium.act(table(), script)

    def test_by_keys(self, chromium):
        def script(page: Page, desk: Desk) -> None:
            tap(page, "W", times=2)
            page.keyboard.press("3")
            sent(page, desk, "W>G")

        chromium.act(table(), script)

    def test_escape_goes_back_to_the_hand(self, chromium):
        def script(page: Page, desk: Desk) -> None:
            tap(page, "W", times=2)
            page.keyboard.press("Escape")
            expect(page.locator("#picker")).to_be_hidden()
            assert page.evaluate("document.activeElement.id") == "card-W-1"
            sent(page, desk)

        chromium.act(table(), script)

    def test_the_colour_owed_is_sent_as_such(self, chromium):
        def script(page: Page, desk: Desk) -> None:
            page.keyboard.press("4")
            sent(page, desk, "color B")

        chromium.act(table(top="W", phase=Phase.COLOR), script)


class TestAnswers:
    def test_challenge_and_accept(self, chromium):
        four = {"phase": Phase.ANSWER, "pending": 4, "kind": "W4", "penalty_from": 3, "fours": (Four(3, False, ()),)}

        def script(page: Page, desk: Desk) -> None:
            page.keyboard.press("x")
            page.get_by_role("button", name="Take 4").click()
            sent(page, desk, "challenge", "accept")

        chromium.act(table(top="W4", **four), script)

    def test_a_drawn_wild_is_laid_with_its_colour(self, chromium):
        def script(page: Page, desk: Desk) -> None:
            page.get_by_role("button", name="Play it").click()
            page.locator("#picker .tile-R").click()
            sent(page, desk, "W>R")

        chromium.act(table(phase=Phase.DRAWN, drawn="W"), script)

    def test_a_drawn_card_may_be_kept(self, chromium):
        def script(page: Page, desk: Desk) -> None:
            page.get_by_role("button", name="Keep it", exact=True).click()
            sent(page, desk, "pass")

        chromium.act(table(phase=Phase.DRAWN, drawn="Y5"), script)

    def test_a_seat_is_caught_by_touching_it(self, chromium):
        def script(page: Page, desk: Desk) -> None:
            page.locator("#catch-2").click()
            sent(page, desk, "catch 2")

        chromium.act(table(uncalled=frozenset({2})), script)


class TestTheCall:
    def test_it_goes_with_the_card_when_it_was_made_before(self, chromium):
        def script(page: Page, desk: Desk) -> None:
            page.keyboard.press("c")
            expect(page.locator("#call")).to_have_attribute("aria-pressed", "true")
            tap(page, "Y5", times=2)
            sent(page, desk, "Y5!")

        chromium.act(table("Y5 R1", *HANDS[1:]), script)

    def test_it_is_sent_alone_when_it_is_late(self, chromium):
        def script(page: Page, desk: Desk) -> None:
            page.locator("#call").click()
            sent(page, desk, "uno")

        chromium.act(table("R1", *HANDS[1:], turn=1, uncalled=frozenset({0})), script)

    def test_it_goes_with_that_play_only_that_needs_it(self, chromium):
        rules = {"multi_play": "same_face"}

        def script(page: Page, desk: Desk) -> None:
            page.locator("#call").click()
            tap(page, "Y5")
            page.keyboard.press("Escape")
            tap(page, "Y5", times=2)
            sent(page, desk, "Y5")

        chromium.act(table("Y5 G5 R1", *HANDS[1:], rules=rules), script)


class TestHouseRules:
    def test_several_cards_go_together(self, chromium):
        def script(page: Page, desk: Desk) -> None:
            tap(page, "Y5")
            expect(page.locator("#hand li.also")).to_have_count(2)
            tap(page, "R5")
            page.get_by_role("button", name="Play 2 cards").click()
            sent(page, desk, "Y5+R5")

        chromium.act(table("Y5 G5 R5 B2", *HANDS[1:], rules={"multi_play": "same_face"}), script)

    def test_a_seven_asks_whose_hand(self, chromium):
        def script(page: Page, desk: Desk) -> None:
            tap(page, "Y7", times=2)
            expect(page.locator("#picker-title")).to_have_text("Choose a player")
            page.locator("#picker-more").get_by_role("button", name="Otto").click()
            sent(page, desk, "Y7@2")

        chromium.act(table("Y7 R1 R2", *HANDS[1:], rules={"seven_swaps": True}), script)

    def test_a_wild_with_powers_asks_what_it_shall_do(self, chromium):
        rules = {"wild_powers": ["color", "peek", "swap"]}

        def script(page: Page, desk: Desk) -> None:
            tap(page, "W", times=2)
            page.get_by_role("button", name="Look at a hand").click()
            page.locator("#picker-more").get_by_role("button", name="Mei").click()
            tap(page, "W", times=2)
            page.get_by_role("button", name="Name a colour").click()
            page.locator("#picker .tile-Y").click()
            sent(page, desk, "W?1", "W>Y")

        chromium.act(table("W R1 R2 R3", *HANDS[1:], rules=rules), script)

    def test_a_swap_asks_for_the_cards_to_give(self, chromium):
        rules = {"wild_powers": ["color", "swap"], "swap_count": 2}

        def script(page: Page, desk: Desk) -> None:
            tap(page, "W", times=2)
            page.get_by_role("button", name="Swap cards").click()
            page.locator("#picker-more").get_by_role("button", name="Mei").click()
            expect(page.locator("#picker [data-give-done]")).to_be_disabled()
            page.locator("#picker-more").get_by_role("button", name="red 1").click()
            page.locator("#picker-more").get_by_role("button", name="red 3").click()
            page.locator("#picker [data-give-done]").click()
            sent(page, desk, "W~1:R1,R3")

        chromium.act(table("W R1 R2 R3", *HANDS[1:], rules=rules), script)

    def test_jumping_in_out_of_turn(self, chromium):
        def script(page: Page, desk: Desk) -> None:
            expect(page.locator("#message")).to_contain_text("jump in")
            page.keyboard.press("j")
            sent(page, desk, "Y6")

        chromium.act(table("Y6 R1 R2", *HANDS[1:], rules={"jump_in": "everyone"}, turn=2), script)


class TestTheLine:
    def test_a_refusal_outlives_the_next_push(self, chromium):
        match, _events = deal(4)
        put(match, hands=HANDS, top="Y6", turn=0)
        shown = snapshot(match)

        def script(page: Page, desk: Desk) -> None:
            from games.screens import notice, render

            desk.sockets[0].send(notice("Needs green.", "en"))
            expect(page.locator("#notice")).to_have_text("Needs green.")
            desk.sockets[0].send(render(shown, ["message", "hand", "seats"], "en"))
            page.wait_for_timeout(100)
            expect(page.locator("#notice")).to_be_visible()
            desk.sockets[0].send(render(shown, ["table"], "en"))
            page.wait_for_timeout(100)
            expect(page.locator("#notice")).to_have_text("Needs green.")
            expect(page.locator("#notice")).to_be_hidden(timeout=6000)

        chromium.act(table_page(shown), script)

    def test_the_focus_survives_a_swap(self, chromium):
        match, _events = deal(4)
        put(match, hands=HANDS, top="Y6", turn=0)
        shown = snapshot(match)

        def script(page: Page, desk: Desk) -> None:
            from games.screens import render

            page.locator("#card-Y5-1").focus()
            desk.sockets[0].send(render(shown, ["hand", "actions"], "en"))
            page.wait_for_timeout(100)
            assert page.evaluate("document.activeElement.id") == "card-Y5-1"

        chromium.act(table_page(shown), script)

    def test_another_tab_took_over(self, chromium):
        def script(page: Page, desk: Desk) -> None:
            desk.sockets[0].close(code=4001)
            expect(page.get_by_role("button", name="Play here")).to_be_visible()
            page.wait_for_timeout(1500)
            assert len(desk.sockets) == 1

        chromium.act(table(), script)

    def test_it_comes_back_after_a_close_and_says_so(self, chromium):
        def script(page: Page, desk: Desk) -> None:
            desk.sockets[0].close(code=1012)
            page.wait_for_function("lastcard.line.lost()")
            page.wait_for_function("!lastcard.line.lost()")
            assert len(desk.sockets) == 2

        chromium.act(table(), script)


class TestAround:
    def test_a_sentence_does_not_outlive_its_stage(self, chromium):
        match, _events = deal(4)
        put(match, hands=HANDS, top="Y6", turn=0)
        html = table_page(snapshot(match, seconds_left=20.0, version=41))
        put(match, hands=["", *HANDS[1:]], top="Y5", turn=None, phase=Phase.OVER, winner=0)
        over = render(snapshot(match, version=42), ["table"], "en")

        def script(page: Page, desk: Desk) -> None:
            tap(page, "R3")
            expect(page.locator("#notice")).to_be_visible()
            desk.sockets[0].send(over)
            expect(page.locator("#table[data-stage=round_over]")).to_be_visible()
            expect(page.locator("#notice")).to_be_hidden()

        chromium.act(html, script)
