"""What the lobby shows: tables as cards, one's own tables, how many play; as values and as HTML in one language.

A card says nothing of its reader but what they may do there (`way`), so its HTML is made once for all who read it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, ngettext, override
from django.utils.translation import gettext as _

from games.rules.core.options import Flag
from games.rules.families import FAMILIES

from .options import OptionLine, differences

# how many of what differs in the rules a card names
NOTES = 2
# what changes a game most, options and groups of them, the most telling first; the others are only counted
NOTED = ("teams", "stacking", "out_of_turn", "specials")


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who has a seat, as the lobby shows them."""

    name: str
    character: str


@dataclass(frozen=True, slots=True)
class TableCard:
    """One table that is open to all, in words of one language.

    `round` is 0 before the match; `ladder`: what a rated one counts for. `people` and `sent_away` (row numbers) are
    not shown: they decide who may sit down.
    """

    table_id: int
    public_id: str
    title: str
    rules: str
    notes: tuple[str, ...]
    more_notes: int
    clock: str
    seats: int
    sitters: tuple[Sitter, ...]
    state: str
    round: int
    watchers: int
    is_single: bool
    is_rated: bool
    ladder: str
    is_quick: bool
    is_slow: bool
    is_open_to_watchers: bool
    people: frozenset[int]
    sent_away: frozenset[int]

    @property
    def free(self) -> int:
        """How many seats are free."""
        return self.seats - len(self.sitters)

    @property
    def has_seat(self) -> bool:
        """Whether somebody could sit down here now."""
        return self.state != "playing" and self.free > 0


@dataclass(frozen=True, slots=True)
class OwnTable:
    """One of the reader's own tables: `line` says how it stands there. `is_slow`: played by correspondence."""

    public_id: str
    title: str
    line: str
    sitters: tuple[Sitter, ...]
    state: str
    is_slow: bool
    your_turn: bool

    @property
    def is_loud(self) -> bool:
        """Whether somebody waits for the reader there: others at the table, or all for their turn."""
        return self.your_turn or not self.is_slow


@dataclass(frozen=True, slots=True)
class FilterLink:
    """A way to see some of the tables only; `key` is its element's id."""

    key: str
    title: str
    url: str
    is_current: bool


@dataclass(frozen=True, slots=True)
class Filters:
    """The ways to see some of the tables only: by what they are, and by their rules where there is a choice."""

    shows: tuple[FilterLink, ...]
    rules: tuple[FilterLink, ...]


@dataclass(frozen=True, slots=True)
class Note:
    """What stands under the tables: that there are none, or where the list goes on."""

    has_offers: bool
    is_filtered: bool
    more_url: str


@dataclass(frozen=True, slots=True)
class Parts:
    """What changes in an open lobby besides the list of tables; `playing`: how many people are in a match."""

    own: tuple[OwnTable, ...]
    filters: Filters
    note: Note
    playing: int


@dataclass(frozen=True, slots=True)
class RulesLink:
    """A preset: its key, title and explanation; `count` tables or matches have it."""

    key: str
    title: str
    text: str
    count: int = 0

    @property
    def card(self) -> str:
        """The card that stands for these rules in a list."""
        return _CARDS.get(self.key, "W")


_CARDS: Mapping[str, str] = {
    "official": "R7",
    "casual": "G3",
    "speed": "YS",
    "duel": "R2",
    "home": "BD",
    "home_strict": "B5",
    "party": "WH",
    "party_teams": "G8",
    "party_bust": "Y9",
    "club": "BV",
    "reef": "P8",
    "seven_zero": "Y7",
    "progressive": "RD",
}


def rule_notes(ruleset: Any, family: str) -> tuple[tuple[str, ...], int]:
    """Return what changes this game most, in few words, and how many options differ besides."""
    options = FAMILIES[family].options
    differ = [line for line in differences(ruleset, family) if line.key not in _SAID_ELSEWHERE]
    noted = [line for line in differ if _weight(options[line.key]) < len(NOTED)]
    noted.sort(key=lambda line: _weight(options[line.key]))
    words = tuple(dict.fromkeys(map(_note, noted)))[:NOTES]
    return words, len(differ) - sum(_note(line) in words for line in noted)


# these have a chip, or a number, of their own on the card
_SAID_ELSEWHERE = frozenset({"match", "match_rounds", "seats", "start_when_ready"})


def _weight(option: Any) -> int:
    """How far from the front this option is named; as many as `NOTED` for those that are only counted."""
    is_off = isinstance(option, Flag) and option.default  # it differs by something that is not done here
    names = [name for name in (option.key, option.group) if name in NOTED and not is_off]
    return NOTED.index(names[0]) if names else len(NOTED)


def _note(line: OptionLine) -> str:
    return _("Stacking") if line.key.startswith("stack_") else line.title


@lru_cache(maxsize=4096)
def _card_html(card: TableCard, way: str, language: str) -> SafeString:
    with override(language):
        return mark_safe(render_to_string("games/_table_card.html", {"card": card, "way": way}))  # noqa: S308


def card_html(card: TableCard, way: str) -> SafeString:
    """Return the card in the active language for readers who may go this `way`: sit, watch, back, sign_in."""
    return _card_html(card, way, get_language() or "en")


@lru_cache(maxsize=1024)
def _part_html(template: str, part: Any, language: str) -> str:
    with override(language):
        return render_to_string(f"games/{template}.html", {"part": part, "oob": True})


def regions(parts: Parts) -> dict[str, str]:
    """Return the parts by their ids as HTML, to be swapped out of band, in the active language.

    What is the same for several readers is rendered once.
    """
    language = get_language() or "en"
    return {
        "own-tables": _part_html("_own_tables", parts.own, language),
        "filters": _part_html("_filters", parts.filters, language),
        "offers-note": _part_html("_offers_note", parts.note, language),
        "playing-now": _part_html("_playing_now", parts.playing, language),
    }


def whole_list(offers: Mapping[str, str]) -> str:
    """Return the list of tables as HTML, to be swapped out of band as a whole."""
    return render_to_string("games/_offers.html", {"offers": offers, "oob": True})


def said(free: int) -> str:
    """Return the fragment that has a screen reader say how many tables have a free seat, in the active language."""
    text = ngettext("%(count)s table with a free seat", "%(count)s tables with a free seat", free) % {"count": free}
    return format_html('<p id="lobby-said" hx-swap-oob="innerHTML">{}</p>', text)
