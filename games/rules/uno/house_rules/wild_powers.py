"""What a Wild may do besides naming a colour: look at a hand, or exchange cards."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from games.rules.core.options import Number, Several
from games.rules.core.refusals import Refusal
from games.rules.core.text import N_
from games.rules.uno.events import CardsExchanged, CardsLaid, Event, Peeked
from games.rules.uno.hooks import CheckHook, Hooks, HouseRule, Verdict
from games.rules.uno.house_rules.targets import TARGETS, empties_hand, may_be_target
from games.rules.uno.moves import Lay, Move
from games.rules.uno.round import Phase, Round

OPTIONS = (
    Several(
        key="wild_powers",
        default=("color",),
        group="specials",
        title=N_("What a Wild may do"),
        text=N_("One of these is chosen with each Wild; looking and exchanging leave the colour as it was."),
        labels={
            "color": N_("Name a colour"),
            "peek": N_("Look at another player's hand"),
            "swap": N_("Exchange cards with another player"),
        },
    ),
    Number(
        key="peek_seconds",
        default=5,
        group="specials",
        title=N_("How long one may look"),
        text=N_("Seconds for which a Wild shows another player's hand."),
        least=1,
        most=30,
    ),
    Number(
        key="swap_count",
        default=3,
        group="specials",
        title=N_("Cards to exchange"),
        text=N_("How many cards a Wild exchanges, one's own choice for random ones; fewer where a hand is smaller."),
        least=1,
        most=7,
    ),
)

PEEK, SWAP = "?", "~"


def hooks(options: Mapping[str, Any]) -> Hooks | None:
    """Let a Wild peek or swap, or take the naming of a colour away."""
    powers = options["wild_powers"]
    if powers == ("color",):
        return None
    marks = {mark for power, mark in (("color", ""), ("peek", PEEK), ("swap", SWAP)) if power in powers}
    count = options["swap_count"]

    def lays(card: str, ways: tuple[Lay, ...]) -> tuple[Lay, ...]:
        if card != "W":
            return ways
        used = (Lay(("W",), None, seat, mark) for mark in sorted(marks - {""}) for seat in TARGETS)
        return (*ways, *used)

    def rules(round: Round, seat: int, move: Lay, verdict: Verdict) -> Verdict:
        if move.power:
            return None if move.power in marks else verdict
        last = empties_hand(round, seat, move)
        if move.cards == ("W",) and move.color and "" not in marks and not last:
            return Refusal("not_in_these_rules", {"rule": "wild_powers"})
        return verdict

    def choices(round: Round, seat: int, move: Lay, verdict: Verdict) -> Verdict:
        if verdict is not None or not move.power:
            owed = "" not in marks and verdict is not None and not empties_hand(round, seat, move)
            return _power_owed(round, move, verdict) if owed else verdict
        if empties_hand(round, seat, move):
            return Refusal("color_required", {"card": "W"})
        fits = may_be_target(round, seat, move.target)
        if fits and move.power == SWAP:
            fits = _gives_well(round, seat, move, count)
        return None if fits else Refusal("choice_required", {"card": "W"})

    def events(round: Round, seat: int, move: Move, events: Iterator[Event]) -> Iterator[Event]:
        return _use(round, seat, move, events, count) if isinstance(move, Lay) and move.power else events

    def complete(round: Round, seat: int, move: Lay) -> Lay:
        if move.power != SWAP or move.gives or not may_be_target(round, seat, move.target):
            return move
        assert move.target is not None
        left = round.hands[seat].copy()
        left.remove("W")
        return replace(move, gives=tuple(left[: swap_size(round, seat, move.target, count)]))

    checks: dict[tuple[type, str], CheckHook] = {
        (Lay, "rules"): rules,
        (Lay, "hand"): _gives_held,
        (Lay, "choices"): choices,
    }
    return Hooks(lays=lays, checks=checks, events=events, complete=complete)


def _gives_held(round: Round, seat: int, move: Lay, verdict: Verdict) -> Verdict:
    """Refuse to give cards that the seat does not hold, or not as often."""
    if verdict is not None or not move.gives:
        return verdict
    missing = Counter(move.gives) - (Counter(round.hands[seat]) - Counter(["W"]))
    return Refusal("not_in_hand", {"card": next(iter(missing))}) if missing else None


def _power_owed(round: Round, move: Lay, verdict: Verdict) -> Verdict:
    """Ask for a power, not for a colour, where a Wild may not name one."""
    if move.cards != ("W",) or round.phase is Phase.COLOR:
        return verdict
    return Refusal("choice_required", {"card": "W"})


def swap_size(round: Round, seat: int, target: int, count: int) -> int:
    """Return how many cards a Wild of this seat exchanges: as many as both hands hold, the Wild not counted."""
    return min(count, len(round.hands[seat]) - 1, len(round.hands[target]))


def _gives_well(round: Round, seat: int, move: Lay, count: int) -> bool:
    """Tell whether the right number of cards is given; none need be named where all must go."""
    assert move.target is not None
    size = swap_size(round, seat, move.target, count)
    return len(move.gives) == size or (not move.gives and size == len(round.hands[seat]) - 1)


def _use(round: Round, seat: int, move: Lay, events: Iterator[Event], count: int) -> Iterator[Event]:
    """Yield the play with what the Wild does right after it."""
    assert move.target is not None
    size = swap_size(round, seat, move.target, count)
    for event in events:
        yield event
        if not isinstance(event, CardsLaid):
            continue
        if move.power == PEEK:
            yield Peeked(event.seat, move.target, tuple(round.hands[move.target]))
        else:
            gives = move.gives or tuple(round.hands[event.seat])
            yield CardsExchanged(event.seat, move.target, gives, (), size)


RULE = HouseRule("wild_powers", OPTIONS, hooks)
