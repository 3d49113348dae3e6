"""What a Wild may do besides naming a colour: look at a hand, or exchange cards."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from games.rules.core.options import Number, Several
from games.rules.core.refusals import Refusal
from games.rules.core.text import N_
from games.rules.uno import hands
from games.rules.uno.events import Log, Peeked
from games.rules.uno.hooks import Check, Hooks, HouseRule, Next, Pardon, Stage, Verdict
from games.rules.uno.house_rules.targets import TARGETS, empties_hand, may_be_target
from games.rules.uno.moves import PEEK, SWAP, Lay
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


def hooks(options: Mapping[str, Any]) -> Hooks | None:
    """Let a Wild peek or swap, or take the naming of a colour away."""
    powers = options["wild_powers"]
    if powers == ("color",):
        return None
    marks = [mark for power, mark in (("peek", PEEK), ("swap", SWAP)) if power in powers]

    def lays(card: str, ways: tuple[Lay, ...]) -> tuple[Lay, ...]:
        if card != "W":
            return ways
        return (*ways, *(Lay(("W",), None, seat, mark) for mark in marks for seat in TARGETS))

    def known(round: Round, seat: int, move: Lay, refusal: Refusal) -> Verdict:
        return None if move.power in marks else refusal

    allows: dict[Stage, Pardon] = {(Lay, "rules"): known}
    refuses: dict[Stage, Check] = {(Lay, "hand"): gives_held, (Lay, "choices"): well_chosen}
    if "color" not in powers:
        allows[Lay, "choices"], refuses[Lay, "rules"] = power_owed, no_color
    return Hooks(lays=lays, allows=allows, refuses=refuses, effects={"W": use}, complete=complete)


def no_color(round: Round, seat: int, move: Lay) -> Verdict:
    """Refuse to name a colour where a Wild may not, unless it is the last card."""
    if move.cards == ("W",) and move.color and not empties_hand(round, seat, move):
        return Refusal("not_in_these_rules", {"rule": "wild_powers"})
    return None


def gives_held(round: Round, seat: int, move: Lay) -> Verdict:
    """Refuse to give cards that the seat does not hold, or not as often."""
    if not move.gives:
        return None
    missing = Counter(move.gives) - (Counter(round.hands[seat]) - Counter(["W"]))
    return Refusal("not_in_hand", {"card": next(iter(missing))}) if missing else None


def power_owed(round: Round, seat: int, move: Lay, refusal: Refusal) -> Verdict:
    """Ask for a power, not for a colour, where a Wild may not name one."""
    if move.cards != ("W",) or round.phase is Phase.COLOR or empties_hand(round, seat, move):
        return refusal
    return Refusal("choice_required", {"card": "W"})


def well_chosen(round: Round, seat: int, move: Lay) -> Verdict:
    """Refuse a power without a seat that is there, or with the wrong number of cards; a last card has none."""
    if not move.power:
        return None
    if empties_hand(round, seat, move):
        return Refusal("color_required", {"card": "W"})
    fits = may_be_target(round, seat, move.target)
    if fits and move.power == SWAP:
        # None need be named where all must go.
        size = swap_size(round, seat, move)
        fits = len(move.gives) == size or (not move.gives and size == len(round.hands[seat]) - 1)
    return None if fits else Refusal("choice_required", {"card": "W"})


def swap_size(round: Round, seat: int, move: Lay) -> int:
    """Return how many cards the Wild in this hand will exchange: as many as both hands hold, the Wild not counted."""
    assert move.target is not None
    return min(round.rules.options["swap_count"], len(round.hands[seat]) - 1, len(round.hands[move.target]))


def complete(round: Round, seat: int, move: Lay) -> Lay:
    """Return an exchange that lists leave open with the first cards of the hand as those given."""
    if move.power != SWAP or move.gives or not may_be_target(round, seat, move.target):
        return move
    left = round.hands[seat].copy()
    left.remove("W")
    return replace(move, gives=tuple(left[: swap_size(round, seat, move)]))


def use(round: Round, log: Log, seat: int, move: Lay, times: int) -> Next:
    """Do what the Wild does once it lies."""
    if move.power and move.target is not None:
        hand, theirs = round.hands[seat], round.hands[move.target]
        if move.power == PEEK:
            log.append(Peeked(seat, move.target, tuple(theirs)))
        else:
            size = min(round.rules.options["swap_count"], len(hand), len(theirs))
            hands.exchanged(round, log, seat, move.target, move.gives or tuple(hand), size)
    return round.after(seat), Phase.PLAY


RULE = HouseRule("wild_powers", OPTIONS, hooks)
