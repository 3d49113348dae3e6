"""Several cards at once: an identical pair as one play, or any number of cards with one face."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from games.rules.core.cards import effect_of
from games.rules.core.options import Choice
from games.rules.core.refusals import Refusal
from games.rules.core.text import N_
from games.rules.uno.hooks import Hooks, HouseRule, Verdict
from games.rules.uno.moves import Lay, Move, lay_several
from games.rules.uno.round import Phase, Round

OPTIONS = (
    Choice(
        key="multi_play",
        default="off",
        group="out_of_turn",
        title=N_("Several cards at once"),
        text=N_("Whether several cards may be laid in one play; wild cards never."),
        labels={
            "off": N_("One card"),
            "identical_pair": N_("Two identical cards, with one effect"),
            "same_face": N_("Any number of cards with one number or symbol, each with its effect"),
        },
    ),
)


def hooks(options: Mapping[str, Any]) -> Hooks | None:
    """Let pairs, or sets of one face, be laid together."""
    mode = options["multi_play"]
    if mode == "off":
        return None
    return _PAIRS if mode == "identical_pair" else _SETS


def _pairs(round: Round, seat: int, moves: list[Move]) -> list[Move]:
    """Add the pair to every card that may be laid and is held twice."""
    if round.turn != seat or round.phase is Phase.DRAWN:
        return moves
    hand = round.hands[seat]
    pairs = [
        lay_several(move.cards * 2, move.target)
        for move in moves
        if isinstance(move, Lay) and move.cards[0][0] != "W" and hand.count(move.cards[0]) > 1
    ]
    return moves + pairs


def _pair(round: Round, seat: int, move: Lay, verdict: Verdict) -> Verdict:
    """Allow two identical cards that are not wild."""
    cards = move.cards
    if len(cards) == 1:
        return None
    if any(card != cards[0] for card in cards):
        return Refusal("not_identical", {"cards": list(cards)})
    return None if len(cards) == 2 and cards[0][0] != "W" else Refusal("multi_play_not_allowed")


def _sets(round: Round, seat: int, moves: list[Move]) -> list[Move]:
    """Add every set that begins with a card that may be laid: one order for each set, first and last card."""
    if round.turn != seat or round.phase is Phase.DRAWN:
        return moves
    by_face: dict[str, list[str]] = {}
    for card in round.hands[seat]:
        if card[0] != "W":
            by_face.setdefault(card[1], []).append(card)
    more: list[Move] = []
    for move in moves:
        if isinstance(move, Lay) and move.cards[0][0] != "W":
            first = move.cards[0]
            held = by_face[first[1]]
            if len(held) > 1:
                more += [lay_several((first, *rest), move.target) for rest in _rests(held, first)]
    return moves + more


def _rests(held: list[str], first: str) -> Iterator[tuple[str, ...]]:
    """Yield what may follow the first card, each set once for each last card."""
    if len(held) == 2:
        yield (held[1] if held[0] == first else held[0],)
        return
    left = Counter(held)
    left[first] -= 1
    kinds = sorted(left)
    for counts in product(*(range(left[kind] + 1) for kind in kinds)):
        cards = [kind for kind, count in zip(kinds, counts, strict=True) for _ in range(count)]
        for last in dict.fromkeys(cards):
            middle = cards.copy()
            middle.remove(last)
            yield (*middle, last)


def _set(round: Round, seat: int, move: Lay, verdict: Verdict) -> Verdict:
    """Allow cards that have one face and are not wild."""
    cards = move.cards
    if len(cards) == 1:
        return None
    if any(effect_of(card) != effect_of(cards[0]) for card in cards):
        return Refusal("not_identical", {"cards": list(cards)})
    return None if cards[0][0] != "W" else Refusal("multi_play_not_allowed")


_PAIRS = Hooks(candidates=_pairs, checks={(Lay, "several"): _pair})
_SETS = Hooks(candidates=_sets, checks={(Lay, "several"): _set}, times=lambda move: len(move.cards))

RULE = HouseRule("multi_play", OPTIONS, hooks)
