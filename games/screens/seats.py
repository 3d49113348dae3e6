"""The people at the table as the screen shows them: name, one line of state, cards, clock."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache
from typing import NamedTuple

from django.utils.formats import date_format
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from .snapshot import SeatInfo, Snapshot
from .spans import minutes_left
from .words import level_name, points_count

# even seats are one camp, odd seats the other: each has a mark of its own, which is no card's shape
CAMPS = ("moon", "star")


@dataclass(frozen=True, slots=True)
class SeatCard:
    """One place. `state` is its one line of text; `catch` the move that catches it, where that may count."""

    index: int
    name: str
    character: str
    you: bool = False
    taken: bool = True
    is_ai: bool = False
    away: bool = False
    online: bool = True
    ready: bool = False
    is_owner: bool = False
    level: str = ""
    state: str = ""
    count: int = 0
    score: int = 0
    in_turn: bool = False
    gone: bool = False
    one_left: bool = False
    called: bool = False
    catch: str = ""
    left: float | None = None
    total: int = 0
    missed: bool = False
    has_left: bool = False
    reserve: float | None = None
    reserve_total: int = 0
    deals: bool = False
    day: str = ""
    partner: bool = False
    # the number of the seat at the table, whatever place it has in a match
    chair: int = 0
    # the camp of team play: "moon" or "star", which is its mark too
    camp: str = ""
    public_id: str = ""
    # in this seat for the next match, too
    stays: bool = False

    @property
    def camp_name(self) -> str:
        """What the camp is called."""
        return camp_name(self.camp)

    @property
    def backs(self) -> range:
        """One for each card in the hand, as far as a fan on a phone can show them."""
        return range(min(self.count, 9))

    @property
    def reserve_used(self) -> bool:
        """Whether less is left of the reserve than there was at the start."""
        return self.reserve is not None and self.reserve < self.reserve_total

    @property
    def reserve_told(self) -> bool:
        """Whether the reserve is worth a mark: less than full, or about to be used."""
        return self.reserve_used or bool(self.in_turn and self.reserve)

    @property
    def reserve_text(self) -> str:
        """What is left of the reserve, as the clock of the page writes it on."""
        return minutes_left(self.reserve) if self.reserve is not None else ""

    @property
    def points(self) -> str:
        """The score so far, in words."""
        return points_count(self.score)


def names(snapshot: Snapshot) -> list[str]:
    """What everybody is called, by seat; a place that nobody has is a chair."""
    called: dict[int, str] = {seat.index: _name(seat) for seat in snapshot.seats}
    return [called.get(index, _("Free seat")) for index in range(max(called, default=-1) + 1)]


def _name(seat: SeatInfo) -> str:
    return seat.person.name if seat.person else _("Free seat")


def seat_cards(snapshot: Snapshot) -> list[SeatCard]:
    """All places of the table, by their number."""
    return [_card(snapshot, seat) for seat in snapshot.seats]


def around(snapshot: Snapshot, cards: Sequence[SeatCard]) -> list[SeatCard]:
    """The others, clockwise from the reader's left; a watcher sees everybody, from seat 0."""
    if snapshot.viewer is None:
        return list(cards)
    first = snapshot.viewer + 1
    return [cards[(first + step) % len(cards)] for step in range(len(cards) - 1)]


class _Stand(NamedTuple):
    """How a seat stands in the round that goes on."""

    phase: str
    counts_points: bool
    cards: int
    score: int
    in_turn: bool
    gone: bool
    called: bool
    catchable: bool
    left: float | None
    deals: bool
    partner: bool


def _card(snapshot: Snapshot, seat: SeatInfo) -> SeatCard:
    table, you = snapshot.table, seat.index == snapshot.viewer
    camp = CAMPS[seat.index % 2] if _teams(snapshot) else ""
    stand = None if snapshot.view is None else _stand(snapshot, seat.index)
    return _made(seat, you, table.turn_seconds, table.reserve_seconds, camp, stand, get_language())


def _stand(snapshot: Snapshot, index: int) -> _Stand:
    view, viewer = snapshot.view, snapshot.viewer
    in_turn = view.turn == index
    return _Stand(
        phase=view.phase,
        counts_points=_counts_points(snapshot),
        cards=view.hand_sizes[index],
        score=view.scores[index],
        in_turn=in_turn,
        gone=index in view.gone,
        called=index in view.called,
        catchable=index in view.catchable,
        left=_tenths(snapshot.seconds_left) if in_turn else None,
        deals=view.dealer == index,
        partner=bool(view.ruleset.teams) and viewer not in (None, index) and (viewer - index) % 2 == 0,
    )


# most seats stand as they stood before the move, and the same to all who read it
@lru_cache(maxsize=4000)
def _made(
    seat: SeatInfo, you: bool, turn: int, reserve: int, camp: str, stand: _Stand | None, language: str | None
) -> SeatCard:
    """The card of one seat, in the active `language`; None for `stand`: no round goes on."""
    index, person = seat.index, seat.person
    base = SeatCard(
        index=index,
        name=_name(seat),
        character=person.character if person else "",
        you=you,
        taken=person is not None,
        is_ai=seat.is_ai,
        away=seat.away and not seat.is_ai,
        online=seat.online,
        ready=seat.ready,
        is_owner=seat.is_owner,
        level=level_name(person.level) if person and person.level else "",
        total=turn,
        day=day_text(seat.day),
        missed=seat.missed,
        has_left=seat.has_left,
        reserve=_tenths(seat.reserve),
        reserve_total=reserve,
        public_id=person.public_id if person else "",
        stays=person is not None and not seat.away,
        chair=index if seat.chair is None else seat.chair,
        camp=camp,
    )
    if stand is None:
        return replace(base, state=_waiting_state(base))
    seen = replace(
        base,
        count=stand.cards,
        score=stand.score,
        in_turn=stand.in_turn,
        gone=stand.gone,
        one_left=stand.cards == 1,
        called=stand.called,
        catch=f"catch {index}" if stand.catchable else "",
        left=stand.left,
        deals=stand.deals,
        partner=stand.partner,
    )
    return replace(seen, state=_playing_state(seen, stand.phase, stand.counts_points))


def _tenths(seconds: float | None) -> float | None:
    """Seconds as the page is told them, so that readers of the same moment are told the same."""
    return None if seconds is None else round(seconds, 1)


def _teams(snapshot: Snapshot) -> bool:
    """Whether two camps play at this table, in a match or before it."""
    ruleset = snapshot.table.ruleset if snapshot.view is None else snapshot.view.ruleset
    return ruleset is not None and bool(ruleset.teams)


def camp_name(camp: str) -> str:
    """What a camp is called; nothing for none."""
    names = {"moon": _("Moons"), "star": _("Stars")}
    return names.get(camp, "")


def day_text(day: str) -> str:
    """A day of the year ("12-25") as a person writes it; nothing for none."""
    if not day:
        return ""
    month, number = map(int, day.split("-"))
    # a year with a 29 February
    return date_format(date(2000, month, number), "MONTH_DAY_FORMAT")


def _counts_points(snapshot: Snapshot) -> bool:
    """Whether the scores so far are worth a line: not in a match of one round."""
    return snapshot.view.ruleset.match != "single"


def _waiting_state(card: SeatCard) -> str:
    if not card.taken:
        return ""
    if card.is_ai:
        state = _("AI, {level}").format(level=card.level) if card.level else "AI"
    elif not card.online:
        state = _("not here")
    else:
        state = _("ready") if card.ready else _("not ready yet")
    return _joined(state, card.day)


def _joined(*parts: str) -> str:
    """Several short words of state in one line."""
    return " · ".join(part for part in parts if part)


def _playing_state(card: SeatCard, phase: str, counts_points: bool) -> str:
    """One line, the most pressing thing first."""
    if card.gone:
        return _("left the round")
    if card.has_left:
        return pgettext("the match", "left")
    if not card.online and not card.away:
        return _("missed a turn") if card.missed else _("reconnecting")
    if card.in_turn:
        deciding = {
            "answer": _("has to answer"),
            "drawn": _("has drawn"),
            "color": _("chooses a colour"),
        }
        return deciding.get(phase, pgettext("seat state: it is their turn", "playing"))
    if card.one_left and card.called:
        return _("called")
    if card.away:
        return _("AI plays")
    if card.missed:
        return _("missed a turn")
    side = _("with you") if card.partner else ""
    if counts_points:
        return _joined(side, points_count(card.score), card.day)
    level = _("AI, {level}").format(level=card.level) if card.is_ai and card.level else ""
    return _joined(side, card.day) or level
