"""A match as text: parse, format, replay. docs/record-format.md describes it.

The grammar is strict, so that what is read is written back to the byte. What moves mean is the family's affair; a
record is trusted for nothing: deals are recomputed from the seed, moves are played again.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.rules.core.family import Family
from games.rules.core.refusals import Refused
from games.rules.core.shuffle import Shuffle, commitment

FORMAT = "1"
#: Every record has these tags, in this order; others may follow.
TAGS = (
    "Lastcard",
    "Family",
    "Rules",
    "Ruleset",
    "Edition",
    "Seats",
    "Vip",
    "Days",
    "Shuffle",
    "Strings",
    "Commitment",
    "Date",
    "Result",
)
#: A further tag: the seats whose players left for good, as JSON, in the order in which they left.
LEFT = "Left"
UNFINISHED = "unfinished"
LONGEST_RECORD = 2_000_000

_TAG = re.compile(r'\[([A-Z][A-Za-z]*) (".*")\]')
_DEAL = re.compile(r"deal (\d{1,4}), dealer (\d):((?: [A-Z0-9]{1,3})+)")
_MOVE = re.compile(r"(\d): (\S(?:.*\S)?)")


class RecordError(ValueError):
    """A text that is no record, or one that the rules do not bear out. `line` counts from 1, or is 0 for the whole."""

    def __init__(self, line: int, message: str, move: int | None = None) -> None:
        self.line = line
        self.move = move
        super().__init__(f"line {line}: {message}" if line else message)


@dataclass(frozen=True, slots=True)
class Deal:
    """A round's opening: the dealer, and the whole deck in the order in which it came."""

    round: int
    dealer: int
    deck: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Made:
    """A move: the seat that made it, or was moved, and the text."""

    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class Record:
    """A parsed record: tags in their order, then deals and moves as they happened."""

    tags: tuple[tuple[str, str], ...]
    lines: tuple[Deal | Made, ...]

    def tag(self, name: str) -> str:
        """Return a tag's value."""
        return dict(self.tags)[name]

    def value(self, name: str) -> Any:
        """Return a tag's value read as JSON; raise RecordError where it is none."""
        try:
            return json.loads(self.tag(name))
        except (ValueError, RecursionError) as error:
            raise RecordError(self.line(name), f"{name} is not JSON") from error

    def texts(self, name: str) -> list[str]:
        """Return a tag's list of texts; raise RecordError where it is none."""
        value = self.value(name)
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise RecordError(self.line(name), f"{name} is a list of texts")
        return value

    def left(self) -> list[int]:
        """Return the seats whose players left the match for good, the first to leave first.

        Nobody can check it: that is a fact of the site, not of the game. What names no seat of the match is left out.
        """
        try:
            seats, named = len(self.texts("Seats")), json.loads(dict(self.tags).get(LEFT, "[]"))
        except (ValueError, RecursionError):
            return []
        return [seat for seat in named if type(seat) is int and 0 <= seat < seats] if isinstance(named, list) else []

    def line(self, name: str) -> int:
        """Return the number of the line that holds a tag."""
        return 1 + [tag for tag, _ in self.tags].index(name)


def format_record(record: Record) -> str:
    """Return the record's text."""
    tags = [f"[{name} {json.dumps(value, ensure_ascii=False)}]" for name, value in record.tags]
    lines: list[str] = []
    for line in record.lines:
        if isinstance(line, Deal):
            lines += ["", f"deal {line.round}, dealer {line.dealer}: {' '.join(line.deck)}"]
        else:
            lines.append(f"{line.seat}: {line.text}")
    return "\n".join([*tags, *lines]) + "\n"


def parse_record(text: str) -> Record:
    """Return the record that a text holds; raise RecordError naming the first line that is not one of a record's.

    Whatever is returned is written back to the byte by format_record.
    """
    if len(text) > LONGEST_RECORD:
        raise RecordError(0, "too long for a record")
    lines = text.split("\n")
    if lines[-1] != "":
        raise RecordError(len(lines), "a record ends with a line break")
    tags: list[tuple[str, str]] = []
    body: list[Deal | Made] = []
    for number, line in enumerate(lines[:-1], start=1):
        if not body and (found := _TAG.fullmatch(line)):
            tags.append((found[1], _read_string(found[2], number)))
        elif found := _DEAL.fullmatch(line):
            if lines[number - 2] != "":
                raise RecordError(number, "an empty line stands before a deal")
            body.append(Deal(int(found[1]), int(found[2]), tuple(found[3].split())))
        elif body and (found := _MOVE.fullmatch(line)):
            body.append(Made(int(found[1]), found[2]))
        elif line != "" or not lines[number].startswith("deal "):
            raise RecordError(number, "neither a tag, a deal nor a move")
    names = tuple(name for name, _ in tags)
    if names[: len(TAGS)] != TAGS or len(set(names)) != len(names):
        raise RecordError(1, "a record begins with the tags " + ", ".join(TAGS))
    record = Record(tuple(tags), tuple(body))
    if format_record(record) != text:
        raise RecordError(0, "not written as a record is written")
    return record


def _read_string(text: str, line: int) -> str:
    """Return a quoted string as JSON writes it."""
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        raise RecordError(line, "a tag's value is a quoted text") from error
    return str(value)


@dataclass(frozen=True, slots=True)
class Source:
    """What a match was played from, apart from its moves."""

    rules: Any
    seats: int
    shuffle: Shuffle
    vip: frozenset[int] = frozenset()
    days: Sequence[str] = ()


def make_record(
    family: Family,
    source: Source,
    names: Sequence[str],
    moves: Iterable[tuple[int | None, str]],
    date: str,
    more: Mapping[str, str] | None = None,
) -> Record:
    """Return the record of a match from its moves, a seat of None dealing the next round.

    Raise Refused for an illegal one. It holds the seed, so it may be shown only when the match is over. `more` are
    further tags.
    """
    match, _ = family.deal(source.rules, source.seats, source.shuffle, source.vip, source.days)
    lines: list[Deal | Made] = [_deal_of(family, match)]
    for seat, text in moves:
        family.replay_move(match, seat, text)
        lines.append(_deal_of(family, match) if seat is None else Made(seat, text))
    tags = {
        "Lastcard": FORMAT,
        "Family": family.key,
        "Rules": str(family.rules_version),
        "Ruleset": json.dumps(source.rules.to_json(), ensure_ascii=False, sort_keys=True),
        "Edition": source.rules.edition.key,
        "Seats": json.dumps(list(names), ensure_ascii=False),
        "Vip": json.dumps(sorted(source.vip)),
        "Days": json.dumps(list(source.days)),
        "Shuffle": source.shuffle.seed.hex(),
        "Strings": json.dumps(list(source.shuffle.strings), ensure_ascii=False),
        "Commitment": commitment(source.shuffle.seed),
        "Date": date,
        "Result": result_of(match),
        **(more or {}),
    }
    return Record(tuple(tags.items()), tuple(lines))


def _deal_of(family: Family, match: Any) -> Deal:
    dealer, deck = family.dealt(match)
    return Deal(match.round_number, dealer, tuple(deck))


def result_of(match: Any) -> str:
    """Return the scores and places of a finished match as a record has them."""
    if not match.over:
        return UNFINISHED
    scores, places = (" ".join(map(str, values)) for values in (match.scores, match.placement))
    return f"scores {scores}, places {places}"


def source_of(record: Record, family: Family) -> Source:
    """Return what a record's match was played from; raise RecordError for tags that cannot be."""
    if record.tag("Lastcard") != FORMAT:
        raise RecordError(1, f"a record of format {record.tag('Lastcard')!r}; this program reads {FORMAT}")
    ruleset, vip, seats = record.value("Ruleset"), record.value("Vip"), len(record.texts("Seats"))
    if not isinstance(ruleset, dict):
        raise RecordError(record.line("Ruleset"), "a ruleset is an object")
    if not isinstance(vip, list) or any(type(seat) is not int or not 0 <= seat < seats for seat in vip):
        raise RecordError(record.line("Vip"), "it lists seats that are there")
    try:
        seed = bytes.fromhex(record.tag("Shuffle"))
        shuffle = Shuffle(seed, record.texts("Strings"))
        rules = family.ruleset(ruleset)
    except RecordError:
        raise
    except ValueError as error:
        raise RecordError(0, f"the tags do not fit together: {error}") from error
    if commitment(seed) != record.tag("Commitment"):
        raise RecordError(record.line("Commitment"), "the commitment is not the SHA-256 of the seed")
    written = {"Edition": rules.edition.key, "Vip": json.dumps(sorted(set(vip))), "Shuffle": seed.hex()}
    for name, value in written.items():
        if record.tag(name) != value:
            raise RecordError(record.line(name), f"{name} is written as {value} in this record")
    return Source(rules, seats, shuffle, frozenset(vip), record.texts("Days"))


def check_deals(record: Record, family: Family) -> int:
    """Recompute every deal from the seed; return how many there are, raise RecordError at one that differs.

    It needs no move to be legal, so it holds for records of other rules versions too.
    """
    source = source_of(record, family)
    left = deals = 0
    for line in record.lines:
        if isinstance(line, Made):
            left += line.text == "leave"
            continue
        deals += 1
        order = source.shuffle.order(family.deck(source.rules, source.seats - left), line.round, 0)
        if line.round != deals or tuple(order) != line.deck:
            raise RecordError(line_of(record, line), f"deal {deals} is not what the seed gives")
    return deals


def replay_record(record: Record, family: Family) -> Any:
    """Play a record again and return its match; raise RecordError at the first deal or move that is not right."""
    source = source_of(record, family)
    try:
        match, _ = family.deal(source.rules, source.seats, source.shuffle, source.vip, source.days)
    except ValueError as error:
        raise RecordError(0, str(error)) from error
    number = 0
    for index, line in enumerate(record.lines):
        if isinstance(line, Deal):
            if index:
                _move(record, family, match, line, None, number)
            if line != _deal_of(family, match):
                raise RecordError(line_of(record, line), f"deal {line.round} is not what the seed gives")
        else:
            number += 1
            _move(record, family, match, line, line.seat, number)
    if result_of(match) != record.tag("Result"):
        raise RecordError(1 + TAGS.index("Result"), f"the result is {result_of(match)!r}")
    return match


def _move(record: Record, family: Family, match: Any, line: Deal | Made, seat: int | None, number: int) -> None:
    """Make one move of a record, or deal; raise RecordError with its number where it is not legal."""
    text = line.text if isinstance(line, Made) else ""
    try:
        family.replay_move(match, seat, text)
    except Refused as error:
        message = f"move {number} ({seat}: {text}) is refused as {error.refusal.code}"
        raise RecordError(line_of(record, line), message, number) from error
    except (ValueError, IndexError) as error:
        raise RecordError(line_of(record, line), f"after move {number}: {error}", number) from error


def line_of(record: Record, wanted: Deal | Made) -> int:
    """Return the number of the text line that holds this deal or move, by identity."""
    number = len(record.tags)
    for line in record.lines:
        number += 2 if isinstance(line, Deal) else 1
        if line is wanted:
            return number
    raise ValueError("the line is not one of this record")
