"""The drawings of the reactions: a disc and what lies on it on 48 × 48, by key (games/phrases.py names them).

Flat as the animals are: paper and ink on a muted disc, no card colour; the heart is none of a card.
"""

from .drawings import INK, PAPER

_LINE = f'fill="none" stroke="{INK}" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"'
_FACE = f'<circle cx="24" cy="24" r="16.5" fill="{PAPER}"/>'


def _eyes(radius: float, y: float = 21) -> str:
    return "".join(f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{INK}"/>' for x in (18, 30))


def _hand(turn: int, x: int, fill: str) -> str:
    """A flat hand, fingers up, thumb to the side."""
    fingers = "".join(
        f'<rect x="{left}" y="{top}" width="4.2" height="14" rx="2.1"/>'
        for left, top in ((-9, -13), (-4.4, -15.5), (0.2, -15), (4.8, -12))
    )
    palm = '<rect x="-9" y="-6" width="18" height="17" rx="7"/><rect x="6" y="-3" width="4.4" height="11" rx="2.2"/>'
    return f'<g transform="translate({x} 29) rotate({turn})" fill="{fill}">{fingers}{palm}</g>'


# key -> disc, what lies on it
REACTIONS: dict[str, tuple[str, str]] = {
    "clap": (
        "#4D5A52",
        _hand(-24, 18, "#C9BFA9")
        + _hand(20, 28, PAPER)
        + f'<path d="M24 4V8M14 6L16 9.5M34 6L32 9.5" {_LINE.replace(INK, PAPER)}/>',
    ),
    "laugh": (
        "#63503B",
        _FACE
        + f'<path d="M14.5 21Q17.5 16.5 20.5 21M27.5 21Q30.5 16.5 33.5 21" {_LINE}/>'
        + f'<path d="M15 25.5H33Q33 36 24 36T15 25.5Z" fill="{INK}"/>'
        + '<path d="M19 33.6Q24 30 29 33.6Q27 35.8 24 35.8T19 33.6Z" fill="#B98A86"/>',
    ),
    "surprised": (
        "#3B4A63",
        _FACE
        + _eyes(2.6, 21.5)
        + f'<path d="M14.5 15.5Q17 13.2 20 14.6M28 14.6Q31 13.2 33.5 15.5" {_LINE}/>'
        + f'<ellipse cx="24" cy="32" rx="3.8" ry="4.8" fill="{INK}"/>',
    ),
    "thinking": (
        "#4B3A63",
        _FACE
        + '<circle cx="19.5" cy="19.5" r="2.3" fill="#1B1430"/><circle cx="31.5" cy="19.5" r="2.3" fill="#1B1430"/>'
        + f'<path d="M15.5 15.6L20.5 14.4M28.5 13Q31.5 11.6 34 13.6" {_LINE}/>'
        + f'<path d="M20 29.6L28 27.6" {_LINE}/>'
        + '<path d="M10.5 40.5Q10 33 15 32.4Q18.5 32.2 21.5 33Q23.6 33.8 21.6 35.2L18 36Q19.5 40.5 16 43Z" '
        + 'fill="#C9BFA9"/>',
    ),
    "oops": (
        "#5A4652",
        _FACE
        + _eyes(2.4)
        + '<rect x="15.5" y="26.5" width="17" height="7.6" rx="3.8" fill="#1B1430"/>'
        + f'<path d="M18.5 30.3H29.5M21.5 28V32.6M24 28V32.6M26.5 28V32.6" {_LINE.replace(INK, PAPER)} '.replace(
            "2.4", "1.5"
        )
        + "/>"
        + '<path d="M37.5 9Q42 15 39.6 17.4T35.4 17.4T37.5 9Z" fill="#A9BBC9"/>',
    ),
    "heart": (
        "#63414F",
        f'<path d="M24 38C14 30.5 9.5 25.5 9.5 19.4C9.5 14.6 13 11.5 16.9 11.5C20.2 11.5 22.8 13.4 24 16.6C25.2 13.4 '
        f'27.8 11.5 31.1 11.5C35 11.5 38.5 14.6 38.5 19.4C38.5 25.5 34 30.5 24 38Z" fill="{PAPER}"/>',
    ),
}
