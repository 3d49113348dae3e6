"""Totals and achievements as pages show them."""

from collections import Counter, defaultdict
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from accounts.models import User
from games.achievements import ACHIEVEMENTS, Goal
from games.models import Achievement, Match, RatedResult, Rating, RulesetTotals, Totals
from games.services import rulesets
from games.services.totals import keep
from games.services.totals.accounts import fields_of
from games.services.totals.measures import MEASURES, Facts


@dataclass(frozen=True, slots=True)
class Favourite:
    """How many matches somebody played by one ruleset, to the end, and won."""

    title: str
    played: int
    finished: int
    won: int


@dataclass(frozen=True, slots=True)
class Earned:
    """An achievement as one person has it: when it was earned and by which match, or how far they have come.

    `value` is at most the goal's. Not earned: `earned_at` is None. `match`: None also where it was no match that
    brought it.
    """

    goal: Goal
    value: int
    earned_at: datetime | None = None
    match: Match | None = None

    @property
    def is_earned(self) -> bool:
        """Whether it has been earned."""
        return self.earned_at is not None

    @property
    def percent(self) -> int:
        """How far the person has come, in whole per cent of the goal."""
        return 100 * self.value // self.goal.goal


def totals_of(user: User) -> Totals:
    """Return this person's totals; all zero (and not stored) where they have finished no match."""
    return Totals.objects.filter(person=user).first() or Totals(person=user)


def favourites_of(user: User) -> list[Favourite]:
    """Return how this person did by each ruleset, the most played first. One that somebody made has no title here."""
    known = frozenset(rulesets.presets().values_list("title", flat=True))
    sums: dict[str, Counter[str]] = defaultdict(Counter)
    for row in RulesetTotals.objects.filter(person=user):
        # what people call their own rules may be meant for their friends only
        title = row.rules_title if row.rules_title in known else ""
        sums[title].update(played=row.matches, finished=row.stayed, won=row.wins)
    rows = [Favourite(_(title) if title else _("Rules that somebody made"), **counts) for title, counts in sums.items()]
    return sorted(rows, key=lambda row: (-row.played, row.title))


def achievements_of(user: User) -> list[Earned]:
    """Return all achievements in their order, with when this person earned each, or how far they have come."""
    facts = Facts(
        totals_of(user), RulesetTotals.objects.filter(person=user), keep.ratings_of([user.pk]).get(user.pk, ())
    )
    earned = {one.key: one for one in Achievement.objects.filter(person=user).select_related("match")}
    shown = []
    for goal in ACHIEVEMENTS:
        if own := earned.get(goal.key):
            shown.append(Earned(goal, goal.goal, own.earned_at, own.match))
        else:
            shown.append(Earned(goal, min(goal.goal, MEASURES[goal.measure](facts))))
    return shown


def totals_as_data(user: User) -> dict[str, Any]:
    """Return this person's totals, all and by ruleset: JSON-able, times in UTC."""
    totals = totals_of(user)
    own = {name: getattr(totals, name) for name in fields_of(Totals) if not name.startswith("last_match")}
    by_ruleset = RulesetTotals.objects.filter(person=user).order_by("family", "rules_title")
    rows = [
        {
            "game": row.family,
            "ruleset": row.rules_title,
            "matches": row.matches,
            "stayed": row.stayed,
            "wins": row.wins,
            "last_match_at": row.last_match_at.isoformat(),
        }
        for row in by_ruleset
    ]
    last = totals.last_match_at
    return {**own, "last_match_at": last.isoformat() if last else None, "by_ruleset": rows}


def achievements_as_data(user: User) -> list[dict[str, Any]]:
    """Return what this person has earned, oldest first: JSON-able, times in UTC."""
    rows = Achievement.objects.filter(person=user).select_related("match").order_by("earned_at", "pk")
    return [
        {
            "achievement": row.key,
            "earned_at": row.earned_at.isoformat(),
            "match": row.match.public_id if row.match else None,
        }
        for row in rows
    ]


def ratings_as_data(user: User) -> list[dict[str, Any]]:
    """Return this person's ratings by season and ladder, with what changed them: JSON-able, times in UTC."""
    results: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for result in RatedResult.objects.filter(rating__person=user).select_related("match").order_by("made_at", "pk"):
        results[result.rating_id].append(
            {
                "match": result.match.public_id,
                "made_at": result.made_at.isoformat(),
                "place": result.place,
                "weight": result.weight,
                "mu_before": result.mu_before,
                "sigma_before": result.sigma_before,
                "mu_after": result.mu_after,
                "sigma_after": result.sigma_after,
                "undone_at": result.undone_at.isoformat() if result.undone_at else None,
            }
        )
    ratings = Rating.objects.filter(person=user).select_related("ladder", "season").order_by("season__number", "ladder")
    return [
        {
            "ladder": rating.ladder.key,
            "season": rating.season.number,
            "mu": rating.mu,
            "sigma": rating.sigma,
            "number": rating.number,
            "spread": rating.spread,
            "matches": rating.matches,
            "wins": rating.wins,
            "last_match_at": rating.last_match_at.isoformat() if rating.last_match_at else None,
            "final_place": rating.final_place,
            "results": results[rating.pk],
        }
        for rating in ratings
    ]
