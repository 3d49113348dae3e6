"""Every scenario file passes, and the reader refuses what is none."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from games.rules.core.scenario import ScenarioError, read_file, run
from games.rules.uno.family import UNO

from .scenarios import FILES, ROOT

POSITION: dict[str, Any] = {
    "title": "two seats",
    "hands": ["R1 R2", "B1 B2"],
    "discard": "R9",
    "steps": [{"expect": {"turn": 0}}],
}


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_scenario(path: Path) -> None:
    for scenario in read_file(path.read_text(encoding="utf-8")):
        assert [str(failure) for failure in run(scenario, UNO)] == []


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"hands": ["R1 R1 R1", "B1"]}, "hands, draw_pile and discard together"),
        ({"hands": ["P1", "B1"]}, "hands, draw_pile and discard together"),
        ({"hands": ["WK", "B1"]}, "hands, draw_pile and discard together"),
        ({"hands": ["R1 XX", "B1"]}, "hands[0]"),
        ({"hands": ["R1", ""]}, "hands[1]"),
        ({"hands": ["R1"]}, "rules"),
        ({"hands": "R1"}, "hands"),
        ({"discard": ""}, "discard"),
        ({"discard": "R9 W"}, "color"),
        ({"color": "P"}, "color"),
        ({"turn": 2}, "turn"),
        ({"turn": True}, "turn"),
        ({"direction": 2}, "direction"),
        ({"pending": 2}, "pending"),
        ({"pending": -1}, "pending"),
        ({"scores": [0]}, "scores"),
        ({"vip": [2]}, "vip"),
        ({"days": ["2-30", "1-1"]}, "days"),
        ({"rules": {"hand_size": 99}}, "rules"),
        ({"rules": "official"}, "rules"),
        ({"colour": "R"}, "colour"),
        ({"steps": []}, "steps"),
        ({"steps": [{"moves": "0: R1"}]}, "steps[0]"),
        ({"steps": [{"move": "R1"}]}, "steps[0].move"),
        ({"steps": [{"move": "2: R1"}]}, "steps[0].move"),
        ({"steps": [{"move": "9" * 5000 + ": R1"}]}, "steps[0].move"),
        ({"steps": [{"move": "0: R1", "refused": "never"}]}, "steps[0].refused"),
        ({"steps": [{"move": "0: R1", "seen": 4}]}, "steps[0].move"),
        ({"steps": [{"expect": {"moon": 1}}]}, "steps[0].expect.moon"),
        ({"steps": [{"expect": {"hands": ["R1 ZZ"]}}]}, "steps[0].expect.hands"),
        ({"steps": [{"legal": "0", "expect": ["nonsense"]}]}, "steps[0].expect[0]"),
        ({"steps": [{"legal": "7", "expect": []}]}, "steps[0].legal"),
        ({"steps": [{"next": {}}]}, "steps[0].next"),
        ({"deal": {"dealer": 0, "deck": "R1"}}, "hands"),
    ],
)
def test_what_is_not_a_scenario_is_refused_with_its_place(change: dict[str, Any], place: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        run({**POSITION, **change}, UNO)
    assert caught.value.place == place


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("{", "line 1, column 2"),
        ("[]", "file"),
        ("[1]", "[0]"),
        ('"text"', "file"),
        ('{"title": "a", "title": "b"}', "title"),
        ("[" * 100_000, "file"),
    ],
)
def test_what_is_not_json_of_that_shape_is_refused(text: str, place: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        read_file(text)
    assert caught.value.place == place


@pytest.mark.parametrize(
    ("step", "words"),
    [
        ({"move": "0: R1", "refused": "stale"}, ["refused as stale", "it is accepted"]),
        ({"move": "0: B1", "refused": "stale"}, ["refused as stale", "refused as not_in_hand"]),
        ({"move": "0: R1", "expect": {"turn": 0}}, ["turn", "expected 0", "found 1"]),
        ({"legal": "0", "expect": ["R1", "pass"]}, ["missing ['pass']", "too many"]),
    ],
)
def test_a_failure_says_what_was_expected_and_found(step: dict[str, Any], words: list[str]) -> None:
    failures = run({**POSITION, "steps": [step]}, UNO)
    assert len(failures) == 1
    for word in words:
        assert word in str(failures[0])


def test_odd_json_is_refused_by_its_place() -> None:
    with pytest.raises(ScenarioError, match="too many digits"):
        read_file('{"turn": ' + "9" * 5000 + "}")
    with pytest.raises(ScenarioError, match="there twice"):
        read_file('{"turn": 1, "turn": 2}')


def test_an_invalid_ruleset_must_name_its_key() -> None:
    assert run({"rules": {"hand_size": 16}, "invalid": "hand_size"}, UNO) == []
    assert run({"rules": {"hand_size": 16}, "invalid": "target"}, UNO)
    assert run({"rules": {"hand_size": 6}, "invalid": "hand_size"}, UNO)


def test_the_command_counts_and_leaves_with_the_worst_status(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad, broken = (tmp_path / name for name in ("good.json", "bad.json", "broken.json"))
    good.write_text(json.dumps(POSITION))
    bad.write_text(json.dumps({**POSITION, "steps": [{"expect": {"turn": 1}}]}))
    broken.write_text("{")
    call_command("scenario", str(good))
    assert capsys.readouterr().out == "1 passed, 0 failed\n"
    with pytest.raises(SystemExit) as left:
        call_command("scenario", str(good), str(bad))
    out = capsys.readouterr().out
    assert left.value.code == 1
    assert "steps[0], turn: expected 1, found 0" in out
    assert out.endswith("1 passed, 1 failed\n")
    with pytest.raises(SystemExit) as left:
        call_command("scenario", str(bad), str(broken), str(tmp_path / "none.json"))
    captured = capsys.readouterr()
    assert left.value.code == 2
    assert "broken.json: not a scenario: line 1, column 2" in captured.err
    assert captured.out.endswith("0 passed, 1 failed\n")
