"""What an edition is: colours, cards, points."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from sys import intern
from typing import Any

from games.rules.core.cards import ACTIONS, COLOR_LETTERS, NUMBERS, WILDS, effect_of

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
        """Return every card of one deck, in the edition's order: colour by colour, then the wild cards.

        Cards that are alike are one text: every dictionary finds them at once.
        """
        faces = [face for face, count in self.faces.items() for _ in range(count)]
        colored = [intern(color + face) for color in self.colors for face in faces]
        return (*colored, *(wild for wild, count in self.wilds.items() for _ in range(count)))

    def points_of(self, card: str) -> int:
        """Return what the card counts in a hand."""
        return self.points[effect_of(card)]

    def to_json(self) -> dict[str, Any]:
        """Return the edition as data, for a ruleset that brings its own."""
        return {
            "key": self.key,
            "title": self.title,
            "text": self.text,
            "colors": self.colors,
            "faces": dict(self.faces),
            "wilds": dict(self.wilds),
            "points": dict(self.points),
        }


def read_edition(data: Mapping[str, Any]) -> Edition:
    """Return the edition that data describe; raise ValueError saying what is wrong with them."""
    if set(data) != {"key", "title", "text", "colors", "faces", "wilds", "points"}:
        raise ValueError("an edition has key, title, text, colors, faces, wilds and points")
    for name in ("key", "title", "text"):
        if not isinstance(data[name], str) or not data[name].isprintable() or len(data[name]) > 200:
            raise ValueError(f"{name} is a line of text")
    colors = data["colors"]
    if not isinstance(colors, str) or not 2 <= len(colors) <= len(COLOR_LETTERS) or len(set(colors)) != len(colors):
        raise ValueError("colors are two to five different letters")
    if set(colors) - set(COLOR_LETTERS):
        raise ValueError(f"colors are letters of {COLOR_LETTERS}")
    faces = _counts(data["faces"], "faces", NUMBERS + ACTIONS, 4)
    wilds = _counts(data["wilds"], "wilds", WILDS, 20)
    if not any(faces.get(number) for number in NUMBERS):
        raise ValueError("without a number card no round can begin")
    points = _counts(data["points"], "points", (*NUMBERS, *ACTIONS, *WILDS), 200)
    missing = [effect for effect in (*faces, *wilds) if effect not in points]
    if missing:
        raise ValueError(f"no points are given for {', '.join(missing)}")
    return Edition(data["key"], data["title"], data["text"], colors, faces, wilds, points)


def _counts(data: Any, name: str, known: Iterable[str], most: int) -> dict[str, int]:
    """Return how many of each there are, in the usual order; raise ValueError for what cannot be."""
    order = list(known)
    if not isinstance(data, Mapping) or set(data) - set(order):
        raise ValueError(f"{name} are counted by {', '.join(order)}")
    for count in data.values():
        if not isinstance(count, int) or isinstance(count, bool) or not 0 <= count <= most:
            raise ValueError(f"{name} are numbers from 0 to {most}")
    return {key: data[key] for key in order if key in data and (data[key] or name == "points")}


#: One 0, two of everything else: the colours of every edition so far.
USUAL_FACES: Mapping[str, int] = {"0": 1, **dict.fromkeys(NUMBERS[1:] + ACTIONS, 2)}
