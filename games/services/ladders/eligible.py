"""Which matches count, and for which ladder: said before they begin, and fixed when they do.

`verdict` alone says so, of a match that is `Planned`: to the form for a new table, to "Play now", to the waiting room
and to the start.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import Sanction, User
from accounts.sanctions import under
from accounts.verified import may_play_rated
from games.models import Ladder, LadderRuleset, Match, SavedRuleset, Season, Seat, Table
from games.services.ladders.results import together, weight_of
from games.services.starting import ready_seats, why_not_start
from games.services.state import TableState, ruleset_of

# why a match does not count; the first that holds is said
WHY: Mapping[str, Any] = {
    "casual": gettext_lazy("This table is casual: its matches count for no ladder."),
    "private": gettext_lazy("Only matches at public tables are rated."),
    "vip": gettext_lazy("These rules give VIPs an advantage, so the match is not rated."),
    "ai": gettext_lazy("AI players sit at this table, so the match is not rated."),
    "single": gettext_lazy("Shortened to one round, a match is not rated."),
    "rules": gettext_lazy("These rules count for no ladder."),
    "seats": gettext_lazy("These rules count for no ladder with so many players."),
    "season": gettext_lazy("No season is on just now, so no match is rated."),
    "you": gettext_lazy("You have not confirmed your e-mail address yet, so the match is not rated."),
    "barred_you": gettext_lazy("You may not play rated matches for now, so the match is not rated."),
    # whom it is about is nobody else's business
    "barred": gettext_lazy("Somebody here may not play rated matches for now, so the match is not rated."),
    "address": gettext_lazy("%(name)s has not confirmed an e-mail address yet, so the match is not rated."),
}


@dataclass(frozen=True, slots=True)
class Planned:
    """A match as it would begin, with all that decides whether it counts.

    `rules` as a table keeps them, `opened_with` the row of the ruleset that they were taken from; `is_wanted`: its
    people want it to count.
    """

    family: str
    rules: Mapping[str, object]
    opened_with: int | None
    seats: int
    visibility: str = Table.Visibility.PUBLIC
    has_ai: bool = False
    people: tuple[User, ...] = ()
    is_wanted: bool = True


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a match counts: for its ladder and season, or `why` not, a key of `WHY`.

    `person`: whose address, or a measure about whom, stands in the way. `earlier`: so many rated matches the very same
    people have finished within a day, where that was asked for.
    """

    ladder: Ladder | None = None
    season: Season | None = None
    why: str = ""
    person: User | None = None
    earlier: int = 0

    @property
    def counts(self) -> bool:
        """Whether the match is rated."""
        return not self.why

    def reason(self, reader_id: int | None = None) -> str:
        """Return why the match does not count, for this reader and in the active language; empty where it does."""
        if not self.why:
            return ""
        if self.person is None:
            return str(WHY[self.why])
        own = self.person.pk == reader_id
        if self.why == "barred":
            return str(WHY["barred_you" if own else "barred"])
        return str(WHY["you" if own else "address"]) % {"name": self.person.name}

    def concerns(self, reader_id: int | None) -> bool:
        """Return whether it is this reader's own address that stands in the way."""
        return self.why == "address" and self.person is not None and self.person.pk == reader_id

    @property
    def weight(self) -> float:
        """How much the match counts: less for people who play together again and again."""
        return weight_of(self.earlier)

    @property
    def weight_text(self) -> str:
        """Say how much less the match counts for people who play together again and again; empty where it is all."""
        if self.why or self.weight == 1:
            return ""
        if self.weight:
            return _("You have played together often within 24 hours: your next match counts half.")
        return _("You have played together very often within 24 hours: your next match changes no rating.")


def current_season() -> Season | None:
    """Return the season that is on, or None between seasons."""
    return Season.objects.filter(ended_at=None).first()


def entries(rulesets: Iterable[int | None]) -> list[LadderRuleset]:
    """Return for which open ladders these rulesets (row numbers) count, in one query, the first ladder first."""
    rows = LadderRuleset.objects.filter(ladder__is_open=True, ruleset__in=[row for row in set(rulesets) if row])
    return list(rows.select_related("ladder", "ruleset").order_by("ladder__order", "ladder", "pk"))


def ladder_of(planned: Planned, known: Sequence[LadderRuleset]) -> tuple[Ladder | None, str]:
    """Return the ladder that a match by these rules counts for, or None and why not; `known` are the `entries`.

    The rules count as long as they are those of the ruleset that an admin entered: a shortened match does not.
    """
    mine = [entry for entry in known if entry.ruleset_id == planned.opened_with]
    if not mine:
        return None, "rules"
    saved = mine[0].ruleset
    if _kept(saved) != planned.rules:
        return None, "single" if _kept(saved, match="single") == planned.rules else "rules"
    ladder = next((entry.ladder for entry in mine if entry.fewest <= planned.seats <= entry.most), None)
    return ladder, "" if ladder else "seats"


def _kept(saved: SavedRuleset, **more: object) -> Any:
    """These rules as a table keeps them."""
    return ruleset_of(saved.family, {**saved.options, **more}).to_json()


def verdict(planned: Planned) -> Verdict:
    """Return whether this match counts, for which ladder and in which season, or the first reason why not."""
    if not planned.is_wanted:
        return Verdict(why="casual")
    if planned.visibility != Table.Visibility.PUBLIC:
        return Verdict(why="private")
    if ruleset_of(planned.family, planned.rules).favours_vips:
        return Verdict(why="vip")
    if planned.has_ai:
        return Verdict(why="ai")
    ladder, why = ladder_of(planned, entries([planned.opened_with]))
    if ladder is None:
        return Verdict(why=why)
    season = current_season()
    if season is None:
        return Verdict(why="season")
    verified = may_play_rated(planned.people)
    unknown = next((person for person in planned.people if person.pk not in verified), None)
    if unknown is not None:
        return Verdict(ladder, season, "address", unknown)
    barred = under([Sanction.Kind.UNRATED], verified)
    whom = next((person for person in planned.people if person.pk in barred), None)
    return Verdict(ladder, season, "barred" if whom else "", whom)


def of_seats(table: Table, seats: Sequence[Seat], number: int) -> Planned:
    """Return the match that those in `seats` would play at this table, `number` players in all."""
    return Planned(
        family=table.family,
        rules=table.ruleset,
        opened_with=table.opened_with_id,
        seats=number,
        visibility=table.visibility,
        has_ai=any(seat.is_ai for seat in seats),
        people=tuple(seat.user for seat in seats if seat.user is not None and not seat.is_ai),
        is_wanted=table.is_rated,
    )


def next_match(state: TableState) -> Planned:
    """Return the match that would begin at this table now; while it cannot, the one that its people wait for."""
    if state.table.state == Table.State.OVER:
        seats = [seat for seat in state.taken if not seat.away and (seat.live or seat.is_ai)]
    elif not why_not_start(state):
        seats = ready_seats(state)
    else:
        return of_seats(state.table, state.taken, len(state.seats))
    return of_seats(state.table, seats, len(seats) if len(seats) > 1 else len(state.seats))


def verdict_before(state: TableState) -> Verdict:
    """Return whether the next match of this table counts, and how often the same people have played of late."""
    planned = next_match(state)
    found = verdict(planned)
    if not found.counts:
        return found
    people = people_key(person.pk for person in planned.people)
    return replace(found, earlier=together(people, timezone.now()))


def people_key(people: Iterable[int]) -> str:
    """Return what the matches of exactly these people have in common: a digest of their row numbers."""
    return hashlib.sha256(",".join(map(str, sorted(people))).encode()).hexdigest()


def prepare(state: TableState, match: Match, seats: Sequence[Seat]) -> None:
    """Note on a match that is about to begin with those in `seats` whether, and for what, it counts.

    Holds the table's lock.
    """
    planned = of_seats(state.table, seats, len(seats))
    found = verdict(planned)
    if found.counts:
        match.ladder, match.season = found.ladder, found.season
        match.people_key = people_key(person.pk for person in planned.people)
