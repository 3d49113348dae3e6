"""What may be written: letters that are seen, and emoji that are joined of several."""

import pytest
from django.core.exceptions import ValidationError

from games.text import visible_line, visible_text

JOINED = {
    "family": "👨‍👩‍👧‍👦",
    "pilot with a skin": "👩🏽‍✈️",
    "shaking head": "🙂‍↔️",
    "heart on fire": "❤️‍🔥",
    "rainbow flag": "🏳️‍🌈",
    "Scotland": "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
}
ALONE = {"flag of a country": "🇩🇪", "skin": "👍🏿", "form": "❤️", "keycap": "1️⃣", "Chinese": "你好", "plain": "hello"}


@pytest.mark.parametrize("text", [*JOINED.values(), *ALONE.values()], ids=[*JOINED, *ALONE])
def test_talk_may_hold_any_emoji(text: str) -> None:
    assert visible_line(f" so {text} there ") == f"so {text} there"
    assert visible_line(text) == text


@pytest.mark.parametrize("text", JOINED.values(), ids=JOINED)
def test_a_title_holds_none_that_are_joined(text: str) -> None:
    with pytest.raises(ValidationError):
        visible_text(text)


@pytest.mark.parametrize(
    "text",
    [
        "a\u202eb",  # turned around
        "a\u2066b",
        "a\u200bb",  # a space of no width
        "a\u200db",  # joins letters, not emoji
        "👩\u200d",  # joins nothing
        "\u200d👩",
        "👩\u200d\u200d👩",
        "👩 \u200d 👩",
        "a\ufeff",
        "a\U000e0067\U000e007f",  # the letters of a flag without their flag
        "🏴\U000e0067\U000e0062",  # and without their end
        "line\nbreak",
        "nul\x00",
    ],
)
def test_what_is_not_seen_is_refused(text: str) -> None:
    with pytest.raises(ValidationError, match="can be seen"):
        visible_line(text)


@pytest.mark.parametrize("text", ["", "  ", "\ufe0f", "\u3164", "\u2800\u2800", "\u0301"])
def test_a_line_of_blanks_is_empty(text: str) -> None:
    assert visible_line(text) == ""
