"""The lobby as one reader sees it: what the page shows at first, and what its socket keeps up to date."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.models import Table
from games.screens.lobby import FilterLink, Filters, Note, OwnTable, Parts, card_html
from games.services import lobby
from games.services.lobby import SHOWS, Board, Filter, Reader
from games.services.own_tables import own_tables


@dataclass(frozen=True, slots=True)
class LobbyPage:
    """What stands in the lobby for one reader, in words of one language.

    `offers`: the tables as HTML, by the ids of their elements, of which `free` have a free seat. `is_seated`: the
    reader has a live table to go back to first. `parts`: what else changes while the page is open.
    """

    offers: dict[str, SafeString]
    free: int
    is_seated: bool
    parts: Parts

    @property
    def is_called(self) -> bool:
        """Whether a table of the reader's own is what to go to first."""
        return bool(self.parts.own) and self.parts.own[0].is_loud


def address(wanted: Filter) -> str:
    """Return where the lobby is shown by this filter."""
    said = {name: value for name, value in query(wanted).items() if value != query(Filter())[name]}
    return reverse("games:lobby") + (f"?{urlencode(said)}" if said else "")


def query(wanted: Filter) -> dict[str, str]:
    """Return this filter as `games.forms.LobbyForm` reads it."""
    return {"show": wanted.show, "rules": wanted.rules, "pages": str(wanted.pages)}


def is_seated(own: Collection[OwnTable]) -> bool:
    """Whether one of these is a live table at which a seat is worth keeping."""
    return any(not table.is_slow and table.state != Table.State.OVER for table in own)


def page_for(user_id: int | None, wanted: Filter) -> LobbyPage:
    """Return the lobby for this person (None: a visitor) by this filter, in the active language."""
    own = own_tables([user_id]).get(user_id, []) if user_id is not None else []
    reader = lobby.reader_of(user_id, is_busy=is_seated(own))
    return page(lobby.board(wanted), wanted, reader, own, lobby.playing_now())


def page(board: Board, wanted: Filter, reader: Reader, own: list[OwnTable], playing: int) -> LobbyPage:
    """Return the lobby of this reader, made from what was read before: it asks for nothing."""
    ways = [(card, lobby.way_in(card, reader)) for card in board.cards]
    offers = {f"offer-{card.public_id}": card_html(card, way) for card, way in ways if way}
    more_url = address(replace(wanted, pages=wanted.pages + 1)) if board.has_more else ""
    is_filtered = bool(wanted.rules) or wanted.show != Filter().show
    return LobbyPage(
        offers=offers,
        free=sum(card.has_seat for card, way in ways if way),
        is_seated=reader.is_busy,
        parts=Parts(
            own=tuple(own),
            filters=Filters(_shows(wanted), _rules(board, wanted)),
            note=Note(bool(offers), is_filtered, more_url),
            playing=playing,
        ),
    )


def _shows(wanted: Filter) -> tuple[FilterLink, ...]:
    titles = {
        "all": _("All"),
        "rated": _("Rated"),
        "casual": _("Casual"),
        "duel": _("2 players"),
        "big": _("Big tables"),
        "slow": _("By correspondence"),
        "waiting": _("With a free seat"),
    }
    return tuple(
        FilterLink(f"show-{key}", titles[key], address(replace(wanted, show=key, pages=1)), key == wanted.show)
        for key in SHOWS
    )


def _rules(board: Board, wanted: Filter) -> tuple[FilterLink, ...]:
    """The presets to choose among, where there is a choice."""
    if not wanted.rules and len(board.rules) < 2:
        return ()
    links = [FilterLink("rules-any", _("Any rules"), address(replace(wanted, rules="", pages=1)), not wanted.rules)]
    for one in board.rules:
        there = address(replace(wanted, rules=one.key, pages=1))
        links.append(FilterLink(f"rules-{one.key}", one.title, there, one.key == wanted.rules))
    return tuple(links)
