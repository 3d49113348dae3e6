"""The sprite: every shape, icon, animal and card face as one SVG file, put together from the drawings.

`manage.py draw_sprite` writes it to static/art/sprite.svg; a test fails when the file is not what `sprite()`
returns. Names in it: s-R (shape), i-eye (icon), a-fox (animal), r-clap (reaction), b-first (badge), c-R5 and m-R5
(face, full and mini cut), c-W-RYGB (wild cards name the colours of their deck), c-back, m-back.
"""

from collections.abc import Iterator
from math import atan2, cos, degrees, pi, sin

from .animals import ANIMALS
from .badges import BADGES
from .drawings import (
    BACK,
    BACK_BARS,
    BACK_EDGE,
    COLORS,
    GLYPHS,
    ICONS,
    INK,
    MARK,
    PAPER,
    ROOM,
    SHAPES,
)
from .reactions import REACTIONS

DECKS = ("RYGB", "YGBP", "RYGBP")
FACES = (*"0123456789", "S", "V", "D")
WILD_GLYPH = {"WC": "pencil", "WK": "waves", "WH": "shuffle"}
LINE = 'fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"'
_SYMBOLS = ("S", "V", "shuffle", "pencil", "waves")


def _n(value: float) -> str:
    """A number as short as SVG allows."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _glyph(name: str, x: float, y: float, scale: float, color: str, stroke: float = 11) -> str:
    """The numeral or symbol `name` centred on x, y; `stroke` is measured on its own grid."""
    key = {"D": "d2"}.get(name, name)
    width = GLYPHS[key][0]
    weight = 10 if key in _SYMBOLS else stroke
    where = f"translate({_n(x - width / 2 * scale)} {_n(y - 30 * scale)}) scale({_n(scale)})"
    return f'<use href="#g-{key}" transform="{where}" stroke="{color}" stroke-width="{_n(weight)}"/>'


def _shape(color: str, x: float, y: float, scale: float, fill: str) -> str:
    """The shape of a card colour centred on x, y."""
    return f'<use href="#p-{color}" transform="translate({_n(x)} {_n(y)}) scale({_n(scale)})" fill="{fill}"/>'


def _wheel(colors: str, x: float, y: float, radius: float, scale: float) -> str:
    """All shapes of a deck in a circle, the first one on top."""
    drawn = []
    for index, color in enumerate(colors):
        turn = -pi / 2 + 2 * pi / len(colors) * index
        drawn.append(_shape(color, x + radius * cos(turn), y + radius * sin(turn), scale, COLORS[color][0]))
    return "".join(drawn)


def _row(colors: str, y: float, scale: float, gap: float) -> str:
    """All shapes of a deck in a row across the card."""
    first = 50 - gap * (len(colors) - 1) / 2
    return "".join(_shape(c, first + i * gap, y, scale, COLORS[c][0]) for i, c in enumerate(colors))


def _paper(fill: str, radius: int, edge: str, width: float, opacity: str = "") -> str:
    """The card itself: a rounded body and its edge."""
    half = width / 2
    return (
        f'<rect width="100" height="144" rx="{radius}" fill="{fill}"/>'
        f'<rect x="{_n(half)}" y="{_n(half)}" width="{_n(100 - width)}" height="{_n(144 - width)}" '
        f'rx="{_n(radius - half)}" fill="none" stroke="{edge}" stroke-width="{_n(width)}"{opacity}/>'
    )


def colored_face(color: str, face: str) -> str:
    """A card of one colour, full cut: index in the corner, symbol knocked out of the shape in the centre."""
    body, tint = COLORS[color]
    lower, room = ROOM[color]
    drawn = _paper(body, 13, INK, 1.2, ' stroke-opacity=".22"')
    drawn += _shape(color, 56, 102, 1.52, tint) + _shape(color, 51, 97, 1.52, INK)
    inner = room * (0.66 if face == "D" else 0.94 if face in _SYMBOLS else 1.0)
    drawn += _glyph(face, 51, 97 + lower, inner, body, 12 if face == "D" else 11)
    if face == "D":
        drawn += _glyph(face, 27, 23.5, 0.46, INK, 12)
    elif face in _SYMBOLS:
        drawn += _glyph(face, 22, 23.5, 0.5, INK)
    else:
        drawn += _glyph(face, 20, 23.5, 0.5, INK, 12)
    return drawn + _shape(color, 20, 50.5, 0.36, INK)


def wild_face(code: str, colors: str) -> str:
    """A wild card, full cut: ink body, always showing all colours of the deck."""
    drawn = _paper(INK, 13, BACK_EDGE, 2)
    if code == "W":
        return drawn + _wheel(colors, 51, 90, 28, 0.6) + _wheel(colors, 22, 24, 11, 0.245)
    if code == "W4":
        drawn += _wheel(colors, 50, 91, 35, 0.46) + _glyph("d4", 50, 91, 0.46, PAPER, 12)
        return drawn + _glyph("d4", 28, 24, 0.47, PAPER, 12)
    glyph = WILD_GLYPH[code]
    drawn += _glyph(glyph, 50, 80, 0.95, PAPER) + _glyph(glyph, 22, 24, 0.46, PAPER)
    return drawn + _row(colors, 126, 0.26, 17)


def colored_mini(color: str, face: str) -> str:
    """The mini cut, for 24 to 56 px: the face over the shape, both at full width, nothing else."""
    drawn = _paper(COLORS[color][0], 18, INK, 2, ' stroke-opacity=".22"')
    if face == "D":
        drawn += _glyph(face, 51, 46, 0.98, INK, 13)
    elif face in _SYMBOLS:
        drawn += _glyph(face, 50, 44, 1.16, INK)
    else:
        drawn += _glyph(face, 50, 45, 1.12, INK, 13)
    return drawn + _shape(color, 50, 109, 0.94, INK)


def wild_mini(code: str, colors: str) -> str:
    """A wild card in the mini cut."""
    drawn = _paper(INK, 18, BACK_EDGE, 4)
    if code == "W":
        return drawn + _wheel(colors, 50, 74, 31, 0.64)
    if code == "W4":
        drawn += _glyph("d4", 52, 44, 0.94, PAPER, 13)
    else:
        drawn += _glyph(WILD_GLYPH[code], 50, 46, 1.12, PAPER)
    above, below = colors[: (len(colors) + 1) // 2], colors[(len(colors) + 1) // 2 :]
    return drawn + _row(above, 94, 0.44, 27) + _row(below, 119, 0.44, 27)


def back(mini: bool) -> str:
    """The back: three thinning bars, then one card."""
    drawn = _paper(BACK, 18 if mini else 13, BACK_EDGE, 4 if mini else 2.4)
    bars: tuple[tuple[int, int, int], ...] = ((21, 5, 44), (33, 5, 58), (45, 5, 72))
    card = (56, 24, 84, 7)
    if mini:
        bars, card = ((20, 9, 60), (36, 9, 76)), (53, 28, 92, 9)
    for index, (x, width, height) in enumerate(bars):
        opacity = 1 if mini else 0.5 + 0.2 * index
        drawn += (
            f'<rect x="{x}" y="{_n(72 - height / 2)}" width="{width}" height="{height}" rx="{_n(width / 2)}" '
            f'fill="{BACK_BARS}" opacity="{_n(opacity)}"/>'
        )
    x, width, height, radius = card
    return drawn + (
        f'<rect x="{x}" y="{_n(72 - height / 2)}" width="{width}" height="{height}" rx="{radius}" fill="{PAPER}"/>'
    )


# half width and half height of the ring, and how large its marks are
RINGS = {"wide": (272, 146, 0.32), "round": (166, 120, 0.28), "flat": (226, 62, 0.26)}
_MARKS = 14


def _rings() -> Iterator[str]:
    """The ring around the piles: its line, its arrows (clockwise), and the active shape between them.

    Turned left to right, the arrows stand where they stood and point the other way.
    """
    bold = LINE.replace('"2"', '"4.5"')
    yield f'<defs><path id="p-arrow" d="M-5 -9L5 0L-5 9" {bold}/></defs>'
    for name, (rx, ry, scale) in RINGS.items():
        line = 'fill="none" stroke="currentColor" stroke-opacity=".28" stroke-width="3"'
        yield f'<ellipse id="ring-{name}" rx="{rx}" ry="{ry}" {line}/>'
        turns = [2 * pi * (mark + 0.5) / _MARKS for mark in range(_MARKS)]
        arrows = "".join(_arrow(rx, ry, turn) for turn in turns[::2])
        yield f'<g id="ring-{name}-arrows">{arrows}</g>'
        for color in COLORS:
            marks = "".join(
                _shape(color, rx * cos(turn), ry * sin(turn), scale, "currentColor") for turn in turns[1::2]
            )
            yield f'<g id="ring-{name}-{color}">{marks}</g>'


def _arrow(rx: float, ry: float, turn: float) -> str:
    """An arrow on the ellipse, pointing along it clockwise."""
    heading = degrees(atan2(ry * cos(turn), -rx * sin(turn)))
    where = f"translate({_n(rx * cos(turn))} {_n(ry * sin(turn))}) rotate({_n(heading)})"
    return f'<use href="#p-arrow" transform="{where}"/>'


def _number(number: str) -> str:
    """The number on a badge: one figure in the medal's middle, two side by side in a round one's."""
    if len(number) == 1:
        return _glyph(number, 24, 20, 0.36, INK, 9)
    return "".join(_glyph(figure, x, 24, 0.34, INK, 9) for figure, x in zip(number, (16, 30), strict=True))


def _symbol(name: str, box: str, body: str) -> str:
    return f'<symbol id="{name}" viewBox="{box}">{body}</symbol>'


def _parts() -> Iterator[str]:
    """What faces refer to: bare shapes and strokes, without colour."""
    yield "<defs>"
    for color, path in SHAPES.items():
        yield f'<path id="p-{color}" d="{path}"/>'
    for name, (_width, strokes) in GLYPHS.items():
        drawn = "".join(f'<path d="{path}"/>' for path in strokes)
        yield f'<g id="g-{name}" fill="none" stroke-linecap="round" stroke-linejoin="round">{drawn}</g>'
    yield "</defs>"


def _symbols() -> Iterator[str]:
    """Every symbol a page may refer to, in a fixed order."""
    for color in COLORS:
        yield _symbol(f"s-{color}", "-28 -28 56 56", f'<use href="#p-{color}" fill="currentColor"/>')
        for face in FACES:
            yield _symbol(f"c-{color}{face}", "0 0 100 144", colored_face(color, face))
            yield _symbol(f"m-{color}{face}", "0 0 100 144", colored_mini(color, face))
    for deck in DECKS:
        for code in ("W", "W4", *WILD_GLYPH):
            yield _symbol(f"c-{code}-{deck}", "0 0 100 144", wild_face(code, deck))
            yield _symbol(f"m-{code}-{deck}", "0 0 100 144", wild_mini(code, deck))
    yield _symbol("c-back", "0 0 100 144", back(mini=False))
    yield _symbol("m-back", "0 0 100 144", back(mini=True))
    yield _symbol("i-logo", "0 0 40 40", f'<g fill="currentColor">{MARK}</g>')
    for key, (disc, drawing) in ANIMALS.items():
        yield _symbol(f"a-{key}", "0 0 48 48", f'<circle cx="24" cy="24" r="24" fill="{disc}"/>{drawing}')
    for key, (disc, drawing) in REACTIONS.items():
        yield _symbol(f"r-{key}", "0 0 48 48", f'<circle cx="24" cy="24" r="24" fill="{disc}"/>{drawing}')
    for key, (medal, number) in BADGES.items():
        yield _symbol(f"b-{key}", "0 0 48 48", medal + _number(number))
    for name, drawing in ICONS.items():
        yield _symbol(f"i-{name}", "0 0 24 24", f"<g {LINE}>{drawing}</g>")


def sprite() -> str:
    """The whole file as text: the same text for the same drawings."""
    lines = ['<svg xmlns="http://www.w3.org/2000/svg">', *_parts(), *_rings(), *_symbols(), "</svg>", ""]
    return "\n".join(lines)
