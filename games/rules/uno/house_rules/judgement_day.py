"""Judgement day: number cards whose digits are another seat's date, laid in one play."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from games.rules.core.cards import is_number
from games.rules.core.options import Flag
from games.rules.core.refusals import Refusal
from games.rules.core.text import N_
from games.rules.uno import calls, evolve, printed, scoring
from games.rules.uno.days import digits_of
from games.rules.uno.events import Log
from games.rules.uno.hooks import Hooks, HouseRule, Listed
from games.rules.uno.moves import Day
from games.rules.uno.round import Phase, Round

OPTIONS = (
    Flag(
        key="judgement_day",
        group="specials",
        title=N_("Judgement day"),
        text=N_(
            "Before the match everyone names a date. In turn, number cards with exactly the digits of another player's"
            " date may be laid together, then a colour is named that is none of theirs; all four colours win at once."
        ),
    ),
)


def hooks(options: Mapping[str, Any]) -> Hooks | None:
    """Bring the move `day`."""
    if not options["judgement_day"]:
        return None
    checks = (
        ("turn", printed.in_turn),
        ("hand", in_hand),
        ("choices", color_named),
        ("drawn", not_after_drawing),
        ("penalty", no_penalty),
        ("match", fits),
    )
    return Hooks(candidates={Phase.PLAY: candidates}, moves={Day: checks}, plays={Day: play}, most_laid=4)


def whose(round: Round, seat: int, cards: tuple[str, ...]) -> int | None:
    """Return the seat whose date these cards are, the next in the direction of play first, or None."""
    if not all(is_number(card) for card in cards):
        return None
    digits = "".join(sorted(card[1] for card in cards))
    for other in round.others(seat):
        if round.days and not round.same_camp(seat, other) and digits_of(round.days[other]) == digits:
            return other
    return None


def wins_at_once(round: Round, cards: tuple[str, ...]) -> bool:
    """Tell whether the cards show all colours of the deck."""
    return {card[0] for card in cards} == set(round.rules.colors)


def in_hand(round: Round, seat: int, move: Day) -> Refusal | None:
    """Refuse cards that the seat does not hold as often."""
    missing = Counter(move.cards) - Counter(round.hands[seat])
    return Refusal("not_in_hand", {"card": next(iter(missing))}) if missing else None


def color_named(round: Round, seat: int, move: Day) -> Refusal | None:
    """Ask for a colour that is none of the cards', or for none where all four are there."""
    shown = {card[0] for card in move.cards}
    if round.phase is Phase.COLOR:
        return Refusal("color_required")
    if wins_at_once(round, move.cards):
        return None if move.color is None else Refusal("color_required")
    return None if move.color in set(round.rules.colors) - shown else Refusal("color_required")


def not_after_drawing(round: Round, seat: int, move: Day) -> Refusal | None:
    """Refuse it while a drawn card is undecided."""
    return Refusal("not_the_drawn_card", {"card": round.drawn}) if round.phase is Phase.DRAWN else None


def no_penalty(round: Round, seat: int, move: Day) -> Refusal | None:
    """Refuse it while a penalty or a skip waits."""
    return Refusal("penalty_pending", {"count": round.pending}) if round.phase is Phase.ANSWER else None


def fits(round: Round, seat: int, move: Day) -> Refusal | None:
    """Refuse digits that are nobody else's date."""
    return None if whose(round, seat, move.cards) is not None else Refusal("date_does_not_fit")


def play(round: Round, log: Log, seat: int, move: Day) -> None:
    """Lay the date: a play as any other, which may also go out or win at once."""
    target = whose(round, seat, move.cards)
    assert target is not None
    at_once = wins_at_once(round, move.cards)
    evolve.day_laid(round, log, seat, move, target)
    if at_once or not round.hands[seat]:
        scoring.won(round, log, seat)
        return
    if move.call:
        calls.call(round, log, seat)
    evolve.waiting(round, log, round.after(seat), Phase.PLAY)


def candidates(round: Round, seat: int, moves: Listed) -> None:
    """Add every date that the hand can lay: one order for each set, first and last card."""
    if not round.days:
        return
    dates = {digits_of(round.days[other]) for other in round.others(seat) if not round.same_camp(seat, other)}
    held = Counter(card for card in round.hands[seat] if is_number(card))
    for digits in sorted(dates - {""}):
        for cards in _sets(held, digits):
            colors = [color for color in round.rules.colors if color not in {card[0] for card in cards}]
            for order in _orders(cards):
                days = [Day(order, color) for color in colors] if colors else [Day(order)]
                moves.update({day.text: day for day in days})


def _sets(held: Counter[str], digits: str) -> Iterator[tuple[str, ...]]:
    """Yield each set of held cards that has these digits, once."""
    if not digits:
        yield ()
        return
    count = digits.count(digits[0])
    rest = digits[count:]
    kinds = sorted(card for card in held if card[1] == digits[0])
    for chosen in _choose(kinds, held, count):
        for others in _sets(held, rest):
            yield chosen + others


def _choose(kinds: list[str], held: Counter[str], count: int) -> Iterator[tuple[str, ...]]:
    """Yield each way to take so many of these cards."""
    if not count:
        yield ()
        return
    for index, kind in enumerate(kinds):
        for taken in range(1, min(count, held[kind]) + 1):
            for rest in _choose(kinds[index + 1 :], held, count - taken):
                yield (kind,) * taken + rest


def _orders(cards: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield one order for each first and last card."""
    for first in dict.fromkeys(cards):
        rest = list(cards)
        rest.remove(first)
        for last in dict.fromkeys(rest):
            middle = rest.copy()
            middle.remove(last)
            yield (first, *middle, last)


RULE = HouseRule("judgement_day", OPTIONS, hooks)
