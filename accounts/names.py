"""Display names: when two of them look alike, and which ones nobody may take."""

import re
import unicodedata
from collections.abc import Callable
from functools import cache

from confusable_homoglyphs.confusables import confusables_data
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

SHORTEST, LONGEST = 2, 20
MARKS_IN_A_ROW = 3

# look-alikes within ASCII, which the table of Unicode either leaves apart or knows of capitals only
_SAME = {"i": "l", "1": "l", "0": "o"}
_PAIRS = (("rn", "m"), ("vv", "w"))


def tidy_name(name: str) -> str:
    """`name` as it is stored and shown: one form of each letter, single spaces, none at the ends."""
    return " ".join(unicodedata.normalize("NFC", name).split())


def display_key(name: str) -> str:
    """What `name` reads like, as text: capitals made small, then each letter made its plainest look-alike.

    Width, spaces, dots, dashes and underscores do not count. "Mei", "mei", "Me1", "Mel" and "Mеi" (with a
    Cyrillic letter) have one key; nobody may take a name whose key or whose `display_shape` is taken.
    """
    return _settled(name, lambda text: "".join(map(_plain, text.casefold())))


def display_shape(name: str) -> str:
    """What `name` looks like as written: look-alikes first, capitals after.

    A Cyrillic Н looks like H although its small н looks like nothing Latin: this key sees that, `display_key`
    sees that Н and н are one letter. One key for both would make neighbours of strangers (ν is v, Ν is N).
    """
    return _settled(name, lambda text: "".join(map(_plain, text)).casefold())


def _settled(name: str, fold: Callable[[str], str]) -> str:
    """`fold` applied until nothing changes: what a letter is replaced by may have a look-alike of its own."""
    text = "".join(letter for letter in unicodedata.normalize("NFKC", name) if _counts(letter))
    for _round in range(8):
        folded = fold(text)
        folded = unicodedata.normalize("NFKC", folded).replace("i\u0307", "i")
        folded = "".join(_SAME.get(letter, letter) for letter in folded if _counts(letter))
        for pair, letter in _PAIRS:
            folded = folded.replace(pair, letter)
        if folded == text:
            break
        text = folded
    return text


@cache
def _counts(letter: str) -> bool:
    return unicodedata.category(letter)[0] in "LMN"


@cache
def _plain(letter: str) -> str:
    """The plainest look-alike of a letter: the first ASCII letter or digit, else the lowest in Unicode."""
    if letter.isascii():
        return letter
    found = [entry["c"] for entry in confusables_data.get(letter, ()) if len(entry["c"]) == 1]
    ascii_found = sorted(text for text in found if text.isascii() and text.isalnum())
    if ascii_found:
        return ascii_found[0]
    return min([letter, *filter(_counts, found)])


# --- names that nobody may take -----------------------------------------------------------------------------

# whole words, alone or with digits behind them
_STAFF_WORDS = (
    "admin", "administrator", "moderator", "mod", "staff", "support", "system", "official", "root",
    "operator", "helpdesk", "webmaster", "lastcard", "bot", "robot", "computer", "cpu", "null", "everyone",
    "somebody", "nobody",
)  # fmt: skip
# anywhere in a name: long or Chinese, so that nobody has them by accident
_STAFF_PARTS = (
    "administrator", "moderator", "lastcard", "aiplayer", "formerplayer", "deletedplayer", "removedplayer",
    "管理员", "管理員", "版主", "客服", "官方", "系统", "系統", "机器人", "機器人", "电脑", "電腦",
    "前玩家", "已注销", "已註銷", "已退出", "已离开", "已離開",
)  # fmt: skip
# "AI" alone, or before one of these: Al Capone may come in
_AI_FOLLOWERS = ("player", "bot", "easy", "steady", "sharp", "master", "opponent", "玩家", "牌手")


@cache
def _keys(words: tuple[str, ...]) -> frozenset[str]:
    return frozenset(key(word) for word in words for key in (display_key, display_shape))


def pretends(name: str) -> bool:
    """Whether `name` could be taken for the staff, an AI player or a removed account."""
    words = [word for word in re.split(r"[\W_]+", name) if word]
    bare = [re.sub(r"\d+$", "", word) or word for word in words]
    for key in (display_key, display_shape):
        whole = key(re.sub(r"[\W\d_]+$", "", name) or name)
        parts = [key(word) for word in bare]
        if {whole, *parts} & _keys(_STAFF_WORDS):
            return True
        if any(part in whole for part in _keys(_STAFF_PARTS)):
            return True
        ai = key("AI")
        if whole == ai or any(whole == ai + key(follower) for follower in _AI_FOLLOWERS):
            return True
    return False


def check_name(name: str) -> str:
    """`name`, tidied, if a person may be called so (whether it is taken is another question).

    Raises `ValidationError` with a sentence for the field.
    """
    name = tidy_name(name)
    if any(not _allowed(letter) for letter in name):
        raise ValidationError(_("Use letters, digits, spaces and . _ - ' only."), code="name_letters")
    if not SHORTEST <= len(name) <= LONGEST:
        raise ValidationError(
            _("A name has %(shortest)d to %(longest)d letters.") % {"shortest": SHORTEST, "longest": LONGEST},
            code="name_length",
        )
    if not any(unicodedata.category(letter)[0] in "LN" for letter in name):
        raise ValidationError(_("A name needs at least one letter or digit."), code="name_empty")
    if _piles_up_marks(name):
        raise ValidationError(_("Too many marks on one letter."), code="name_marks")
    if pretends(name):
        raise ValidationError(
            _("This name could be taken for the staff, an AI player or a former player. Please choose another."),
            code="name_reserved",
        )
    return name


def _allowed(letter: str) -> bool:
    category = unicodedata.category(letter)
    return letter in " ._-'’·" or category[0] in "LM" or category == "Nd"


def _piles_up_marks(name: str) -> bool:
    row = MARKS_IN_A_ROW  # a mark in first place has no letter to sit on
    for letter in name:
        row = row + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        if row > MARKS_IN_A_ROW:
            return True
    return False
