"""What one seat may know. Built up from nothing: there is no field that another hand could go in."""

from typing import NamedTuple, assert_never

from games.rules.core.cards import is_wild
from games.rules.core.refusals import CODES, Refusal
from games.rules.uno import engine
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
from games.rules.uno.match import Match
from games.rules.uno.moves import Catch, Lay, Move, format_move
from games.rules.uno.round import Phase, Round
from games.rules.uno.ruleset import Ruleset


class HandCard(NamedTuple):
    """A card of one's own: the plays it allows now (without the call), and why not where it allows none."""

    card: str
    moves: tuple[str, ...]
    refusal: Refusal | None


class SeatView(NamedTuple):
    """The match as one seat sees it; `seat` is None for a watcher. Cards are their codes."""

    seat: int | None
    seats: int
    gone: frozenset[int]
    number: int
    round: int
    dealer: int
    phase: str
    turn: int | None
    direction: int
    hand: tuple[HandCard, ...]
    hand_sizes: tuple[int, ...]
    top: str
    discard: tuple[str, ...]
    discard_size: int
    color: str | None
    draw_pile_size: int
    pending: int
    penalty_from: int | None
    drawn: str | None
    moves: tuple[str, ...]
    call_due: bool
    called: frozenset[int]
    catchable: tuple[int, ...]
    scores: tuple[int, ...]
    winner: int | tuple[int, ...] | None
    match_over: bool
    placement: tuple[int, ...] | None
    final_hands: tuple[tuple[str, ...], ...] | None
    turn_since: int
    top_since: int
    ruleset: Ruleset
    #: What waits for an answer: "D" or "W4" with `pending` cards, or so many seats that are about to be skipped.
    kind: str
    skips: int
    #: Everybody's dates for judgement day ("12-25"), or none; the seats with a VIP's rights.
    days: tuple[str, ...]
    vip: frozenset[int]


def view(match: Match, seat: int | None) -> SeatView:
    """Return what a seat may know now, or a watcher for None."""
    round = match.round
    playing = seat is not None and seat not in round.gone
    legal = engine.legal_moves(round, seat) if seat is not None and playing else []
    own = seat is not None and round.turn == seat
    return SeatView(
        seat=seat,
        seats=round.seats,
        gone=match.gone,
        number=match.number,
        round=round.number,
        dealer=round.dealer,
        phase=round.phase.value,
        turn=round.turn,
        direction=round.direction,
        hand=_hand(round, seat, legal) if seat is not None else (),
        hand_sizes=tuple(map(len, round.hands)),
        top=round.top,
        discard=tuple(round.discard[-3:]),
        discard_size=len(round.discard),
        color=round.color,
        draw_pile_size=len(round.draw_pile),
        pending=round.pending,
        penalty_from=round.penalty_from if round.pending else None,
        drawn=round.drawn if own else None,
        moves=tuple(map(format_move, legal)),
        call_due=any(isinstance(move, Lay) and move.call for move in legal),
        called=round.called,
        catchable=tuple(move.target for move in legal if isinstance(move, Catch)),
        scores=tuple(match.scores),
        winner=winner(round),
        match_over=match.over,
        placement=match.placement,
        final_hands=tuple(map(tuple, round.hands)) if round.over else None,
        turn_since=match.turn_since,
        top_since=match.top_since,
        ruleset=match.rules,
        kind=round.kind,
        skips=round.skips,
        days=match.days,
        vip=match.vip,
    )


def winner(round: Round) -> int | tuple[int, ...] | None:
    """Return the seat that won the round, in teams its camp's seats, or None."""
    if round.winner is None or not round.rules.teams:
        return round.winner
    return tuple(seat for seat in range(round.seats) if round.same_camp(round.winner, seat))


def _hand(round: Round, seat: int, legal: list[Move]) -> tuple[HandCard, ...]:
    """Return the seat's cards in the order in which it holds them, each with its plays or the reason for none."""
    plays: dict[str, list[str]] = {}
    for move in legal:
        if isinstance(move, Lay) and not move.call:
            plays.setdefault(move.cards[0], []).append(format_move(move))
    # Out of turn one reason holds for all cards, unless some may be laid out of turn.
    same = None
    if round.turn != seat and not round.rules.out_of_turn and round.hands[seat]:
        same = refusal_for(round, seat, round.hands[seat][0])
    known: dict[str, HandCard] = {}
    for card in round.hands[seat]:
        if card not in known:
            ways = plays.get(card)
            refusal = None if ways else same or refusal_for(round, seat, card)
            known[card] = HandCard(card, tuple(ways or ()), refusal)
    return tuple([known[card] for card in round.hands[seat]])


def refusal_for(round: Round, seat: int, card: str) -> Refusal | None:
    """Return why this card alone may not be laid now: the reason that is left when its choices are well made."""
    rules = round.rules
    ways = rules.lays[card]
    if len(ways) == 1:
        return _own_refusal(round, seat, ways[0])
    complete = rules.complete
    reasons = [engine.judge(round, seat, complete(round, seat, way) if complete else way) for way in ways]
    found = [why for why in reasons if why is not None]
    return max(found, key=lambda why: CODES.index(why.code)) if len(found) == len(ways) else None


def _own_refusal(round: Round, seat: int, lay: Lay) -> Refusal | None:
    """Return why a card of one's own may not be laid, sparing what is known of it where it is one's turn."""
    if round.turn != seat or round.phase is Phase.COLOR:
        return engine.judge(round, seat, lay)
    for check in round.rules.checks_of_listed:
        if (refusal := check(round, seat, lay)) is not None:
            return refusal
    return None


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


__all__ = ["HandCard", "Phase", "SeatView", "hand_order", "refusal_for", "seen_by", "view", "winner"]
