"""What an edition is: colours, cards, points."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.rules.core.cards import ACTIONS, NUMBERS, effect_of

#: What a hand's cards count, by number or symbol; numbers count their number.
POINTS: Mapping[str, int] = {
    **{number: int(number) for number in NUMBERS},
    **dict.fromkeys(ACTIONS, 20),
    "W": 50,
    "W4": 50,
    "WK": 50,
    "WC": 40,
    "WH": 40,
}


@dataclass(frozen=True)
class Edition:
    """A deck: its `colors` in their order, how often each face comes in each colour, how many of each wild."""

    key: str
    title: str
    text: str
    colors: str
    faces: Mapping[str, int]
    wilds: Mapping[str, int]
    points: Mapping[str, int]

    def deck(self) -> tuple[str, ...]:
        """Return every card of one deck, in the edition's order: colour by colour, then the wild cards."""
        colored = [color + face for color in self.colors for face, count in self.faces.items() for _ in range(count)]
        return (*colored, *(wild for wild, count in self.wilds.items() for _ in range(count)))

    def points_of(self, card: str) -> int:
        """Return what the card counts in a hand."""
        return self.points[effect_of(card)]


#: One 0, two of everything else: the colours of every edition so far.
USUAL_FACES: Mapping[str, int] = {"0": 1, **dict.fromkeys(NUMBERS[1:] + ACTIONS, 2)}
