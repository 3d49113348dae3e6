"""Cards as their text codes: `R5`, `GS`, `W4`.

A card is a short string and nothing more. Comparing, copying and storing strings is the fastest thing
Python does, and a position reads on screen as it reads in the rules.
"""

from collections import Counter
from collections.abc import Iterable

COLOR_LETTERS = "RYGBP"
NUMBERS = "0123456789"
ACTIONS = "SVD"
WILDS = ("W", "W4", "WK", "WC", "WH")

#: Every card that any edition may hold; anything else is not in the notation.
ALL_CARDS = frozenset(c + f for c in COLOR_LETTERS for f in NUMBERS + ACTIONS) | frozenset(WILDS)


class CardError(ValueError):
    """A text that is not a card, or a pile that holds a card too often."""


def is_wild(card: str) -> bool:
    """Tell whether the card has no colour of its own."""
    return card[0] == "W"


def is_number(card: str) -> bool:
    """Tell whether the card is a number card, 0 to 9."""
    return card[0] != "W" and card[1] in NUMBERS


def effect_of(card: str) -> str:
    """Return what a card does by: the face of a coloured card, the whole code of a wild one.

    The 4 of `R4` and the 4 of `W4` would otherwise look alike.
    """
    return card if card[0] == "W" else card[1]


def parse_cards(text: str) -> list[str]:
    """Read cards divided by blanks; raise CardError naming the first text that is no card."""
    cards = text.split()
    for card in cards:
        if card not in ALL_CARDS:
            raise CardError(f"{card!r} is not a card")
    return cards


def check_within(cards: Iterable[str], deck: Iterable[str]) -> None:
    """Raise CardError when `cards` hold a card more often than `deck` does."""
    have = Counter(deck)
    for card, count in Counter(cards).items():
        if count > have[card]:
            if not have[card]:
                raise CardError(f"{card} is not in this edition")
            raise CardError(f"{card} is there {count} times, the deck has {have[card]}")
