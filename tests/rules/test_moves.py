"""The notation: what is in it comes back as it was, what is not is refused as bad_move."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.core.refusals import Refused
from games.rules.uno.moves import Catch, Day, Lay, NameColor, format_move, parse_move


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("R5", Lay(("R5",))),
        ("R5!", Lay(("R5",), call=True)),
        ("R5+G5+B5!", Lay(("R5", "G5", "B5"), call=True)),
        ("W>R", Lay(("W",), "R")),
        ("W4>B!", Lay(("W4",), "B", call=True)),
        ("W", Lay(("W",))),
        ("WC>G@2", Lay(("WC",), "G", 2)),
        ("W?2", Lay(("W",), None, 2, "?")),
        ("W~2", Lay(("W",), None, 2, "~")),
        ("W~2:R5,G3,Y1", Lay(("W",), None, 2, "~", ("R5", "G3", "Y1"))),
        ("R7@3", Lay(("R7",), None, 3)),
        ("R7+G7@3!", Lay(("R7", "G7"), None, 3, call=True)),
        ("color P", NameColor("P")),
        ("catch 2", Catch(2)),
        ("day R1+G2+B2+R5>Y", Day(("R1", "G2", "B2", "R5"), "Y")),
        ("day R1+G2!", Day(("R1", "G2"), None, True)),
        ("WH>R", Lay(("WH",), "R")),
        ("WK>B", Lay(("WK",), "B")),
    ],
)
def test_a_text_is_its_move_and_back(text: str, move: object) -> None:
    assert parse_move(text) == move
    assert format_move(parse_move(text)) == text


@pytest.mark.parametrize("text", ["draw", "accept", "pass", "uno", "challenge", "show"])
def test_words_come_back(text: str) -> None:
    assert format_move(parse_move(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "r5", "R5 ", " R5", "R10", "RW", "X5", "R5>G", "R5@2", "RS@1", "W>X", "W>", "W@2", "W4?2", "W4~1:R5",
        "W?", "W?12", "W~2:", "W~2:R5,", "R5+", "+R5", "R5,G5", "R5!!", "draw!", "pass!", "uno!", "DRAW", "catch",
        "catch x", "catch 10", "catch  2", "color", "color RED", "color X", "day", "day R1>", "x B1", "leave",
        "advice 2", "R5\n", "R5\x00", "Ｒ５", "R٥", "0: R5", "R5" * 61, "+".join(["R5"] * 60),
    ],
)  # fmt: skip
def test_anything_else_is_a_bad_move(text: str) -> None:
    with pytest.raises(Refused) as refused:
        parse_move(text)
    assert refused.value.refusal.code == "bad_move"


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.text(alphabet="RYGBPW0123456789SVDKCH+>@?~:,! abcdlorwxy", max_size=20))
def test_whatever_is_read_is_written_the_same(text: str) -> None:
    try:
        move = parse_move(text)
    except Refused:
        return
    assert parse_move(format_move(move)) == move
    assert format_move(move) == text
