"""112 cards by the sea: a pink colour instead of red, Custom and Keep Swimming cards."""

from games.rules.core.text import N_
from games.rules.uno.editions.edition import POINTS, USUAL_FACES, Edition

EDITION = Edition(
    key="reef",
    title=N_("Reef"),
    text=N_("112 cards: blue, yellow, pink and green, four Wild, four Wild Draw Four, two Custom, two Keep Swimming."),
    colors="BYPG",
    faces=USUAL_FACES,
    wilds={"W": 4, "W4": 4, "WC": 2, "WK": 2},
    points=POINTS,
)
