"""A ruleset in words: its options, their values, what differs from the official game, what cannot be."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _

from games.rules.core.options import Choice, Flag, Line, Number, NumberBySeats, Option, Range, RulesetError, Several
from games.rules.families import FAMILIES

from .words import listed


@dataclass(frozen=True, slots=True)
class OptionLine:
    """One option as a person reads it: what it is called, what holds, and what that means."""

    key: str
    title: str
    value: str
    text: str


def value_text(option: Option, value: Any) -> str:
    """Return the value of an option in words, in the active language."""
    match option:
        case Choice():
            return _(option.labels[value])
        case Flag():
            return _("yes") if value else _("no")
        case Several():
            return listed(_(option.labels[word]) for word in value)
        case Range():
            return _("%(few)s to %(most)s") % {"few": value[0], "most": value[1]}
        case NumberBySeats() if isinstance(value, Mapping):
            return listed(_by_seats(int(seats), number) for seats, number in value.items())
        case Number() if value is None:
            return pgettext("a number", "not set")
        case Line():
            return line_text(value) or _("nothing")
        case _:
            return str(value)


def line_text(value: str | Mapping[str, str]) -> str:
    """Return a text option in the active language: its own, else English, else the first there is."""
    if isinstance(value, str):
        return value
    return value.get(get_language() or "en") or value.get("en") or next(iter(value.values()), "")


def _by_seats(seats: int, number: int) -> str:
    return ngettext("%(number)s with %(seats)s player", "%(number)s with %(seats)s players", seats) % {
        "number": number,
        "seats": seats,
    }


def differences(ruleset: Any, family: str = "uno") -> list[OptionLine]:
    """Return what differs from the official game, in the order of the declarations."""
    options = FAMILIES[family].options
    return [
        OptionLine(key, _(options[key].title), value_text(options[key], value), _(options[key].text))
        for key, value in ruleset.differences().items()
    ]


@dataclass(frozen=True, slots=True)
class OptionGroup:
    """A group of options with its title, each with its official value and what is possible."""

    key: str
    title: str
    options: list[tuple[OptionLine, str]]


def option_groups(family: str = "uno") -> list[OptionGroup]:
    """Return every option there is, group by group, in words: the official value, and which values are possible."""
    known = FAMILIES[family]
    return [
        OptionGroup(
            group,
            _(title),
            [
                (
                    OptionLine(key, _(option.title), value_text(option, option.default), _(option.text)),
                    allowed_text(option),
                )
                for key, option in known.options.items()
                if option.group == group
            ],
        )
        for group, title in known.groups.items()
    ]


def allowed_text(option: Option) -> str:
    """Return in words which values an option may have."""
    match option:
        case Choice() | Several():
            return listed(_(label) for label in option.labels.values())
        case Number() if option.or_null:
            return _("%(least)s to %(most)s, or nothing") % {"least": option.least, "most": option.most}
        case Number() | NumberBySeats():
            return _("%(few)s to %(most)s") % {"few": option.least, "most": option.most}
        case Range():
            return _("two numbers from %(least)s to %(most)s, the smaller first") % {
                "least": option.least,
                "most": option.most,
            }
        case Line():
            return ngettext("up to %(count)s letter", "up to %(count)s letters", option.longest) % {
                "count": option.longest
            }
        case _:
            return _("yes or no")


_PAIRS: dict[tuple[str, ...], Callable[[Mapping[str, int]], str]] = {
    ("draw", "play_drawn"): lambda p: _("Who draws until a card fits must be allowed to play the drawn card."),
    ("must_play", "play_drawn"): lambda p: _("Who must play must be allowed to play the drawn card."),
    ("answer_skip", "finish_on"): lambda p: _("A skip cannot be answered where only a number may be the last card."),
    ("start_when_ready", "seats"): lambda p: _("There are at most %(most)s seats.") % p,
    ("second_deck_from", "seats"): lambda p: _("There are at most %(most)s seats.") % p,
    ("teams", "seats"): lambda p: _("Two camps need an even number of seats, four or more."),
    ("swim_color", "edition"): lambda p: _("This deck does not have that colour."),
    ("hand_size", "seats"): lambda p: (
        _("%(cards)s cards are too few: with %(seats)s players at most %(most)s cards each can be dealt.") % p
    ),
}


def ruleset_error_text(error: RulesetError, family: str = "uno") -> str:
    """Return a sentence for a ruleset that cannot be: which option, and what is allowed."""
    pair = _PAIRS.get(error.keys)
    if pair is not None:
        return pair(error.params)
    option = FAMILIES[family].options.get(error.key)
    if option is None:
        return _("There is no option called “%(key)s”.") % {"key": error.key}
    return _("“%(title)s” cannot be that. Possible: %(allowed)s.") % {
        "title": _(option.title),
        "allowed": allowed_text(option),
    }
