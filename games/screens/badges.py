"""The drawings of the badges: a medal on 48 × 48 by key, each with a shape and a number of its own.

So they differ without colour. The number is one of the cards' glyphs, which art.py lays on the medal.
"""

from .drawings import INK

_EDGE = f'stroke="{INK}" stroke-width="2" stroke-linejoin="round"'
_TAILS = f'<path d="M15 28L11 45L18 41L23 46L24 34L25 46L30 41L37 45L33 28Z" fill="#6A5A8E" {_EDGE}/>'

# key -> the medal, and the number on it
BADGES: dict[str, tuple[str, str]] = {
    "first": (
        _TAILS
        + '<path d="M24 2L29 7.9L36.7 7.3L36.1 15L42 20L36.1 25L36.7 32.7L29 32.1L24 38L19 32.1L11.3 32.7L11.9 25L6 20'
        + f'L11.9 15L11.3 7.3L19 7.9Z" fill="#E2BC5A" {_EDGE}/>',
        "1",
    ),
    "second": (_TAILS + f'<path d="M24 3L39 11.5V28.5L24 37L9 28.5V11.5Z" fill="#C3C7D4" {_EDGE}/>', "2"),
    "third": (_TAILS + f'<path d="M9 5H39V20Q39 32 24 38Q9 32 9 20Z" fill="#C48D5F" {_EDGE}/>', "3"),
    "ten": (f'<circle cx="24" cy="24" r="20" fill="#8FA597" {_EDGE}/>', "10"),
}
