"""Moves in words: "play blue 9", "draw", "catch Mei", from their text in the notation."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.rules.uno.moves import Catch, Day, Lay, NameColor, parse_move

from .words import card_names, cards_count, color_name


def seat_name(seat: int, names: Sequence[str]) -> str:
    """What a seat is called, or its number where it is not at this table."""
    return names[seat] if 0 <= seat < len(names) else _("Seat {number}").format(number=seat)


def move_text(text: str, names: Sequence[str], *, color: bool = True) -> str:
    """Return a move in words, in the active language; `color` false leaves the colour of a wild card open.

    Takes what records hold as well: a misplay, a seat that was taken out, cards drawn for advice. Raises Refused
    for what is not in the notation.
    """
    if text == "leave":
        return _("leave the match")
    if text.startswith("advice "):
        return _("draw {cards} for advice").format(cards=cards_count(int(text.removeprefix("advice "))))
    if text.startswith("x "):
        return _("try to {play}").format(play=move_text(text.removeprefix("x "), names, color=color))
    move = parse_move(text)
    match move:
        case Lay():
            words = _lay(move, names, color)
        case Day():
            words = _("play the date {cards}").format(cards=card_names(move.cards))
            if move.color and color:
                words = _("{play} and choose {color}").format(play=words, color=color_name(move.color))
        case Catch():
            return _("catch {name}").format(name=seat_name(move.target, names))
        case NameColor():
            return _("choose {color}").format(color=color_name(move.color))
        case _:
            return _word(text)
    return _("{play}, with the call").format(play=words) if move.call else words


def _word(text: str) -> str:
    return {
        "draw": _("draw"),
        "accept": _("take what is waiting"),
        "pass": _("keep the drawn card"),
        "uno": _("call"),
        "challenge": _("challenge the wild draw four"),
        "show": _("show the hand for its sum"),
    }[text]


def _lay(move: Lay, names: Sequence[str], color: bool) -> str:
    words = _("play {cards}").format(cards=card_names(move.cards))
    if move.power == "?":
        return _("{play} and look at the hand of {name}").format(play=words, name=seat_name(move.target or 0, names))
    if move.power == "~":
        words = _("{play} and exchange cards with {name}").format(play=words, name=seat_name(move.target or 0, names))
        return _("{play}, giving {cards}").format(play=words, cards=card_names(move.gives)) if move.gives else words
    if move.color and color:
        words = _("{play} and choose {color}").format(play=words, color=color_name(move.color))
    elif move.cards[-1].startswith("W"):
        words = _("{play} and choose a colour").format(play=words)
    if move.target is not None:
        words = _("{play}, for {name}").format(play=words, name=seat_name(move.target, names))
    return words
