"""Makes the pictures in docs/screenshots: lobby, table and result at 1280 and 390 px, from the running site.

    ./dev run                                   (in another terminal, with `./dev manage demo` done once)
    ./dev manage shell -c "from tests.screens.screenshots import main; main('http://localhost:8000')"

Six people of the demo sit down at one table. All moves are made through the services, as bots would make them, until
Mei's turn makes a good picture; then the match is played to its end.
"""

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.db import transaction
from playwright.sync_api import sync_playwright

from accounts.models import User
from accounts.sessions import SessionStore
from games.bots import choose_move, reaction
from games.models import SavedRuleset, Table
from games.rules.families import FAMILIES
from games.services import getting_ready, matches, presence, tables
from games.services.state import lock, read
from games.services.tables import Wishes
from tests.browsers import FLAGS

FOLDER = Path(settings.BASE_DIR) / "docs" / "screenshots"
PEOPLE = {"Mei": "fox", "Otto": "owl", "小满": "panda", "Wren": "whale", "Bao": "frog", "Björn": "bear"}
SIZES = {"1280": (1280, 800), "390": (390, 844)}


class Picture(NamedTuple):
    """One page to take: which, under what name, in which sizes, light or dark."""

    name: str
    path: str
    scheme: str = "dark"
    sizes: tuple[str, ...] = tuple(SIZES)
    wait_for: str = "main"


def people() -> list[User]:
    """The six, with their animals, at no other table."""
    found = []
    for name, character in PEOPLE.items():
        user = User.objects.get_by_natural_key(name)
        user.character = character
        user.save(update_fields=["character"])
        if current := tables.current_table(user):
            tables.leave(current.pk, user.pk)
        found.append(user)
    return found


def seated(sitting: list[User]) -> Table:
    """Their table, with its match begun."""
    wishes = Wishes(SavedRuleset.objects.get(key="official"), seats=len(sitting), name="Night owls", turn_seconds=45)
    table = tables.open_table(sitting[0], wishes)
    for user in sitting[1:]:
        tables.join(table.pk, user)
        getting_ready.set_ready(table.pk, user.pk, True)
    getting_ready.start(table.pk, sitting[0].pk)
    return table


def step(table: Table, rng: Random) -> None:
    """The next act of the match: a call or a catch, else the move of the seat in turn."""
    with transaction.atomic():
        state = lock(table.pk)
        game, family = state.game, FAMILIES[state.table.family]
        if game.round_over:
            matches.next_round(state)
            return
        for place in range(game.seats):
            wish = reaction("steady", family.view(game, place), rng)
            if wish is not None:
                matches.play_for(state, place, wish.move, by_ai=False)
                return
        choice = choose_move("steady", family.view(game, game.turn), rng)
        matches.play_for(state, game.turn, choice.move, by_ai=False)


def is_good(game: Any, place: int) -> bool:
    """Whether this moment tells what the game is: our turn, scores, somebody close to the end, something to play."""
    view = FAMILIES["uno"].view(game, place)
    playable = sum(bool(held.moves) for held in view.hand)
    hands = view.hand_sizes
    return (
        game.turn == place
        and view.phase == "play"
        and view.round >= 3
        and min(hands) <= 2
        and 6 <= len(view.hand) <= 9
        and 2 <= playable <= len(view.hand) - 3
    )


def play_until_good(table: Table, place: int, rng: Random) -> bool:
    """Play on until a good moment has come; False when the match ended before."""
    while not (game := read(table.pk).game).over:
        if is_good(game, place):
            return True
        step(table, rng)
    return False


def play_to_the_end(table: Table, rng: Random) -> None:
    """Play on until the match is over."""
    while not read(table.pk).game.over:
        step(table, rng)


def session_of(user: User) -> str:
    """A session in which this person is signed in."""
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    return str(session.session_key)


def take(url: str, key: str, pictures: list[Picture]) -> None:
    """Open the pages in Chromium and store their pictures."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("LASTCARD_CHROMIUM", "/usr/bin/chromium"), args=FLAGS
        )
        for picture in pictures:
            for size in picture.sizes:
                width, height = SIZES[size]
                context = browser.new_context(
                    viewport={"width": width, "height": height},
                    color_scheme=picture.scheme,
                    device_scale_factor=1 if width > 999 else 2,
                )
                context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": key, "url": url}])
                page = context.new_page()
                page.goto(url + picture.path)
                page.wait_for_selector(picture.wait_for)
                page.wait_for_timeout(900)
                ending = "" if picture.scheme == "dark" else f"-{picture.scheme}"
                page.screenshot(path=FOLDER / f"{picture.name}-{size}{ending}.png")
                context.close()
        browser.close()


def in_a_thread(url: str, key: str, pictures: list[Picture]) -> None:
    """Playwright's loop stays out of the thread that talks to the database."""
    with ThreadPoolExecutor(max_workers=1) as pool:
        pool.submit(take, url, key, pictures).result()


def main(url: str) -> None:
    """Make all pictures anew."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    rng = Random(11)
    sitting = people()
    key = session_of(sitting[0])
    in_a_thread(url, key, [Picture("lobby", "/"), Picture("lobby", "/", "light")])
    table = seated(sitting)
    while not play_until_good(table, 0, rng):
        for user in sitting:
            tables.leave(table.pk, user.pk)
        table = seated(sitting)
    for user in sitting:
        presence.arrive(table.pk, user.pk)
    path = f"/tables/{table.public_id}/"
    playing = '#table[data-stage="playing"]'
    in_a_thread(url, key, [Picture("table", path, scheme, wait_for=playing) for scheme in ("dark", "light")])
    play_to_the_end(table, rng)
    over = '#table[data-stage="match_over"]'
    in_a_thread(url, key, [Picture("result", path, scheme, wait_for=over) for scheme in ("dark", "light")])
    for user in sitting:
        tables.leave(table.pk, user.pk)
