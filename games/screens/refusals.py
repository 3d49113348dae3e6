"""Why not: one sentence for each refusal code, naming the rule that refuses."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from .words import card_name, color_name, face_name

type Params = Mapping[str, Any]


def needs(color: str | None, top: str) -> str:
    """What the pile asks for: "green or a 7"; after a wild card only the colour it named."""
    wanted = color_name(color) if color else ""
    if not top or top.startswith("W"):
        return pgettext("any card of this colour", "{color}").format(color=wanted) if wanted else ""
    face = top[1:]
    if face == "8":
        return _("{color} or an {number}").format(color=wanted, number=face)
    if face.isdigit():
        return _("{color} or a {number}").format(color=wanted, number=face)
    return _("{color} or {symbol}").format(color=wanted, symbol=face_name(face))


def _does_not_match(params: Params) -> str:
    color, top = params.get("color"), str(params.get("top", ""))
    rule = params.get("rule")
    if rule == "wild_after_draw_card":
        return _("At this table no wild card may follow a draw card.")
    if rule == "color_only_after_penalty" and color:
        return _("After a penalty only {color} or a wild card may follow.").format(color=color_name(color))
    if not color:
        return _("This card fits neither the colour nor the value on the pile.")
    return _("Needs {needs}.").format(needs=needs(color, top))


def _penalty_pending(params: Params) -> str:
    count = params.get("count") or 0
    if not count:
        return _("First answer what was played on you.")
    return ngettext(
        "First answer the penalty: {count} card is waiting for you.",
        "First answer the penalty: {count} cards are waiting for you.",
        count,
    ).format(count=count)


def _improper_wild_four(params: Params) -> str:
    return {
        "no_color": _("A wild draw four may only be played when you hold no card of the active colour."),
        "no_color_or_face": _("A wild draw four needs a hand with no card that fits the colour or the value."),
        "no_other_play": _("A wild draw four may only be played when nothing else in your hand can be."),
    }.get(str(params.get("needs", "no_color")), _("A wild draw four may not be played here."))


def _cannot_finish(params: Params) -> str:
    if card := params.get("card"):
        return _("The last card must be a number at this table, not {card}.").format(card=card_name(card))
    return _("The last card must be a number at this table.")


def _not_the_drawn_card(params: Params) -> str:
    if card := params.get("card"):
        return _("After drawing you may only play the card you drew, {card}, or keep it.").format(card=card_name(card))
    return _("After drawing you may only play the card you drew, or keep it.")


REFUSALS: Mapping[str, Callable[[Params], str]] = {
    "bad_move": lambda p: _("That is no move of this game."),
    "round_over": lambda p: _("The round is over."),
    "stale": lambda p: _("The table has moved on. Look again and choose anew."),
    "not_in_these_rules": lambda p: _("The rules of this table do not have that move."),
    "not_your_turn": lambda p: _("It is not your turn."),
    "not_vip": lambda p: _("At this table only VIP players may do that."),
    "jump_in_not_allowed": lambda p: _("Nobody may jump in just now."),
    "not_in_hand": lambda p: _("You do not hold that card."),
    "multi_play_not_allowed": lambda p: _("One card at a time: these cannot be played together at this table."),
    "not_identical": lambda p: _("Cards played together must be alike."),
    "color_required": lambda p: _("Choose a colour first."),
    "choice_required": lambda p: _("Choose whom it is for first."),
    "already_drawn": lambda p: _("You have drawn already: play the card or keep it."),
    "not_the_drawn_card": _not_the_drawn_card,
    "penalty_pending": _penalty_pending,
    "does_not_match": _does_not_match,
    "improper_wild_four": _improper_wild_four,
    "cannot_finish_on_this": _cannot_finish,
    "must_play": lambda p: _("At this table you must play when you can."),
    "nothing_drawn": lambda p: _("You can keep a card only after drawing one."),
    "nothing_to_answer": lambda p: _("There is nothing to answer just now."),
    "nothing_to_challenge": lambda p: _("There is no wild draw four to challenge."),
    "not_catchable": lambda p: _("Too late, or nothing to catch: they called, or hold more than one card."),
    "already_called": lambda p: _("You have called already."),
    "sum_does_not_fit": lambda p: _("The sum of your cards does not fit the number just played."),
    "date_does_not_fit": lambda p: _("These cards are nobody's date."),
}


def refusal_text(refusal: Any) -> str:
    """The sentence for a refusal (`code`, `params`), in the active language."""
    return REFUSALS[refusal.code](refusal.params or {})
