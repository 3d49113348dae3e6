"""Records: to the byte and back, replayed, refused where they do not hold."""

import random
from pathlib import Path

import pytest
from django.core.management import call_command

from games.rules.core.record import (
    Made,
    Record,
    RecordError,
    Source,
    check_deals,
    format_record,
    make_record,
    parse_record,
    replay_record,
)
from games.rules.core.shuffle import Shuffle
from games.rules.uno.family import UNO

from .random_games import start, walk
from .random_rules import random_ruleset, random_seats

RECORDS = sorted((Path(__file__).resolve().parent.parent / "records").glob("*.txt"))


def record_of(seed: int, leaving: float = 0.01) -> Record:
    """Return the record of a random match by random rules."""
    rng = random.Random(seed)
    rules = random_ruleset(rng)
    seats = random_seats(rules, rng)
    match = start({**rules.to_json(), "match": "rounds", "rounds": 2}, seats, rng)
    moves = list(walk(match, rng, leaving=leaving))
    shuffle = match.shuffle
    assert isinstance(shuffle, Shuffle)
    source = Source(match.rules, seats, shuffle, match.vip, match.days)
    return make_record(UNO, source, [f"Zoë {seat}" for seat in range(seats)], moves, "2026-11-30")


@pytest.mark.parametrize("seed", range(12))
def test_a_record_comes_back_to_the_byte_and_replays(seed: int) -> None:
    text = format_record(record_of(seed))
    record = parse_record(text)
    assert format_record(record) == text
    assert check_deals(record, UNO) >= 1
    match = replay_record(record, UNO)
    assert match.over
    assert match.number == len(record.lines) - 1


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.name)
def test_records_of_every_version_can_still_be_read(path: Path) -> None:
    text = path.read_bytes().decode()
    record = parse_record(text)
    assert format_record(record) == text
    assert check_deals(record, UNO)
    if record.tag("Rules") == str(UNO.rules_version):
        assert replay_record(record, UNO).over


def test_there_is_a_record_of_this_version() -> None:
    versions = {parse_record(path.read_bytes().decode()).tag("Rules") for path in RECORDS}
    assert str(UNO.rules_version) in versions


TEXT = (RECORDS[0].parent / "official-v1.txt").read_bytes().decode()


def changed(old: str, new: str) -> str:
    assert old in TEXT
    return TEXT.replace(old, new, 1)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n",
        TEXT[:-1],
        TEXT + "\n",
        TEXT.replace("\n", "\r\n"),
        changed("[Family", "[Familie"),
        changed("[Lastcard", " [Lastcard"),
        changed("\ndeal 1", "deal 1"),
        changed("\ndeal 1", "\n\ndeal 1"),
        changed("deal 1,", "deal 01,"),
        changed(": draw", ":  draw"),
        changed("[Date ", '[Date "again"]\n[Date '),
        changed("[Vip ", "[Vips "),
        TEXT + "hello\n",
        TEXT.split("\n\n")[0] + "\n",
        "x" * 3_000_000,
    ],
)
def test_what_is_not_written_as_a_record_is_refused(text: str) -> None:
    with pytest.raises(RecordError):
        replay_record(parse_record(text), UNO)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('[Lastcard "1"]', '[Lastcard "9"]', "format"),
        ('[Shuffle "', '[Shuffle "zz', "tags"),
        ('[Vip "[', '[Vip "[\\"x\\", ', "lists seats"),
        ('[Vip "[', '[Vip "[9, ', "lists seats"),
        ('[Vip "[', '[Vip "[0, ', "Vip is written as"),
        ('[Edition "classic"]', '[Edition "reef"]', "Edition is written as classic"),
        ('[Seats "[', '[Seats "[1, ', "a list of texts"),
        ('[Strings "[', '[Strings "[null', "a list of texts"),
        ('[Ruleset "', '[Ruleset "' + "[" * 50_000, "Ruleset is not JSON"),
        ('[Ruleset "{', '[Ruleset "{\\"golden\\": 1, ', "golden"),
        ('[Days "[', '[Days "', "not JSON"),
        ('[Commitment "', '[Commitment "0', "SHA-256"),
        ('[Result "scores ', '[Result "scores 9', "result"),
        ("deal 1, dealer ", "deal 2, dealer ", "deal"),
    ],
)
def test_what_the_rules_do_not_bear_out_is_refused(old: str, new: str, words: str) -> None:
    with pytest.raises(RecordError, match=words):
        replay_record(parse_record(changed(old, new)), UNO)


def test_the_first_illegal_move_is_named_by_its_number() -> None:
    record = parse_record(TEXT)
    lines = list(record.lines)
    assert isinstance(lines[3], Made)
    lines[3] = Made(lines[3].seat, "color R")
    with pytest.raises(RecordError, match=r"move 3 \(\d: color R\) is refused as") as refused:
        replay_record(Record(record.tags, tuple(lines)), UNO)
    assert refused.value.move == 3
    text = format_record(Record(record.tags, tuple(lines))).split("\n")
    assert text[refused.value.line - 1].endswith("color R")


def test_verify_says_what_holds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "match.txt"
    path.write_text(TEXT, encoding="utf-8", newline="")
    call_command("verify", str(path), commitment=parse_record(TEXT).tag("Commitment").upper())
    out = capsys.readouterr().out
    for word in ("commitment:", "deals: ", "moves: ", "result: scores"):
        assert word in out
    path.write_text(changed('[Rules "1"]', '[Rules "0"]'), encoding="utf-8", newline="")
    call_command("verify", str(path))
    assert "played by rules version 0" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "commitment", "words"),
    [
        (TEXT, "00", "committed to"),
        ("hello\n", None, "line 1"),
        (changed('[Family "uno"]', '[Family "go"]'), None, "not a family"),
        (changed("dealer 0:" if "dealer 0:" in TEXT else "dealer 1:", "dealer 7:"), None, "is not what the seed gives"),
    ],
)
def test_verify_fails_with_the_place(
    text: str, commitment: str | None, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "match.txt"
    path.write_text(text, encoding="utf-8", newline="")
    with pytest.raises(SystemExit) as left:
        call_command("verify", str(path), commitment=commitment)
    assert left.value.code == 1
    assert words in capsys.readouterr().err


def test_a_spoilt_record_is_refused_and_nothing_else() -> None:
    rng = random.Random(5)
    texts = [path.read_bytes().decode() for path in RECORDS]
    refused = 0
    for _ in range(100):
        text = rng.choice(texts)
        at = rng.randrange(min(len(text), 2500))
        spoilt = (
            text[:at]
            + rng.choice(["", "0", "9", '"', "\\", "\n", "R5", "W>G", ", ", "é"])
            + text[at + rng.randint(0, 3) :]
        )
        try:
            replay_record(parse_record(spoilt), UNO)
        except RecordError:
            refused += 1
    assert refused > 60
