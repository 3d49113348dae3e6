"""Wild Draw Four: whether a play is proper, and the challenge."""

from collections.abc import Callable

from games.rules.core.refusals import Refusal
from games.rules.uno import evolve
from games.rules.uno.events import ChallengeLost, ChallengeWon, FourLaid, Log
from games.rules.uno.moves import Challenge, Lay
from games.rules.uno.round import Four, Round

FOUR = "W4"
#: As in evolve: a named tuple without its own constructor's time.
_new = tuple.__new__


def is_proper(round: Round, seat: int) -> bool:
    """Tell whether a Wild Draw Four by this seat is proper in this very position."""
    return _PROPER[round.rules.wild_four_needs](round, seat)


def _no_color(round: Round, seat: int) -> bool:
    return round.color not in [card[0] for card in round.hands[seat]]


def _no_color_or_face(round: Round, seat: int) -> bool:
    top = round.discard[-1]
    face = "" if top[0] == "W" else top[1]
    return not any(card[0] != "W" and (card[0] == round.color or card[1] == face) for card in round.hands[seat])


def _no_other_play(round: Round, seat: int) -> bool:
    """Judge every other card as if it were laid, with the rules' own checks; wild cards count, other fours do not."""
    rules = round.rules
    return not any(card != FOUR and rules.can_lay(round, seat, card) for card in set(round.hands[seat]))


def _always(round: Round, seat: int) -> bool:
    return True


_PROPER: dict[str, Callable[[Round, int], bool]] = {
    "no_color": _no_color,
    "no_color_or_face": _no_color_or_face,
    "no_other_play": _no_other_play,
    "nothing": _always,
}


def may_lay_four(round: Round, seat: int, move: Lay) -> Refusal | None:
    """Refuse an improper Wild Draw Four where the rules police it by refusing."""
    if move.cards[0] != FOUR or round.rules.wild_four_policing != "refuse" or is_proper(round, seat):
        return None
    return Refusal("improper_wild_four", {"needs": round.rules.wild_four_needs})


def examined(round: Round) -> Four | None:
    """Return the play that a challenge would examine, or None where there is nothing to challenge."""
    if not round.fours or round.discard[-1] != FOUR:
        return None
    four = round.fours[0 if round.rules.challenge_target == "first" else -1]
    return None if four.seat in round.gone else four


def may_challenge(round: Round, seat: int, move: Challenge) -> Refusal | None:
    """Refuse a challenge where no Wild Draw Four waits for this seat's answer."""
    return Refusal("nothing_to_challenge") if examined(round) is None else None


def look(round: Round, seat: int) -> FourLaid | None:
    """Return how the Wild Draw Four that this seat is about to lay will be judged; None: nobody may challenge it."""
    if round.rules.wild_four_policing != "challenge":
        return None
    left = round.hands[seat].copy()
    left.remove(FOUR)
    return _new(FourLaid, (seat, not is_proper(round, seat), tuple(left)))


def challenge(round: Round, log: Log, seat: int, four: Four) -> None:
    """Do what a challenge does to the cards, up to the question whose turn it is."""
    pending = round.pending
    told = ChallengeWon if four.guilty else ChallengeLost
    evolve.challenged(round, log, told(seat, four.seat, four.hand))
    evolve.penalty_lapsed(round, log)
    if four.guilty:
        evolve.cards_drawn(round, log, four.seat, "challenge", pending)
    else:
        evolve.cards_drawn(round, log, seat, "challenge", pending + round.rules.challenge_penalty)
