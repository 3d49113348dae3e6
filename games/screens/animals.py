"""The animals of people, and the mark of AI seats: a disc and a drawing on 48 × 48, by key.

Flat shapes on a muted disc, dark eyes, no outlines, no card colour in full strength.
"""

from .drawings import MARK, PAPER

# key -> disc, what lies on it
ANIMALS: dict[str, tuple[str, str]] = {
    "fox": (
        "#4B3A63",
        '<path d="M9.5 9.5Q9.5 8.5 10.5 9L23 16.5Q24 17 25 16.5L37.5 9Q38.5 8.5 38.5 9.5V25Q38.5 27 '
        '37 28.5L25.5 41Q24 42.5 22.5 41L11 28.5Q9.5 27 9.5 25Z" fill="#E8925A"/>'
        '<path d="M13 14L19 18L13.5 22Z M35 14L29 18L34.5 22Z" fill="#6B3B3A"/>'
        '<path d="M10 26.5L19 27L24 34.5L29 27L38 26.5Q37.8 27.6 37 28.5L25.5 41Q24 42.5 22.5 41L11 '
        '28.5Q10.2 27.6 10 26.5Z" fill="#F6F0E4"/>'
        '<circle cx="18.2" cy="24" r="2.2" fill="#1B1430"/>'
        '<circle cx="29.8" cy="24" r="2.2" fill="#1B1430"/>'
        '<circle cx="24" cy="37.6" r="2.6" fill="#1B1430"/>',
    ),
    "owl": (
        "#3B4A63",
        '<path d="M11 9.5Q11 8.5 12 9L18 13.5H30L36 9Q37 8.5 37 9.5V29.5A13 13 0 0 1 11 29.5Z" '
        'fill="#B79B78"/>'
        '<path d="M17 36Q24 31 31 36Q28 42 24 42T17 36Z" fill="#D8C3A2"/>'
        '<circle cx="18" cy="22.5" r="6.8" fill="#F6F0E4"/>'
        '<circle cx="30" cy="22.5" r="6.8" fill="#F6F0E4"/>'
        '<circle cx="18.6" cy="22.8" r="3.2" fill="#1B1430"/>'
        '<circle cx="29.4" cy="22.8" r="3.2" fill="#1B1430"/>'
        '<path d="M24 26L27.2 31H20.8Z" fill="#E8A94A" stroke="#E8A94A" stroke-width="1.2" '
        'stroke-linejoin="round"/>',
    ),
    "panda": (
        "#4D5A52",
        '<circle cx="13" cy="14" r="6" fill="#1B1430"/>'
        '<circle cx="35" cy="14" r="6" fill="#1B1430"/>'
        '<circle cx="24" cy="26" r="15" fill="#F6F0E4"/>'
        '<ellipse cx="17.5" cy="25.5" rx="4.2" ry="5.4" transform="rotate(24 17.5 25.5)" '
        'fill="#1B1430"/>'
        '<ellipse cx="30.5" cy="25.5" rx="4.2" ry="5.4" transform="rotate(-24 30.5 25.5)" '
        'fill="#1B1430"/>'
        '<circle cx="18.1" cy="24.6" r="1.5" fill="#F6F0E4"/>'
        '<circle cx="29.9" cy="24.6" r="1.5" fill="#F6F0E4"/>'
        '<ellipse cx="24" cy="33" rx="2.8" ry="2" fill="#1B1430"/>'
        '<path d="M21.5 36.5Q24 38.3 26.5 36.5" fill="none" stroke="#1B1430" stroke-width="1.6" '
        'stroke-linecap="round"/>',
    ),
    "cat": (
        "#5A4652",
        '<path d="M10 9.5Q10 8 11.2 8.9L19.5 15H28.5L36.8 8.9Q38 8 38 9.5V27A14 14 0 0 1 10 27Z" '
        'fill="#9593A9"/>'
        '<path d="M20.5 15H23V21.5H20.5ZM25 15H27.5V21.5H25Z" fill="#6C6A82"/>'
        '<circle cx="17.2" cy="26" r="2.5" fill="#1B1430"/>'
        '<circle cx="30.8" cy="26" r="2.5" fill="#1B1430"/>'
        '<path d="M24 32.6L26.6 30H21.4Z" fill="#F0B7C4" stroke="#F0B7C4" stroke-width="1.2" '
        'stroke-linejoin="round"/>'
        '<path d="M5.5 29L12 30M5.5 34L12 33M42.5 29L36 30M42.5 34L36 33" stroke="#F6F0E4" '
        'stroke-width="1.4" stroke-linecap="round" opacity=".7"/>',
    ),
    "whale": (
        "#3A5360",
        '<path d="M7 25A17 14.5 0 0 1 41 25A17 14.5 0 0 1 7 25Z" fill="#5F8CA6"/>'
        '<path d="M7.4 27.5H40.6A17 13 0 0 1 7.4 27.5Z" fill="#A9CBD9"/>'
        '<path d="M24 11.5Q24 6 19.5 6.5M24 11.5Q24 6 28.5 6.5" fill="none" stroke="#F6F0E4" '
        'stroke-width="2.4" stroke-linecap="round"/>'
        '<circle cx="14.2" cy="23.5" r="2.2" fill="#1B1430"/>'
        '<circle cx="33.8" cy="23.5" r="2.2" fill="#1B1430"/>'
        '<path d="M20 31.5Q24 33.5 28 31.5" fill="none" stroke="#1B1430" stroke-width="1.8" '
        'stroke-linecap="round"/>',
    ),
    "frog": (
        "#47523A",
        '<circle cx="15" cy="15.5" r="6.8" fill="#8DB36B"/>'
        '<circle cx="33" cy="15.5" r="6.8" fill="#8DB36B"/>'
        '<rect x="7.5" y="16.5" width="33" height="22" rx="11" fill="#8DB36B"/>'
        '<circle cx="15" cy="15.5" r="4.2" fill="#F6F0E4"/>'
        '<circle cx="33" cy="15.5" r="4.2" fill="#F6F0E4"/>'
        '<circle cx="15.4" cy="15.8" r="2.4" fill="#1B1430"/>'
        '<circle cx="32.6" cy="15.8" r="2.4" fill="#1B1430"/>'
        '<path d="M15 29Q24 36 33 29" fill="none" stroke="#1B1430" stroke-width="2.4" '
        'stroke-linecap="round"/>',
    ),
    "tiger": (
        "#5C4A38",
        '<circle cx="13.5" cy="14" r="5.5" fill="#D98A3D"/>'
        '<circle cx="34.5" cy="14" r="5.5" fill="#D98A3D"/>'
        '<rect x="9" y="11.5" width="30" height="29" rx="13.5" fill="#E9A452"/>'
        '<path d="M24 13V19.5M19 13V17M29 13V17M10 27H14M38 27H34M11 32H14M37 32H34" '
        'stroke="#1B1430" stroke-width="2.4" stroke-linecap="round"/>'
        '<circle cx="18" cy="25" r="2.2" fill="#1B1430"/>'
        '<circle cx="30" cy="25" r="2.2" fill="#1B1430"/>'
        '<ellipse cx="24" cy="33.5" rx="6.5" ry="4.8" fill="#F6F0E4"/>'
        '<ellipse cx="24" cy="31.6" rx="2.3" ry="1.7" fill="#1B1430"/>',
    ),
    "rabbit": (
        "#5B4B61",
        '<rect x="13.5" y="3.5" width="8" height="22" rx="4" fill="#E9DDE6"/>'
        '<rect x="26.5" y="3.5" width="8" height="22" rx="4" fill="#E9DDE6"/>'
        '<rect x="16" y="7" width="3" height="14" rx="1.5" fill="#D9A6B6"/>'
        '<rect x="29" y="7" width="3" height="14" rx="1.5" fill="#D9A6B6"/>'
        '<circle cx="24" cy="29.5" r="13" fill="#F6F0E4"/>'
        '<circle cx="18.8" cy="28.3" r="2.2" fill="#1B1430"/>'
        '<circle cx="29.2" cy="28.3" r="2.2" fill="#1B1430"/>'
        '<path d="M22 32.8H26L24 35Z" fill="#D98BA0" stroke="#D98BA0" stroke-width="1.2" '
        'stroke-linejoin="round"/>',
    ),
    "bear": (
        "#4F4339",
        '<circle cx="13" cy="14" r="6" fill="#8A6547"/>'
        '<circle cx="35" cy="14" r="6" fill="#8A6547"/>'
        '<circle cx="13" cy="14" r="2.8" fill="#C39A76"/>'
        '<circle cx="35" cy="14" r="2.8" fill="#C39A76"/>'
        '<circle cx="24" cy="26" r="15" fill="#A67C58"/>'
        '<ellipse cx="24" cy="31.5" rx="7.2" ry="6" fill="#E8D6BF"/>'
        '<circle cx="17.8" cy="23.2" r="2.2" fill="#1B1430"/>'
        '<circle cx="30.2" cy="23.2" r="2.2" fill="#1B1430"/>'
        '<ellipse cx="24" cy="29.2" rx="2.8" ry="2.1" fill="#1B1430"/>'
        '<path d="M24 31.5V34" stroke="#1B1430" stroke-width="1.6" stroke-linecap="round"/>',
    ),
    "crane": (
        "#54403F",
        '<circle cx="24" cy="23" r="13.5" fill="#F6F0E4"/>'
        '<path d="M13.8 14.2A13.5 13.5 0 0 1 34.2 14.2Q29 18.5 24 18.5T13.8 14.2Z" fill="#C8503F"/>'
        '<circle cx="18" cy="23" r="2.2" fill="#1B1430"/>'
        '<circle cx="30" cy="23" r="2.2" fill="#1B1430"/>'
        '<path d="M21.2 27.5H26.8L24.6 42.5Q24 44.5 23.4 42.5Z" fill="#4A4652"/>',
    ),
    "octopus": (
        "#4A3B55",
        '<path d="M10 22A14 14 0 0 1 38 22V36A3.5 3.5 0 0 1 31 36A3.5 3.5 0 0 1 24 36A3.5 3.5 0 0 1 '
        '17 36A3.5 3.5 0 0 1 10 36Z" fill="#B088C8"/>'
        '<circle cx="19" cy="24" r="2.7" fill="#1B1430"/>'
        '<circle cx="29" cy="24" r="2.7" fill="#1B1430"/>'
        '<circle cx="16" cy="15.5" r="1.8" fill="#D5B8E4"/>'
        '<circle cx="21" cy="12.5" r="1.3" fill="#D5B8E4"/>'
        '<path d="M21.5 30Q24 32 26.5 30" fill="none" stroke="#1B1430" stroke-width="1.8" '
        'stroke-linecap="round"/>',
    ),
    "hedgehog": (
        "#4A4A3B",
        '<path d="M6 34L8.5 28L6.5 21.5L12.5 20.5L14 13.5L20 15L24 9L28 15L34 13.5L35.5 20.5L41.5 '
        '21.5L39.5 28L42 34Z" fill="#7D6A58" stroke="#7D6A58" stroke-width="2" '
        'stroke-linejoin="round"/>'
        '<path d="M11.5 33.5A12.5 13 0 0 1 36.5 33.5Q30 40.5 24 40.5T11.5 33.5Z" fill="#E8D2B4"/>'
        '<circle cx="19" cy="30" r="2" fill="#1B1430"/>'
        '<circle cx="29" cy="30" r="2" fill="#1B1430"/>'
        '<circle cx="24" cy="35" r="2.4" fill="#1B1430"/>',
    ),
    "lion": (
        "#5E4440",
        '<circle cx="24" cy="25" r="18.5" fill="#A9642F"/>'
        '<circle cx="14.5" cy="15" r="4.6" fill="#E3B062"/>'
        '<circle cx="33.5" cy="15" r="4.6" fill="#E3B062"/>'
        '<circle cx="24" cy="26" r="12.5" fill="#EBC078"/>'
        '<circle cx="19" cy="24" r="2.2" fill="#1B1430"/>'
        '<circle cx="29" cy="24" r="2.2" fill="#1B1430"/>'
        '<path d="M21 28.5H27L24 31.6Z" fill="#6B3B3A" stroke="#6B3B3A" stroke-width="1.2" '
        'stroke-linejoin="round"/>'
        '<path d="M24 31.5V33.4M19.5 34.4Q22 36 24 33.4Q26 36 28.5 34.4" fill="none" stroke="#6B3B3A" '
        'stroke-width="1.6" stroke-linecap="round"/>',
    ),
    "dragon": (
        "#3C4F58",
        '<path d="M11 6.5Q17 8.5 18.5 15L12.5 18Q9.5 12 11 6.5ZM37 6.5Q31 8.5 29.5 15L35.5 18Q38.5 12 '
        '37 6.5Z" fill="#E8D2B4"/>'
        '<path d="M24 8L27.5 14H20.5Z" fill="#C8503F" stroke="#C8503F" stroke-width="1.6" '
        'stroke-linejoin="round"/>'
        '<rect x="11.5" y="12.5" width="25" height="22" rx="10" fill="#6FA58C"/>'
        '<rect x="14" y="26" width="20" height="15" rx="7.5" fill="#A9CDB4"/>'
        '<circle cx="18" cy="21.5" r="3.4" fill="#F3D98B"/>'
        '<circle cx="30" cy="21.5" r="3.4" fill="#F3D98B"/>'
        '<ellipse cx="18" cy="21.5" rx="1.2" ry="2.8" fill="#1B1430"/>'
        '<ellipse cx="30" cy="21.5" rx="1.2" ry="2.8" fill="#1B1430"/>'
        '<circle cx="20.5" cy="31" r="1.5" fill="#1B1430"/>'
        '<circle cx="27.5" cy="31" r="1.5" fill="#1B1430"/>'
        '<path d="M19 36Q24 38.4 29 36" fill="none" stroke="#1B1430" stroke-width="1.6" '
        'stroke-linecap="round"/>',
    ),
    "unicorn": (
        "#4B3F66",
        '<path d="M24 3L27 15H21Z" fill="#EBC66B" stroke="#EBC66B" stroke-width="1.2" '
        'stroke-linejoin="round"/>'
        '<path d="M13.5 10L19.5 15.5L14 19ZM34.5 10L28.5 15.5L34 19Z" fill="#E9DDE6" stroke="#E9DDE6" '
        'stroke-width="1.4" stroke-linejoin="round"/>'
        '<path d="M14 22A10 9.5 0 0 1 34 22Q33.5 30 31.5 36A7.8 6.4 0 0 1 16.5 36Q14.5 30 14 22Z" '
        'fill="#F6F0E4"/>'
        '<path d="M24 12.4Q33.5 11 36.5 19Q38.5 25 36.6 31Q33.4 28.5 33 23.5Q29 21.5 24 12.4Z" '
        'fill="#D58FB4"/>'
        '<path d="M24 12.4Q16 12.6 14.4 19.5Q19.5 19.5 24 12.4Z" fill="#9C86C9"/>'
        '<circle cx="18.6" cy="25" r="2.2" fill="#1B1430"/>'
        '<circle cx="29.4" cy="25" r="2.2" fill="#1B1430"/>'
        '<path d="M17 34A7.6 6 0 0 1 31 34A7.2 7.2 0 0 1 17 34Z" fill="#EBCBD6"/>'
        '<circle cx="21.4" cy="35.4" r="1.2" fill="#6B3B5A"/>'
        '<circle cx="26.6" cy="35.4" r="1.2" fill="#6B3B5A"/>',
    ),
}

# AI seats wear the mark; disc and turn of it tell twelve of them apart
_AI_DISCS = ("#3F3660", "#2B525C", "#5C4829", "#60374A", "#33553D", "#3A4A75")


def _ai(index: int) -> tuple[str, str]:
    turn = f"rotate({index % 4 * 90} 24 24) " if index % 4 else ""
    return _AI_DISCS[index % 6], f'<g transform="{turn}translate(9 9) scale(.75)" fill="{PAPER}">{MARK}</g>'


ANIMALS["ai"] = _ai(0)
ANIMALS.update({f"ai-{index + 1}": _ai(index) for index in range(1, 12)})
