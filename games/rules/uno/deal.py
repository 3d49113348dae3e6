"""The deal: who deals first, the hands, the first card and what it does at once."""

from games.rules.core.cards import effect_of, is_number
from games.rules.core.shuffle import Shuffler
from games.rules.uno import evolve
from games.rules.uno.events import CardPutBack, DealerDrawn, FirstCard, Log, RoundDealt, TurnSkipped
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


def deal(round: Round) -> Log:
    """Deal a round that knows its number, dealer, seats and who is gone; return what happened.

    The deal makes a new position, so it puts the cards there by itself; what the first card does is for evolve.
    """
    rules = round.rules
    receivers = [*round.others(round.dealer), round.dealer]
    order = round.shuffle.order(rules.deck(len(receivers)), round.number, round.uses)
    round.uses += 1
    size = rules.hand_size(len(receivers))
    dealt = size * len(receivers)
    for place, seat in enumerate(receivers):
        round.hands[seat] += order[place : dealt : len(receivers)]
    log: Log = [RoundDealt(round.number, round.dealer, size)]
    card = _turn_first_card(round, order[: dealt - 1 : -1], log)
    round.discard = [card]
    round.color = card[0] if card[0] != "W" else None
    log.append(FirstCard(card))
    _do_first_card(round, log, card)
    return log


def _turn_first_card(round: Round, pile: list[str], log: Log) -> str:
    """Turn cards until one stays; the rest is the draw pile. One that goes back is shuffled in."""
    redrawing = False
    while True:
        card = pile.pop()
        again = _goes_back(round.rules, card, redrawing)
        if not again or all(_goes_back(round.rules, other, redrawing) for other in pile):
            break  # it stays, also where no card that is left could
        redrawing = redrawing or again == "redraw"
        log.append(CardPutBack(card))
        pile = round.shuffle.put_back(card, pile[::-1], round.number, round.uses)[::-1]
        round.uses += 1
    round.draw_pile = pile
    return card


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


def _do_first_card(round: Round, log: Log, card: str) -> None:
    """Do what the first card does at once; it cannot be answered, 7 and 0 do nothing."""
    rules = round.rules
    first = round.after(round.dealer)
    effect = effect_of(card)
    if effect == "W" and rules.start_wild == "dealer":
        evolve.waiting(round, log, round.dealer, Phase.COLOR)
    elif card[0] == "W":
        evolve.waiting(round, log, first, Phase.COLOR)
    elif effect in ("S", "D"):
        if effect == "D":
            evolve.cards_drawn(round, log, first, "penalty", 2)
        log.append(TurnSkipped(first))
        evolve.waiting(round, log, round.after(first), Phase.PLAY)
    elif effect == "V":
        evolve.direction_turned(round, log, -1)
        dealer_begins = round.seats - len(round.gone) == 2 or rules.start_reverse == "dealer"
        evolve.waiting(round, log, round.dealer if dealer_begins else round.after(round.dealer), Phase.PLAY)
    else:
        evolve.waiting(round, log, first, Phase.PLAY)
