"""The table while a round goes on: ring and piles, the message line, the own hand, what one may do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from games.rules.uno.view import hand_order

from .refusals import needs, refusal_text
from .snapshot import Snapshot
from .words import card_name, cards_count, color_name, in_language


@dataclass(frozen=True, slots=True)
class Color:
    """A colour that may be chosen: `move` names it, `held` says how many cards of it the reader holds."""

    letter: str
    name: str
    move: str = ""
    held: int = 0
    best: bool = False


@dataclass(frozen=True, slots=True)
class Ring:
    """Direction, active colour and the two piles: one object."""

    color: str
    color_name: str
    clockwise: bool
    top: str
    under: tuple[str, ...]
    draw_pile: int
    colors: str
    may_draw: bool
    by: int | None = None
    drew: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """A button of the message line: `move` is what it sends, `key` the letter that presses it."""

    label: str
    move: str
    filled: bool = False
    key: str = ""


@dataclass(frozen=True, slots=True)
class Message:
    """What is asked now. `kind`: penalty, drawn, color, turn, jump, wait, away; `big` is the number that matters.

    `warning` tells a player who let a turn run out what comes next.
    """

    kind: str
    text: str = ""
    more: str = ""
    big: str = ""
    card: str = ""
    answers: tuple[Answer, ...] = ()
    colors: tuple[Color, ...] = ()
    warning: str = ""


@dataclass(frozen=True, slots=True)
class Peek:
    """Another hand that the reader may look at for some seconds."""

    title: str
    cards: tuple[str, ...]
    seconds: int


@dataclass(frozen=True, slots=True)
class HandButton:
    """One card of the own hand; `moves` are what it may do now, `why` says why it may not."""

    id: str
    code: str
    name: str
    moves: str
    why: str
    drawn: bool
    dealt: int

    @property
    def playable(self) -> bool:
        """Whether this card may be laid now."""
        return bool(self.moves)


@dataclass(frozen=True, slots=True)
class Actions:
    """The buttons under the thumb: the call, drawing, jumping in."""

    call_word: str
    call_due: str
    call_saves: bool
    may_draw: bool
    must_draw: bool
    jump_in: str
    show: bool
    day: str


def ring(snapshot: Snapshot) -> Ring:
    """The middle of the table."""
    view = snapshot.view
    color = view.color or ""
    return Ring(
        color=color,
        color_name=color_name(color) if color else "",
        clockwise=view.direction == 1,
        top=view.top,
        under=tuple(view.discard[:-1])[-2:],
        draw_pile=view.draw_pile_size,
        colors="".join(view.ruleset.colors),
        may_draw="draw" in view.moves,
        by=_laid_by(snapshot),
        drew=_drawn_by(snapshot),
    )


def peek(snapshot: Snapshot, names: Sequence[str]) -> Peek | None:
    """The hand that the newest move opened to this reader alone."""
    events = snapshot.log[0].events if snapshot.log else ()
    for event in events:
        if type(event).__name__ == "Peeked" and event.cards and event.seat == snapshot.viewer:
            seconds = snapshot.view.ruleset.options["peek_seconds"]
            return Peek(_("The hand of {name}").format(name=names[event.target]), event.cards, seconds)
    return None


def _laid_by(snapshot: Snapshot) -> int | None:
    """The seat whose card came last, if the newest move laid one: from there it flies to the pile."""
    events = snapshot.log[0].events if snapshot.log else ()
    return next((event.seat for event in events if type(event).__name__ == "CardsLaid"), None)


def _drawn_by(snapshot: Snapshot) -> str:
    """Who drew how many with the newest move, as "2:4 0:1"."""
    events = snapshot.log[0].events if snapshot.log else ()
    return " ".join(f"{event.seat}:{event.count}" for event in events if type(event).__name__ == "CardsDrawn")


def hand(snapshot: Snapshot) -> tuple[HandButton, ...]:
    """The own cards as buttons, colour by colour as a player sorts them; `dealt` keeps the order in which they came."""
    view, seen, buttons = snapshot.view, Counter[str](), []
    own_turn = view.turn is not None and view.turn == view.seat
    drawn_at = _last(view.hand, view.drawn) if view.phase == "drawn" and own_turn else -1
    for index, held in enumerate(view.hand):
        seen[held.card] += 1
        # two of a kind are one to the rules: in phase "drawn" only the newest of them lies in the message line
        moves = "|".join(held.moves)
        why = refusal_text(held.refusal) if own_turn and held.refusal and not moves else ""
        buttons.append(
            HandButton(
                id=f"card-{held.card}-{seen[held.card]}",
                code=held.card,
                name=card_name(held.card),
                moves=moves,
                why=why,
                drawn=index == drawn_at,
                dealt=index,
            )
        )
    places = {code: place for place, code in enumerate(hand_order(tuple(seen), view.ruleset.colors))}
    return tuple(sorted(buttons, key=lambda button: (button.drawn, places[button.code], button.dealt)))


def _last(cards: Sequence[Any], code: str | None) -> int:
    for index in range(len(cards) - 1, -1, -1):
        if cards[index].card == code:
            return index
    return -1


def chooses(snapshot: Snapshot) -> bool:
    """Whether the hand is asked: then what may not be played steps back."""
    view = snapshot.view
    if view.seat is not None and snapshot.seats[view.seat].away:
        return False
    return view.turn == view.seat or any(held.moves for held in view.hand)


def colors(snapshot: Snapshot) -> tuple[Color, ...]:
    """The deck's colours for the picker, the one held most marked."""
    view = snapshot.view
    held = Counter(held.card[0] for held in view.hand)
    letters = tuple(view.ruleset.colors)
    most = max((held[letter] for letter in letters), default=0)
    best = next((letter for letter in letters if most and held[letter] == most), "")
    return tuple(
        Color(letter, color_name(letter), f"color {letter}", held[letter], letter == best) for letter in letters
    )


def most_held(snapshot: Snapshot) -> str:
    """What the picker says beside its title: "you hold 5 green"."""
    for color in colors(snapshot):
        if color.best:
            return _("you hold {count} {color}").format(count=color.held, color=color.name)
    return ""


def actions(snapshot: Snapshot) -> Actions:
    """What the thumb may do. The call stands ready always and is loud only when it is due."""
    view = snapshot.view
    own_turn = view.turn == view.seat
    away = view.seat is not None and snapshot.seats[view.seat].away
    lays = [move for held in view.hand for move in held.moves]
    return Actions(
        call_word=in_language(view.ruleset.options["call_word"]),
        # the plays that the call may go with
        call_due="|".join(move[:-1] for move in view.moves if move.endswith("!")),
        call_saves="uno" in view.moves,
        may_draw="draw" in view.moves,
        must_draw="draw" in view.moves and not lays and not away,
        jump_in="|".join(lays) if lays and not own_turn else "",
        show="show" in view.moves,
        day="|".join(move for move in view.moves if move.startswith("day ") and not move.endswith("!")),
    )


def message(snapshot: Snapshot, names: Sequence[str]) -> Message:
    """What is asked of the reader, or whom the table waits for."""
    asked, view = _asked(snapshot, names), snapshot.view
    if view.seat is not None and snapshot.seats[view.seat].missed and asked.kind in ("turn", "jump", "wait"):
        warning = _("You missed a turn. After the next one an AI player plays for you.")
        return replace(asked, warning=warning)
    return asked


def _asked(snapshot: Snapshot, names: Sequence[str]) -> Message:
    view = snapshot.view
    if view.turn is None:
        return Message("wait")
    if view.seat is not None and snapshot.seats[view.seat].away:
        return Message("away", _("An AI player plays your cards until you take your seat back."))
    if view.turn != view.seat or view.seat is None:
        return _waiting_for(snapshot, names)
    if view.phase == "answer":
        return _penalty(snapshot, names)
    if view.phase == "drawn":
        return _drawn(view)
    if view.phase == "color":
        return Message("color", _("Choose a colour"), most_held(snapshot), colors=colors(snapshot))
    return _your_turn(view)


def _waiting_for(snapshot: Snapshot, names: Sequence[str]) -> Message:
    view, name = snapshot.view, names[snapshot.view.turn]
    if any(held.moves for held in view.hand):
        return Message("jump", _("You hold the same card: jump in"))
    if view.phase == "answer" and view.pending:
        text = _("{name} takes {cards} or answers").format(name=name, cards=cards_count(view.pending))
        return Message("wait", text, big=f"+{view.pending}")
    if view.phase == "color":
        return Message("wait", _("{name} chooses a colour").format(name=name))
    if view.phase == "drawn":
        return Message("wait", _("{name} looks at the drawn card").format(name=name))
    return Message("wait", _("{name} is playing").format(name=name))


def _penalty(snapshot: Snapshot, names: Sequence[str]) -> Message:
    view = snapshot.view
    answers = []
    if "challenge" in view.moves:
        answers.append(Answer(_("Challenge"), "challenge", key="X"))
    if not view.pending:
        answers.append(Answer(_("Sit it out"), "accept", filled=True, key="D"))
        more = _("Or play a card of the same value.") if any(held.moves for held in view.hand) else ""
        return Message("penalty", _("You are about to be skipped."), more, answers=tuple(answers))
    answers.append(Answer(_("Take {count}").format(count=view.pending), "accept", filled=True, key="D"))
    sender = view.penalty_from
    cards = cards_count(view.pending)
    if sender is None or sender == view.seat:
        text = _("{cards} are waiting for you.").format(cards=cards)
    else:
        text = _("{name} sends you {cards}.").format(name=names[sender], cards=cards)
    stack = any(held.moves for held in view.hand)
    challenge = "challenge" in view.moves
    more = {
        (True, True): _("Play on top, take them, or challenge."),
        (True, False): _("Play on top or take them."),
        (False, True): _("Take them, or challenge."),
        (False, False): "",
    }[stack, challenge]
    return Message("penalty", text, more, big=f"+{view.pending}", answers=tuple(answers))


def _drawn(view: Any) -> Message:
    lays = next((held.moves for held in view.hand if held.card == view.drawn and held.moves), ())
    answers = [Answer(_("Keep it"), "pass", key="D")] if "pass" in view.moves else []
    if lays:
        answers.append(Answer(_("Play it"), "|".join(lays), filled=True))
    text = _("You drew {card}.").format(card=card_name(view.drawn)) if view.drawn else _("You drew.")
    return Message("drawn", text, card=view.drawn or "", answers=tuple(answers))


def _your_turn(view: Any) -> Message:
    playable = any(held.moves for held in view.hand)
    wanted = needs(view.color, view.top)
    if not playable:
        return Message("turn", _("Nothing fits {needs}. Draw a card.").format(needs=wanted))
    if view.call_due:
        return Message("turn", _("Call first, then play your last card but one."))
    return Message("turn", _("Play {needs}, or a wild card.").format(needs=wanted))
