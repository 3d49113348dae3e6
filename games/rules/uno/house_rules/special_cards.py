"""The wild cards of the other editions: Custom, Shuffle Hands, Keep Swimming. Each also names a colour."""

from collections.abc import Mapping
from typing import Any

from games.rules.core.options import Choice
from games.rules.core.text import N_
from games.rules.uno import evolve, hands
from games.rules.uno.events import Log, TurnSkipped
from games.rules.uno.hooks import CardEffect, Hooks, HouseRule, Next
from games.rules.uno.house_rules.targets import TARGETS, may_name_seat, must_name_seat, names_needlessly, swap_hands
from games.rules.uno.moves import Lay
from games.rules.uno.round import Phase, Round

COLOR_NAMES = {
    "red": "R",
    "yellow": "Y",
    "green": "G",
    "blue": "B",
    "pink": "P",
}

OPTIONS = (
    Choice(
        key="custom_effect",
        default="everyone_draws_one",
        group="specials",
        title=N_("Custom card"),
        text=N_("What a Custom card does besides naming a colour."),
        labels={
            "everyone_draws_one": N_("Every other player draws a card"),
            "swap_hands": N_("Swap hands with a player of choice"),
            "shuffle_hands": N_("All hands are shuffled and dealt again"),
            "play_again": N_("Play again"),
            "target_draws_three": N_("A player of choice draws three cards"),
            "nothing": N_("Nothing"),
        },
    ),
    Choice(
        key="swim_color",
        default="blue",
        group="specials",
        title=N_("Keep Swimming"),
        text=N_("The colour until which the next player draws when a Keep Swimming is played."),
        labels={
            "red": N_("Red"),
            "yellow": N_("Yellow"),
            "green": N_("Green"),
            "blue": N_("Blue"),
            "pink": N_("Pink"),
        },
    ),
)


def hooks(options: Mapping[str, Any]) -> Hooks | None:
    """Give the special cards their effects; decks without them never ask for these."""
    custom = options["custom_effect"]
    effects: dict[str, CardEffect] = {"WH": shuffle_hands, "WK": _swim(COLOR_NAMES[options["swim_color"]])}
    if custom in _CUSTOM:
        effects["WC"] = _CUSTOM[custom]
    regroups = {"WH", "WC"} if custom in ("swap_hands", "shuffle_hands") else {"WH"}
    if custom not in ("swap_hands", "target_draws_three"):
        return Hooks(effects=effects, regroups=frozenset(regroups))
    return Hooks(
        lays=_at_every_seat,
        needless=names_needlessly("WC"),
        allows=may_name_seat("WC"),
        refuses=must_name_seat("WC"),
        effects=effects,
        regroups=frozenset(regroups),
    )


def _at_every_seat(card: str, ways: tuple[Lay, ...]) -> tuple[Lay, ...]:
    """Return the ways to lay a Custom card with every seat as its target, and without for a last card."""
    if card != "WC":
        return ways
    return (*(Lay((card,), way.color, seat) for way in ways for seat in TARGETS), *ways)


def everyone_draws_one(round: Round, log: Log, seat: int, move: Lay, times: int) -> Next:
    """Every other seat draws a card, from the next in the direction of play."""
    for other in round.others(seat):
        evolve.cards_drawn(round, log, other, "custom", 1)
    return round.after(seat), Phase.PLAY


def shuffle_hands(round: Round, log: Log, seat: int, move: Lay, times: int) -> Next:
    """Gather all hands, shuffle them, deal them round from the next seat."""
    hands.shuffled(round, log, seat)
    return round.after(seat), Phase.PLAY


def play_again(round: Round, log: Log, seat: int, move: Lay, times: int) -> Next:
    """The same seat moves next."""
    return seat, Phase.PLAY


def target_draws_three(round: Round, log: Log, seat: int, move: Lay, times: int) -> Next:
    """The chosen seat draws three and loses no turn."""
    assert move.target is not None
    evolve.cards_drawn(round, log, move.target, "custom", 3)
    return round.after(seat), Phase.PLAY


_CUSTOM: Mapping[str, CardEffect] = {
    "everyone_draws_one": everyone_draws_one,
    "swap_hands": swap_hands,
    "shuffle_hands": shuffle_hands,
    "play_again": play_again,
    "target_draws_three": target_draws_three,
}


def _swim(letter: str) -> CardEffect:
    """Return Keep Swimming's effect: the next seat draws until a colour comes or nothing is left, and is skipped."""

    def swim(round: Round, log: Log, seat: int, move: Lay, times: int) -> Next:
        victim = round.after(seat)
        while (drawn := evolve.cards_drawn(round, log, victim, "swim", 1)) and drawn[0][0] != letter:
            pass
        log.append(TurnSkipped(victim))
        return round.after(victim), Phase.PLAY

    return swim


RULE = HouseRule("special_cards", OPTIONS, hooks)
