"""A card that may not be laid now, laid in one's turn, costs cards and the turn."""

from collections.abc import Iterator, Mapping
from typing import Any

from games.rules.core.options import Number
from games.rules.core.text import N_
from games.rules.uno import plays, scoring
from games.rules.uno.events import CardsDrawn, Event, Misplayed, PenaltyLapsed, Waiting
from games.rules.uno.hooks import Hooks, HouseRule
from games.rules.uno.moves import Lay
from games.rules.uno.round import Phase, Round

OPTIONS = (
    Number(
        key="misplay_penalty",
        default=0,
        group="manners",
        title=N_("Misplay"),
        text=N_("Cards for laying one's own card in turn that may not be laid; it costs the turn as well. 0: never."),
        least=0,
        most=10,
    ),
)

#: The refusals that cost; all others are just refused.
CODES = frozenset(
    {"does_not_match", "penalty_pending", "not_the_drawn_card", "improper_wild_four", "cannot_finish_on_this"}
)


def hooks(options: Mapping[str, Any]) -> Hooks | None:
    """Say what a misplay does."""
    cards = options["misplay_penalty"]
    if not cards:
        return None

    def misplay(round: Round, seat: int, move: Lay, code: str) -> Iterator[Event] | None:
        if seat != round.turn or code not in CODES:
            return None
        return _pay(round, seat, move, code, cards)

    return Hooks(misplay=misplay)


def _pay(round: Round, seat: int, move: Lay, code: str, cards: int) -> Iterator[Event]:
    """Yield the misplay: a pending penalty is drawn as well, its challenge lapses, the turn passes on."""
    pending, finisher = round.pending, round.finisher
    skipped = plays.skipped_by(round) if round.skips else []
    yield Misplayed(seat, move.cards, code)
    if pending:
        yield PenaltyLapsed()
        if finisher is None or round.rules.last_draw_counts:
            yield CardsDrawn(seat, (), "penalty", pending)
    yield CardsDrawn(seat, (), "misplay", cards)
    if finisher is not None:
        yield from scoring.won(round, finisher)
    elif round.idle >= 2 * len(round.seats_in()):
        yield from scoring.blocked(round)
    elif skipped:
        then = yield from plays.skip_all(skipped, round)
        yield Waiting(*then)
    else:
        yield Waiting(round.after(seat), Phase.PLAY)


RULE = HouseRule("misplay", OPTIONS, hooks)
