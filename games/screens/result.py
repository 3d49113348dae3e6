"""The end of a round or a match: who won, what was left in the hands, what it counts, what comes next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from .sayings import Teller, plain, sentences
from .seats import SeatCard, names
from .snapshot import RatingChange, Snapshot
from .words import listed


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the result."""

    place: int
    seat: SeatCard
    cards: tuple[str, ...]
    value: int | None
    gain: int
    total: int
    rating: RatingChange | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """A finished round, or with `match_over` a finished match; `ladder`: what that counted for, empty where unrated."""

    title: str
    note: str
    winner: SeatCard | None
    last_card: str
    gain: int
    total: int
    goal: str
    rows: tuple[Row, ...]
    match_over: bool
    next_in: float | None
    ready: int
    people: int
    you_ready: bool
    # the others who have a seat for the next match
    staying: tuple[SeatCard, ...] = ()
    ladder: str = ""
    # the reader's own
    own_rating: RatingChange | None = None


def result(snapshot: Snapshot, seats: Sequence[SeatCard]) -> Result:
    """Make the result of the round that is over."""
    view = snapshot.view
    ended = _ending(snapshot)
    gains = tuple(ended.gains) if ended is not None else (0,) * view.seats
    values: Sequence[int | None] = ended.hand_values if ended is not None else (None,) * view.seats
    winner = _winner(snapshot, seats, ended)
    hands = view.final_hands or ((),) * view.seats
    placement = _placement(snapshot)
    places = placement or _places(view)
    rows = [
        Row(
            places[seat.index],
            seat,
            hands[seat.index],
            values[seat.index],
            gains[seat.index],
            view.scores[seat.index],
            snapshot.ratings.get(seat.index),
        )
        for seat in seats
        if seat.index < view.seats
    ]
    people = [seat for seat in seats if seat.taken and not seat.is_ai and not seat.away and not seat.gone]
    return Result(
        title=_team_title(snapshot, seats)
        or _title(winner, view.match_over, empty=not (winner and hands[winner.index])),
        note=_note(snapshot, ended),
        winner=winner,
        last_card=view.top,
        gain=gains[winner.index] if winner else 0,
        total=view.scores[winner.index] if winner else 0,
        goal=goal(view.ruleset),
        rows=tuple(sorted(rows, key=lambda row: (row.place, row.seat.index))),
        match_over=view.match_over,
        next_in=snapshot.next_round_in,
        ready=sum(seat.index in snapshot.rematch_ready for seat in people),
        people=len(people),
        you_ready=snapshot.viewer in snapshot.rematch_ready,
        staying=tuple(card for card in seats if card.stays and not card.you),
        ladder=snapshot.ladder,
        own_rating=next((row.rating for row in rows if row.seat.you), None),
    )


def goal(ruleset: Any) -> str:
    """What the match is played to."""
    if ruleset.match == "single":
        return _("one round")
    if ruleset.match == "rounds":
        return _("{count} rounds").format(count=ruleset.rounds)
    if ruleset.scoring == "own_points":
        return _("until somebody has {points}").format(points=ruleset.target)
    return _("first to {points}").format(points=ruleset.target)


def _ending(snapshot: Snapshot) -> Any:
    """The event that ended the round: RoundWon or RoundBlocked."""
    for line in snapshot.log:
        for event in line.events:
            if type(event).__name__ in ("RoundWon", "RoundBlocked"):
                return event
    return None


def _winner(snapshot: Snapshot, seats: Sequence[SeatCard], ended: Any) -> SeatCard | None:
    """Who is shown in large: in a finished match the first, otherwise who won the round."""
    view = snapshot.view
    placement = _placement(snapshot)
    if placement is not None and placement.count(1) == 1:
        return seats[placement.index(1)]
    if ended is not None:
        return None if ended.seat is None else seats[ended.seat]
    won = view.winner[0] if isinstance(view.winner, tuple) and view.winner else view.winner
    return seats[won] if isinstance(won, int) else None


def _placement(snapshot: Snapshot) -> tuple[int, ...] | None:
    """Who came in which place once the match is over: the site's result, which puts those last who left for good."""
    view = snapshot.view
    if not view.match_over or not view.placement:
        return None
    return snapshot.placement or tuple(view.placement)


def _places(view: Any) -> tuple[int, ...]:
    """Places so far: by score; where points are bad, the fewest come first. Equal scores share a place."""
    sign = 1 if view.ruleset.scoring == "own_points" else -1
    keys = [sign * score for score in view.scores]
    return tuple(1 + sum(other < key for other in keys) for key in keys)


def _team_title(snapshot: Snapshot, seats: Sequence[SeatCard]) -> str:
    """A finished match of two camps is won by those of one who stayed; nothing for any other."""
    view, placement = snapshot.view, _placement(snapshot)
    if placement is None or not view.ruleset.teams:
        return ""
    first = [seats[index] for index, place in enumerate(placement) if place == 1]
    if len(first) == view.seats:
        return ""
    if any(seat.you for seat in first):
        return _("Your side wins the match")
    return _("{names} win the match").format(names=listed(seat.name for seat in first))


def _title(winner: SeatCard | None, match_over: bool, *, empty: bool) -> str:
    if winner is None:
        return _("Nobody wins this one")
    if match_over:
        return _("You win the match") if winner.you else _("{name} wins the match").format(name=winner.name)
    if not empty:
        return _("You win the round") if winner.you else _("{name} wins the round").format(name=winner.name)
    return _("You are out of cards") if winner.you else _("{name} is out of cards").format(name=winner.name)


def _note(snapshot: Snapshot, ended: Any) -> str:
    """What ended the round, where it was not simply a last card."""
    for event in snapshot.log[0].events if snapshot.log else ():
        if type(event).__name__ == "HandShown":
            return plain(sentences(Teller(names(snapshot), snapshot.viewer), [event])[0])
    if ended is not None and type(ended).__name__ == "RoundBlocked":
        return _("Nobody could go on, so the hands were counted.")
    return ""
