"""What one reader reads of the talk at a table.

The lines of a table, and who does not want to hear whom, are read once for all readers of one version in a process, and
only when the chat is shown at all.
"""

import threading
from dataclasses import dataclass, field
from datetime import datetime

from accounts import social
from accounts.models import Tie
from games.models import ChatLine, Seat, Table
from games.phrases import REACTIONS
from games.screens import ChatInfo, MutedPerson, Talk
from games.services.state import TableState, ruleset_of
from games.services.watching import delay

CHAT_LINES = 40
Room = ChatLine.Room


def room_of(state: TableState, seat: Seat | None) -> Room:
    """Return where somebody with this seat (None: no seat) talks: with those who sit here, or with the watchers.

    Who sits here but does not play in a rated match sees it as late as the watchers do, and talks with them.
    """
    watches = seat is None or (seat.place is None and bool(delay(state)))
    return Room.WATCHERS if watches else Room.SEATS


def readable(state: TableState, seat: Seat | None) -> list[Room]:
    """Return the rooms whose lines somebody with this seat reads.

    Players are not disturbed by watchers. Watchers read what players say, but not what they would still have to wait
    for.
    """
    if room_of(state, seat) == Room.SEATS:
        return [Room.SEATS]
    return [Room.WATCHERS] if delay(state) else [Room.SEATS, Room.WATCHERS]


def voters(state: TableState, author_id: int) -> list[Seat]:
    """Return those who may say whether a line was advice: all who play, but its author."""
    return [seat for seat in state.people if seat.place is not None and seat.user_id != author_id]


def round_began(state: TableState) -> datetime | None:
    """Return when the present round was dealt; None where no match is going on."""
    if state.match is None:
        return None
    deals = state.match.moves.filter(round=state.match.round, seat=None)
    return deals.order_by("-number").values_list("made_at", flat=True).first()


@dataclass(frozen=True, slots=True)
class Spoken:
    """The last lines of a table, oldest first, and what keeps people from hearing one another."""

    lines: tuple[ChatLine, ...]
    # reader and author
    muted: frozenset[tuple[int, int]]
    blocked: frozenset[tuple[int, int]]
    # who may not talk here: blocked by somebody who sits here
    silenced: frozenset[int]
    round_began: datetime | None


@dataclass(slots=True)
class Ears:
    """Reads what was said at a table when somebody first wants to know, for all who ask at this version."""

    _lock: threading.Lock = field(default_factory=threading.Lock)
    _spoken: Spoken | None = None

    def hear(self, state: TableState) -> Spoken:
        """Return what was said."""
        with self._lock:
            if self._spoken is None:
                self._spoken = _read(state)
            return self._spoken


def _read(state: TableState) -> Spoken:
    said = ChatLine.objects.filter(table=state.table).select_related("user").order_by("-number")
    lines = [
        *said.filter(room=Room.SEATS).prefetch_related("votes")[:CHAT_LINES],
        *said.filter(room=Room.WATCHERS)[:CHAT_LINES],
    ]
    sitting = [seat.user_id for seat in state.people if seat.user_id]
    authors = {line.user_id for line in lines}
    judged = ruleset_of(state.table.family, state.table.ruleset).advice_penalty > 0
    return Spoken(
        tuple(sorted(lines, key=lambda line: line.number)),
        muted=social.who_tied(Tie.Kind.MUTE, authors),
        blocked=social.who_tied(Tie.Kind.BLOCK, authors),
        silenced=social.blocked_by(sitting),
        round_began=round_began(state) if judged else None,
    )


def talk_for(state: TableState, spoken: Spoken, own: Seat | None, user_id: int | None) -> Talk:
    """Return the talk as the reader with this seat (None: a watcher) and this account (None: nobody's) has it."""
    rooms = readable(state, own)
    judges = own is not None and _judges(state, own)
    chairs = {seat.user_id: seat for seat in state.people}
    lines: list[ChatInfo] = []
    muted: dict[int, MutedPerson] = {}
    for line in spoken.lines:
        pair = (user_id or 0, line.user_id)
        if line.room not in rooms or pair in spoken.blocked:
            continue
        if pair in spoken.muted:
            muted[line.user_id] = MutedPerson(line.user.public_id, line.user.name)
            continue
        chair = chairs.get(line.user_id) if line.room == Room.SEATS else None
        lines.append(_info(state, spoken, line, user_id, None if chair is None else _index(state, chair), judges))
    return Talk(
        lines=tuple(lines),
        may_talk=user_id is not None and user_id not in spoken.silenced,
        signed_in=user_id is not None,
        muted=tuple(muted.values()),
    )


def _index(state: TableState, seat: Seat) -> int | None:
    """The number that the screen knows a seat by; None for somebody who is not in the match that it shows."""
    return seat.index if state.match is None else seat.place


def _judges(state: TableState, own: Seat) -> bool:
    """Whether this seat may call lines out and vote on them now."""
    return (
        own.place is not None
        and state.table.state == Table.State.PLAYING
        and not state.game.round_over
        and ruleset_of(state.table.family, state.table.ruleset).advice_penalty > 0
    )


def _info(
    state: TableState, spoken: Spoken, line: ChatLine, user_id: int | None, seat: int | None, judges: bool
) -> ChatInfo:
    is_own = user_id == line.user_id
    began = spoken.round_began
    concerns = (
        judges
        and not is_own
        and not line.phrase
        and line.place is not None
        and line.match_id == state.table.match_id
        and began is not None
        and line.said_at >= began
        and len(voters(state, line.user_id)) > 1
    )
    votes = {vote.user_id: vote.is_advice for vote in line.votes.all()} if line.verdict else {}
    return ChatInfo(
        number=line.number,
        seat=seat,
        name=line.user.name,
        text=line.words,
        is_own=is_own,
        phrase=line.phrase,
        reaction=line.phrase if line.phrase in REACTIONS else "",
        of_watchers=line.room == Room.WATCHERS,
        verdict=line.verdict,
        yes=sum(votes.values()),
        no=len(votes) - sum(votes.values()),
        may_call_out=concerns and line.verdict == "",
        may_vote=concerns and line.verdict == "open" and user_id not in votes,
        may_complain=user_id is not None and not is_own,
        author=line.user.public_id,
    )
