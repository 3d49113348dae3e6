"""A page of a ladder as one reader sees it, with all that stands beside it: a bounded number of queries."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple

from django.core.paginator import Page, Paginator
from django.db.models import OuterRef, Subquery

from accounts.models import User
from accounts.social import friends_of
from games.models import Ladder, LadderRuleset, Reckoning, Season
from games.screens.climb import REACH, Climb, climb
from games.screens.ladder import Bar, Scale, scale_of, share_won
from games.services.ladders import reckoning, standings
from games.services.ladders.skill import SETTLED_AFTER
from games.services.ladders.standings import Order, Own, Row

# a drawing is in hundredths: the page stretches it
FULL = 100
USUAL_SEATS = 4
_GAME = {"rules": "ruleset__key", "fewest": "fewest", "most": "most"}

type Who = Literal["all", "friends"]


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a ladder as it is shown. `won`: in a hundred; `is_own`: the reader's."""

    person: User
    place: int | None
    number: int
    spread: int
    rank_value: int
    matches: int
    won: int | None
    is_provisional: bool
    is_own: bool
    bar: Bar

    @property
    def high_end(self) -> int:
        """The number at the upper end of the bar; the lower one is what the ladder is ordered by."""
        return self.number + REACH * self.spread


@dataclass(frozen=True, slots=True)
class Block:
    """Lines that stand apart from the page's, and how many people are left out between."""

    lines: list[Line]
    left_out: int


class Game(NamedTuple):
    """Something to play that counts for a ladder: a ruleset by its key, with so many seats."""

    rules: str
    seats: int


@dataclass(frozen=True, slots=True)
class LadderPage:
    """A ladder in a season, one page of it: `shown` is that page, of numbers of people, `lines` are the people on it.

    `above` and `below` are the reader's own line and its neighbours where they are not on the page; `own` is who the
    reader is here, None for who does not stand here. `climb` is the drawing of the reader's results,
    `play` what counts for this ladder, None where nothing does in this season. `reckoning`: the ratings are being
    worked out anew.
    """

    ladder: Ladder
    ladders: list[Ladder]
    season: Season | None
    seasons: list[Season]
    who: Who
    shown: Page
    lines: tuple[Line, ...] = ()
    above: Block | None = None
    below: Block | None = None
    scale: Scale | None = None
    own: Own | None = None
    climb: Climb | None = None
    play: Game | None = None
    reckoning: Reckoning | None = None


def first_ladder() -> Ladder | None:
    """Return the ladder that is shown where none is asked for: the first that is open."""
    return Ladder.objects.filter(is_open=True).first()


def page_for(reader: User | None, key: str, season: str = "", who: Who = "all", page: str = "") -> LadderPage | None:
    """Return a page of the ladder `key`: of the season with this number (empty: the one that is on, or the last).

    `page` is a number as it stands in the address: what is none is the first, what is beyond the end the last. None
    where there is no such ladder or season.
    """
    # the game beside each ladder: its first
    first = LadderRuleset.objects.filter(ladder=OuterRef("pk")).order_by("pk")
    game = {name: Subquery(first.values(field)[:1]) for name, field in _GAME.items()}
    every = list(Ladder.objects.annotate(**game))
    ladder = next((one for one in every if one.key == key), None)
    seasons = list(Season.objects.order_by("-number"))
    asked = _season(seasons, season)
    if ladder is None or (asked is None and season):
        return None
    tabs = [one for one in every if one.is_open or one == ladder]
    base = LadderPage(ladder, tabs, asked, seasons, "all", _paged([], page), play=_play(ladder, asked))
    if asked is None:
        return base
    base = replace(base, reckoning=reckoning.going_on(ladder, asked))
    order = standings.order_of(ladder, asked)
    if who == "friends" and reader is not None:
        return _friends(base, order, reader, page)
    return _all(base, order, reader, page)


def _play(ladder: Any, season: Season | None) -> Game | None:
    """What counts for this ladder in this season; of the numbers of seats that count the one nearest to four."""
    if not ladder.is_open or not ladder.rules or season is None or season.ended_at is not None:
        return None
    return Game(ladder.rules, min(max(USUAL_SEATS, ladder.fewest), ladder.most))


def _paged(things: Sequence[object], page: str) -> Page:
    """The page that is asked for, or the first or last."""
    return Paginator(things, standings.PER_PAGE).get_page(page)


def _season(seasons: list[Season], asked: str) -> Season | None:
    """The season with this number; where none is asked for, the one that is on, or the last."""
    if asked:
        return next((one for one in seasons if str(one.number) == asked), None)
    return next((one for one in seasons if one.ended_at is None), seasons[0] if seasons else None)


def _all(base: LadderPage, order: Order, reader: User | None, page: str) -> LadderPage:
    """Everybody, and the reader's own place where it is not on the page."""
    shown = _paged(range(order.total), page)
    rows = standings.standing_rows(order, shown.number)
    own = standings.own_of(order, reader) if reader is not None else None
    beside = standings.neighbours(order, own, shown.number) if own else None
    scale, lines = _lines([rows, beside.rows if beside else []], own)
    block = Block(lines[1], beside.left_out) if beside else None
    is_above = own is not None and own.page < shown.number
    return replace(
        base,
        shown=shown,
        lines=tuple(lines[0]),
        above=block if is_above else None,
        below=None if is_above else block,
        scale=scale,
        own=own,
        climb=_climb(own),
    )


def _friends(base: LadderPage, order: Order, reader: User, page: str) -> LadderPage:
    """The reader and their friends, with their places on the whole ladder."""
    people = list(standings.among(order, [reader.pk, *friends_of(reader.pk)]))
    shown = _paged(people, page)
    mine = next((at for at, rating in enumerate(people) if rating.person_id == reader.pk), None)
    own = None if mine is None else Own(Row(people[mine], order.place(people[mine])), mine)
    scale, lines = _lines([[Row(rating, order.place(rating)) for rating in shown]], own)
    return replace(
        base,
        who="friends",
        shown=shown,
        lines=tuple(lines[0]),
        scale=scale,
        own=own,
        climb=_climb(own),
    )


def _lines(stretches: Sequence[Sequence[Row]], own: Own | None) -> tuple[Scale, list[list[Line]]]:
    """These stretches as lines on one scale."""
    scale = scale_of((row.rating.number, row.rating.spread) for rows in stretches for row in rows)
    return scale, [[_line(row, scale, own) for row in rows] for rows in stretches]


def _line(row: Row, scale: Scale, own: Own | None) -> Line:
    rating = row.rating
    return Line(
        person=rating.person,
        place=row.place,
        number=rating.number,
        spread=rating.spread,
        rank_value=rating.rank_value,
        matches=rating.matches,
        won=share_won(rating.wins, rating.matches),
        is_provisional=rating.matches < SETTLED_AFTER,
        is_own=own is not None and rating.pk == own.row.rating.pk,
        bar=scale.bar(rating.number, rating.spread),
    )


def _climb(own: Own | None) -> Climb | None:
    """How the reader's last results left them."""
    return climb(standings.climb_of(own.row.rating), FULL, FULL) if own else None
