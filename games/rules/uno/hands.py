"""Hands that change their holders: swapped, passed round, shuffled, some cards exchanged. A part of `evolve`."""

from games.rules.uno.events import CardsExchanged, HandsRotated, HandsShuffled, HandsSwapped
from games.rules.uno.round import Round

type Regrouping = HandsSwapped | HandsRotated | HandsShuffled | CardsExchanged


def regroup(round: Round, event: Regrouping) -> Regrouping:
    """Move the cards and return the event as it came about; nobody owes a call for a hand received this way."""
    match event:
        case HandsSwapped(seat, target):
            round.hands[seat], round.hands[target] = round.hands[target], round.hands[seat]
            _forget_calls(round, [seat, target])
        case HandsRotated():
            _rotate(round)
        case HandsShuffled(seat):
            _shuffle(round, seat)
        case CardsExchanged():
            return _exchange(round, event)
    return event


def _rotate(round: Round) -> None:
    """Pass every hand on to the next seat in the direction of play."""
    seats = round.seats_in()
    moved = {round.after(seat): round.hands[seat] for seat in seats}
    for seat in seats:
        round.hands[seat] = moved[seat]
    _forget_calls(round, seats)


def _shuffle(round: Round, seat: int) -> None:
    """Gather all hands from seat 0 on, shuffle them and deal them round from the seat after this one."""
    gathered = [card for hand in round.hands for card in hand]
    order = round.shuffle.order(gathered, round.number, round.uses)
    round.uses += 1
    receivers = [*round.others(seat), seat]
    for index, other in enumerate(receivers):
        round.hands[other] = order[index :: len(receivers)]
    _forget_calls(round, receivers)


def _exchange(round: Round, event: CardsExchanged) -> CardsExchanged:
    """Exchange cards: one side's choice for as many of the other's, drawn by the seed."""
    seat, target, gave, _, count = event
    mine, theirs = round.hands[seat], round.hands[target]
    took = tuple(round.shuffle.order(theirs, round.number, round.uses)[:count])
    round.uses += 1
    for card in gave:
        mine.remove(card)
    for card in took:
        theirs.remove(card)
    mine.extend(took)
    theirs.extend(gave)
    _forget_calls(round, [seat, target])
    return event._replace(took=took)


def _forget_calls(round: Round, seats: list[int]) -> None:
    """A call belongs to the hand it was made for; a hand received owes none."""
    gone = frozenset(seats)
    round.called -= gone
    round.uncalled -= gone
    round.catches = frozenset(pair for pair in round.catches if pair[1] not in gone)
