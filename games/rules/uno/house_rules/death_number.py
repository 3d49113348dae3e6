"""The death number: a hand of numbers whose sum fits the number just laid wins the round."""

from collections.abc import Mapping
from typing import Any

from games.rules.core.cards import is_number
from games.rules.core.options import Flag
from games.rules.core.refusals import Refusal
from games.rules.core.text import N_
from games.rules.uno import scoring
from games.rules.uno.events import HandShown, Log
from games.rules.uno.hooks import Hooks, HouseRule, Listed
from games.rules.uno.moves import SHOW, Show
from games.rules.uno.round import Phase, Round

OPTIONS = (
    Flag(
        key="death_number",
        group="specials",
        title=N_("Death number"),
        text=N_(
            "A player whose hand is all numbers may show it and win when another player has laid a number and the"
            " hand's sum equals it or is a whole multiple of it; for 0 and 1 it must be equal."
        ),
    ),
)


def hooks(options: Mapping[str, Any]) -> Hooks | None:
    """Bring the move `show`, whoever's turn it is."""
    if not options["death_number"]:
        return None
    return Hooks(
        candidates=dict.fromkeys((Phase.PLAY, Phase.DRAWN, Phase.ANSWER, Phase.COLOR), candidates),
        out_of_turn=candidates,
        moves={Show: (("show", may_show),)},
        plays={Show: show},
    )


def candidates(round: Round, seat: int, moves: Listed) -> None:
    """Add the showing while a number of another seat is the last card laid."""
    if number_to_fit(round, seat) is not None:
        moves[SHOW.text] = SHOW


def number_to_fit(round: Round, seat: int) -> int | None:
    """Return the number that another seat, no partner, has just laid; several of one face count once."""
    if round.last_lay is None or round.same_camp(seat, round.last_lay.seat):
        return None
    card = round.last_lay.cards[-1]
    return int(card[1]) if is_number(card) else None


def may_show(round: Round, seat: int, move: Show) -> Refusal | None:
    """Refuse a hand that does not fit."""
    number, hand = number_to_fit(round, seat), round.hands[seat]
    if number is None or not hand or not all(is_number(card) for card in hand):
        return Refusal("sum_does_not_fit", {"number": number})
    total = sum(int(card[1]) for card in hand)
    if total == number or (number >= 2 and total % number == 0):
        return None
    return Refusal("sum_does_not_fit", {"number": number, "sum": total})


def show(round: Round, log: Log, seat: int, move: Show) -> None:
    """Show the hand and win the round."""
    number = number_to_fit(round, seat)
    assert number is not None
    log.append(HandShown(seat, tuple(round.hands[seat]), number))
    scoring.won(round, log, seat)


RULE = HouseRule("death_number", OPTIONS, hooks)
