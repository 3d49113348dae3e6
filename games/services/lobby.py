"""The lobby: which tables are open to all, what a reader may do there, and what is played most."""

import json
import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.core.cache import cache
from django.db.models import BooleanField, Case, Count, F, Max, Prefetch, Q, QuerySet, Sum, When
from django.utils import timezone
from django.utils.translation import gettext as _
from redis.exceptions import RedisError

from accounts import social
from games.models import LadderRuleset, Match, SavedRuleset, Seat, Table
from games.models.table import BETWEEN, CORRESPONDENCE_SECONDS, LIVE
from games.rules.core.options import RulesetError
from games.screens.lobby import RulesLink, Sitter, TableCard, rule_notes
from games.screens.spans import clock_text
from games.services import presence, rulesets
from games.services.ladders.eligible import entries, ladder_of, of_seats
from games.services.state import ruleset_of

logger = logging.getLogger(__name__)

# tables on one page, and how many pages one list grows to
PAGE = 60
MOST_PAGES = 5
POPULAR_DAYS = 7
POPULAR = 4
# from so many seats on a table is a big one
BIG = 6

SHOWS: dict[str, Q] = {
    "all": Q(),
    "rated": Q(is_rated=True),
    "casual": Q(is_rated=False),
    "duel": Q(size=2),
    "big": Q(size__gte=BIG),
    "slow": Q(turn_seconds__gte=CORRESPONDENCE_SECONDS),
    "waiting": Q(waits=True),
}


@dataclass(frozen=True, slots=True)
class Filter:
    """Which tables a reader wants to see: one of `SHOWS`, a preset's key or none, and how many pages."""

    show: str = "all"
    rules: str = ""
    pages: int = 1


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads the lobby. `is_busy`: sits at a live table, so may not sit down at another one."""

    user_id: int | None = None
    is_busy: bool = False
    at_odds: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Board:
    """The tables that a filter lets through, in one language, and what else stands beside them.

    `rules` are the presets that are played at any table here, the most first; `has_more`: the list goes on.
    """

    cards: tuple[TableCard, ...]
    has_more: bool
    rules: tuple[RulesLink, ...]


def reader_of(user_id: int | None, *, is_busy: bool) -> Reader:
    """Return what decides where this person may sit down; None reads as a visitor."""
    return Reader() if user_id is None else Reader(user_id, is_busy, social.at_odds_with(user_id))


def way_in(card: TableCard, reader: Reader) -> str:
    """Return what this reader may do at the table: "back", "sit", "sign_in", "watch", or "" where it is not for them.

    Where somebody sits with whom the reader is at odds, no seat is offered, and nothing says why.
    """
    if reader.user_id in card.people:
        return "back"
    may_sit = (
        card.has_seat
        and (card.is_slow or not reader.is_busy)
        and reader.user_id not in card.sent_away
        and reader.at_odds.isdisjoint(card.people)
    )
    if may_sit:
        return "sit" if reader.user_id is not None else "sign_in"
    return "watch" if card.is_open_to_watchers else ""


# --- the tables -------------------------------------------------------------------------------------------------

PUBLIC = Q(visibility=Table.Visibility.PUBLIC, state__in=LIVE)
# between two matches one may sit down as well
IDLE = Q(state__in=BETWEEN)


def board(wanted: Filter) -> Board:
    """Return the tables that are open to all, as this filter wants them, in the active language.

    Those with a free seat come first, of these the newest.
    """
    shown = wanted.pages * PAGE
    presets = {saved.key: saved for saved in rulesets.presets()}
    tables = list(_tables(wanted, presets)[: shown + 1])
    watchers = presence.watchers([table.pk for table in tables[:shown]])
    counted = entries(table.opened_with_id for table in tables[:shown] if table.is_rated)
    cards = tuple(_cards(tables[:shown], watchers, counted))
    has_more = len(tables) > shown and wanted.pages < MOST_PAGES
    return Board(cards, has_more, tuple(_rules_played(presets.values(), wanted.rules)))


def _tables(wanted: Filter, presets: dict[str, SavedRuleset]) -> QuerySet[Table]:
    size, taken = Count("seats"), Count("seats__user")
    found = (
        Table.objects.filter(PUBLIC)
        .annotate(size=size, taken=taken)
        .annotate(
            waits=Case(
                When(IDLE, taken__lt=F("size"), then=True),
                default=False,
                output_field=BooleanField(),
            ),
            round=F("match__round"),
        )
        # a table that one can neither sit at nor watch is nobody's to look at
        .filter(Q(is_open_to_watchers=True) | Q(waits=True))
        .filter(SHOWS[wanted.show])
        .select_related("owner")
        .prefetch_related(Prefetch("seats", Seat.objects.select_related("user")))
        .order_by("-waits", "-created_at", "-pk")
    )
    if wanted.rules in presets:
        of_preset = Q(pk=None)
        for options in _stored(presets[wanted.rules]):
            of_preset |= Q(ruleset=options)
        found = found.filter(of_preset)
    return found


def _stored(saved: SavedRuleset) -> list[dict[str, Any]]:
    """How tables keep these rules: as they are, and shortened to one round."""
    return [ruleset_of(saved.family, {**saved.options, **more}).to_json() for more in ({}, {"match": "single"})]


def _cards(
    tables: Iterable[Table], watchers: Mapping[int, int], counted: Sequence[LadderRuleset]
) -> Iterator[TableCard]:
    """The cards of these tables. One by rules that are not known any more hides no other table."""
    for table in tables:
        try:
            yield _card(table, watchers.get(table.pk, 0), counted)
        except RulesetError as error:
            logger.warning("table %s has no rules that could be shown: %s", table.pk, error)


def _card(table: Any, watchers: int, counted: Sequence[LadderRuleset]) -> TableCard:
    seats = list(table.seats.all())
    notes, more = rule_notes(ruleset_of(table.family, table.ruleset), table.family)
    return TableCard(
        table_id=table.pk,
        public_id=table.public_id,
        title=table.title,
        rules=_(table.rules_title),
        notes=notes,
        more_notes=more,
        clock=clock_text(table.turn_seconds, table.reserve_seconds),
        seats=len(seats),
        sitters=sitters(seats),
        state=table.state,
        round=table.round or 0,
        watchers=watchers,
        is_single=table.ruleset.get("match") == "single",
        is_rated=table.is_rated,
        ladder=_ladder(table, seats, counted) if table.is_rated else "",
        is_quick=table.is_quick,
        is_slow=table.is_correspondence,
        is_open_to_watchers=table.is_open_to_watchers,
        people=frozenset(seat.user_id for seat in seats if seat.live),
        sent_away=frozenset(table.sent_away),
    )


def _ladder(table: Table, seats: Sequence[Seat], counted: Sequence[LadderRuleset]) -> str:
    """What the ladder is called that matches of so many at this table count for; empty where they count for none.

    Nothing is asked for, so what only the people's rows know (a confirmed address) is said in the waiting room.
    """
    planned = of_seats(table, seats, len(seats))
    ladder, _why = (None, "ai") if planned.has_ai else ladder_of(planned, counted)
    return ladder.local_title if ladder else ""


def sitters(seats: Iterable[Seat]) -> tuple[Sitter, ...]:
    """Return who has one of these seats."""
    return tuple(Sitter(seat.user.name, seat.user.character) for seat in seats if seat.user is not None)


def _rules_played(presets: Iterable[SavedRuleset], wanted: str) -> list[RulesLink]:
    """The presets that are played at public tables now, the most first, and the one that is asked for."""
    rows = Table.objects.filter(PUBLIC).values_list("ruleset").annotate(count=Count("pk")).order_by()
    counts: dict[str, int] = {}
    for options, count in rows:
        key = _same(options)
        counts[key] = counts.get(key, 0) + count
    played = []
    for saved in presets:
        count = sum(counts.get(_same(options), 0) for options in _stored(saved))
        if count or saved.key == wanted:
            played.append(_link(saved, count))
    return sorted(played, key=lambda link: -link.count)


def _same(options: Any) -> str:
    return json.dumps(options, sort_keys=True)


def _link(saved: SavedRuleset, count: int = 0) -> RulesLink:
    return RulesLink(saved.key, saved.local_title, saved.local_explanation, count)


def fingerprint() -> tuple[object, ...]:
    """Return something that differs when what the lobby shows has changed: asked in one query, by what heals it.

    Of tables that wait, their version; of those that play, which they are and which match.
    """
    plays = Q(state=Table.State.PLAYING)
    found = Table.objects.filter(PUBLIC).aggregate(
        waiting=Count("pk", filter=IDLE),
        playing=Count("pk", filter=plays),
        newest=Max("pk"),
        versions=Sum("version", filter=IDLE),
        matches=Sum("match_id", filter=plays),
        closed_to_watchers=Count("pk", filter=Q(is_open_to_watchers=False)),
    )
    return tuple(found.values())


# --- numbers that all pages may show ----------------------------------------------------------------------------


def _remembered[T](key: str, seconds: int, ask: Callable[[], T]) -> T:
    """What `ask` returned, up to so many seconds ago; without the cache it is asked each time."""
    try:
        return cache.get_or_set(key, ask, seconds)  # type: ignore[return-value]
    except RedisError as error:
        logger.warning("could not remember %s: %s", key, error)
        return ask()


def playing_now() -> int:
    """Return how many people are in a match at this moment, or were so a few seconds ago."""
    playing = Seat.objects.filter(live=True, table__state=Table.State.PLAYING)
    return _remembered("lobby:playing", 5, playing.count)


def popular() -> list[RulesLink]:
    """Return the presets by which most matches were played in the last days; the first presets where few were."""
    titles = _remembered("lobby:popular", 300, _popular_titles)
    presets = list(rulesets.presets())
    order = {title: index for index, title in enumerate(titles)}
    presets.sort(key=lambda saved: order.get(saved.title, len(order)))
    return [_link(saved) for saved in presets[:POPULAR]]


def _popular_titles() -> Sequence[str]:
    since = timezone.now() - timedelta(days=POPULAR_DAYS)
    played = Match.objects.filter(finished_at__gte=since).values_list("rules_title").annotate(count=Count("pk"))
    return [title for title, _count in played.order_by("-count")[: 4 * POPULAR]]
