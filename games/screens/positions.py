"""A position with every hand open: of a finished match, an imported record, a dispute."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.rules.uno.view import hand_order

from .words import card_name, cards_count, color_name


@dataclass(frozen=True, slots=True)
class Player:
    """One seat of an open position; `unknown` says that its cards are only as many, not which."""

    index: int
    name: str
    character: str
    cards: tuple[str, ...]
    score: int
    in_turn: bool
    gone: bool
    called: bool
    unknown: bool = False


@dataclass(frozen=True, slots=True)
class Position:
    """Everything that lies on the table; `waits` says in a sentence what the table waits for."""

    number: int
    round: int
    clockwise: bool
    color: str
    color_name: str
    top: str
    under: tuple[str, ...]
    colors: str
    draw_pile: int
    discard: int
    pending: int
    players: tuple[Player, ...]
    waits: str
    over: bool
    match_over: bool


def position(
    views: Sequence[Any], names: Sequence[str], characters: Sequence[str] = (), unknown: frozenset[int] = frozenset()
) -> Position:
    """Return the open position that the seats' own views make together, in the active language."""
    view = views[0]
    colors = "".join(view.ruleset.colors)
    players = tuple(
        Player(
            index=own.seat,
            name=names[own.seat],
            character=characters[own.seat] if own.seat < len(characters) else "",
            cards=hand_order(tuple(held.card for held in own.hand), colors),
            score=view.scores[own.seat],
            in_turn=view.turn == own.seat,
            gone=own.seat in view.gone,
            called=own.seat in view.called,
            unknown=own.seat in unknown,
        )
        for own in views
    )
    return Position(
        number=view.number,
        round=view.round,
        clockwise=view.direction == 1,
        color=view.color or "",
        color_name=color_name(view.color) if view.color else "",
        top=view.top,
        under=tuple(view.discard[:-1])[-2:],
        colors=colors,
        draw_pile=view.draw_pile_size,
        discard=view.discard_size,
        pending=view.pending,
        players=players,
        waits=_waits(views, names),
        over=view.phase == "over",
        match_over=view.match_over,
    )


def _waits(views: Sequence[Any], names: Sequence[str]) -> str:
    view = views[0]
    if view.match_over:
        return _("The match is over")
    if view.turn is None:
        return _("The round is over.")
    name = names[view.turn]
    if view.phase == "answer" and view.pending:
        return _("{name} takes {cards} or answers").format(name=name, cards=cards_count(view.pending))
    if view.phase == "answer":
        return _("{name} is about to be skipped and may answer").format(name=name)
    if view.phase == "color":
        return _("{name} chooses a colour").format(name=name)
    if view.phase == "drawn" and (drawn := views[view.turn].drawn):
        return _("{name} drew {card} and may play it or keep it").format(name=name, card=card_name(drawn))
    return _("It is the turn of {name}").format(name=name)
