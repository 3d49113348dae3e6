"""How an achievement looks: a shape of the cards with a drawing in it, no two alike."""

from collections import Counter
from collections.abc import Iterable

from games.achievements import ACHIEVEMENTS, Goal

#: The shapes of the five card colours, by their letters, in the order in which goals of one drawing take them.
SHAPES = "BYGPR"


def shapes_of(goals: Iterable[Goal]) -> dict[str, str]:
    """Return the shape of each goal, by its key: the first goal with a drawing takes the first shape, and so on.

    Raises ValueError where a drawing has more goals than there are shapes.
    """
    taken: Counter[str] = Counter()
    shapes = {}
    for goal in goals:
        if taken[goal.icon] == len(SHAPES):
            raise ValueError(f"more than {len(SHAPES)} achievements are drawn as {goal.icon!r}")
        shapes[goal.key] = SHAPES[taken[goal.icon]]
        taken[goal.icon] += 1
    return shapes


SHAPE_OF = shapes_of(ACHIEVEMENTS)
