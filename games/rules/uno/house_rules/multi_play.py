"""Several cards at once: an identical pair as one play, or any number of cards with one face."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from games.rules.core.cards import effect_of
from games.rules.core.options import Choice
from games.rules.core.refusals import Refusal
from games.rules.core.text import N_
from games.rules.uno.hooks import Hooks, HouseRule, Listed, Verdict
from games.rules.uno.moves import Lay, lay_several
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


#: More cards of one face than any deck has.
MOST_ALIKE = 100


def hooks(options: Mapping[str, Any]) -> Hooks | None:
    """Let pairs, or sets of one face, be laid together."""
    mode = options["multi_play"]
    if mode == "off":
        return None
    return _PAIRS if mode == "identical_pair" else _SETS


def _pairs(round: Round, seat: int, moves: Listed) -> None:
    """Add the pair to every card that may be laid and is held twice."""
    hand = round.hands[seat]
    if len(set(hand)) == len(hand):
        return
    pairs = [
        lay_several(move.cards * 2, move.target)
        for move in moves.values()
        if type(move) is Lay and move.cards[0][0] != "W" and hand.count(move.cards[0]) > 1
    ]
    moves.update({pair.text: pair for pair in pairs})


def _pair(round: Round, seat: int, move: Lay, refusal: Refusal) -> Verdict:
    """Allow two identical cards that are not wild."""
    cards = move.cards
    if any(card != cards[0] for card in cards):
        return Refusal("not_identical", {"cards": list(cards)})
    return None if len(cards) == 2 and cards[0][0] != "W" else Refusal("multi_play_not_allowed")


def _sets(round: Round, seat: int, moves: Listed) -> None:
    """Add every set that begins with a card that may be laid: one order for each set, first and last card."""
    by_face: dict[str, list[str]] = {}
    for card in round.hands[seat]:
        if card[0] != "W":
            by_face.setdefault(card[1], []).append(card)
    more: list[Lay] = []
    for move in moves.values():
        if type(move) is Lay and move.cards[0][0] != "W":
            first = move.cards[0]
            held = by_face[first[1]]
            if len(held) > 1:
                more += [lay_several((first, *rest), move.target) for rest in _rests(held, first)]
    moves.update({several.text: several for several in more})


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


def _set(round: Round, seat: int, move: Lay, refusal: Refusal) -> Verdict:
    """Allow cards that have one face and are not wild."""
    cards = move.cards
    if any(effect_of(card) != effect_of(cards[0]) for card in cards):
        return Refusal("not_identical", {"cards": list(cards)})
    return None if cards[0][0] != "W" else Refusal("multi_play_not_allowed")


#: Several cards may be laid in one's turn, and as the answer to a penalty, but not once a card has been drawn.
_PAIRS = Hooks(
    candidates=dict.fromkeys((Phase.PLAY, Phase.ANSWER), _pairs),
    allows={(Lay, "several"): _pair},
    most_laid=2,
)
_SETS = Hooks(
    candidates=dict.fromkeys((Phase.PLAY, Phase.ANSWER), _sets),
    allows={(Lay, "several"): _set},
    most_laid=MOST_ALIKE,
    times=lambda move: len(move.cards),
)

RULE = HouseRule("multi_play", OPTIONS, hooks)
