"""A 7 swaps hands with a chosen seat, a 0 passes all hands on in the direction of play."""

from collections.abc import Iterator, Mapping
from typing import Any

from games.rules.core.options import Flag
from games.rules.core.text import N_
from games.rules.uno.events import CardsLaid, Event, HandsRotated, HandsSwapped
from games.rules.uno.hooks import Hooks, HouseRule
from games.rules.uno.house_rules.targets import TARGETS, needs_target, without_needless
from games.rules.uno.moves import Lay, Move
from games.rules.uno.round import Round

OPTIONS = (
    Flag(
        key="seven_swaps",
        group="specials",
        title=N_("A 7 swaps hands"),
        text=N_("Who plays a 7 swaps hands with a player of choice."),
    ),
    Flag(
        key="zero_rotates",
        group="specials",
        title=N_("A 0 moves all hands on"),
        text=N_("When a 0 is played, every hand goes to the next player in the direction of play."),
    ),
)


def hooks(options: Mapping[str, Any]) -> Hooks | None:
    """Let 7s name a seat, and move the hands once the card lies; a last card ends the round before that."""
    swaps, rotates = options["seven_swaps"], options["zero_rotates"]
    if not (swaps or rotates):
        return None

    def events(round: Round, seat: int, move: Move, events: Iterator[Event]) -> Iterator[Event]:
        if not isinstance(move, Lay) or move.cards[-1][0] == "W":
            return events
        face = move.cards[-1][1]
        if swaps and face == "7" and move.target is not None:
            return _then(round, events, HandsSwapped(seat, move.target))
        if rotates and face == "0":
            return _then(round, events, HandsRotated(round.direction))
        return events

    if not swaps:
        return Hooks(events=events, regroups=frozenset("0"))
    return Hooks(
        lays=lambda card, ways: (*(Lay((card,), None, seat) for seat in TARGETS), *ways) if card[1:] == "7" else ways,
        candidates=without_needless("7"),
        checks=needs_target("7"),
        events=events,
        regroups=frozenset("70" if rotates else "7"),
    )


def _then(round: Round, events: Iterator[Event], moved: Event) -> Iterator[Event]:
    """Yield the play with the hands' move right after the cards, unless they were the last."""
    for event in events:
        yield event
        if isinstance(event, CardsLaid) and round.hands[event.seat]:
            yield moved


RULE = HouseRule("seven_zero", OPTIONS, hooks)
