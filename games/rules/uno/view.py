"""What one seat may know. Built up from nothing: there is no field that another hand could go in."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, assert_never

from games.rules.core.cards import ALL_CARDS, is_wild
from games.rules.core.refusals import CODES, Refusal
from games.rules.uno import engine, printed
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
from games.rules.uno.hooks import Check
from games.rules.uno.match import Match
from games.rules.uno.moves import Catch, Lay, Move
from games.rules.uno.options import MOST_SEATS
from games.rules.uno.round import Phase, Round
from games.rules.uno.seat_view import HandCard, Lasting, Passing, SeatView

_OVER = Phase.OVER
_MATCH_ALONE = (printed.matches,)


_new = tuple.__new__


def view(match: Match, seat: int | None) -> SeatView:
    """Return what a seat may know now, or a watcher for None."""
    round = match.round
    passing = round.shown or _passing(round)
    lasting = round.lasting or _lasting(match)
    if seat is None:
        return SeatView(None, (), None, (), False, (), passing, lasting)
    rules, cards = round.rules, round.hands[seat]
    hand: tuple[HandCard, ...]
    if round.turn == seat:
        legal, drawn = round.listed or engine.legal(round, seat), round.drawn
        if drawn is None and round.phase in rules.fitting_suffices:
            said = _SAID[rules.colors][round.color][round.discard[-1]]
            hand = tuple([said[card] for card in cards])
        else:
            hand = _hand(round, seat, cards, legal)
    elif not round.uncalled and not rules.out_of_turn:  # there is nothing that it could do
        said = _WAITING[round.turn]
        return _new(SeatView, (seat, tuple([said[card] for card in cards]), None, (), False, (), passing, lasting))
    else:
        legal, drawn = engine.legal(round, seat), None
        hand = _waiting_hand(round, seat, cards, legal)
    call_due = len(cards) <= rules.most_kept and _call_due(legal)
    catchable = _catchable(legal) if round.uncalled else ()
    return _new(SeatView, (seat, hand, drawn, tuple(legal), call_due, catchable, passing, lasting))


def _passing(round: Round) -> Passing:
    """Return what everybody sees of this position, and keep it until the next."""
    discard = round.discard
    shown = round.shown = _new(
        Passing,
        (
            round.position,
            round.phase,
            round.turn,
            round.direction,
            tuple([len(hand) for hand in round.hands]),
            tuple(discard[-3:]),
            len(discard),
            round.color,
            len(round.draw_pile),
            round.pending,
            round.penalty_from if round.pending else None,
            round.kind,
            round.skips,
            round.called,
            round.turn_since,
            round.top_since,
        ),
    )
    return shown


def _lasting(match: Match) -> Lasting:
    """Return what everybody sees of a round, and keep it: it changes when the round ends or a seat leaves."""
    round = match.round
    over = round.phase is _OVER
    lasting = round.lasting = Lasting(
        round.seats,
        match.gone,
        round.number,
        round.dealer,
        tuple(match.scores),
        winner(round) if over else None,
        match.over,
        match.placement,
        tuple(map(tuple, round.hands)) if over else None,
        round.rules,
        match.days,
        match.vip,
    )
    return lasting


def _call_due(legal: Mapping[str, Move]) -> bool:
    """Tell whether any play is listed with the call."""
    return any(type(move) is Lay and move.call for move in legal.values())


def _catchable(legal: Mapping[str, Move]) -> tuple[int, ...]:
    """Return the seats that the listed moves would catch."""
    return tuple([move.target for move in legal.values() if isinstance(move, Catch)])


def winner(round: Round) -> int | tuple[int, ...] | None:
    """Return the seat that won the round, in teams its camp's seats, or None."""
    if round.winner is None or not round.rules.teams:
        return round.winner
    return tuple(seat for seat in range(round.seats) if round.same_camp(round.winner, seat))


#: Cards with what they say, by the card. Each is made once and shared: making one costs more than finding it.
type Said = Mapping[str, HandCard]


def _refused(refusal: Refusal) -> Said:
    """Return what cards say that may not be laid, all for this one reason."""
    return {card: HandCard(card, (), refusal) for card in ALL_CARDS}


#: What everybody else's cards say while it is one seat's turn; None: the round is over.
_WAITING = {None: _refused(engine.ROUND_OVER)} | {
    turn: _refused(printed.not_your_turn(turn)) for turn in range(MOST_SEATS)
}


@lru_cache(maxsize=128)
def _beside(drawn: str) -> Said:
    """Return what cards say beside a drawn one that is undecided."""
    return _refused(printed.not_the_drawn_card(drawn))


def _fitting(top: str, color: str, colors: str) -> Said:
    """Return what cards say that may be laid if they fit, in the printed ways; `colors`: the deck's."""
    cards = [card for card in ALL_CARDS if is_wild(card) or card[0] in colors]
    said = {card: HandCard(card, (), printed.does_not_match(card, color, top)) for card in cards}
    for card in cards:
        if is_wild(card):
            said[card] = HandCard(card, tuple(f"{card}>{named}" for named in colors), None)
        elif card[0] == color or (top[0] != "W" and card[1] == top[1]):
            said[card] = HandCard(card, (card,), None)
    return said


class _Kept[Key, Value](dict[Key, Value]):
    """A table that makes what it is asked for the first time, and keeps it."""

    def __init__(self, make: Callable[[Key], Value]) -> None:
        self._make = make

    def __missing__(self, key: Key) -> Value:
        made = self[key] = self._make(key)
        return made


#: _fitting by the deck's colours, the active colour and the top.
_SAID = _Kept[str, _Kept[Any, _Kept[str, Said]]](
    lambda colors: _Kept(lambda color: _Kept(lambda top: _fitting(top, color, colors)))
)


def _hand(round: Round, seat: int, cards: list[str], legal: Mapping[str, Move]) -> tuple[HandCard, ...]:
    """Return the cards of the seat to move with what they say."""
    rules, drawn = round.rules, round.drawn
    if drawn is None or round.phase not in rules.fitting_suffices:
        return _judged(round, seat, cards, legal, rules.checks_of_own[round.phase])
    said = _SAID[rules.colors][round.color][round.discard[-1]][drawn]
    otherwise = _beside(drawn)
    return tuple([said if card == drawn else otherwise[card] for card in cards])


def _waiting_hand(round: Round, seat: int, cards: list[str], legal: Mapping[str, Move]) -> tuple[HandCard, ...]:
    """Return the cards of a seat that is not to move with what they say."""
    rules = round.rules
    if rules.twins_jump and round.discard[-1] in cards:
        return _judged(round, seat, cards, legal, rules.checks[Lay])
    said = _WAITING[round.turn]
    return tuple([said[card] for card in cards])


def _judged(
    round: Round, seat: int, cards: list[str], legal: Mapping[str, Move], checks: tuple[Check, ...]
) -> tuple[HandCard, ...]:
    """Return the cards of a seat with the moves that are listed of each, or what these checks say against it."""
    plays: dict[str, tuple[str, ...]] = {}
    for text, move in legal.items():
        if type(move) is Lay and not move.call:
            card = move.cards[0]
            plays[card] = (*plays[card], text) if card in plays else (text,)
    # Where a card can fail at nothing but the match, there is no need to ask.
    said: Said = {}
    if checks == _MATCH_ALONE:
        said = _SAID[round.rules.colors][round.color][round.discard[-1]]
    known: dict[str, HandCard] = {}
    for card in cards:
        if card in plays:
            known[card] = _new(HandCard, (card, plays[card], None))
        elif said:
            known[card] = said[card]
        elif card not in known:
            known[card] = _new(HandCard, (card, (), _refusal(checks, round, seat, card)))
    return tuple([known[card] for card in cards])


def _refusal(checks: tuple[Check, ...], round: Round, seat: int, card: str) -> Refusal | None:
    """Return why a card of one's own may not be laid now: the reason that is left when its choices are well made."""
    rules = round.rules
    last: Refusal | None = None
    for lay in rules.ways[card]:
        judged = rules.complete(round, seat, lay)
        for check in checks:
            refusal = check(round, seat, judged)
            if refusal is not None:
                break
        else:
            return None
        if last is None or CODES.index(refusal.code) > CODES.index(last.code):
            last = refusal
    return last


def hand_order(cards: tuple[str, ...], colors: str) -> tuple[str, ...]:
    """Return cards as a player sorts them: colour by colour, numbers first, wild cards last."""
    faces = "0123456789SVD"
    return tuple(
        sorted(
            cards,
            key=lambda card: (
                (len(colors), len(card)) if is_wild(card) else (colors.index(card[0]), faces.index(card[1]))
            ),
        )
    )


def seen_by(event: Event, seat: int | None) -> Event | None:
    """Return the event as this seat may see it (None: a watcher), or None where it is not for anyone's eyes."""
    match event:
        case CardsDrawn():
            return event if event.seat == seat else event._replace(cards=())
        case ChallengeWon() | ChallengeLost():
            return event if event.challenger == seat else event._replace(hand=())
        case Peeked():
            return event if event.seat == seat else event._replace(cards=())
        case CardsExchanged():
            return event if seat in (event.seat, event.target) else event._replace(gave=(), took=())
        case FourLaid():
            return None
        case DealerDrawn() | RoundDealt() | CardPutBack() | FirstCard() | CardsLaid() | ColorNamed():
            return event
        case Waiting() | Accepted() | Passed() | TurnSkipped() | DirectionTurned():
            return event
        case PenaltyGrew() | PenaltyLapsed() | Called() | FalseCall() | Caught() | Reshuffled():
            return event
        case RoundWon() | RoundBlocked() | MatchOver() | SeatLeft():
            return event
        case JumpedIn() | SkipWaits() | PenaltyPassed() | HandsSwapped() | HandsRotated() | HandsShuffled():
            return event
        case HandShown() | DayLaid() | Misplayed():
            return event
        case _:
            assert_never(event)


__all__ = ["HandCard", "Phase", "SeatView", "hand_order", "seen_by", "view", "winner"]
