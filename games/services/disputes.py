"""Disputes: a position, whose turn it is, what may be done and which rule refuses the rest."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import prod
from typing import Any

from django.utils.translation import gettext as _

from games.rules.core.refusals import Refusal, Refused
from games.screens.moves import move_text, seat_name
from games.screens.positions import Position, position
from games.screens.rulings import MOST_ROWS, Allowed, Forbidden, Others, Ruling, allowed, forbidden
from games.screens.sayings import Teller, plain, sentences
from games.screens.words import in_language
from games.services.errors import Declined

# moves that listing what may be done with some hands would have to look at: some 20 microseconds each
MOST_LISTED = 40_000
ACTS = ("draw", "pass", "accept", "challenge", "show", "uno")


@dataclass(frozen=True, slots=True)
class Judged:
    """One move that was asked about: allowed, with what follows, or forbidden."""

    name: str
    words: str
    code: str
    forbidden: Forbidden | None
    follows: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StepReport:
    """One step of a scenario: what it does, what was expected, what was found. `reached` is false after a dead end."""

    number: int
    words: str
    code: str
    passed: bool
    reached: bool = True
    lines: tuple[tuple[str, str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Settled:
    """The answer: the position with its ruling, and for a scenario how its steps went."""

    title: str
    position: Position | None
    ruling: Ruling | None
    rules: Any = None
    judged: Judged | None = None
    steps: list[StepReport] = field(default_factory=list)
    passed: bool = True
    invalid: str = ""


def effort(rules: Any, hand: Sequence[str]) -> int:
    """Return about how many moves have to be looked at to list what a hand may do: sets of one face multiply."""
    if rules.options["multi_play"] != "same_face":
        return len(hand) * 5
    faces: dict[str, Counter[str]] = {}
    for card in hand:
        if not card.startswith("W"):
            faces.setdefault(card[1], Counter())[card] += 1
    sets = (prod(count + 1 for count in held.values()) * len(held) ** 2 for held in faces.values())
    return len(hand) * 5 + sum(sets)


def seat_names(seats: int) -> list[str]:
    """Return what the seats of a position without people are called: by their numbers, as the notation has them."""
    return [seat_name(seat, ()) for seat in range(seats)]


def rule_on(family: Any, game: Any, names: Sequence[str], unknown: frozenset[int] = frozenset()) -> Ruling | None:
    """Return what the seat to move may do and may not, and what others may out of turn; None when the round is over.

    Of seats that are `unknown` (their cards were made up) nothing is said.
    """
    if game.turn is None:
        return None
    view = family.view(game, game.turn)
    rows = allowed(view.moves, names, view.pending)
    cards = {held.card: held.refusal for held in view.hand if held.refusal is not None}
    can_lay = {card for row in rows for card in row.cards}
    return Ruling(
        name=names[game.turn],
        allowed=rows[:MOST_ROWS],
        more=max(0, len(rows) - MOST_ROWS),
        cards=[
            forbidden(card, why, view, names, family.key) for card, why in cards.items() if card not in can_lay and why
        ],
        acts=_refused_acts(family, game, view, names),
        others=[
            Others(names[seat], rows)
            for seat in range(game.seats)
            if seat != game.turn and seat not in unknown and (rows := _of_others(family, game, seat, names))
        ],
    )


def _of_others(family: Any, game: Any, seat: int, names: Sequence[str]) -> list[Allowed]:
    return allowed(family.view(game, seat).moves, names)[:MOST_ROWS]


def _refused_acts(family: Any, game: Any, view: Any, names: Sequence[str]) -> list[Forbidden]:
    """Return what is no card and refused: drawing, passing, accepting, challenging, catching who holds one card."""
    catches = [f"catch {seat}" for seat, size in enumerate(view.hand_sizes) if size == 1 and seat != view.seat]
    found = []
    for text in (*ACTS, *catches):
        if text not in view.moves and (refusal := try_move(family, game, view.seat, text)[0]) is not None:
            found.append(forbidden(text, refusal, view, names, family.key))
    return found


def try_move(family: Any, game: Any, seat: int, text: str) -> tuple[Refusal | None, Sequence[Any]]:
    """Make a move on a copy of the game; return why it is refused, or what follows. The game stays as it is."""
    copy = family.load(family.dump(game), game.rules, game.shuffle)
    try:
        played = copy.play(seat, text)
    except Refused as error:
        return error.refusal, ()
    return played.refusal, played.events


def judge(family: Any, game: Any, text: str, names: Sequence[str]) -> Judged:
    """Judge one move: `R5` of the seat to move, `2: R5` of another. Raises `Declined` for a seat that is not there."""
    seat, move = _asked(text, game)
    refusal, events = try_move(family, game, seat, move)
    seen = [event for event in (family.seen_by(event, None) for event in events) if event is not None]
    word = in_language(game.rules.options["call_word"])
    follows = tuple(plain(sentence) for sentence in sentences(Teller(names, None, word), seen))
    if refusal is None:
        return Judged(names[seat], move_text(move, names), move, None, follows)
    refused = forbidden(move, refusal, family.view(game, seat), names, family.key)
    return Judged(names[seat], refused.words, move, refused, follows)


def _asked(text: str, game: Any) -> tuple[int, str]:
    found = re.fullmatch(r"\s*(?:(\d)\s*:)?\s*(.*?)\s*", text, re.ASCII)
    if found is None or not found[2]:
        raise Declined(_("Write a move such as R5, or 2: R5 for another seat."))
    seat = int(found[1]) if found[1] else game.turn
    if seat is None or seat >= game.seats:
        raise Declined(_("There is no such seat."))
    return seat, found[2]


def open_position(family: Any, game: Any, names: Sequence[str], **more: Any) -> Position:
    """Return the whole position, every hand open."""
    return position([family.view(game, seat) for seat in range(game.seats)], names, **more)


def settle_game(family: Any, game: Any, names: Sequence[str], characters: Sequence[str], title: str) -> Settled:
    """Rule on a position of a finished match."""
    shown = open_position(family, game, names, characters=characters)
    return Settled(title, shown, rule_on(family, game, names), game.rules)


def said(name: str, words: str) -> str:
    """Put who made a move before the move."""
    return _("{name}: {move}").format(name=name, move=words)


def made_next(steps: Sequence[tuple[int | None, str]], number: int, names: Sequence[str]) -> str:
    """Say which move a match's player made in the position after `number` steps; nothing where a deal followed."""
    seat, text = steps[number] if number < len(steps) else (None, "")
    return "" if seat is None else said(names[seat], move_text(text, names))


def as_scenario(game: Any) -> dict[str, Any] | None:
    """Return a finished match's position as a scenario, or None where a scenario could not say all of it.

    A given position has no drawn card, owed colour, waiting skip, challenge or call, and no number just laid.
    """
    round = game.round
    if game.turn is None or game.gone or not all(round.hands) or _something_open(game):
        return None
    data = {
        "rules": game.rules.to_json(),
        "hands": [" ".join(hand) for hand in round.hands],
        "draw_pile": " ".join(reversed(round.draw_pile)),
        "discard": " ".join(round.discard),
        "color": round.color,
        "turn": round.turn,
        "direction": round.direction,
        "pending": round.pending,
        "scores": list(game.scores),
        "vip": sorted(game.vip),
    }
    return {**data, "days": list(game.days)} if game.days else data


def _something_open(game: Any) -> bool:
    """Tell whether more is open in a round than a turn, or a penalty that cannot be challenged."""
    round = game.round
    if round.phase not in ("play", "answer") or round.fours or round.skips or round.uncalled or round.called:
        return True
    return bool(round.follow_color or (game.rules.options["death_number"] and round.last_lay))
