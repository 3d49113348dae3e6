"""What a person does in the browser, by clicking."""

import re
import time
from contextlib import suppress

import pytest
from playwright.sync_api import Page, TimeoutError, expect

from tests.browsers import BROWSER_PATIENCE

PASSWORD = "correct horse battery"


def join_the_site(page: Page, name: str) -> None:
    """Sign up under this name."""
    page.goto("/accounts/signup/")
    page.get_by_label("Display name").fill(name)
    page.get_by_label("E-mail").fill(name.lower().replace(" ", ".") + "@example.org")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("checkbox").check()
    page.get_by_role("button", name="Join").click()
    try:
        page.wait_for_url(re.compile(r"//[^/]+/$"))
    except TimeoutError:
        shown = page.locator("body").inner_text()
        pytest.fail(f"{name} could not sign up; {page.url} shows:\n{shown}", pytrace=False)


def at_the_table(page: Page) -> None:
    """Wait until the table is there to be played at.

    Its scripts run: before that a click would be a plain form's. And its socket, once open, has brought the whole
    table anew: a click on what is swapped just then is lost.
    """
    page.wait_for_selector("#table")
    page.wait_for_load_state("load")
    page.wait_for_function("() => window.heardTheTable")


def open_table(
    page: Page, *, seats: int, ai_level: str = "steady", length: str = "single", rules: str = "", **fields: str
) -> str:
    """Open a table by the lobby's form, with the ruleset of this key offered; returns its address."""
    page.goto(f"/tables/new/?rules={rules}" if rules else "/tables/new/")
    form = page.locator("form.open-form")
    wanted = {"seats": str(seats), "ai_level": ai_level, "length": length, **fields}
    for name, value in wanted.items():
        field = form.locator(f"[name={name}]").first
        kind = field.evaluate("field => field.type")
        if kind == "radio":
            form.locator(f"label:has([name={name}][value='{value}'])").click()
        elif kind.startswith("select"):
            field.select_option(value)
        else:
            field.fill(value)
    form.locator("#open").click()
    at_the_table(page)
    return page.url


def play_now_with_ai(page: Page) -> str:
    """Play now, and not wait for people: two clicks from the lobby to the first cards; returns the table's address."""
    page.goto("/")
    page.locator("#play-now").click()
    at_the_table(page)
    page.locator("#no-wait, #fill-ai").first.click()
    expect(page.locator("#table")).to_have_attribute("data-stage", "playing")
    return page.url


def start(page: Page) -> None:
    """Begin the match from the waiting room."""
    page.locator("#start").click()
    expect(page.locator("#table")).to_have_attribute("data-stage", "playing")


def stage(page: Page) -> str:
    """What the table shows: waiting, playing, or a result."""
    return page.locator("#table").get_attribute("data-stage") or ""


def take_turn(page: Page) -> str:
    """Do whatever the page asks of the player in turn; returns what was done."""
    if (asked := page.locator("#picker button[data-color]:visible")).count():  # a drawn wild card that was said yes to
        asked.first.click()
        return "named a colour"
    if (answer := page.locator("#message .asked-yes")).count():
        answer.first.click()
        return "answered"
    if (owed := page.locator("#message .picker [data-move]")).count():
        owed.first.click()
        return "named a colour"
    playable = page.locator("#hand li.ok .held")
    if not playable.count():
        page.locator("#draw").click()
        return "drew"
    call = page.locator("#call")
    if call.get_attribute("data-call") == "due" and call.get_attribute("aria-pressed") == "false":
        call.click()
    card = page.locator(f"#{playable.first.get_attribute('id')}")
    code = card.get_attribute("data-code") or ""
    card.click()  # raises it
    card.click()
    if code.startswith("W"):
        page.locator("#picker button[data-color]").first.click()
    return f"played {code}"


MOVED_ON = """version => {
  const me = document.querySelector("#me");
  return !me || me.dataset.version !== version || me.dataset.turn !== "yes";
}"""


def try_turn(page: Page) -> list[str]:
    """Take the turn and wait until the table has moved on; returns what was done.

    A click may miss, as a person's may, when the table moves on under it: then nothing may have been done.
    """
    version = page.locator("#me").get_attribute("data-version")
    done: list[str] = []
    page.set_default_timeout(5_000)
    with suppress(TimeoutError):
        done.append(take_turn(page))
        page.wait_for_function(MOVED_ON, arg=version)
    page.set_default_timeout(BROWSER_PATIENCE)
    return done


def play_to_the_end(page: Page, seconds: float = 600) -> list[str]:
    """Play until the match is over; returns what was done. Between rounds it asks for the next."""
    done: list[str] = []
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if stage(page) == "match_over":
            return done
        if stage(page) == "round_over" and (following := page.locator("#next")).count():
            following.click()
        if page.locator("#me[data-turn=yes]").count() == 0:
            page.wait_for_timeout(50)
            continue
        done += try_turn(page)
    raise AssertionError(f"the match did not end in {seconds:g} s; {stage(page)}; {done[-5:]}")
