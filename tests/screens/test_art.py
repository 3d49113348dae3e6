"""The sprite holds every picture that a page may ask for, and the checked-in file is the one the code draws."""

import re
from pathlib import Path

import pytest
from django.conf import settings

from accounts.characters import NAMES
from games.models import Ladder, Season
from games.phrases import REACTIONS
from games.screens.animals import ANIMALS
from games.screens.art import DECKS, FACES, sprite
from games.screens.badges import BADGES
from games.services.ladders.final import BADGES as BEST
from games.services.ladders.seasons import Badge

FILE = Path(settings.BASE_DIR) / "static" / "art" / "sprite.svg"


@pytest.fixture(scope="module")
def names() -> set[str]:
    return set(re.findall(r'<symbol id="([^"]+)"', sprite()))


def test_the_file_is_what_the_code_draws():
    assert FILE.read_text(encoding="utf-8") == sprite(), "run: manage.py draw_sprite"


def test_every_card_has_both_cuts(names):
    colored = [f"{color}{face}" for color in "RYGBP" for face in FACES]
    wild = [f"{code}-{deck}" for code in ("W", "W4", "WK", "WC", "WH") for deck in DECKS]
    for card in [*colored, *wild, "back"]:
        assert {f"c-{card}", f"m-{card}"} <= names


def test_every_reference_inside_points_to_a_part():
    text = sprite()
    parts = set(re.findall(r'\bid="([^"]+)"', text))
    assert set(re.findall(r'href="#([^"]+)"', text)) <= parts


def test_every_animal_is_drawn_and_twelve_discs_for_ai_seats(names):
    assert len(ANIMALS) == len(NAMES) + 12
    assert set(NAMES) <= set(ANIMALS)
    assert len(set(ANIMALS.values())) == len(ANIMALS)
    assert {f"a-{key}" for key in ANIMALS} <= names


def test_every_reaction_is_drawn(names):
    assert {f"r-{key}" for key in REACTIONS} == {name for name in names if name.startswith("r-")}


def test_every_badge_is_drawn_with_a_shape_of_its_own(names):
    kinds = {Badge(Season(), Ladder(), place).kind for place in range(1, BEST + 1)}
    assert {f"b-{kind}" for kind in kinds} == {name for name in names if name.startswith("b-")}
    bare = [re.sub(r'fill="[^"]*"', "", medal) for medal, _number in BADGES.values()]
    assert len(set(bare)) == len(kinds)


def test_templates_ask_only_for_icons_that_exist(names):
    asked = set()
    for path in (Path(settings.BASE_DIR) / "templates").rglob("*.html"):
        asked |= set(re.findall(r'{% icon "([a-z]+)"', path.read_text(encoding="utf-8")))
    assert {f"i-{name}" for name in asked} <= names
