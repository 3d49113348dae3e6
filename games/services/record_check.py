"""Records that people bring: trusted for nothing. Deals are recomputed from the seed, moves are played again."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.rules.core.family import Family
from games.rules.core.record import (
    FORMAT,
    TAGS,
    UNFINISHED,
    Deal,
    Made,
    Record,
    RecordError,
    Source,
    check_deals,
    parse_record,
    replay_record,
    source_of,
)
from games.rules.core.refusals import Refused
from games.rules.families import FAMILIES
from games.screens.moves import move_text, seat_name
from games.screens.refusals import refusal_text
from games.services.errors import Declined
from games.services.records import Course, Step

LONGEST = 512 * 1024
MOST_MOVES = 10_000
LONGEST_NAME = 40


class BadRecord(Declined):
    """A text that is no record, or one that the rules do not bear out; `line` counts from 1, 0 for the whole."""

    def __init__(self, sentence: str, line: int = 0) -> None:
        super().__init__(_("Line %(line)s: %(what)s") % {"line": line, "what": sentence} if line else sentence)
        self.line = line


@dataclass(frozen=True, slots=True)
class Round:
    """One round of a checked record: its deal follows from the seed. `first` is the step that shows it dealt."""

    number: int
    dealer: str
    moves: int
    first: int


@dataclass(frozen=True, slots=True)
class Place:
    """One line of a record's result."""

    place: int | None
    name: str
    score: int | None
    left: bool = False


@dataclass(frozen=True, slots=True)
class Checked:
    """A record that holds: the seal belongs to the seed, every deal follows from it, every move is legal.

    `course` is None for a record of other rules, whose moves are not judged. `sealed` says whether the seal is the
    one that the reader wrote down: None where they gave none.
    """

    record: Record
    text: str
    seal: str
    rules: Any
    names: list[str]
    places: list[Place]
    rounds: list[Round]
    moves: int
    finished: bool
    sealed: bool | None
    course: Course | None

    @property
    def left(self) -> bool:
        """Whether somebody left the match for good, by what the record says."""
        return any(place.left for place in self.places)


def tidy(text: str) -> str:
    """Return a pasted or uploaded record with the line ends a record has."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").strip("\n") + "\n"


def check(text: str, seal: str = "") -> Checked:
    """Read a record, recompute its deals and play its moves again. Raises `BadRecord`, naming the first fault."""
    if len(text.encode("utf-8", "replace")) > LONGEST:
        raise BadRecord(_("This is too long: a record has at most %(most)s kB.") % {"most": LONGEST // 1024})
    try:
        return _check(text, seal)
    except (RecursionError, OverflowError) as error:
        raise BadRecord(_("The tags of this record cannot be read.")) from error


def _check(text: str, seal: str) -> Checked:
    record = _parse(text)
    family = FAMILIES.get(record.tag("Family"))
    if family is None:
        raise BadRecord(_("this game is not known here."), 1 + TAGS.index("Family"))
    if record.tag("Lastcard") != FORMAT:
        raise BadRecord(_("this format of records is not known here."), 1)
    source, names = _read_tags(record, family)
    try:
        check_deals(record, family)
    except RecordError as error:
        raise BadRecord(_("this deal is not what the seed gives. The cards were changed."), error.line) from error
    except ValueError as error:
        raise BadRecord(_("The cards cannot be dealt to so many players.")) from error
    course = None
    if record.tag("Rules") == str(family.rules_version):
        _replay(record, family, names)
        steps: list[Step] = [
            (None, "") if isinstance(line, Deal) else (line.seat, line.text) for line in record.lines[1:]
        ]
        course = Course(family, source, names, [], steps)
    return Checked(
        record=record,
        text=text,
        seal=seal,
        rules=source.rules,
        names=names,
        places=_places(record, names),
        rounds=_rounds(record, names),
        moves=sum(isinstance(line, Made) for line in record.lines),
        finished=record.tag("Result") != UNFINISHED,
        sealed=seal.strip().lower() == record.tag("Commitment") if seal.strip() else None,
        course=course,
    )


def _parse(text: str) -> Record:
    try:
        record = parse_record(text)
    except RecordError as error:
        if error.line:
            raise BadRecord(_("this is neither a tag, a deal nor a move as a record has them."), error.line) from error
        raise BadRecord(_("This is not written as a record is written: a blank too many, perhaps.")) from error
    if not record.lines or not isinstance(record.lines[0], Deal):
        raise BadRecord(_("A record begins with a deal."))
    if len(record.lines) > MOST_MOVES:
        raise BadRecord(_("This record is too long: %(most)s moves are read here.") % {"most": MOST_MOVES})
    return record


def _read_tags(record: Record, family: Family) -> tuple[Source, list[str]]:
    """Return what the match was played from and the players' names, made fit to be shown."""
    try:
        source = source_of(record, family)
        names = record.value("Seats")
    except RecordError as error:
        if error.line:
            raise BadRecord(_("this tag does not fit the others, or says what cannot be."), error.line) from error
        raise BadRecord(_("The tags do not fit together: the rules, the seats, the seed and its seal.")) from error
    if not isinstance(names, list) or not names:
        raise BadRecord(_("the seats are a list of names."), 1 + TAGS.index("Seats"))
    if source.seats not in source.rules.seatings:
        raise BadRecord(_("these rules are not for so many players."), 1 + TAGS.index("Seats"))
    if not too_many_cards(family.deck(source.rules, source.seats)):
        return source, [_shown(str(name)) or seat_name(seat, []) for seat, name in enumerate(names)]
    raise BadRecord(_("This deck has more cards alike than this page can take."))


def _shown(name: str) -> str:
    """Return a name from a stranger's text: nothing unseen in it, not too long."""
    return "".join(letter for letter in name if unicodedata.category(letter)[0] != "C")[:LONGEST_NAME].strip()


def too_many_cards(deck: Sequence[str]) -> bool:
    """Tell whether cards of one face could be laid together in so many ways that listing them would take minutes.

    No deck of ours comes near, two of them shuffled together included; one that somebody wrote down may.
    """
    ways: dict[str, int] = {}
    for card in set(deck):
        if not card.startswith("W"):
            ways[card[1]] = ways.get(card[1], 1) * (deck.count(card) + 1)
    return max(ways.values(), default=0) > 700


def _replay(record: Record, family: Family, names: Sequence[str]) -> None:
    """Play the moves again. Raises `BadRecord` at the first that is not legal, with its number and the rule."""
    try:
        replay_record(record, family)
    except RecordError as error:
        cause = error.__cause__
        if isinstance(cause, Refused) and error.move is not None:
            made = [line for line in record.lines if isinstance(line, Made)][error.move - 1]
            parts = {
                "number": error.move,
                "name": seat_name(made.seat, names),
                "move": _words(made.text, names),
                "why": refusal_text(cause.refusal),
            }
            raise BadRecord(_("move %(number)s is refused. %(name)s: %(move)s. %(why)s") % parts, error.line) from error
        if error.move is not None:
            what = _("move %(number)s, or the deal after it, cannot have happened.") % {"number": error.move}
            raise BadRecord(what, error.line) from error
        if error.line == 1 + TAGS.index("Result"):
            raise BadRecord(_("the moves lead to another result."), error.line) from error
        raise BadRecord(_("this deal does not follow from the moves before it."), error.line) from error


def _words(text: str, names: Sequence[str]) -> str:
    try:
        return f"{move_text(text, names)} ({text})"
    except (Refused, ValueError):
        return _shown(text)


def _places(record: Record, names: Sequence[str]) -> list[Place]:
    """Return the result by place; the replay has shown that it is the right one."""
    result = record.tag("Result")
    try:
        scores, places = (part.split()[1:] for part in result.split(", "))
        rows = [
            Place(int(place), name, int(score), seat in record.left())
            for seat, (place, name, score) in enumerate(zip(places, names, scores, strict=True))
        ]
    except ValueError:  # unfinished, or of other rules with a result of another kind
        return [Place(None, name, None, seat in record.left()) for seat, name in enumerate(names)]
    return sorted(rows, key=lambda row: row.place or 0)


def _rounds(record: Record, names: Sequence[str]) -> list[Round]:
    starts = [index for index, line in enumerate(record.lines) if isinstance(line, Deal)]
    rounds = []
    for start, end in zip(starts, [*starts[1:], len(record.lines)], strict=True):
        deal = record.lines[start]
        assert isinstance(deal, Deal)
        rounds.append(Round(deal.round, seat_name(deal.dealer, names), end - start - 1, start))
    return rounds
