"""The only writer of a position: one function for each event that changes it, called as the event happens.

Each function changes the round, in place, and then appends the event to `log`: what has been logged has been applied.
What an event leaves open (which cards come off the pile, the order of a reshuffle) is settled here, by the pile and
the match's seed. An event that changes no position (a lost turn, a false call) is only appended, by whoever plays it.
Hands that change their holders are in hands.py, which belongs to this file.
"""

from games.rules.core.cards import ALL_CARDS
from games.rules.uno.events import (
    Accepted,
    Called,
    CardsDrawn,
    CardsLaid,
    Caught,
    ChallengeLost,
    ChallengeWon,
    ColorNamed,
    DayLaid,
    DirectionTurned,
    FourLaid,
    Log,
    Misplayed,
    Passed,
    PenaltyGrew,
    PenaltyLapsed,
    Reshuffled,
    RoundBlocked,
    RoundWon,
    SeatLeft,
    SkipWaits,
    Waiting,
)
from games.rules.uno.moves import Day, Lay
from games.rules.uno.options import MOST_SEATS
from games.rules.uno.round import NOTHING_LISTED, Four, Phase, Round

_NOBODY: frozenset[int] = frozenset()
_NO_CATCH: frozenset[tuple[int, int]] = frozenset()
_PLAY, _DRAWN, _ANSWER = Phase.PLAY, Phase.DRAWN, Phase.ANSWER
#: There are so few of these that each is made once; _TO_PLAY is the part that every turn asks for.
_WAITING = {phase: tuple(Waiting(seat, phase) for seat in range(MOST_SEATS)) for phase in Phase}
_TO_PLAY = _WAITING[_PLAY]
_DRAWN_ONE = [{card: CardsDrawn(seat, (card,), "turn", 1) for card in ALL_CARDS} for seat in range(MOST_SEATS)]
_TURNED = {direction: DirectionTurned(direction) for direction in (1, -1)}
_CALLED = tuple(Called(seat) for seat in range(MOST_SEATS))
_OF_DRAW_CARDS = frozenset({"penalty", "challenge"})
_LAPSED = PenaltyLapsed()
#: What a named tuple's own constructor does, in three fifths of its time: for the events that moves are made of.
_new = tuple.__new__


def begin(round: Round) -> Log:
    """Open the next position: return an empty log, forget what was found out about the one that is left."""
    round.position += 1
    round.listed = NOTHING_LISTED
    round.shown = None
    return []


def turn_begins(round: Round, log: Log, seat: int) -> None:
    """The round waits for this seat to play: how all but few moves end."""
    round.turn = seat
    round.turn_since = round.position
    if round.phase is not _PLAY:
        round.phase, round.skips, round.drawn = _PLAY, 0, None
    log.append(_TO_PLAY[seat])


def waiting(round: Round, log: Log, seat: int, phase: Phase) -> None:
    """The round waits for this seat, in this phase."""
    if phase is _PLAY:
        turn_begins(round, log, seat)
        return
    round.turn = seat
    round.phase = phase
    round.turn_since = round.position
    round.drawn = round.hands[seat][-1] if phase is _DRAWN else None
    if phase is not _ANSWER:
        round.skips = 0
    log.append(_WAITING[phase][seat])


def cards_laid(round: Round, log: Log, seat: int, move: Lay) -> None:
    """A seat lays cards, the last on top; with one card left and no call, the window for catching opens."""
    event = round.last_lay = move.told[seat] or _laid(round, seat, move)
    hand = round.hands[seat]
    card = move.alone
    if card:
        hand.remove(card)
        round.discard.append(card)
    else:
        for card in move.cards:
            hand.remove(card)
        round.discard += move.cards
    if move.lies:
        round.color = move.lies
    round.idle = 0
    round.follow_color = False
    round.top_since = round.position
    if round.uncalled:
        close_window(round)
        round.uncalled -= {seat}
    if round.called:
        round.called -= {seat}
    if len(hand) < 2:
        if not hand:
            round.finisher = seat
        elif not move.call:
            round.uncalled |= {seat}
    log.append(event)


def _laid(round: Round, seat: int, move: Lay) -> CardsLaid:
    """Return the event of a lay; it is kept where it names its colour itself, so that it is the same everywhere."""
    color = move.lies or round.color
    assert color is not None
    event = CardsLaid(seat, move.cards, color, move.call)
    if move.lies:
        move.told[seat] = event
    return event


def day_laid(round: Round, log: Log, seat: int, move: Day, target: int) -> None:
    """A seat lays a date as any other cards, but a death number cannot fit it."""
    color = move.color or move.cards[-1][0]
    cards_laid(round, log, seat, Lay(move.cards, color, call=move.call))
    round.last_lay = None
    log[-1] = DayLaid(seat, move.cards, color, move.call, target)


def close_window(round: Round) -> None:
    """End the time for catching, as somebody acts; hands already caught are done with in any case."""
    if not round.uncalled:
        return
    if round.rules.uno_window == "next_turn":
        round.uncalled = _NOBODY
    elif round.catches:
        round.uncalled -= {caught for _, caught in round.catches}
    round.catches = _NO_CATCH


def card_drawn(round: Round, log: Log, seat: int) -> str | None:
    """A seat draws a card in its turn; return it, or None where there is none."""
    pile = round.draw_pile
    if log or not pile:
        drawn = cards_drawn(round, log, seat, "turn", 1)
        return drawn[0] if drawn else None
    card = pile.pop()
    round.hands[seat].append(card)
    round.idle = 0
    if round.uncalled:
        close_window(round)
    if round.called or round.uncalled:
        _call_anew(round, seat)
    log.append(_DRAWN_ONE[seat][card])
    return card


def cards_drawn(round: Round, log: Log, seat: int, reason: str, count: int) -> tuple[str, ...]:
    """A seat draws from the pile, what there is, even nothing; return the cards. An empty pile is shuffled anew."""
    pile = round.draw_pile
    if len(pile) < count:
        drawn = _draw_over(round, log, count)
    elif count == 1:
        drawn = (pile.pop(),)
    else:
        drawn = tuple(pile[: -count - 1 : -1])
        del pile[-count:]
    if reason == "turn":
        if round.uncalled:
            close_window(round)
    elif reason in _OF_DRAW_CARDS:
        round.follow_color = True
    if drawn:
        hand = round.hands[seat]
        hand += drawn
        round.idle = 0
        if round.called or round.uncalled:
            _call_anew(round, seat)
        if round.finisher == seat:
            round.finisher = None
    event = _new(CardsDrawn, (seat, drawn, reason, len(drawn)))
    if log and type(last := log[-1]) is CardsDrawn and last.seat == seat:
        _draw_on(log, last, event)
        return drawn
    # A turn in which nothing was found to draw; a misplay on a penalty draws twice, but in one turn.
    if not drawn and (reason in ("turn", "misplay") or (reason == "penalty" and round.turn == seat)):
        round.idle += 1
    log.append(event)
    return drawn


def _draw_on(log: Log, last: CardsDrawn, event: CardsDrawn) -> None:
    """Log that a seat goes on drawing: drawing until a card comes is one draw of several."""
    if last.reason == event.reason and event.reason in ("turn", "swim"):
        event = CardsDrawn(event.seat, last.cards + event.cards, event.reason, last.count + event.count)
        log.pop()
    log.append(event)


def _draw_over(round: Round, log: Log, count: int) -> tuple[str, ...]:
    """Take the pile's last cards and go on with the discard pile, shuffled, as far as it goes."""
    drawn: list[str] = []
    while len(drawn) < count and (round.draw_pile or _reshuffle(round, log)):
        drawn.append(round.draw_pile.pop())
    return tuple(drawn)


def _reshuffle(round: Round, log: Log) -> bool:
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


def _call_anew(round: Round, seat: int) -> None:
    """A hand that has drawn is another: its call is used up, and it owes none, unless it was caught already."""
    round.called -= {seat}
    if seat in round.uncalled and not any(caught == seat for _, caught in round.catches):
        round.uncalled -= {seat}


def four_laid(round: Round, log: Log, event: FourLaid) -> None:
    """The Wild Draw Four just laid may be challenged."""
    round.fours = (*round.fours, _new(Four, event))
    log.append(event)


def color_named(round: Round, log: Log, seat: int, color: str) -> None:
    """The colour owed for the first card was named."""
    round.color = color
    log.append(ColorNamed(seat, color))


def accepted(round: Round, log: Log, seat: int) -> None:
    """A seat takes its penalty, or its skip."""
    close_window(round)
    log.append(Accepted(seat))


def passed(round: Round, log: Log, seat: int) -> None:
    """A seat keeps the card it drew."""
    close_window(round)
    log.append(Passed(seat))


def misplayed(round: Round, log: Log, event: Misplayed) -> None:
    """A seat laid what it may not lay, and took it back."""
    close_window(round)
    log.append(event)


def challenged(round: Round, log: Log, event: ChallengeWon | ChallengeLost) -> None:
    """A Wild Draw Four was examined."""
    close_window(round)
    log.append(event)


def skip_waits(round: Round, log: Log, seat: int, count: int) -> None:
    """So many seats, this one first, are about to be skipped."""
    round.skips = count
    log.append(SkipWaits(seat, count))


def direction_turned(round: Round, log: Log, direction: int) -> None:
    """Play goes the other way."""
    round.direction = direction
    log.append(_TURNED[direction])


def penalty_grew(round: Round, log: Log, seat: int, pending: int, kind: str) -> None:
    """So many cards now await this seat."""
    round.pending, round.kind = pending, kind
    if round.last_lay is not None:
        round.penalty_from = round.last_lay.seat
    log.append(_new(PenaltyGrew, (seat, pending, kind)))


def penalty_lapsed(round: Round, log: Log) -> None:
    """Nothing is pending any more."""
    round.pending, round.kind, round.fours = 0, "", ()
    log.append(_LAPSED)


def called(round: Round, log: Log, seat: int) -> None:
    """A seat called for its last card; where it has been caught already, that does not help."""
    round.called |= {seat}
    if round.uncalled and not any(caught == seat for _, caught in round.catches):
        round.uncalled -= {seat}
    log.append(_CALLED[seat])


def caught(round: Round, log: Log, event: Caught) -> None:
    """The one caught pays once; where every catcher counts, the window stays open for the others."""
    if round.rules.uno_per_catcher:
        round.catches |= {(event.catcher, event.seat)}
    else:
        round.uncalled -= {event.seat}
    log.append(event)


def round_over(round: Round, log: Log, event: RoundWon | RoundBlocked) -> None:
    """The round is over; nobody owes anything."""
    round.blocked = type(event) is RoundBlocked
    round.pending, round.kind, round.fours = 0, "", ()
    round.phase, round.turn, round.winner, round.drawn = Phase.OVER, None, event.seat, None
    round.uncalled, round.catches, round.finisher, round.skips = _NOBODY, _NO_CATCH, None, 0
    round.turn_since = round.position
    round.lasting = None
    log.append(event)


def seat_left(round: Round, log: Log, seat: int) -> None:
    """Take the seat out: its hand goes under the top, a challenge against it lapses. After the round it keeps it."""
    hand = round.hands[seat]
    round.gone |= {seat}
    round.lasting = None
    log.append(SeatLeft(seat, len(hand)))
    if round.phase is Phase.OVER:
        return
    round.discard[-1:-1] = hand
    round.hands[seat] = []
    round.called -= {seat}
    round.uncalled -= {seat}
    round.catches = frozenset(pair for pair in round.catches if seat not in pair)
    if round.finisher == seat:
        round.finisher = None
