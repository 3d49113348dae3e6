"""The drawings themselves: path data for shapes, numerals, symbols and icons, which art.py puts together.

Shapes are centred on 0,0 and about 48 wide. Numerals stand on a grid of 40 × 60, symbols on 60 × 60; both are
strokes with round ends, never a font. Icons stand on 24 × 24; animals have a file of their own.
"""

from math import cos, pi, sin

INK = "#1B1430"
PAPER = "#F6F0E4"
BACK, BACK_EDGE, BACK_BARS = "#2B2148", "#7A6AAE", "#7C6BB0"

# colour letter -> body, tint
COLORS = {
    "R": ("#FF6F5B", "#FFA698"),
    "Y": ("#FFC83D", "#FFE396"),
    "G": ("#3FC98A", "#8FE6BE"),
    "B": ("#5CA9FF", "#A8D2FF"),
    "P": ("#F592D6", "#FFCBEF"),
}


def _sun() -> str:
    """A disc with twelve lobes, as a polygon fine enough for any size we draw."""
    points = []
    for step in range(96):
        turn = step / 96 * 2 * pi
        radius = 22 + 1.9 * cos(12 * turn)
        points.append(f"{radius * cos(turn):.1f} {radius * sin(turn):.1f}")
    return "M" + "L".join(points) + "Z"


SHAPES = {
    "R": "M-4.6 -19.5Q0 -27 4.6 -19.5L23.6 14Q27 22 18.5 22H-18.5Q-27 22 -23.6 14Z",
    "Y": _sun(),
    "G": "M21 -19.5V1A20 20 0 0 1 1 21H-19.5Q-21 21 -21 19.5V-1A20 20 0 0 1 -1 -21H19.5Q21 -21 21 -19.5Z",
    "B": ("M-2.4 -24.4Q0 -27 2.4 -24.4L20 -2.4Q22 0 20 2.4L2.4 24.4Q0 27 -2.4 24.4L-20 2.4Q-22 0 -20 -2.4Z"),
    "P": (
        "M0 22C-10 14 -23.5 4 -23.5 -8C-23.5 -16 -17.5 -21 -11.8 -21C-6 -21 -2 -17.5 0 -13"
        "C2 -17.5 6 -21 11.8 -21C17.5 -21 23.5 -16 23.5 -8C23.5 4 10 14 0 22Z"
    ),
}

# how far the symbol inside a shape is lowered, and how large it may be
ROOM = {"R": (11.0, 0.57), "Y": (0.0, 0.7), "G": (0.0, 0.7), "B": (0.0, 0.63), "P": (-5.0, 0.66)}

# name -> width of its grid, strokes
GLYPHS: dict[str, tuple[int, tuple[str, ...]]] = {
    "0": (40, ("M20 6a14 14 0 0 1 14 14v20a14 14 0 0 1 -28 0v-20a14 14 0 0 1 14 -14z",)),
    "1": (40, ("M9 17L23 6V54",)),
    "2": (40, ("M6 20A14 14 0 0 1 34 20C34 31 20 39 6 54H35",)),
    "3": (40, ("M7 6H33L20 25A14.6 14.6 0 1 1 6 46",)),
    "4": (40, ("M26 54V6L5 41H37",)),
    "5": (40, ("M32 6H10L8 29A15 15 0 1 1 6 47",)),
    "6": (40, ("M27 6L8.5 30", "M20 24.5a14.8 14.8 0 1 1 -.01 0z")),
    "7": (40, ("M6 6H34L16 54",)),
    "8": (40, ("M20 6a11.3 11.3 0 1 1 -.01 0z", "M20 28.6a12.8 12.8 0 1 1 -.01 0z")),
    "9": (40, ("M13 54L31.5 30", "M20 6a14.8 14.8 0 1 1 -.01 0z")),
    # plus and digit in one drawing, so that both keep one stroke
    "d2": (88, ("M16 20V48", "M2 34H30", "M46 20A14 14 0 0 1 74 20C74 31 60 39 46 54H75")),
    "d4": (88, ("M16 20V48", "M2 34H30", "M68 54V6L47 41H79")),
    # a leap over the one who sits between; the dot is a ring so small that its stroke closes it
    "S": (
        60,
        ("M4 40C7 3 46 -2 50 34", "M34 29L50.5 37L60 21", "M23.5 50a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0"),
    ),
    # lying down, so that it is never taken for the leap
    "V": (60, ("M12 11H37A15.5 15.5 0 0 1 37 42H9", "M22 28L8 42L22 56")),
    "shuffle": (
        60,
        (
            "M4 14H14C30 14 30 46 46 46H56",
            "M4 46H14C19 46 23 42 26 37",
            "M35 22C38 17 41 14 46 14H56",
            "M48 5L57 14L48 23",
            "M48 37L57 46L48 55",
        ),
    ),
    "pencil": (60, ("M10 50L12 38L40 10L50 20L22 48Z", "M34 57H52")),
    "waves": (
        60,
        (
            "M4 24q8.7 -12 17.4 0t17.4 0t17.4 0",
            "M4 40q8.7 -12 17.4 0t17.4 0t17.4 0",
            "M4 56q8.7 -12 17.4 0t17.4 0t17.4 0",
        ),
    ),
}


# the bars-then-card mark, drawn on 40 × 40
MARK = (
    '<rect x="3" y="13" width="3.4" height="14" rx="1.7" opacity=".5"/>'
    '<rect x="9.4" y="10" width="3.4" height="20" rx="1.7" opacity=".7"/>'
    '<rect x="15.8" y="7" width="3.4" height="26" rx="1.7" opacity=".85"/>'
    '<rect x="22.5" y="4" width="14" height="32" rx="4"/>'
)

ICONS = {
    "eye": '<path d="M2 12S6 5 12 5S22 12 22 12S18 19 12 19S2 12 2 12Z"/><circle cx="12" cy="12" r="3"/>',
    "chat": '<path d="M4 5H20V16H11L6 20V16H4Z"/>',
    "gear": (
        '<path d="M4 7H14M18 7H20M4 17H6M10 17H20"/>'
        '<path d="M18 7a2 2 0 1 1 -4 0a2 2 0 1 1 4 0M10 17a2 2 0 1 1 -4 0a2 2 0 1 1 4 0"/>'
    ),
    "log": '<path d="M5 6H19M5 12H19M5 18H13"/>',
    "play": '<path d="M7 5L19 12L7 19Z"/>',
    "clock": '<circle cx="12" cy="12" r="8.5"/><path d="M12 7V12L15.5 14"/>',
    "lock": '<rect x="5" y="11" width="14" height="9" rx="2"/><path d="M8 11V8A4 4 0 0 1 16 8V11"/>',
    "home": '<path d="M4 11L12 4L20 11V20H4Z"/>',
    "cup": '<path d="M7 4H17V11A5 5 0 0 1 7 11ZM12 16V20M8 20H16"/>',
    "user": '<circle cx="12" cy="8" r="4"/><path d="M4 20Q12 12 20 20"/>',
    "bell": '<path d="M6 17V11A6 6 0 0 1 18 11V17L20 19H4Z"/><path d="M10 22H14M12 3V5"/>',
    "people": (
        '<circle cx="9" cy="8" r="3.5"/><path d="M2.5 19Q9 12 15.5 19"/>'
        '<path d="M15.5 4.8A3.4 3.4 0 0 1 15.5 11.2M17.5 13.8Q20 15.2 21.5 18.5"/>'
    ),
    "sort": '<path d="M5 7H19M5 12H14M5 17H9"/>',
    "flag": '<path d="M6 21V4H18L15 8.5L18 13H6"/>',
    "hand": '<rect x="9" y="4" width="10" height="15" rx="2"/><path d="M6 6V18M3 8V16"/>',
    "back": '<path d="M15 5L8 12L15 19"/>',
    "share": '<path d="M12 15V4M7 8L12 4L17 8M5 14V20H19V14"/>',
    "close": '<path d="M6 6L18 18M18 6L6 18"/>',
    "plus": '<path d="M12 5V19M5 12H19"/>',
    "more": '<circle cx="5.5" cy="12" r="1"/><circle cx="12" cy="12" r="1"/><circle cx="18.5" cy="12" r="1"/>',
    "shuffle": (
        '<path d="M3 7H8L16 17H20M3 17H8L10 14.5M14 9.5L16 7H20"/>'
        '<path d="M17.5 4.5L20 7L17.5 9.5M17.5 14.5L20 17L17.5 19.5"/>'
    ),
    "moon": '<path fill="currentColor" d="M15 4A8.5 8.5 0 1 0 20 16.5A7.5 7.5 0 0 1 15 4Z"/>',
    "star": (
        '<path fill="currentColor" d="M12 3.5L14.6 9.2L20.8 9.9L16.2 14.1L17.5 20.2L12 17.1L6.5 20.2L7.8 14.1'
        'L3.2 9.9L9.4 9.2Z"/>'
    ),
    "check": '<path d="M5 13L10 18L19 7"/>',
    "globe": '<circle cx="12" cy="12" r="9"/><path d="M3 12H21M12 3Q17 8 17 12T12 21Q7 16 7 12T12 3Z"/>',
    "offline": '<path d="M4 9Q12 2 20 9M7 13Q12 9 17 13M4 4L20 20"/><circle cx="12" cy="18" r="1.5"/>',
}
