"""What happened, in one sentence for each thing worth telling: "Mei played blue 9", "Otto drew 2 and lost the turn".

Names come first and stand in bold; the reader is "you". Sentences are built once as HTML and stripped for voices.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import unescape
from typing import Any

from django.utils.html import format_html, strip_tags
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from .words import card_name, card_names, cards_count, color_name, points_count


@dataclass(frozen=True, slots=True)
class Teller:
    """Knows what this reader calls everybody: `names` by seat, `viewer` the own one, `call` the table's word."""

    names: Sequence[str]
    viewer: int | None
    call: str = "UNO!"

    def who(self, seat: int) -> SafeString:
        """The seat at the beginning of a sentence."""
        own = pgettext("subject: who did something", "You")
        return format_html("<b>{}</b>", own if seat == self.viewer else self.names[seat])

    def whom(self, seat: int) -> SafeString:
        """The seat in the middle of a sentence."""
        own = pgettext("object: to whom it was done", "you")
        return format_html("<b>{}</b>", own if seat == self.viewer else self.names[seat])


def plain(sentence: str) -> str:
    """A sentence without its markup, for voices and titles."""
    return unescape(strip_tags(sentence))


def _laid(teller: Teller, event: Any, following: Sequence[Any]) -> SafeString:
    who, card = teller.who(event.seat), card_names(event.cards)
    if event.cards[-1].startswith("W") and event.color:
        color = color_name(event.color)
        return format_html(_("{who} played {card} and chose {color}"), who=who, card=card, color=color)
    return format_html(_("{who} played {card}"), who=who, card=card)


def _drawn(teller: Teller, event: Any, following: Sequence[Any]) -> SafeString | None:
    who = teller.who(event.seat)
    if event.reason == "caught":
        return None  # the catch has told it
    if event.count == 0:
        return format_html(_("{who} found no card to draw"), who=who)
    cards = cards_count(event.count)
    if event.reason == "false_call":
        return format_html(_("{who} drew {cards} for a false call"), who=who, cards=cards)
    if event.reason == "misplay":
        return format_html(_("{who} drew {cards} for a card that did not fit"), who=who, cards=cards)
    if event.reason == "advice":
        return format_html(_("{who} drew {cards} for giving advice"), who=who, cards=cards)
    if any(type(later).__name__ == "TurnSkipped" and later.seat == event.seat for later in following):
        return format_html(_("{who} drew {cards} and lost the turn"), who=who, cards=cards)
    if event.reason == "turn" and len(event.cards) == 1:
        return format_html(_("{who} drew {card}"), who=who, card=card_name(event.cards[0]))
    return format_html(_("{who} drew {cards}"), who=who, cards=cards)


def _skipped(teller: Teller, event: Any, before: Sequence[Any]) -> SafeString | None:
    if any(type(earlier).__name__ == "CardsDrawn" and earlier.seat == event.seat for earlier in before):
        return None  # "drew 2 and lost the turn" has told it
    return format_html(_("{who} lost the turn"), who=teller.who(event.seat))


def _grew(teller: Teller, event: Any, following: Sequence[Any]) -> SafeString | None:
    if any(type(later).__name__ in ("CardsDrawn", "PenaltyLapsed") for later in following):
        return None  # taken at once
    return format_html(_("{cards} wait for {whom}"), cards=cards_count(event.pending), whom=teller.whom(event.seat))


def _challenge(teller: Teller, event: Any, following: Sequence[Any]) -> SafeString:
    parts = {"who": teller.who(event.challenger), "whom": teller.whom(event.seat)}
    if type(event).__name__ == "ChallengeWon":
        text = format_html(_("{who} challenged {whom} and was right"), **parts)
    else:
        text = format_html(_("{who} challenged {whom} and was wrong"), **parts)
    if event.hand and teller.viewer == event.challenger:
        return format_html(_("{text}. The other cards were: {cards}"), text=text, cards=card_names(event.hand))
    return text


def _round_won(teller: Teller, event: Any, following: Sequence[Any]) -> SafeString:
    who, gained = teller.who(event.seat), event.gains[event.seat]
    if gained:
        return format_html(_("{who} won the round: {points}"), who=who, points=points_count(gained))
    return format_html(_("{who} won the round"), who=who)


def _blocked(teller: Teller, event: Any, following: Sequence[Any]) -> SafeString:
    if event.seat is None:
        return format_html("{}", _("Nobody can go on: the round ends here"))
    return format_html(_("Nobody can go on: {whom} holds the fewest points"), whom=teller.whom(event.seat))


def _dealt(teller: Teller, event: Any, following: Sequence[Any]) -> SafeString:
    return format_html(
        _("Round {number}: {whom} dealt {cards} to each"),
        number=event.round,
        whom=teller.whom(event.dealer),
        cards=cards_count(event.hand_size),
    )


def _caught(teller: Teller, event: Any, following: Sequence[Any]) -> SafeString:
    return format_html(
        _("{who} caught {whom} without the call: {cards}"),
        who=teller.who(event.catcher),
        whom=teller.whom(event.seat),
        cards=cards_count(event.count),
    )


def _swapped(teller: Teller, event: Any, following: Sequence[Any]) -> SafeString:
    return format_html(_("{who} swapped hands with {whom}"), who=teller.who(event.seat), whom=teller.whom(event.target))


def _peeked(teller: Teller, event: Any, following: Sequence[Any]) -> SafeString:
    # the cards are shown for some seconds, beside the log: what was seen then is for the player to remember
    return format_html(
        _("{who} looked at the hand of {whom}"), who=teller.who(event.seat), whom=teller.whom(event.target)
    )


def _exchanged(teller: Teller, event: Any, following: Sequence[Any]) -> SafeString:
    who, whom = teller.who(event.seat), teller.whom(event.target)
    text = format_html(_("{who} and {whom} exchanged {cards}"), who=who, whom=whom, cards=cards_count(event.count))
    if event.gave and teller.viewer in (event.seat, event.target):
        gave, took = (event.gave, event.took) if teller.viewer == event.seat else (event.took, event.gave)
        return format_html(
            _("{text}. You gave {gave} and got {took}"), text=text, gave=card_names(gave), took=card_names(took)
        )
    return text


def _day(teller: Teller, event: Any, following: Sequence[Any]) -> SafeString:
    parts = {"who": teller.who(event.seat), "cards": card_names(event.cards), "whom": teller.whom(event.target)}
    if event.color:
        return format_html(
            _("{who} played {cards}, the date of {whom}, and chose {color}"), color=color_name(event.color), **parts
        )
    return format_html(_("{who} played {cards}, the date of {whom} in all four colours"), **parts)


def _about_to_be_skipped(teller: Teller, event: Any, following: Sequence[Any]) -> SafeString:
    text = _("{who} are about to be skipped") if event.seat == teller.viewer else _("{who} is about to be skipped")
    return format_html(text, who=teller.who(event.seat))


def _dealer_drawn(teller: Teller, event: Any, following: Sequence[Any]) -> SafeString:
    own = event.dealer == teller.viewer
    text = _("{who} drew the highest card and deal") if own else _("{who} drew the highest card and deals")
    return format_html(text, who=teller.who(event.dealer))


type Saying = Callable[[Teller, Any, Sequence[Any]], SafeString | None]


def _by_seat(text: Callable[[], str]) -> Saying:
    return lambda teller, event, following: format_html(text(), who=teller.who(event.seat))


# None: nothing to tell, another event of the same move does it
SAYINGS: dict[str, Saying | None] = {
    "DealerDrawn": _dealer_drawn,
    "RoundDealt": _dealt,
    "CardPutBack": lambda teller, event, following: format_html(
        _("{card} went back into the pile"), card=card_name(event.card)
    ),
    "FirstCard": lambda teller, event, following: format_html(
        _("The first card is {card}"), card=card_name(event.card)
    ),
    "CardsLaid": _laid,
    "FourLaid": None,
    "ColorNamed": lambda teller, event, following: format_html(
        _("{who} chose {color}"), who=teller.who(event.seat), color=color_name(event.color)
    ),
    "Waiting": None,
    "CardsDrawn": _drawn,
    "Accepted": None,
    "Passed": _by_seat(lambda: _("{who} kept the card")),
    "TurnSkipped": _skipped,
    "DirectionTurned": lambda teller, event, following: format_html("{}", _("The direction turned")),
    "PenaltyGrew": _grew,
    "PenaltyLapsed": None,
    "Called": lambda teller, event, following: format_html(
        _("{who} called “{call}”"), who=teller.who(event.seat), call=teller.call
    ),
    "FalseCall": _by_seat(lambda: _("{who} called too early")),
    "Caught": _caught,
    "ChallengeWon": _challenge,
    "ChallengeLost": _challenge,
    "Reshuffled": lambda teller, event, following: format_html("{}", _("The discard pile became the new draw pile")),
    "RoundWon": _round_won,
    "RoundBlocked": _blocked,
    "MatchOver": lambda teller, event, following: format_html("{}", _("The match is over")),
    "SeatLeft": _by_seat(lambda: _("{who} left the round")),
    "JumpedIn": _by_seat(lambda: _("{who} jumped in")),
    "SkipWaits": _about_to_be_skipped,
    "PenaltyPassed": lambda teller, event, following: format_html(
        _("{cards} now wait for {whom}"), cards=cards_count(event.pending), whom=teller.whom(event.seat)
    ),
    "HandsSwapped": _swapped,
    "HandsRotated": lambda teller, event, following: format_html("{}", _("All hands moved on to the next")),
    "HandsShuffled": lambda teller, event, following: format_html("{}", _("All hands were shuffled and dealt anew")),
    "Peeked": _peeked,
    "CardsExchanged": _exchanged,
    "HandShown": lambda teller, event, following: format_html(
        _("{who} showed a hand that fits the {number}: {cards}"),
        who=teller.who(event.seat),
        number=event.number,
        cards=card_names(event.cards),
    ),
    "DayLaid": _day,
    "Misplayed": lambda teller, event, following: format_html(
        _("{who} took back {cards}, which did not fit"), who=teller.who(event.seat), cards=card_names(event.cards)
    ),
}


def sentences(teller: Teller, events: Sequence[Any]) -> list[SafeString]:
    """The sentences that tell one accepted move, in the order in which things happened."""
    told = []
    for index, event in enumerate(events):
        name = type(event).__name__
        saying = SAYINGS[name]
        if saying is None:
            continue
        context = events[:index] if name == "TurnSkipped" else events[index + 1 :]
        sentence = saying(teller, event, context)
        if sentence is not None:
            told.append(_closed_up(teller, sentence))
    return told


# after a name of any script a space parts name and sentence; Chinese sets none around its own word for "you"
_HAN = "[\u4e00-\u9fff]"


def _closed_up(teller: Teller, sentence: SafeString) -> SafeString:
    """Take the spaces away between "you" and what stands around it, where both are Chinese characters."""
    if teller.viewer is None:
        return sentence
    for own in {teller.who(teller.viewer), teller.whom(teller.viewer)}:
        if re.fullmatch(f"<b>{_HAN}+</b>", own):
            sentence = SafeString(re.sub(f"{own} (?={_HAN})", own, re.sub(f"(?<={_HAN}) {own}", own, sentence)))
    return sentence


def picture(events: Sequence[Any]) -> str:
    """The card that stands beside the sentences of one move: what was laid or turned, a back for what was drawn."""
    for event in events:
        name = type(event).__name__
        if name == "CardsLaid":
            return str(event.cards[-1])
        if name == "FirstCard":
            return str(event.card)
    return "back" if any(type(event).__name__ in ("CardsDrawn", "Caught", "RoundDealt") for event in events) else ""
