"""Finished matches as records, and to be stepped through: both made from the stored moves."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils import translation
from django.utils.translation import gettext as _

from games.models import Match, MatchSeat, Table
from games.rules.core.family import Family
from games.rules.core.record import LEFT, Source, format_record, make_record
from games.rules.core.shuffle import Shuffle
from games.rules.families import FAMILIES
from games.screens.positions import Position, seen_position
from games.services.disputes import open_position
from games.services.errors import Declined, NotFound
from games.services.state import ruleset_of

type Step = tuple[int | None, str]


def find_finished(public_id: str, user_id: int | None, *, sees_all: bool = False) -> Match:
    """Return the finished match at this address, if this reader may see it.

    A match of a private table, or of one that is no longer known, is seen by those who played it, and by those who look
    into reports (`sees_all`). Raises `NotFound` for anything else: nobody can tell a match that goes on, or somebody's
    private one, from none.
    """
    if "\0" in public_id:  # no database has such a text
        raise NotFound("")
    match = (
        Match.objects.select_related("table__owner", "ladder")
        .filter(public_id=public_id, state=Match.State.OVER)
        .first()
    )
    if match is None:
        raise NotFound("")
    if not sees_all and (match.table is None or match.table.visibility != Table.Visibility.PUBLIC):
        played = MatchSeat.objects.filter(match=match, user_id=user_id) if user_id else MatchSeat.objects.none()
        if not played.exists():
            raise NotFound("")
    return match


def can_be_replayed(match: Match) -> bool:
    """Tell whether the rules are still those that the match was played by."""
    return match.rules_version == FAMILIES[match.family].rules_version


def seat_name(seat: MatchSeat) -> str:
    """Return what a record calls the player of a seat."""
    return seat.user.name if seat.user else _("former player")


def _seats(match: Match) -> list[MatchSeat]:
    return list(match.seats.select_related("user").order_by("seat"))


def _source(match: Match, seats: int) -> Source:
    return Source(
        ruleset_of(match.family, match.ruleset),
        seats,
        Shuffle(bytes(match.seed), match.strings),
        frozenset(match.vip),
        tuple(match.days),
    )


def _steps(match: Match) -> list[Step]:
    return list(match.moves.exclude(number=0).order_by("number").values_list("seat", "text"))


@dataclass(frozen=True, slots=True)
class ShuffleFacts:
    """What a page needs to compute the deals of a finished match anew: beside the record, nothing else.

    `decks` are the cards in the order in which they are shuffled, by the number of seats that are dealt to; none of a
    match that has no record, as it was played by other rules than today's.
    """

    seal: str
    seed: str
    decks: dict[int, str]


def shuffle_of(match: Match) -> ShuffleFacts:
    """Return what the deals of a finished match follow from."""
    return ShuffleFacts(match.commitment, bytes(match.seed).hex(), _decks(match) if can_be_replayed(match) else {})


def _decks(match: Match) -> dict[int, str]:
    family, rules = FAMILIES[match.family], ruleset_of(match.family, match.ruleset)
    return {seats: " ".join(family.deck(rules, seats)) for seats in range(1, match.seats.count() + 1)}


def record_text(
    match: Match, name: Callable[[MatchSeat], str] = seat_name, more: Mapping[str, str] | None = None
) -> str:
    """Return the record of a finished match; removed accounts are named in English, whoever reads it.

    `name` says what a seat's player is called, `more` are further tags. Raises `Declined` where the match was played
    by other rules than today's.
    """
    _check_replayable(match)
    seats = _seats(match)
    with translation.override("en"):
        names = [name(seat) for seat in seats]
    source = _source(match, len(seats))
    date = match.started_at.date().isoformat()
    gone = sorted((seat for seat in seats if seat.left_at), key=lambda seat: (seat.left_at, -(seat.place or 0)))
    tags = {LEFT: json.dumps([seat.seat for seat in gone])} if gone else {}
    return format_record(
        make_record(FAMILIES[match.family], source, names, _steps(match), date, {**tags, **(more or {})})
    )


def _check_replayable(match: Match) -> None:
    if match.state != Match.State.OVER:
        raise NotFound("")
    if not can_be_replayed(match):
        raise Declined(_("The rules have changed since this match was played, so it cannot be played again."))


@dataclass(frozen=True, slots=True)
class Eyes:
    """Through whose eyes a match is seen: with every hand `open`, else those of one seat, or of a watcher (None)."""

    open: bool = True
    seat: int | None = None

    @property
    def key(self) -> str:
        """How an address says it: "open", "watcher" or the seat's number."""
        if self.open:
            return "open"
        return "watcher" if self.seat is None else str(self.seat)


def eyes_of(key: str, seats: int) -> Eyes:
    """Return whose eyes an address asks for, in a match of so many seats; those that see all for anything unknown."""
    choices = [Eyes(), Eyes(open=False), *(Eyes(open=False, seat=seat) for seat in range(seats))]
    return next((eyes for eyes in choices if eyes.key == key), choices[0])


@dataclass(frozen=True, slots=True)
class Course:
    """A match to be stepped through: what it was played from, who sat where, the moves (no seat: a deal)."""

    family: Family
    source: Source
    names: list[str]
    characters: list[str]
    steps: list[Step]

    def seen(self, number: int, eyes: "Eyes") -> tuple[Position, Sequence[Any]]:
        """Return the position after `number` moves and deals, and what the last brought about, as these eyes saw it."""
        family = self.family
        game, events = self.at(number)
        if eyes.open:
            return open_position(family, game, self.names, characters=self.characters), events
        seen = (family.seen_by(event, eyes.seat) for event in events)
        shown = seen_position(family.view(game, eyes.seat), self.names, self.characters)
        return shown, [event for event in seen if event is not None]

    def at(self, number: int) -> tuple[Any, Sequence[Any]]:
        """Return the game after `number` moves and deals, and what the last of them brought about."""
        family, source = self.family, self.source
        game, events = family.deal(source.rules, source.seats, source.shuffle, source.vip, source.days)
        for seat, text in self.steps[:number][:-1]:
            family.replay_move(game, seat, text)
        return (game, played(game, *self.steps[number - 1])) if number else (game, events)


def played(game: Any, seat: int | None, text: str) -> Sequence[Any]:
    """Make a move as a record has it and return its events; raise Refused or ValueError where it cannot have been."""
    if seat is None:
        return list(game.next_round())
    if text == "leave":
        return list(game.leave(seat).events)
    if text.startswith("advice "):
        return list(game.advice(seat).events)
    return list(game.play(seat, text.removeprefix("x ")).events)


def course_of(match: Match) -> Course:
    """Return a finished match to be stepped through. Raises `Declined` where today's rules are others."""
    _check_replayable(match)
    seats = _seats(match)
    characters = [seat.user.character if seat.user else "" for seat in seats]
    return Course(
        FAMILIES[match.family], _source(match, len(seats)), list(map(seat_name, seats)), characters, _steps(match)
    )
