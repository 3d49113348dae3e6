"""The printed rules of what may be done: the moves worth judging, and the judging itself, stage by stage.

A move is tried against the stages of its kind in their order, and the first that refuses gives the reason. House
rules hook into a stage by its name (hooks.py). What a move then does is in plays.py.
Refusals that stand beside many cards of a view are made once and shared: nobody changes their parameters.
"""

from functools import lru_cache

from games.rules.core.cards import is_number
from games.rules.core.refusals import Refusal
from games.rules.uno import calls, fours
from games.rules.uno.hooks import Check, Listed
from games.rules.uno.moves import (
    ACCEPT,
    CALL,
    CATCHES,
    CHALLENGE,
    DRAW,
    PASS,
    Accept,
    Call,
    Catch,
    Challenge,
    Draw,
    Lay,
    Move,
    NameColor,
    Pass,
)
from games.rules.uno.round import Phase, Round

_PLAY, _DRAWN, _ANSWER, _COLOR = Phase.PLAY, Phase.DRAWN, Phase.ANSWER, Phase.COLOR


def to_move(round: Round, seat: int) -> Listed:
    """Return the moves of the printed rules that are worth judging for the seat to move, by their text.

    As they are listed, they pass the stages in PASSED_BY_LISTED.
    """
    moves: Listed = {}
    phase = round.phase
    if phase is _PLAY:
        fitting = round.rules.fitting[round.color][round.discard[-1]]
        for card in round.hands[seat]:
            if card in fitting:
                ways = fitting[card]
                if type(ways) is Lay:
                    moves[card] = ways
                else:
                    moves.update(ways)
        moves["draw"] = DRAW
    elif phase is _DRAWN:
        assert round.drawn is not None
        if round.fits(round.drawn):
            moves.update(round.rules.lays[round.drawn])
        moves["pass"] = PASS
    elif phase is _ANSWER:
        moves["accept"] = ACCEPT
        if fours.examined(round) is not None:
            moves["challenge"] = CHALLENGE
    elif phase is _COLOR:
        moves.update(round.rules.color_moves)
    if round.uncalled:
        moves.update(not_to_move(round, seat))
    return moves


def not_to_move(round: Round, seat: int) -> Listed:
    """Return what any seat may do, to move or not, by the printed rules: catch who did not call, call late."""
    moves: Listed = {}
    if round.uncalled and seat not in round.gone:
        for other in calls.looks_catchable(round, seat):
            moves[CATCHES[other].text] = CATCHES[other]
        if round.rules.uno_late_call and calls.can_be_saved(round, seat):
            moves["uno"] = CALL
    return moves


def plain(round: Round, seat: int, move: Lay) -> Refusal | None:
    """Refuse a lay that asks for a power or a seat: no printed card has either."""
    return Refusal("not_in_these_rules") if move.power or move.target is not None else None


def in_turn(round: Round, seat: int, move: Move) -> Refusal | None:
    """Refuse a move of a seat that the round does not wait for."""
    return None if round.turn == seat else not_your_turn(round.turn)


@lru_cache(maxsize=16)
def not_your_turn(turn: int | None) -> Refusal:
    """Return the refusal while it is this seat's turn: one for all, as views hold it for every card."""
    return Refusal("not_your_turn", {"seat": turn})


def in_hand(round: Round, seat: int, move: Lay) -> Refusal | None:
    """Refuse cards that the seat does not hold, or not as often."""
    hand = round.hands[seat]
    cards = move.cards
    if len(cards) == 1:
        return None if cards[0] in hand else Refusal("not_in_hand", {"card": cards[0]})
    for card in cards:
        if cards.count(card) > hand.count(card):
            return Refusal("not_in_hand", {"card": card})
    return None


def one_card(round: Round, seat: int, move: Lay) -> Refusal | None:
    """Refuse several cards at once."""
    return None if len(move.cards) == 1 else Refusal("multi_play_not_allowed")


def choices_made(round: Round, seat: int, move: Lay) -> Refusal | None:
    """Refuse a wild that names no colour of the deck, and any lay while the first card's colour is owed."""
    if round.phase is _COLOR:
        return Refusal("color_required")
    if move.cards[-1][0] == "W" and not move.power and (not move.color or move.color not in round.rules.colors):
        return Refusal("color_required")
    return None


def the_drawn_card(round: Round, seat: int, move: Lay) -> Refusal | None:
    """After drawing, refuse every card but the drawn one."""
    if round.phase is not _DRAWN or move.cards == (round.drawn,):
        return None
    return not_the_drawn_card(round.drawn)


@lru_cache(maxsize=128)
def not_the_drawn_card(drawn: str | None) -> Refusal:
    """Return the refusal while this card is undecided."""
    return Refusal("not_the_drawn_card", {"card": drawn})


def no_penalty(round: Round, seat: int, move: Lay) -> Refusal | None:
    """Refuse any card while a penalty is pending: the printed rules know no answer to one but the challenge."""
    if round.phase is not _ANSWER:
        return None
    return _penalty_pending(round.pending)


@lru_cache(maxsize=128)
def _penalty_pending(count: int) -> Refusal:
    return Refusal("penalty_pending", {"count": count})


def matches(round: Round, seat: int, move: Lay) -> Refusal | None:
    """Refuse a card that has neither the active colour nor the top's face and is not wild."""
    card = move.cards[0]
    # Round.fits, written out: of all stages this one is asked most.
    if card[0] == round.color or card[0] == "W":
        return None
    top = round.discard[-1]
    if card[1] == top[1:] and top[0] != "W":
        return None
    return does_not_match(card, round.color, top)


@lru_cache(maxsize=16384)
def does_not_match(card: str, color: str | None, top: str) -> Refusal:
    """Return the refusal of a card on this top while this color is active."""
    return Refusal("does_not_match", {"card": card, "color": color, "top": top})


def wild_may_follow(round: Round, seat: int, move: Lay) -> Refusal | None:
    """Refuse a Wild on a draw card, spent or not (`wild_after_draw_card`: false)."""
    verdict = matches(round, seat, move)
    if verdict is None and move.cards[0] == "W":
        top = round.discard[-1]
        if top == "W4" or top[1:] == "D":
            return Refusal(
                "does_not_match", {"card": "W", "color": round.color, "top": top, "rule": "wild_after_draw_card"}
            )
    return verdict


def may_finish(round: Round, seat: int, move: Lay) -> Refusal | None:
    """Refuse an action or wild card as the last one (`finish_on`: number)."""
    if len(round.hands[seat]) == len(move.cards) and not is_number(move.cards[-1]):
        return Refusal("cannot_finish_on_this", {"card": move.cards[-1]})
    return None


def may_draw(round: Round, seat: int, move: Draw) -> Refusal | None:
    """Refuse drawing twice, or while a colour is owed; with a penalty pending, to draw is to accept."""
    if round.phase is _DRAWN:
        return Refusal("already_drawn")
    return Refusal("color_required") if round.phase is _COLOR else None


def must_play(round: Round, seat: int, move: Draw | Pass) -> Refusal | None:
    """Refuse to draw or to keep the drawn card while one could be laid (`must_play`)."""
    if round.phase is _ANSWER:
        return None
    rules = round.rules
    cards = [round.drawn] if round.drawn else dict.fromkeys(round.hands[seat])
    if any(rules.can_lay(round, seat, card) for card in cards):
        return Refusal("must_play")
    return None


def may_pass(round: Round, seat: int, move: Pass) -> Refusal | None:
    """Refuse to pass without having drawn."""
    return None if round.phase is _DRAWN else Refusal("nothing_drawn")


def may_accept(round: Round, seat: int, move: Accept) -> Refusal | None:
    """Refuse to accept where nothing is pending."""
    return None if round.phase is _ANSWER else Refusal("nothing_to_answer")


def may_name_color(round: Round, seat: int, move: NameColor) -> Refusal | None:
    """Refuse to name a colour where none is owed, or one that the deck does not have."""
    if round.phase is not _COLOR:
        return Refusal("nothing_to_answer")
    return None if move.color in round.rules.colors else Refusal("color_required")


#: Stages that what is listed above passes in any case.
PASSED_BY_LISTED: frozenset[Check] = frozenset(
    {
        *(plain, in_turn, in_hand, one_card, choices_made, the_drawn_card, no_penalty, matches),
        *(may_draw, may_pass, may_accept, may_name_color, fours.may_challenge),
        *(calls.late_call_allowed, calls.may_call),
        # A catch is listed as it looks, not as it is judged: whether it counts can hang on a hidden card.
        calls.may_catch,
    }
)
#: Stages that a card of one's own passes in one's own turn, laid in one of the printed ways.
PASSED_BY_OWN: frozenset[Check] = frozenset({plain, in_turn, in_hand, one_card, choices_made})
#: Stages that ask how a card is laid: what passes them in the printed ways may fail in others.
OF_THE_WAY: frozenset[Check] = frozenset({plain, choices_made})
#: Stages that refuse in one phase alone.
ONLY_IN: dict[Check, Phase] = {the_drawn_card: _DRAWN, no_penalty: _ANSWER}

#: The judging of each printed kind of move: stages by name, in the order in which they are tried.
CHECKS: dict[type, tuple[tuple[str, Check], ...]] = {
    Lay: (
        ("rules", plain),
        ("turn", in_turn),
        ("hand", in_hand),
        ("several", one_card),
        ("choices", choices_made),
        ("drawn", the_drawn_card),
        ("penalty", no_penalty),
        ("match", matches),
        ("four", fours.may_lay_four),
        ("finish", may_finish),
    ),
    Draw: (("turn", in_turn), ("draw", may_draw), ("must_play", must_play)),
    Pass: (("turn", in_turn), ("pass", may_pass), ("must_play", must_play)),
    Accept: (("turn", in_turn), ("accept", may_accept)),
    NameColor: (("turn", in_turn), ("color", may_name_color)),
    Challenge: (("turn", in_turn), ("challenge", fours.may_challenge)),
    Call: (("rules", calls.late_call_allowed), ("call", calls.may_call)),
    Catch: (("catch", calls.may_catch),),
}
