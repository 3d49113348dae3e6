"""The chat on the page: two sheets on a phone, what was not read, bubbles beside the faces, reporting a line."""

from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from accounts.rights import EVERYBODY
from games.screens import ChatInfo, MutedPerson, Snapshot, Talk, render, watchers

from .browser import Desk, table_page
from .tables import deal, put, snapshot

pytestmark = pytest.mark.browser
PHONE, LANDSCAPE, DESKTOP = (390, 844), (844, 390), (1280, 800)
HANDS = ["R3 Y4 B7 W", "R1 R2 R3", "B1 B2", "G1 G2"]
LINES = (
    ChatInfo(1, 1, "Mei", "hello", may_complain=True),
    ChatInfo(2, 1, "Mei", "you there?", may_complain=True),
    ChatInfo(3, 2, "Otto", "Good luck", phrase="good_luck", may_complain=True),
    ChatInfo(4, 1, "Mei", "Clapping", phrase="clap", reaction="clap", may_complain=True),
    ChatInfo(5, 0, "You there", "Thanks", phrase="thanks", is_own=True),
)


def shown(count: int, **more) -> Snapshot:
    """A table where the first `count` of `LINES` have been said."""
    match, _events = deal(4)
    put(match, hands=HANDS, top="Y6", turn=0)
    talk = Talk(LINES[:count], may_talk=True, muted=more.pop("muted", ()))
    own = {"sits": True, "owns": True, "character": "cat", "characters": EVERYBODY.characters}
    return snapshot(match, version=40 + count, talk=talk, **own, **more)


def push(count: int, **more) -> str:
    return render(shown(count, **more), ["chat"], "en")


def test_what_was_said_shows_on_the_chats_button_until_it_is_read(chromium):
    first, second = push(2), push(3)

    def script(page: Page, desk: Desk) -> None:
        expect(page.locator("#sheet-unread")).to_be_hidden()
        page.locator("#open-chat").click()
        page.locator("#open-chat").click()
        desk.sockets[0].send(first)
        expect(page.locator("#sheet-unread")).to_have_text("1")
        page.locator("#open-side").click()
        expect(page.locator("#sheet-unread")).to_have_text("1")  # the other sheet
        page.locator("#open-chat").click()
        expect(page.locator("#sheet-unread")).to_be_hidden()
        desk.sockets[0].send(second)
        expect(page.locator("#chat-lines > li")).to_have_count(3)
        expect(page.locator("#sheet-unread")).to_be_hidden()  # read as it comes

    chromium.act(table_page(shown(1)), script, size=PHONE)


@pytest.mark.parametrize("size", [PHONE, LANDSCAPE, (360, 640), (1100, 760)])
def test_each_sheet_shows_its_own_and_leaves_the_hand_free(chromium, size):
    def script(page: Page, desk: Desk) -> None:
        page.locator("#open-chat").click()
        expect(page.locator("#chat-text")).to_be_visible()
        expect(page.locator("#react-heart")).to_be_visible()
        expect(page.locator("#log")).to_be_hidden()
        if size != LANDSCAPE:  # there the hand lies in the middle, and the sheet over it until it is closed
            side, hand = page.locator("#side").bounding_box(), page.locator("#hand").bounding_box()
            assert side["y"] + side["height"] <= hand["y"] + 1
        for key in ("call", "draw"):
            box = page.locator(f"#{key}").bounding_box()
            at = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
            assert page.evaluate("([x, y]) => document.elementFromPoint(x, y).closest('button')?.id", at) == key
        page.locator("#open-side").click()
        expect(page.locator("#log")).to_be_visible()
        expect(page.locator("#chat")).to_be_hidden()
        assert page.locator("#open-chat").get_attribute("aria-expanded") == "false"
        page.keyboard.press("Escape")
        expect(page.locator("#side")).to_be_hidden()

    chromium.act(table_page(shown(1)), script, size=size)


def test_one_tap_says_it(chromium):
    def script(page: Page, desk: Desk) -> None:
        page.locator("#open-chat").click()
        page.locator("#react-clap").click()
        page.locator("#phrase-good_luck").click()
        page.locator("#chat-text").fill("hi")
        page.locator("#chat-send").click()
        page.wait_for_timeout(50)
        said = [{key: one.get(key) for key in ("act", "key", "text", "room")} for one in desk.sent]
        assert {"act": "react", "key": "clap", "text": None, "room": "seats"} in said
        assert {"act": "phrase", "key": "good_luck", "text": None, "room": "seats"} in said
        assert {"act": "say", "key": None, "text": "hi", "room": "seats"} in said

    chromium.act(table_page(shown(1)), script, size=PHONE)


@pytest.mark.parametrize("size", [PHONE, LANDSCAPE, DESKTOP, (360, 640)])
def test_a_phrase_rises_beside_who_said_it_and_over_nothing_that_is_played_with(chromium, size):
    phrase, reaction = push(3), push(5)

    def script(page: Page, desk: Desk) -> None:
        assert page.locator(".bubble").count() == 0  # what was said before is no news
        desk.sockets[0].send(phrase)
        expect(page.locator('.bubble[data-of="2"]')).to_have_text("Good luck")
        desk.sockets[0].send(reaction)
        expect(page.locator('.bubble[data-of="1"] svg')).to_be_visible()
        page.wait_for_timeout(250)
        for bubble in page.locator(".bubble").all():
            box = bubble.bounding_box()
            for place in ("#hand > ol", "#call", "#draw", "#message .hint"):
                other = page.locator(place).bounding_box()
                apart = (
                    box["x"] + box["width"] <= other["x"]
                    or other["x"] + other["width"] <= box["x"]
                    or box["y"] + box["height"] <= other["y"]
                    or other["y"] + other["height"] <= box["y"]
                )
                assert apart, (place, box, other)

    chromium.act(table_page(shown(2)), script, size=size)


def test_a_line_is_reported_with_a_reason(chromium):
    def script(page: Page, desk: Desk) -> None:
        page.locator("#open-chat").click()
        page.locator("#chat-more-2 > summary").click()
        page.locator("#report-2").click()
        expect(page.locator("#report-words")).to_have_text("Mei you there?")
        page.locator("#report-dialog .choice").nth(1).click()
        page.locator("#report-note").fill("again")
        page.locator("#report-send").click()
        expect(page.locator("#report-dialog")).to_be_hidden()
        sent = next(one for one in desk.sent if one["act"] == "report")
        assert (sent["line"], sent["reason"], sent["text"]) == ("2", "cheating", "again")

    chromium.act(table_page(shown(2)), script, size=PHONE)


def test_who_is_muted_can_be_read_again(chromium):
    def script(page: Page, desk: Desk) -> None:
        page.locator("#open-chat").click()
        page.locator("#chat-more-1 > summary").click()
        page.locator("#mute-1").click()
        page.locator("#unmute-abc").click()
        page.wait_for_timeout(50)
        acts = [(one["act"], one.get("line"), one.get("person")) for one in desk.sent]
        assert ("mute", "1", None) in acts
        assert ("unmute", None, "abc") in acts

    chromium.act(table_page(shown(2, muted=(MutedPerson("abc", "Pim"),))), script, size=PHONE)


def test_a_character_is_chosen_by_one_tap(chromium):
    def script(page: Page, desk: Desk) -> None:
        page.locator("#open-side").click()
        page.locator("#fold-settings > summary").click()
        assert page.locator("#characters input[type=radio]").count() == 12
        expect(page.locator("#character-cat")).to_be_checked()
        page.locator("#characters .choice", has_text="Owl").click()
        page.wait_for_timeout(400)
        assert [one["key"] for one in desk.sent if one["act"] == "character"] == ["owl"]

    chromium.act(table_page(shown(2)), script, size=PHONE)


def test_the_number_of_watchers_changes_in_the_bar(chromium):
    def script(page: Page, desk: Desk) -> None:
        expect(page.locator("#watchers")).to_have_text("")
        desk.sockets[0].send(watchers(3, "en"))
        expect(page.locator("#watchers")).to_contain_text("3 watching")
        desk.sockets[0].send(watchers(0, "en"))
        expect(page.locator("#watchers")).to_have_text("")

    chromium.act(table_page(shown(2)), script, size=DESKTOP)


def test_the_strip_of_a_watcher_tells_how_late_it_is():
    late = replace(shown(1), viewer=None, behind=4, sits=False)
    assert "You see it 4 moves late" in render(late, ["me"], "en")
    assert "Open cards only" in render(replace(late, behind=0), ["me"], "en")
