"""108 cards: the deck that everybody knows."""

from games.rules.core.text import N_
from games.rules.uno.editions.edition import POINTS, USUAL_FACES, Edition

EDITION = Edition(
    key="classic",
    title=N_("Classic"),
    text=N_("108 cards: red, yellow, green and blue, four Wild, four Wild Draw Four."),
    colors="RYGB",
    faces=USUAL_FACES,
    wilds={"W": 4, "W4": 4},
    points=POINTS,
)
