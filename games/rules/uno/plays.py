"""The printed rules of what follows: each move's events, one after another.

Every function here is an iterator that only reads the position: each event it yields has been applied by the time
it goes on. Effects of cards return who plays next and how (the seat and the phase that the round waits in).
"""

from collections.abc import Generator, Iterator

from games.rules.core.cards import is_number
from games.rules.uno import calls, fours, scoring
from games.rules.uno.events import (
    Accepted,
    CardsDrawn,
    CardsLaid,
    ColorNamed,
    DirectionTurned,
    Event,
    FourLaid,
    Passed,
    PenaltyGrew,
    PenaltyLapsed,
    PenaltyPassed,
    SeatLeft,
    SkipWaits,
    TurnSkipped,
    Waiting,
)
from games.rules.uno.hooks import CardEffect, Next, Play
from games.rules.uno.moves import Accept, Call, Catch, Challenge, Draw, Lay, NameColor, Pass
from games.rules.uno.round import Phase, Round

_PLAY, _DRAWN, _ANSWER, _COLOR = Phase.PLAY, Phase.DRAWN, Phase.ANSWER, Phase.COLOR


def lay(round: Round, seat: int, move: Lay) -> Iterator[Event]:
    """Yield a play: the cards, their effect, the call, whose turn it is then."""
    rules = round.rules
    card = move.cards[-1]
    effect = card if card[0] == "W" else card[1]
    judged = None
    if effect == fours.FOUR and rules.wild_four_policing == "challenge":
        left = round.hands[seat].copy()
        left.remove(card)
        judged = FourLaid(seat, not fours.is_proper(round, seat), tuple(left))
    color = move.color or (card[0] if card[0] != "W" else round.color)
    assert color is not None
    act = rules.effects.get(effect)
    if round.phase is _ANSWER:
        act = answer(round) if round.skips else pass_on if effect in rules.passes else act
    yield CardsLaid(seat, move.cards, color, move.call)
    if judged is not None:
        yield judged
    if not round.hands[seat]:
        yield from went_out(round, seat, effect, rules.times(move))
        return
    if act is None or move.power:
        then: Next = (round.after(seat), _PLAY)
    else:
        then = yield from act(round, seat, move, rules.times(move))
    if move.call:
        yield from calls.call(round, seat)
    yield Waiting(*then)


def went_out(round: Round, seat: int, effect: str, times: int) -> Iterator[Event]:
    """Yield the end of the round by a last card; a draw card is still drawn (`last_draw_counts`).

    A last Wild Draw Four may be challenged first, where that is the rule.
    """
    rules = round.rules
    victim = round.after(seat)
    pending = round.pending
    if effect in DRAWS:
        pending += DRAWS[effect] * times
        if effect == fours.FOUR and rules.wild_four_policing == "challenge":
            yield PenaltyGrew(victim, pending, effect)
            yield Waiting(victim, _ANSWER)
            return
    elif pending:
        victim = rules.passes[effect](round, seat, times)
    if pending and rules.last_draw_counts:
        yield PenaltyLapsed()
        yield CardsDrawn(victim, (), "penalty", pending)
    yield from scoring.won(round, seat)


def skip(round: Round, seat: int, move: Lay, times: int) -> Generator[Event, None, Next]:
    """The next seat loses its turn, or the next `times` seats do; it waits where a skip may be answered."""
    if "S" in round.rules.answers:
        yield SkipWaits(round.after(seat), times)
        return round.after(seat), _ANSWER
    return (yield from skip_all(round.skipped(seat, times), round))


def skip_all(passed: list[int], round: Round) -> Generator[Event, None, Next]:
    """These seats lose their turn; the one after the last of them plays."""
    for other in passed:
        yield TurnSkipped(other)
    return round.after(passed[-1]), _PLAY


def skipped_by(round: Round) -> list[int]:
    """Return the seats that a waiting skip passes over, the one that may answer first."""
    assert round.last_lay is not None
    return round.skipped(round.last_lay[0], round.skips)


def answer(round: Round) -> CardEffect:
    """Return what the answer to the waiting skip does: nothing but pass the turn on; others stay skipped."""
    rest = skipped_by(round)[1:]

    def pass_turn(round: Round, seat: int, move: Lay, times: int) -> Generator[Event, None, Next]:
        if not rest:
            return round.after(seat), _PLAY
        return (yield from skip_all(rest, round))

    return pass_turn


def pass_on(round: Round, seat: int, move: Lay, times: int) -> Generator[Event, None, Next]:
    """A pending Draw Two is turned away; a Reverse turns the direction as well."""
    effect = move.cards[-1][1]
    victim = round.rules.passes[effect](round, seat, times)
    if effect == "V":
        for _ in range(times):
            yield DirectionTurned(-round.direction)
    yield PenaltyPassed(victim, round.pending)
    return victim, _ANSWER


def reverse(round: Round, seat: int, move: Lay, times: int) -> Generator[Event, None, Next]:
    """The direction flips; with two seats it also acts as Skip."""
    for _ in range(times):
        yield DirectionTurned(-round.direction)
    if round.seats - len(round.gone) == 2:
        return (yield from skip(round, seat, move, times))
    return round.after(seat), _PLAY


def draw_cards(round: Round, seat: int, move: Lay, times: int) -> Generator[Event, None, Next]:
    """A penalty falls on the next seat: it waits for an answer where there may be one, otherwise it is drawn."""
    card = move.cards[-1]
    kind = card if card[0] == "W" else card[1]
    victim = round.after(seat)
    pending = round.pending + DRAWS[kind] * times
    yield PenaltyGrew(victim, pending, kind)
    if kind in round.rules.answers:
        return victim, _ANSWER
    return (yield from take_penalty(round, victim))


def take_penalty(round: Round, victim: int) -> Generator[Event, None, Next]:
    """The seat draws what is pending and loses its turn."""
    pending = round.pending
    yield PenaltyLapsed()
    yield CardsDrawn(victim, (), "penalty", pending)
    yield TurnSkipped(victim)
    return round.after(victim), _PLAY


#: How many cards each draw card costs, and the printed cards' effects.
DRAWS: dict[str, int] = {"D": 2, "W4": 4}
EFFECTS: dict[str, CardEffect] = {"S": skip, "V": reverse, "D": draw_cards, "W4": draw_cards}


def draw(round: Round, seat: int, move: Draw) -> Iterator[Event]:
    """Yield drawing instead of playing, and what may be done with the drawn card."""
    if round.phase is _ANSWER:
        yield from accept(round, seat, Accept())
        return
    rules = round.rules
    until_playable = rules.draw == "until_playable"
    while True:
        held = len(round.hands[seat])
        yield CardsDrawn(seat, (), "turn", 1)
        if len(round.hands[seat]) == held:
            drawn = None
            break
        drawn = round.hands[seat][-1]
        if not until_playable or round.fits(drawn):
            break
    if round.idle >= 2 * (round.seats - len(round.gone)):
        yield from scoring.blocked(round)
        return
    if drawn is not None and may_play_drawn(round, seat, drawn):
        yield Waiting(seat, _DRAWN)
        if rules.can_lay(round, seat, drawn):
            return
    yield Waiting(round.after(seat), _PLAY)


def may_play_drawn(round: Round, seat: int, card: str) -> bool:
    """Tell whether this seat chooses what to do with the card it has just drawn, should it be legal to lay."""
    rules = round.rules
    if rules.play_drawn == "nobody" or (rules.play_drawn == "vip" and seat not in round.vip):
        return False
    if rules.play_drawn_cards == "numbers" and not is_number(card):
        return False
    return round.fits(card)


def keep(round: Round, seat: int, move: Pass) -> Iterator[Event]:
    """Yield keeping the drawn card."""
    yield Passed(seat)
    yield Waiting(round.after(seat), _PLAY)


def accept(round: Round, seat: int, move: Accept) -> Iterator[Event]:
    """Yield taking the pending penalty; a round that only waited for this answer is over then."""
    finisher = round.finisher
    passed = skipped_by(round) if round.skips else []
    yield Accepted(seat)
    if passed:
        then = yield from skip_all(passed, round)
        yield Waiting(*then)
        return
    if finisher is not None:
        pending = round.pending
        yield PenaltyLapsed()
        if round.rules.last_draw_counts:
            yield CardsDrawn(seat, (), "penalty", pending)
        yield from scoring.won(round, finisher)
        return
    then = yield from take_penalty(round, seat)
    yield from _unless_blocked(round, Waiting(*then))


def challenge(round: Round, seat: int, move: Challenge) -> Iterator[Event]:
    """Yield a challenge: guilty, and the challenger plays; not guilty, and it loses its turn."""
    four = fours.examined(round)
    finisher = round.finisher
    yield from fours.challenge(round, seat)
    if finisher is not None and not round.hands[finisher]:
        yield from scoring.won(round, finisher)
    elif four is not None and four.guilty:
        yield Waiting(seat, _PLAY)
    else:
        yield TurnSkipped(seat)
        yield Waiting(round.after(seat), _PLAY)


def name_color(round: Round, seat: int, move: NameColor) -> Iterator[Event]:
    """Yield the colour of the first card; where the dealer named it, the first seat plays."""
    yield ColorNamed(seat, move.color)
    if round.rules.start_wild == "dealer" and round.discard[-1] == "W" and seat == round.dealer:
        yield Waiting(round.after(seat), _PLAY)
    else:
        yield Waiting(seat, _PLAY)


def leave(round: Round, seat: int) -> Iterator[Event]:
    """Yield taking a seat out of the round: its cards, its penalty, its turn."""
    turn, phase, finisher = round.turn, round.phase, round.finisher
    yield SeatLeft(seat, len(round.hands[seat]))
    present = round.seats_in()
    if len(present) == 1 or (round.rules.teams and len({other % 2 for other in present}) == 1):
        yield from scoring.won(round, present[0])
        return
    if turn != seat:
        return
    if round.pending or round.fours:
        yield PenaltyLapsed()
    if finisher is not None and finisher != seat:
        yield from scoring.won(round, finisher)
    else:
        yield Waiting(round.after(seat), _COLOR if phase is _COLOR else _PLAY)


def _unless_blocked(round: Round, event: Event) -> Iterator[Event]:
    """Yield the event, or the end of a round in which nothing was laid or drawn for too long."""
    if round.idle >= 2 * (round.seats - len(round.gone)):
        yield from scoring.blocked(round)
    else:
        yield event


#: What each printed kind of move does.
PLAYS: dict[type, Play] = {
    Lay: lay,
    Draw: draw,
    Pass: keep,
    Accept: accept,
    NameColor: name_color,
    Challenge: challenge,
    Call: lambda round, seat, move: calls.call(round, seat),
    Catch: calls.catch,
}
