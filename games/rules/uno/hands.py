"""Hands that change their holders: swapped, passed round, shuffled, some cards exchanged. A part of evolve.py.

Nobody owes a call for a hand, or a card, received this way.
"""

from collections.abc import Iterable

from games.rules.uno.events import CardsExchanged, HandsRotated, HandsShuffled, HandsSwapped, Log
from games.rules.uno.round import Round


def swapped(round: Round, log: Log, seat: int, target: int) -> None:
    """Two seats exchange their whole hands."""
    round.hands[seat], round.hands[target] = round.hands[target], round.hands[seat]
    _forget_calls(round, (seat, target))
    log.append(HandsSwapped(seat, target))


def rotated(round: Round, log: Log) -> None:
    """Every hand goes to the next seat in the direction of play."""
    seats = round.seats_in()
    moved = {round.after(seat): round.hands[seat] for seat in seats}
    for seat in seats:
        round.hands[seat] = moved[seat]
    _forget_calls(round, seats)
    log.append(HandsRotated(round.direction))


def shuffled(round: Round, log: Log, seat: int) -> None:
    """All hands are gathered from seat 0 on, shuffled and dealt round from the seat after this one."""
    gathered = [card for hand in round.hands for card in hand]
    order = round.shuffle.order(gathered, round.number, round.uses)
    round.uses += 1
    receivers = [*round.others(seat), seat]
    for index, other in enumerate(receivers):
        round.hands[other] = order[index :: len(receivers)]
    _forget_calls(round, receivers)
    log.append(HandsShuffled(seat))


def exchanged(round: Round, log: Log, seat: int, target: int, gave: tuple[str, ...], count: int) -> None:
    """Two seats exchange cards: one side's choice for as many of the other's, drawn by the seed."""
    mine, theirs = round.hands[seat], round.hands[target]
    took = tuple(round.shuffle.order(theirs, round.number, round.uses)[:count])
    round.uses += 1
    for card in gave:
        mine.remove(card)
    for card in took:
        theirs.remove(card)
    mine.extend(took)
    theirs.extend(gave)
    _forget_calls(round, (seat, target))
    log.append(CardsExchanged(seat, target, gave, took, count))


def _forget_calls(round: Round, seats: Iterable[int]) -> None:
    """A call belongs to the hand it was made for; a hand received owes none."""
    gone = frozenset(seats)
    round.called -= gone
    round.uncalled -= gone
    round.catches = frozenset(pair for pair in round.catches if pair[1] not in gone)
