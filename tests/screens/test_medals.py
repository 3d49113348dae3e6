"""How achievements look."""

from dataclasses import replace

import pytest

from games.achievements import ACHIEVEMENTS
from games.screens.drawings import ICONS
from games.screens.medals import SHAPE_OF, SHAPES, shapes_of


def test_no_two_achievements_look_alike() -> None:
    looks = {(SHAPE_OF[goal.key], goal.icon) for goal in ACHIEVEMENTS}
    assert len(looks) == len(ACHIEVEMENTS)
    assert {goal.icon for goal in ACHIEVEMENTS} <= set(ICONS)


def test_a_drawing_with_too_many_achievements_is_refused() -> None:
    cups = [replace(ACHIEVEMENTS[0], key=f"cup{number}", icon="cup") for number in range(len(SHAPES) + 1)]
    assert len(shapes_of(cups[:-1])) == len(SHAPES)
    with pytest.raises(ValueError, match="cup"):
        shapes_of(cups)
