"""evolve: the only writer of a position. It applies one event and logs what became of it.

What an event leaves open (which cards come off the pile, the order of a reshuffle) is settled here, by the pile and
the match's seed; the settled event is what the log holds.
"""

from typing import assert_never

from games.rules.uno import hands
from games.rules.uno.events import (
    Accepted,
    Called,
    CardPutBack,
    CardsDrawn,
    CardsExchanged,
    CardsLaid,
    Caught,
    ChallengeLost,
    ChallengeWon,
    ColorNamed,
    DayLaid,
    DealerDrawn,
    DirectionTurned,
    Event,
    FalseCall,
    FirstCard,
    FourLaid,
    HandShown,
    HandsRotated,
    HandsShuffled,
    HandsSwapped,
    JumpedIn,
    MatchOver,
    Misplayed,
    Passed,
    Peeked,
    PenaltyGrew,
    PenaltyLapsed,
    PenaltyPassed,
    Reshuffled,
    RoundBlocked,
    RoundDealt,
    RoundWon,
    SeatLeft,
    SkipWaits,
    TurnSkipped,
    Waiting,
)
from games.rules.uno.round import Four, Phase, Round

_NOBODY: frozenset[int] = frozenset()
_NO_CATCH: frozenset[tuple[int, int]] = frozenset()
_PHASES = {phase.value: phase for phase in Phase}


def evolve(round: Round, event: Event, log: list[Event]) -> None:  # noqa: C901 - one match over all events
    """Apply one event to the position, in place, and append what happened to `log`."""
    match event:
        case Waiting():
            round.turn, round.phase = event.seat, _PHASES[event.phase]
            round.drawn = round.hands[event.seat][-1] if round.phase is Phase.DRAWN else None
            if round.phase is not Phase.ANSWER:
                round.skips = 0
        case CardsLaid():
            _lay(round, event)
        case CardsDrawn():
            _draw(round, event, log)
            return
        case TurnSkipped() | FalseCall() | Reshuffled() | MatchOver() | JumpedIn():
            pass
        case PenaltyPassed() | Peeked() | HandShown():
            pass
        case DealerDrawn() | RoundDealt() | CardPutBack() | FirstCard():
            pass  # The deal makes a new position; these tell of it.
        case Accepted() | Passed():
            close_window(round)
        case HandsSwapped() | HandsRotated() | HandsShuffled() | CardsExchanged():
            event = hands.regroup(round, event)
        case DayLaid():
            _lay(round, event)
            round.last_lay = None
        case Misplayed():
            close_window(round)
        case SkipWaits():
            round.skips = event.count
        case DirectionTurned():
            round.direction = event.direction
        case PenaltyGrew():
            round.pending, round.kind = event.pending, event.kind
            if round.last_lay is not None:
                round.penalty_from = round.last_lay[0]
        case PenaltyLapsed():
            _forget_penalty(round)
        case FourLaid():
            round.fours = (*round.fours, Four(*event))
        case ColorNamed():
            round.color = event.color
        case Called():
            round.called |= {event.seat}
            if not any(caught == event.seat for _, caught in round.catches):
                round.uncalled -= {event.seat}
        case Caught():
            _catch(round, event)
        case ChallengeWon() | ChallengeLost():
            close_window(round)
        case RoundWon():
            _end(round, event.seat)
        case RoundBlocked():
            round.blocked = True
            _end(round, event.seat)
        case SeatLeft():
            _leave(round, event.seat)
        case _:
            assert_never(event)
    log.append(event)


def _lay(round: Round, event: CardsLaid | DayLaid) -> None:
    """Move cards from the hand to the pile; open the window for the call where one card is left."""
    seat, cards, color, called = event[:4]
    hand = round.hands[seat]
    for card in cards:
        hand.remove(card)
    round.discard.extend(cards)
    round.color = color
    round.last_lay = (seat, cards)
    round.idle = 0
    round.follow_color = False
    close_window(round)
    if round.called:
        round.called -= {seat}
    if not hand:
        round.finisher = seat
    if round.uncalled:
        round.uncalled -= {seat}
    if len(hand) == 1 and not called:
        round.uncalled |= {seat}


def close_window(round: Round) -> None:
    """End the time for catching, as somebody acts; hands already caught are done with in any case."""
    if not round.uncalled:
        return
    if round.rules.uno_window == "next_turn":
        round.uncalled = _NOBODY
    elif round.catches:
        round.uncalled -= {caught for _, caught in round.catches}
    round.catches = _NO_CATCH


def _catch(round: Round, event: Caught) -> None:
    """The one caught pays once; where every catcher counts, the window stays open for the others."""
    if round.rules.uno_per_catcher:
        round.catches |= {(event.catcher, event.seat)}
    else:
        round.uncalled -= {event.seat}


def _draw(round: Round, event: CardsDrawn, log: list[Event]) -> None:
    """Draw from the pile, shuffling the discard pile anew when it is empty; draw what there is, even nothing."""
    seat, _, reason, count = event
    pile = round.draw_pile
    if len(pile) >= count:
        drawn = pile[-1:] if count == 1 else pile[: -count - 1 : -1]
        del pile[-count:]
    else:
        drawn = []
        while len(drawn) < count and (round.draw_pile or _reshuffle(round, log)):
            drawn.append(round.draw_pile.pop())
    if reason == "turn":
        close_window(round)
    elif reason in ("penalty", "challenge"):
        round.follow_color = True
    if drawn:
        round.hands[seat].extend(drawn)
        round.idle = 0
        if seat in round.called:
            round.called -= {seat}
        if seat in round.uncalled and not any(caught == seat for _, caught in round.catches):
            round.uncalled -= {seat}
        if round.finisher == seat:
            round.finisher = None
    last = log[-1] if log else None
    if reason in ("turn", "swim") and type(last) is CardsDrawn and last.seat == seat and last.reason == reason:
        # One draw of several: it was no idle turn if only the last of them found nothing.
        log[-1] = CardsDrawn(seat, last.cards + tuple(drawn), reason, last.count + len(drawn))
    else:
        log.append(CardsDrawn(seat, tuple(drawn), reason, len(drawn)))
        # A misplay on a penalty draws twice, in one turn.
        again = type(last) is CardsDrawn and last.seat == seat
        if not drawn and not again and (reason in ("turn", "misplay") or (reason == "penalty" and round.turn == seat)):
            round.idle += 1


def _reshuffle(round: Round, log: list[Event]) -> bool:
    """Make the discard pile without its top the new draw pile; tell whether it held any card."""
    cards = round.discard[:-1]
    if not cards:
        return False
    del round.discard[:-1]
    order = round.shuffle.order(cards, round.number, round.uses)
    round.uses += 1
    round.draw_pile = order[::-1]
    log.append(Reshuffled(len(cards)))
    return True


def _forget_penalty(round: Round) -> None:
    """Nothing is pending any more."""
    round.pending, round.kind, round.fours = 0, "", ()


def _end(round: Round, winner: int | None) -> None:
    """The round is over; nobody owes anything."""
    _forget_penalty(round)
    round.phase, round.turn, round.winner, round.drawn = Phase.OVER, None, winner, None
    round.uncalled, round.catches, round.finisher, round.skips = _NOBODY, _NO_CATCH, None, 0


def _leave(round: Round, seat: int) -> None:
    """Take the seat out: its hand goes under the top, a challenge against it lapses."""
    round.discard[-1:-1] = round.hands[seat]
    round.hands[seat] = []
    round.gone |= {seat}
    round.called -= {seat}
    round.uncalled -= {seat}
    round.catches = frozenset(pair for pair in round.catches if seat not in pair)
    if round.finisher == seat:
        round.finisher = None
