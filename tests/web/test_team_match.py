"""Four people and a watcher at one table, each in a browser of their own: a team match from invitation to score.

On PostgreSQL and Redis, two web and two worker processes: neighbours at the table are served by different ones.
"""

import re
import time
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.servers import Site, running_site, wait_until
from tests.skips import Servers
from tests.web.acts import at_the_table, join_the_site, open_table, stage, try_turn
from tests.web.conftest import BEHIND_A_PROXY, DESKTOP, PHONE, axe_finds, sideways

pytestmark = [pytest.mark.browser, pytest.mark.servers, pytest.mark.long]
NewPage = Callable[..., Page]
PLAYERS = ("Mei", "Otto", "Bao", "Ida")
RULES = """
from games.models import SavedRuleset
SavedRuleset.objects.create(key="two-camps", title="Two camps", options={"teams": "two_camps", "hand_size": 5})
"""


@pytest.fixture(scope="session")  # begun before the browser, whose loop keeps others from running
def site(servers: Servers, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The site as it runs on several machines."""
    with running_site(
        tmp_path_factory.mktemp("company") / "var", servers=servers, web=2, workers=2, environment=BEHIND_A_PROXY
    ) as running:
        running.manage("shell", "-v", "0", "-c", RULES)
        yield running


def befriend(owner: Page, others: dict[str, Page]) -> None:
    """Each of the others asks, the owner says yes to all."""
    owner.goto("/friends/")
    address = owner.locator("#own-link").get_attribute("href") or ""
    path = re.sub(r"^https?://[^/]+", "", address)
    for page in others.values():
        page.goto(path)
        page.locator("#ask").click()
        expect(page.locator("#withdraw")).to_be_visible()
    owner.goto("/friends/")
    for _ in others:
        owner.locator("[id^=accept-]:not([id*=who])").first.click()
    expect(owner.locator("#friends-now .known")).to_have_count(len(others))


def follow_the_invitation(page: Page) -> None:
    """Find the invitation by the bell, go to the table, sit down and be ready."""
    expect(page.locator("#bell")).to_contain_text("new notice")
    page.goto("/notices/")
    page.locator("main a[href*='/tables/']").first.click()
    at_the_table(page)
    page.locator("#sit").click()
    page.wait_for_selector("#ready")
    page.locator("#ready").click()
    expect(page.locator("#unready")).to_be_visible()


def one_turn(pages: dict[str, Page]) -> bool:
    """Let whoever's turn it is play it; return whether anybody's was."""
    for page in pages.values():
        if page.locator("#me[data-turn=yes]").count():
            try_turn(page)
            return True
    return False


def run_out(site: Site, name: str) -> None:
    """Let this person's turn run out now, if it is theirs."""
    site.query(
        "UPDATE games_match SET deadline = now() - interval '1 second' WHERE state = 'playing' AND id IN"
        " (SELECT t.match_id FROM games_table t JOIN games_seat s ON s.table_id = t.id"
        " JOIN accounts_user u ON u.id = s.user_id WHERE u.display_name = %s"
        " AND (games_match.position->'round'->>'turn')::int = s.place) RETURNING 1",
        name,
    )


def play_until(
    pages: dict[str, Page], done: Callable[[], bool], patience: float = 600, **also: Callable[[], None]
) -> None:
    """Play with these pages until `done`; between turns do what `also` says."""
    deadline = time.monotonic() + patience
    while not done():
        assert time.monotonic() < deadline, {name: stage(page) for name, page in pages.items()}
        for act in also.values():
            act()
        if not one_turn(pages):
            next(iter(pages.values())).wait_for_timeout(50)


def test_a_team_match_from_invitation_to_score(new_page: NewPage, site: Site) -> None:
    pages = {name: new_page(PHONE if number == 3 else DESKTOP, web=number % 2) for number, name in enumerate(PLAYERS)}
    for name, page in pages.items():
        join_the_site(page, name)
    mei, otto, bao, ida = pages.values()
    befriend(mei, {name: page for name, page in pages.items() if page is not mei})

    address = open_table(mei, seats=4, ai_level="", visibility="public", rules="two-camps")
    path = re.sub(r"^https?://[^/]+", "", address)
    for left in (2, 1, 0):
        mei.locator(".guests button").first.click()
        expect(mei.locator(".guests button")).to_have_count(left)
    for page in (otto, bao, ida):
        follow_the_invitation(page)

    wren = new_page(web=1)
    wren.goto(path)
    mei.locator("#start").click()
    for page in (*pages.values(), wren):
        expect(page.locator("#table")).to_have_attribute("data-stage", "playing")
    # a watcher sees no card of a hand, and the players see that somebody watches
    assert wren.locator("#hand .held").count() == 0
    expect(mei.locator("#watchers")).to_contain_text("1")
    # partners sit opposite each other
    assert mei.locator("#seats .partner").count() == 1

    # Otto's line is lost and comes back by itself
    otto.context.set_offline(True)
    expect(otto.locator("#line")).to_be_visible()
    others = {name: page for name, page in pages.items() if page is not otto}
    for _ in range(4):
        one_turn(others)
    otto.context.set_offline(False)
    expect(otto.locator("#line")).to_be_hidden()
    wait_until(lambda: same_version(otto, mei), "Otto to see what Mei sees")

    # Ida goes, an AI plays for her, she comes back and takes her seat
    ida.goto("/rules/")
    rest = {name: page for name, page in pages.items() if page is not ida}
    play_until(
        rest,
        lambda: mei.get_by_text("AI plays").count() > 0 or stage(mei) != "playing",
        late=lambda: run_out(site, "Ida"),
    )
    assert stage(mei) == "playing"
    ida.goto(path)
    ida.locator("#take-back").click()
    expect(ida.locator("#take-back")).to_have_count(0)
    assert not axe_finds(ida)
    assert sideways(ida) <= 0

    play_until(pages, lambda: stage(mei) == "match_over")
    for page in (*pages.values(), wren):
        expect(page.locator("#table")).to_have_attribute("data-stage", "match_over")
        expect(page.locator(".counted tbody tr")).to_have_count(4)
    told = [page.locator(".counted tbody").inner_text() for page in (mei, wren)]
    assert scores(told[0]) == scores(told[1])
    # while it starts, /readyz says that it is not ready
    faults = [
        line for line in site.log().splitlines() if re.search("Traceback| ERROR ", line) and "/readyz" not in line
    ]
    assert not faults


def same_version(one: Page, other: Page) -> bool:
    """Whether two pages show the table at the same version."""
    return one.locator("#me").get_attribute("data-version") == other.locator("#me").get_attribute("data-version")


def scores(text: str) -> list[str]:
    """The numbers of a score table."""
    return re.findall(r"\d+", text)
