"""A position of a finished match, a record, a dispute: every hand open, or as one seat or a watcher saw it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.rules.uno.view import hand_order

from .words import card_name, cards_count, color_name


@dataclass(frozen=True, slots=True)
class Player:
    """One seat of a position: `count` cards, and which, where they are seen.

    `unknown` says that they were never named; without it and without `cards` they are seen from behind.
    """

    index: int
    name: str
    character: str
    cards: tuple[str, ...]
    count: int
    score: int
    in_turn: bool
    gone: bool
    called: bool
    unknown: bool = False

    @property
    def backs(self) -> range:
        """One for each card that is seen from behind."""
        return range(self.count)


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
    hands = {own.seat: own for own in views}
    return _position(views[0], hands, names, characters, unknown)


def seen_position(view: Any, names: Sequence[str], characters: Sequence[str] = ()) -> Position:
    """Return the position as one seat saw it, or a watcher: `view` is theirs, and nothing else is looked at.

    At the end of a round all hands lie open.
    """
    hands = {} if view.seat is None else {view.seat: view}
    return _position(view, hands, names, characters, frozenset())


def _position(
    view: Any, hands: Mapping[int, Any], names: Sequence[str], characters: Sequence[str], unknown: frozenset[int]
) -> Position:
    """What `view` shows of the table; `hands` holds the views of those seats whose cards are seen."""
    colors = "".join(view.ruleset.colors)
    players = tuple(
        Player(
            index=seat,
            name=names[seat],
            character=characters[seat] if seat < len(characters) else "",
            cards=hand_order(_cards(view, hands, seat), colors),
            count=view.hand_sizes[seat],
            score=view.scores[seat],
            in_turn=view.turn == seat,
            gone=seat in view.gone,
            called=seat in view.called,
            unknown=seat in unknown,
        )
        for seat in range(view.seats)
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
        waits=_waits(view, hands, names),
        over=view.phase == "over",
        match_over=view.match_over,
    )


def _cards(view: Any, hands: Mapping[int, Any], seat: int) -> tuple[str, ...]:
    if view.final_hands:
        return tuple(view.final_hands[seat])
    return tuple(held.card for held in hands[seat].hand) if seat in hands else ()


def _waits(view: Any, hands: Mapping[int, Any], names: Sequence[str]) -> str:
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
    if view.phase == "drawn" and view.turn in hands and (drawn := hands[view.turn].drawn):
        return _("{name} drew {card} and may play it or keep it").format(name=name, card=card_name(drawn))
    return _("It is the turn of {name}").format(name=name)
