"""What one seat may know. Built up from nothing: there is no field that another hand could go in."""

from collections.abc import Mapping
from functools import lru_cache
from typing import assert_never

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
    passing, lasting = round.shown, round.lasting
    if passing is None:
        passing = _passing(round)
    if lasting is None:
        lasting = _lasting(match)
    if seat is None:
        return SeatView(None, (), _NOTHING_SAID, None, None, (), False, (), passing, lasting)
    cards = tuple(round.hands[seat])
    if round.turn != seat and not round.uncalled and not round.rules.out_of_turn:  # there is nothing that it could do
        waits = _WAITING[round.turn]
        return _new(SeatView, (seat, cards, _NOTHING_SAID, waits, None, (), False, (), passing, lasting))
    legal = engine.legal(round, seat)
    said, otherwise = _said(round, seat, legal)
    drawn = round.drawn if round.turn == seat else None
    call_due = len(cards) <= round.rules.most_kept and _call_due(legal)
    catchable = _catchable(legal) if round.uncalled else ()
    return _new(SeatView, (seat, cards, said, otherwise, drawn, tuple(legal), call_due, catchable, passing, lasting))


def _passing(round: Round) -> Passing:
    """Return what everybody sees of this position, and keep it until the next."""
    shown = round.shown = _new(
        Passing,
        (
            round.position,
            round.phase,
            round.turn,
            round.direction,
            tuple([len(hand) for hand in round.hands]),
            round.discard[-1],
            tuple(round.discard[-3:]),
            len(round.discard),
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


#: What everybody else's cards say while it is one seat's turn; None: the round is over.
_WAITING = {None: engine.ROUND_OVER} | {turn: printed.not_your_turn(turn) for turn in range(MOST_SEATS)}
_NOTHING_SAID: Mapping[str, HandCard] = {}


@lru_cache(maxsize=512)
def _fitting(top: str, color: str | None, colors: str) -> dict[str, HandCard]:
    """Return what cards say that may be laid if they fit, in the printed ways; `colors`: the deck's."""
    said = {card: HandCard(card, (), printed.does_not_match(card, color, top)) for card in ALL_CARDS}
    for card in ALL_CARDS:
        if is_wild(card):
            said[card] = HandCard(card, tuple(f"{card}>{named}" for named in colors), None)
        elif card[0] == color or (top[0] != "W" and card[1] == top[1]):
            said[card] = HandCard(card, (card,), None)
    return said


def _said(round: Round, seat: int, legal: Mapping[str, Move]) -> tuple[Mapping[str, HandCard], Refusal | None]:
    """Return what the seat's cards say, by the card, and the one reason why all others may not be laid."""
    hand = round.hands[seat]
    rules = round.rules
    if round.turn != seat:
        if not rules.twins_jump or round.discard[-1] not in hand:
            return _NOTHING_SAID, _WAITING[round.turn]
    elif round.phase in rules.fitting_suffices:
        said = _fitting(round.discard[-1], round.color, rules.colors)
        if round.drawn is None:
            return said, None
        return {round.drawn: said[round.drawn]}, printed.not_the_drawn_card(round.drawn)
    plays: dict[str, tuple[str, ...]] = {}
    for text, move in legal.items():
        if type(move) is Lay and not move.call:
            card = move.cards[0]
            plays[card] = (*plays[card], text) if card in plays else (text,)
    checks = rules.checks_of_own[round.phase] if round.turn == seat else rules.checks[Lay]
    # Where a card can fail at nothing but the match, there is no need to ask.
    said = _fitting(round.discard[-1], round.color, rules.colors) if checks == _MATCH_ALONE else {}
    known: dict[str, HandCard] = {}
    for card in hand:
        if card in plays:
            known[card] = _new(HandCard, (card, plays[card], None))
        elif said:
            known[card] = said[card]
        elif card not in known:
            known[card] = _new(HandCard, (card, (), _refusal(checks, round, seat, card)))
    return known, None


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
