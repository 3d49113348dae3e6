"""Cards as people write them: codes, words in English or Chinese, with whatever stands between them."""

import re
import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

LONGEST = 600

_COLORS = {
    "R": "red|r|红|紅",
    "Y": "yellow|y|黄|黃",
    "G": "green|g|绿|綠",
    "B": "blue|b|蓝|藍",
    "P": "pink|p|粉",
}
_FACES = {
    "S": "skip|s|禁止?|跳过|跳過",
    "V": "reverse|rev|v|反转|反轉|迴轉|回转|转|轉",
    "D": r"draw\s*two|draw\s*2|d2|d|\+\s*2",
}
_WILDS = {
    "W4": r"wild\s*draw\s*(?:four|4)|draw\s*four|wd4|w\+?4|wild\s*\+?\s*4|王牌\s*\+?\s*4|王\s*\+\s*4|\+\s*4",
    "WK": r"keep\s*swimming|swim|wk|游泳",
    "WC": "custom|wc|自定义|自訂",
    "WH": r"shuffle\s*hands?|wh|洗手牌",
    "W": "wild|w|变色牌?|變色牌?|万能牌?|萬用牌?",
}


def _either(words: dict[str, str]) -> str:
    return "|".join(f"(?P<{code}>{pattern})" for code, pattern in words.items())


_COLORED = re.compile(
    rf"(?:{_either({f'c{code}': words for code, words in _COLORS.items()})})[\s\-_]*"
    rf"(?:(?P<number>[0-9])|{_either({f'f{code}': words for code, words in _FACES.items()})})"
)
_WILD = re.compile(_either(_WILDS))
_BETWEEN = re.compile(r"[\s,;/|.·、，；。]*")


def read_cards(text: str) -> list[str]:
    """Return the codes of the cards in a text: `r5, G+2 wild 红7` gives R5 GD W R7.

    Raises ValidationError naming the first part that is no card, with its place.
    """
    plain = unicodedata.normalize("NFKC", text).casefold()
    if len(plain) > LONGEST:
        raise ValidationError(_("These are too many cards."))
    cards: list[str] = []
    at = _skip(plain, 0)
    while at < len(plain):
        found = _COLORED.match(plain, at) or _WILD.match(plain, at)
        if found is None:
            raise ValidationError(
                _("Card %(number)s, “%(text)s”, is no card. Write them as R5 GS BV YD W W4.")
                % {"number": len(cards) + 1, "text": re.split(r"[\s,;]", plain[at:])[0][:20].upper()}
            )
        cards.append(_code(found))
        at = _skip(plain, found.end())
    return cards


def _skip(text: str, at: int) -> int:
    found = _BETWEEN.match(text, at)
    return at if found is None else found.end()


def _code(found: re.Match[str]) -> str:
    parts = {name: value for name, value in found.groupdict().items() if value is not None}
    color = next((name[1] for name in parts if name[0] == "c"), "")
    if not color:
        return next(iter(parts))
    return color + (parts.get("number") or next(name[1] for name in parts if name[0] == "f"))
