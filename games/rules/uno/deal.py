"""The deal: who deals first, the hands, the first card and what it does at once."""

from collections.abc import Iterator

from games.rules.core.cards import is_number
from games.rules.core.shuffle import Shuffler
from games.rules.uno.engine import follow
from games.rules.uno.events import (
    CardPutBack,
    CardsDrawn,
    DealerDrawn,
    DirectionTurned,
    Event,
    FirstCard,
    RoundDealt,
    TurnSkipped,
    Waiting,
)
from games.rules.uno.round import Phase, Round
from games.rules.uno.ruleset import Ruleset

#: A first card that always goes back into the pile.
PUT_BACK = frozenset({"W4", "WC", "WH"})


def find_dealer(rules: Ruleset, seats: int, shuffle: Shuffler) -> DealerDrawn:
    """Find the first dealer by drawing: the highest number, all else counts 0, those who tie draw again.

    It uses the shuffle as round 0; when the deck runs out under many ties, it is shuffled again.
    """
    contenders, draws, uses = list(range(seats)), [], 0
    deck: list[str] = []
    while True:
        drawn = []
        for seat in contenders:
            if not deck:
                deck = shuffle.order(rules.deck(seats), 0, uses)[::-1]
                uses += 1
            drawn.append((seat, deck.pop()))
        draws.append(tuple(drawn))
        best = max(_dealer_value(card) for _, card in drawn)
        contenders = [seat for seat, card in drawn if _dealer_value(card) == best]
        if len(contenders) == 1:
            return DealerDrawn(tuple(draws), contenders[0])


def _dealer_value(card: str) -> int:
    return int(card[1]) if is_number(card) else 0


def deal(round: Round) -> list[Event]:
    """Deal a round that knows its number, dealer, seats and who is gone; return what happened."""
    rules = round.rules
    order = round.shuffle.order(rules.deck(len(round.seats_in())), round.number, round.uses)
    round.uses += 1
    pile = order[::-1]
    size = rules.hand_size(len(round.seats_in()))
    receivers = round.others(round.dealer)
    receivers.append(round.dealer)
    for _ in range(size):
        for seat in receivers:
            round.hands[seat].append(pile.pop())
    events: list[Event] = [RoundDealt(round.number, round.dealer, size)]
    redrawing = False
    while True:
        card = pile.pop()
        again = _goes_back(rules, card, redrawing)
        if not again or all(_goes_back(rules, other, redrawing) for other in pile):
            break  # it stays, also where no card that is left could
        redrawing = redrawing or again == "redraw"
        events.append(CardPutBack(card))
        pile = round.shuffle.put_back(card, pile[::-1], round.number, round.uses)[::-1]
        round.uses += 1
    round.draw_pile, round.discard = pile, [card]
    round.color = card[0] if card[0] != "W" else None
    events.append(FirstCard(card))
    events += follow(round, _first_effect(round, card))
    return events


def _goes_back(rules: Ruleset, card: str, redrawing: bool) -> str:
    """Tell why a first card goes back: "always", "redraw" (a Wild or Draw Two by its option) or "" for not."""
    if is_number(card):
        return ""
    if card in PUT_BACK:
        return "always"
    if (card == "W" and rules.start_wild == "redraw") or (card[1:] == "D" and rules.start_draw_two == "redraw"):
        return "redraw"
    if rules.start_numbers_only or (redrawing and rules.redraw_to_number):
        return "always"
    return ""


def _first_effect(round: Round, card: str) -> Iterator[Event]:
    """Yield what the first card does at once; it cannot be answered, 7 and 0 do nothing."""
    first = round.after(round.dealer)
    face = card if card[0] == "W" else card[1]
    if face == "W" and round.rules.start_wild == "dealer":
        yield Waiting(round.dealer, Phase.COLOR)
    elif card[0] == "W":
        yield Waiting(first, Phase.COLOR)
    elif face == "S":
        yield TurnSkipped(first)
        yield Waiting(round.after(first), Phase.PLAY)
    elif face == "V":
        yield DirectionTurned(-1)
        two = round.seats - len(round.gone) == 2
        dealer_begins = two or round.rules.start_reverse == "dealer"
        yield Waiting(round.dealer if dealer_begins else round.after(round.dealer), Phase.PLAY)
    elif face == "D":
        yield CardsDrawn(first, (), "penalty", 2)
        yield TurnSkipped(first)
        yield Waiting(round.after(first), Phase.PLAY)
    else:
        yield Waiting(first, Phase.PLAY)
