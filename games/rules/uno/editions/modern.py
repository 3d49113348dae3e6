"""112 cards: the classic deck with Shuffle Hands and Custom cards."""

from games.rules.core.text import N_
from games.rules.uno.editions.edition import POINTS, USUAL_FACES, Edition

EDITION = Edition(
    key="modern",
    title=N_("Modern"),
    text=N_("112 cards: the classic ones, one Wild Shuffle Hands and three Custom."),
    colors="RYGB",
    faces=USUAL_FACES,
    wilds={"W": 4, "W4": 4, "WH": 1, "WC": 3},
    points=POINTS,
)
