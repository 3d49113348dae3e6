"""Everything that templates/games/uno/table.html shows, made from a snapshot in the active language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.characters import NAMES
from games.models import Report
from games.phrases import PHRASES, REACTIONS, words

from . import playing, result
from .options import OptionLine, differences
from .room import Room, room
from .sayings import Teller, picture, plain, sentences
from .seats import SeatCard, around, names, seat_cards
from .snapshot import LogLine, Snapshot
from .spans import span_text
from .words import in_a_row, in_language


@dataclass(frozen=True, slots=True)
class Told:
    """One line of the log."""

    number: int
    card: str
    sentences: tuple[SafeString, ...]
    # the same without markup, for a voice
    spoken: str = ""


@dataclass(frozen=True, slots=True)
class Screen:
    """What one reader sees; `stage` is waiting, playing, round_over or match_over."""

    snapshot: Snapshot
    stage: str
    seats: list[SeatCard]
    others: list[SeatCard]
    own: SeatCard | None
    ring: playing.Ring | None = None
    message: playing.Message | None = None
    hand: tuple[playing.HandButton, ...] = ()
    chooses: bool = False
    actions: playing.Actions | None = None
    peek: playing.Peek | None = None
    log: tuple[Told, ...] = ()
    result: result.Result | None = None
    polite: str = ""
    urgent: str = ""
    room: Room | None = None

    @property
    def title(self) -> str:
        """What the rules are called."""
        return _(self.snapshot.table.preset_title)

    @property
    def goal(self) -> str:
        """What the match is played to; nothing while none goes on."""
        return "" if self.stage == "waiting" else result.goal(self.snapshot.view.ruleset)

    @property
    def version(self) -> SafeString:
        """The version that is shown, as text: a number is written out for each language, with its points."""
        return SafeString(self.snapshot.version)

    @property
    def picker(self) -> tuple[playing.Color, ...]:
        """The colours that a wild card may take, in a round."""
        return playing.colors(self.snapshot)

    @property
    def most_held(self) -> str:
        """Which of them the reader holds most of, in words."""
        return playing.most_held(self.snapshot)

    @property
    def swap_count(self) -> int:
        """How many cards are given in an exchange; 0 where there is none."""
        return int(self.snapshot.view.ruleset.options.get("swap_count", 0))

    @property
    def said(self) -> str:
        """The first sentence of what happened last."""
        return self.log[0].sentences[0] if self.log else ""

    @property
    def differences(self) -> list[OptionLine]:
        """What the rules of this table change in the official game."""
        ruleset = self.snapshot.table.ruleset
        return [] if ruleset is None else list(differences(ruleset))

    @property
    def clock_words(self) -> str:
        """How long a turn may take, and what there is beyond it."""
        table = self.snapshot.table
        turn, reserve = span_text(table.turn_seconds), span_text(table.reserve_seconds)
        if not table.reserve_seconds:
            return _("{time} for a turn.").format(time=turn)
        return _("{time} for a turn, and a reserve of {reserve} for the match.").format(time=turn, reserve=reserve)

    @property
    def phrases(self) -> list[tuple[str, str]]:
        """What can be said with one tap."""
        return [(key, words(key)) for key in PHRASES]

    @property
    def reactions(self) -> list[tuple[str, str]]:
        """What can be shown with one tap."""
        return [(key, words(key)) for key in REACTIONS]

    @property
    def reasons(self) -> list[tuple[str, str]]:
        """What may be wrong with a line of chat."""
        return [(reason.value, str(reason.label)) for reason in Report.Reason]

    @property
    def characters(self) -> list[tuple[str, str]]:
        """The animals that the reader can play as."""
        return [(key, str(NAMES[key])) for key in self.snapshot.characters]

    @property
    def columns(self) -> int:
        """How many cards stand in a row when the hand takes two."""
        return (len(self.hand) + 1) // 2

    @property
    def hand_size(self) -> str:
        """How the layouts treat this many cards: few lie side by side, many and a crowd take two rows."""
        count = len(self.hand)
        if count <= 4:
            return " hand-few"
        return " hand-many hand-crowd" if count >= 17 else " hand-many" if count >= 8 else ""


def context(snapshot: Snapshot) -> Screen:
    """Return what the table's template needs, for this reader and in the active language."""
    cards = seat_cards(snapshot)
    own = next((card for card in cards if card.you), None)
    shared: dict[str, Any] = {
        "snapshot": snapshot,
        "seats": cards,
        "others": around(snapshot, cards),
        "own": own,
    }
    if snapshot.table.state == "open" or snapshot.view is None:
        return Screen(stage="waiting", room=room(snapshot, cards), **shared)
    log = told(snapshot, snapshot.log)
    shared |= {"log": log, "ring": playing.ring(snapshot)}
    if snapshot.view.phase == "over":
        over = result.result(snapshot, cards)
        stage = "match_over" if over.match_over else "round_over"
        return Screen(stage=stage, result=over, urgent=over.title, **shared)
    called = names(snapshot)
    asked = playing.message(snapshot, called)
    return Screen(
        stage="playing",
        message=asked,
        hand=playing.hand(snapshot),
        chooses=playing.chooses(snapshot),
        actions=playing.actions(snapshot),
        peek=playing.peek(snapshot, called),
        polite=log[0].spoken if log else "",
        urgent=_urgent(snapshot, asked, cards),
        **shared,
    )


def _teller(snapshot: Snapshot) -> Teller:
    word = in_language(snapshot.view.ruleset.options["call_word"]) if snapshot.view is not None else ""
    return Teller(tuple(names(snapshot)), snapshot.viewer, word)


def told(snapshot: Snapshot, lines: Sequence[LogLine]) -> tuple[Told, ...]:
    """The log in words, newest first; what nobody needs to hear is left out."""
    teller, language = _teller(snapshot), get_language()
    spoken = (_told(line, tuple(map(type, line.events)), teller, language) for line in lines)
    return tuple(one for one in spoken if one.sentences)


@lru_cache(maxsize=5000)
def _told(line: LogLine, kinds: tuple[type, ...], teller: Teller, language: str | None) -> Told:
    """One line in words. `kinds` are its events': as tuples, those of two kinds may be equal."""
    words = tuple(sentences(teller, line.events))
    return Told(line.number, picture(line.events), words, in_a_row(map(plain, words)))


def event_line(snapshot: Snapshot, line: LogLine) -> str:
    """One accepted move in words, without markup: "Mei played green +2. Otto drew 2 cards and lost the turn"."""
    return in_a_row(plain(sentence) for sentence in sentences(_teller(snapshot), line.events))


def _urgent(snapshot: Snapshot, asked: playing.Message, cards: Sequence[SeatCard]) -> str:
    """What a voice must say at once: it is your turn, a penalty waits, somebody can be caught."""
    parts = []
    if asked.kind == "away":
        parts.append(asked.text)
    elif asked.warning and snapshot.log and snapshot.log[0].seat == snapshot.viewer:
        parts.append(asked.warning)
    elif snapshot.view.turn is not None and snapshot.view.turn == snapshot.viewer:
        parts.append(_("Your turn."))
        parts.append(f"{asked.text} {asked.more}".strip())
    for card in cards:
        if card.catch:
            parts.append(_("{name} has one card and has not called.").format(name=card.name))
    return " ".join(part for part in parts if part)
