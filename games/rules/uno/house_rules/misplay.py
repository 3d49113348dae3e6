"""A card that may not be laid now, laid in one's turn, costs cards and the turn."""

from collections.abc import Mapping
from typing import Any

from games.rules.core.options import Number
from games.rules.core.text import N_
from games.rules.uno import evolve, plays, scoring
from games.rules.uno.events import Log, Misplayed
from games.rules.uno.hooks import Hooks, HouseRule, Play
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

    def misplay(round: Round, seat: int, move: Lay, code: str) -> Play | None:
        return _paid(code, cards) if seat == round.turn and code in CODES else None

    return Hooks(misplay=misplay)


def _paid(code: str, cards: int) -> Play:
    """Return what is played instead of a lay that was refused with this code."""

    def pay(round: Round, log: Log, seat: int, move: Lay) -> None:
        """Pay: a pending penalty is drawn as well, its challenge lapses, the turn passes on."""
        pending, finisher = round.pending, round.finisher
        skipped = plays.skipped_by(round) if round.skips else []
        evolve.misplayed(round, log, Misplayed(seat, move.cards, code))
        if pending:
            evolve.penalty_lapsed(round, log)
            if finisher is None or round.rules.last_draw_counts:
                evolve.cards_drawn(round, log, seat, "penalty", pending)
        evolve.cards_drawn(round, log, seat, "misplay", cards)
        if finisher is not None:
            scoring.won(round, log, finisher)
        elif round.idle >= 2 * len(round.seats_in()):
            scoring.blocked(round, log)
        elif skipped:
            evolve.waiting(round, log, *plays.skip_all(round, log, skipped))
        else:
            evolve.waiting(round, log, round.after(seat), Phase.PLAY)

    return pay


RULE = HouseRule("misplay", OPTIONS, hooks)
