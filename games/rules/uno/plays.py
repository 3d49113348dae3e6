"""The printed rules of what follows: what each kind of move does, event by event.

Every function here that is handed a `log` makes things happen, by calling evolve.py: each event has been applied by
the time the next line runs. Effects of cards return who plays next and how (the seat and the phase that the round
waits in).
"""

from collections.abc import Sequence

from games.rules.core.cards import is_number
from games.rules.uno import calls, evolve, fours, scoring
from games.rules.uno.events import Log, PenaltyPassed, TurnSkipped
from games.rules.uno.hooks import CardEffect, Next, Play
from games.rules.uno.moves import Accept, Call, Catch, Challenge, Draw, Lay, NameColor, Pass
from games.rules.uno.options import MOST_SEATS
from games.rules.uno.round import Phase, Round

_PLAY, _DRAWN, _ANSWER, _COLOR = Phase.PLAY, Phase.DRAWN, Phase.ANSWER, Phase.COLOR
#: Made once, as there are so few.
_SKIPPED = tuple(TurnSkipped(seat) for seat in range(MOST_SEATS))


def lay_plain(round: Round, log: Log, seat: int, move: Lay) -> None:
    """Make a play of cards that have no effect in these rules: what `lay` does, without asking for one."""
    if round.phase is _ANSWER:
        lay(round, log, seat, move)
        return
    evolve.cards_laid(round, log, seat, move)
    if not round.hands[seat]:
        scoring.won(round, log, seat)
        return
    if move.call:
        calls.call(round, log, seat)
    evolve.turn_begins(round, log, round.following[seat])


def lay(round: Round, log: Log, seat: int, move: Lay) -> None:
    """Make a play: the cards, their effect, the call, whose turn it is then."""
    rules = round.rules
    effect = move.effect
    act = rules.effects.get(effect)
    if round.phase is _ANSWER:
        act = answer(round) if round.skips else pass_on if effect in rules.passes else act
    judged = fours.look(round, seat) if effect == fours.FOUR else None
    evolve.cards_laid(round, log, seat, move)
    if judged is not None:
        evolve.four_laid(round, log, judged)
    if not round.hands[seat]:
        went_out(round, log, seat, effect, rules.times(move))
        return
    if act is None:
        then, phase = round.following[seat], _PLAY
    else:
        then, phase = act(round, log, seat, move, 1 if len(move.cards) == 1 else rules.times(move))
    if move.call:
        calls.call(round, log, seat)
    if phase is _PLAY:
        evolve.turn_begins(round, log, then)
    else:
        evolve.waiting(round, log, then, phase)


def went_out(round: Round, log: Log, seat: int, effect: str, times: int) -> None:
    """End the round by a last card; a draw card is still drawn (`last_draw_counts`).

    A last Wild Draw Four may be challenged first, where that is the rule.
    """
    rules = round.rules
    victim = round.after(seat)
    pending = round.pending
    if effect in DRAWS:
        pending += DRAWS[effect] * times
        if effect == fours.FOUR and rules.wild_four_policing == "challenge":
            evolve.penalty_grew(round, log, victim, pending, effect)
            evolve.waiting(round, log, victim, _ANSWER)
            return
    elif pending:
        victim = rules.passes[effect](round, seat, times)
    if pending and rules.last_draw_counts:
        evolve.penalty_lapsed(round, log)
        evolve.cards_drawn(round, log, victim, "penalty", pending)
    scoring.won(round, log, seat)


def skip(round: Round, log: Log, seat: int, move: Lay, times: int) -> Next:
    """The next seat loses its turn, or the next `times` seats do; it waits where a skip may be answered."""
    victim = round.following[seat]
    if "S" in round.rules.answers:
        evolve.skip_waits(round, log, victim, times)
        return victim, _ANSWER
    if times != 1:
        return skip_all(round, log, round.skipped(seat, times))
    log.append(_SKIPPED[victim])
    return round.following[victim], _PLAY


def skip_all(round: Round, log: Log, seats: Sequence[int]) -> Next:
    """These seats lose their turn; the one after the last of them plays."""
    for seat in seats:
        log.append(_SKIPPED[seat])
    return round.following[seats[-1]], _PLAY


def skipped_by(round: Round) -> list[int]:
    """Return the seats that a waiting skip passes over, the one that may answer first."""
    assert round.last_lay is not None
    return round.skipped(round.last_lay.seat, round.skips)


def answer(round: Round) -> CardEffect:
    """Return what the answer to the waiting skip does: nothing but pass the turn on; others stay skipped."""
    rest = skipped_by(round)[1:]

    def pass_turn(round: Round, log: Log, seat: int, move: Lay, times: int) -> Next:
        return skip_all(round, log, rest) if rest else (round.after(seat), _PLAY)

    return pass_turn


def pass_on(round: Round, log: Log, seat: int, move: Lay, times: int) -> Next:
    """A pending Draw Two is turned away; a Reverse turns the direction as well."""
    victim = round.rules.passes[move.effect](round, seat, times)
    if move.effect == "V":
        turn_around(round, log, times)
    log.append(PenaltyPassed(victim, round.pending))
    return victim, _ANSWER


def turn_around(round: Round, log: Log, times: int) -> None:
    """The direction flips so many times."""
    for _ in range(times):
        evolve.direction_turned(round, log, -round.direction)


def reverse(round: Round, log: Log, seat: int, move: Lay, times: int) -> Next:
    """The direction flips; with two seats it also acts as Skip."""
    if times == 1:
        evolve.direction_turned(round, log, -round.direction)
    else:
        turn_around(round, log, times)
    if round.seats - len(round.gone) == 2:
        return skip(round, log, seat, move, times)
    return round.following[seat], _PLAY


def draw_cards(round: Round, log: Log, seat: int, move: Lay, times: int) -> Next:
    """A penalty falls on the next seat: it waits for an answer where there may be one, otherwise it is drawn."""
    kind = move.effect
    victim = round.following[seat]
    evolve.penalty_grew(round, log, victim, round.pending + DRAWS[kind] * times, kind)
    if kind in round.rules.answers:
        return victim, _ANSWER
    return take_penalty(round, log, victim)


def take_penalty(round: Round, log: Log, victim: int) -> Next:
    """The seat draws what is pending and loses its turn."""
    pending = round.pending
    evolve.penalty_lapsed(round, log)
    evolve.cards_drawn(round, log, victim, "penalty", pending)
    log.append(_SKIPPED[victim])
    return round.following[victim], _PLAY


#: How many cards each draw card costs, and the printed cards' effects.
DRAWS: dict[str, int] = {"D": 2, "W4": 4}
EFFECTS: dict[str, CardEffect] = {"S": skip, "V": reverse, "D": draw_cards, "W4": draw_cards}


def draw(round: Round, log: Log, seat: int, move: Draw) -> None:
    """Draw instead of playing, and see what may be done with the drawn card."""
    if round.phase is _ANSWER:
        accept(round, log, seat, Accept())
        return
    rules = round.rules
    fitting = rules.fitting[round.color][round.discard[-1]]
    card = evolve.card_drawn(round, log, seat)
    if rules.until_playable:
        while card is not None and card not in fitting:
            card = evolve.card_drawn(round, log, seat)
    if card is None:
        if round.idle >= 2 * (round.seats - len(round.gone)):
            scoring.blocked(round, log)
            return
    elif card in fitting and (rules.all_may_play_drawn or may_play_drawn(round, seat, card)):
        evolve.waiting(round, log, seat, _DRAWN)
        if not rules.checks_of_drawn or rules.can_lay(round, seat, card):
            return
    evolve.turn_begins(round, log, round.following[seat])


def may_play_drawn(round: Round, seat: int, card: str) -> bool:
    """Tell whether this seat chooses what to do with the card it has just drawn, should it be legal to lay."""
    rules = round.rules
    if rules.play_drawn != "everyone" and (rules.play_drawn == "nobody" or seat not in round.vip):
        return False
    return rules.play_drawn_cards == "any" or is_number(card)


def keep(round: Round, log: Log, seat: int, move: Pass) -> None:
    """Keep the drawn card."""
    evolve.passed(round, log, seat)
    evolve.turn_begins(round, log, round.following[seat])


def accept(round: Round, log: Log, seat: int, move: Accept) -> None:
    """Take the pending penalty; a round that only waited for this answer is over then."""
    finisher = round.finisher
    skipped = skipped_by(round) if round.skips else []
    evolve.accepted(round, log, seat)
    if skipped:
        evolve.waiting(round, log, *skip_all(round, log, skipped))
        return
    if finisher is not None:
        pending = round.pending
        evolve.penalty_lapsed(round, log)
        if round.rules.last_draw_counts:
            evolve.cards_drawn(round, log, seat, "penalty", pending)
        scoring.won(round, log, finisher)
        return
    then, phase = take_penalty(round, log, seat)
    if round.idle >= 2 * (round.seats - len(round.gone)):
        scoring.blocked(round, log)
    else:
        evolve.waiting(round, log, then, phase)


def challenge(round: Round, log: Log, seat: int, move: Challenge) -> None:
    """Make a challenge: guilty, and the challenger plays; not guilty, and it loses its turn."""
    four = fours.examined(round)
    assert four is not None
    finisher = round.finisher
    fours.challenge(round, log, seat, four)
    if finisher is not None and not round.hands[finisher]:
        scoring.won(round, log, finisher)
    elif four.guilty:
        evolve.waiting(round, log, seat, _PLAY)
    else:
        evolve.waiting(round, log, *skip_all(round, log, (seat,)))


def name_color(round: Round, log: Log, seat: int, move: NameColor) -> None:
    """Name the colour of the first card; where the dealer named it, the first seat plays."""
    evolve.color_named(round, log, seat, move.color)
    by_dealer = round.rules.start_wild == "dealer" and round.discard[-1] == "W" and seat == round.dealer
    evolve.waiting(round, log, round.after(seat) if by_dealer else seat, _PLAY)


def leave(round: Round, log: Log, seat: int) -> None:
    """Take a seat out of the round: its cards, its penalty, its turn."""
    turn, phase, finisher = round.turn, round.phase, round.finisher
    evolve.seat_left(round, log, seat)
    present = round.seats_in()
    if len(present) == 1 or (round.rules.teams and len({other % 2 for other in present}) == 1):
        scoring.won(round, log, present[0])
        return
    if turn != seat:
        return
    if round.pending or round.fours:
        evolve.penalty_lapsed(round, log)
    if finisher is not None and finisher != seat:
        scoring.won(round, log, finisher)
    else:
        evolve.waiting(round, log, round.after(seat), _COLOR if phase is _COLOR else _PLAY)


#: What each printed kind of move does.
PLAYS: dict[type, Play] = {
    Lay: lay,
    Draw: draw,
    Pass: keep,
    Accept: accept,
    NameColor: name_color,
    Challenge: challenge,
    Call: lambda round, log, seat, move: calls.call(round, log, seat),
    Catch: calls.catch,
}
