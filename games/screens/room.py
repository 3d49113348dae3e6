"""The waiting room as the screen shows it: who sits where, what is missing, what this reader may do about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.bots import LEVELS

from .seats import CAMPS, SeatCard, camp_name
from .snapshot import Friend, Snapshot, Waiting
from .words import level_name, listed


@dataclass(frozen=True, slots=True)
class FriendLine:
    """A friend who may be asked to come: `state` in words, `may_invite` where asking makes sense."""

    public_id: str
    name: str
    character: str
    state: str
    may_invite: bool


@dataclass(frozen=True, slots=True)
class CampLine:
    """One camp of team play: its mark, what it is called, how many are in it, of so many."""

    mark: str
    name: str
    taken: int
    seats: int


@dataclass(frozen=True, slots=True)
class Room:
    """What the room shows: `may_sit` where the reader may take a seat, or change theirs; `runs` for the owner's tools.

    One thing is loud: `main` is "start", "ready", "ai", "sit", "lobby" or "" (there is nothing to do but wait).
    """

    title: str
    note: str
    main: str = ""
    may_sit: bool = False
    signed_in: bool = True
    runs: bool = False
    camps: tuple[CampLine, ...] = ()
    may_shuffle: bool = False
    levels: tuple[tuple[str, str], ...] = ()
    offer: str = ""
    offer_in: float | None = None
    may_fill: bool = False
    # what AI players change at a table that waits for people
    fill_note: str = ""
    friends: tuple[FriendLine, ...] = ()


def room(snapshot: Snapshot, cards: Sequence[SeatCard]) -> Room:
    """Return the waiting room of this reader, in the active language."""
    waiting = snapshot.waiting or Waiting()
    own = next((card for card in cards if card.you), None)
    free = sum(not card.taken for card in cards)
    runs = own is not None and own.is_owner
    main = _main(snapshot, waiting, own, free)
    offers = waiting.quick and own is not None and free > 0
    return Room(
        title=_title(snapshot, waiting, free),
        note=_note(snapshot, waiting, cards, own),
        main=main,
        may_sit=free > 0 and (own is not None or not waiting.why_not_sit),
        signed_in=waiting.signed_in,
        runs=runs,
        camps=_camps(cards),
        may_shuffle=runs and not waiting.quick and len(cards) - free > 1,
        levels=tuple((key, level_name(key)) for key in LEVELS) if runs and free and not waiting.quick else (),
        offer=_offer(waiting) if main == "ai" else "",
        fill_note=_unrated_with_ai() if offers and waiting.counts is not None and waiting.counts.is_rated else "",
        offer_in=waiting.offer_in if offers else None,
        may_fill=offers and own is not None and own.ready and main != "ai",
        friends=tuple(map(_friend, waiting.friends)),
    )


def _offer(waiting: Waiting) -> str:
    """The offer of AI players, with what it costs."""
    offer = _("Not enough people have come yet. AI players can take the free seats.")
    return f"{offer} {_unrated_with_ai()}" if waiting.counts is not None and waiting.counts.is_rated else offer


def _unrated_with_ai() -> str:
    return _("With AI players the match is casual and changes no rating.")


def _camps(cards: Sequence[SeatCard]) -> tuple[CampLine, ...]:
    parted = [[card for card in cards if card.camp == camp] for camp in CAMPS]
    return tuple(
        CampLine(camp, camp_name(camp), sum(card.taken for card in mine), len(mine))
        for camp, mine in zip(CAMPS, parted, strict=True)
        if mine
    )


def _title(snapshot: Snapshot, waiting: Waiting, free: int) -> str:
    if waiting.sent_away:
        return _("You were sent away from this table")
    name = snapshot.table.name
    return _("{name} is filling up").format(name=name) if free else _("{name} is full").format(name=name)


def _main(snapshot: Snapshot, waiting: Waiting, own: SeatCard | None, free: int) -> str:
    if own is None:
        return "lobby" if waiting.sent_away else "" if waiting.why_not_sit or not free else "sit"
    if snapshot.can_start and not waiting.quick:
        return "start"
    if not own.ready:
        return "ready"
    return "ai" if waiting.quick and waiting.offered and free else ""


def _note(snapshot: Snapshot, waiting: Waiting, cards: Sequence[SeatCard], own: SeatCard | None) -> str:
    """Why the match has not begun yet, or what this reader may do."""
    taken = [card for card in cards if card.taken]
    late = [card.name for card in taken if not card.ready]
    if waiting.sent_away:
        return _("The owner of the table wants to play without you. Other tables have a seat for you.")
    if own is None:
        return waiting.why_not_sit or _("Sit down, or stay and watch.")
    if snapshot.can_start:
        return _("Enough players are ready.") if late else _("Everybody is ready.")
    if waiting.quick and own.ready and waiting.why_not_start:
        return waiting.why_not_start
    if len(taken) < 2:
        return _("It takes two to play. Send the link, or add an AI player.")
    if not own.ready:
        return _("Say that you are ready.")
    if waiting.why_not_start and not late:
        return waiting.why_not_start
    if late:
        return ngettext("Waiting for {names}.", "Waiting for {names}.", len(late)).format(names=listed(late))
    owner = next((card.name for card in cards if card.is_owner), "")
    return _("{name} can begin now.").format(name=owner) if owner else _("Waiting for the start.")


def _friend(friend: Friend) -> FriendLine:
    states = {"sits": _("sits here"), "invited": _("invited")}
    seen = pgettext("a friend", "online") if friend.online else pgettext("a friend", "not here just now")
    return FriendLine(
        friend.public_id,
        friend.person.name,
        friend.person.character,
        states.get(friend.state, seen),
        may_invite=not friend.state,
    )
