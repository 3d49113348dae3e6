"""What a socket may ask for: one JSON object with an `act`, and which service does it."""

import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from games.models.talk import LONGEST_LINE
from games.services import (
    absence,
    advice,
    characters,
    getting_ready,
    invitations,
    matches,
    pairing,
    reports,
    room,
    tables,
    talk,
    watching,
)

# longer than any move of the notation that a hand could need
LONGEST_MOVE = 200


# no database and no page takes these: NUL, and halves of letters
UNWRITABLE = frozenset(map(chr, (0, *range(0xD800, 0xE000))))


class BadMessage(ValueError):
    """What came is not a message of the page."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One message, read and checked for form; `version` is the table's version that the page showed (-1: none)."""

    act: str
    move: str = ""
    version: int = -1
    level: str = ""
    seat: int = -1
    day: str = ""
    text: str = ""
    line: int = -1
    person: str = ""
    yes: bool = False
    room: str = ""
    key: str = ""
    reason: str = ""


def _text(data: Mapping[str, object], key: str, longest: int) -> str:
    value = data.get(key, "")
    if not isinstance(value, str) or len(value) > longest or not set(value).isdisjoint(UNWRITABLE):
        raise BadMessage(f"a {key} that is no short text")
    return value


def _number(data: Mapping[str, object], key: str) -> int:
    value = data.get(key, -1)
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= 10:
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) > 10**10:
        raise BadMessage(f"a {key} that is no number")
    return value


def read_message(text: str | None, largest: int, acts: Collection[str] | None = None) -> Asked:
    """Read what a page sent; raises `BadMessage` for anything that is not one of `acts` or "ping" in good form.

    Without `acts` those of a table are meant.
    """
    if text is None:
        raise BadMessage("bytes")
    if len(text.encode("utf-8", "surrogatepass")) > largest:
        raise BadMessage("an oversized message")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadMessage("no JSON") from error
    if not isinstance(data, dict):
        raise BadMessage("no JSON object")
    act = data.get("act")
    if not isinstance(act, str) or (act != "ping" and act not in (ACTS if acts is None else acts)):
        raise BadMessage("an unknown act")
    return Asked(
        act,
        move=_text(data, "move", LONGEST_MOVE),
        version=_number(data, "version"),
        level=_text(data, "level", 20),
        seat=_number(data, "seat"),
        day=_text(data, "day", 10),
        text=_text(data, "text", 2 * LONGEST_LINE),
        line=_number(data, "line"),
        person=_text(data, "person", 24),
        yes=data.get("yes") in ("1", 1, True),
        room=_text(data, "room", 10),
        key=_text(data, "key", 20),
        reason=_text(data, "reason", 10),
    )


# each returns None, or a sentence for the person who asked
ACTS: Mapping[str, Callable[[int, int, Asked], str | None]] = {
    "move": lambda table, user, asked: matches.play_move(table, user, asked.move, asked.version),
    "ready": lambda table, user, asked: getting_ready.set_ready(table, user, True),
    "unready": lambda table, user, asked: getting_ready.set_ready(table, user, False),
    "next": lambda table, user, asked: getting_ready.set_ready(table, user, True),
    "rematch": lambda table, user, asked: getting_ready.set_ready(table, user, True),
    "start": lambda table, user, asked: getting_ready.start(table, user),
    "add_ai": lambda table, user, asked: room.add_ai(table, user, asked.level),
    "sit": lambda table, user, asked: tables.sit(table, user, asked.seat),
    "send_away": lambda table, user, asked: room.send_away(table, user, asked.seat, asked.person),
    "shuffle": lambda table, user, asked: room.shuffle(table, user),
    "own": lambda table, user, asked: room.own(table, user, asked.seat, asked.person),
    "new_link": lambda table, user, asked: room.new_link(table, user),
    "fill_ai": lambda table, user, asked: pairing.call_in_ai(table, user),
    "invite": lambda table, user, asked: invitations.invite(table, user, asked.person),
    "day": lambda table, user, asked: getting_ready.set_day(table, user, asked.day),
    "say": lambda table, user, asked: talk.say(table, user, asked.text, asked.room),
    "phrase": lambda table, user, asked: talk.say_phrase(table, user, asked.key, asked.room),
    "react": lambda table, user, asked: talk.react(table, user, asked.key, asked.room),
    "call_out": lambda table, user, asked: advice.call_out(table, user, asked.line),
    "vote": lambda table, user, asked: advice.vote(table, user, asked.line, is_advice=asked.yes),
    "mute": lambda table, user, asked: talk.mute(table, user, asked.line, asked.person),
    "unmute": lambda table, user, asked: talk.unmute(table, user, asked.person),
    "report": lambda table, user, asked: reports.report(table, user, asked.line, asked.reason, asked.text),
    "watchers": lambda table, user, asked: watching.set_open(table, user, asked.yes),
    "character": lambda table, user, asked: characters.choose(table, user, asked.key),
    "back": lambda table, user, asked: absence.take_back(table, user),
}
