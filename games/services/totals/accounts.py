"""A person's totals being added up, match by match in the order in which they ended; nothing here is stored."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import Model

from games.achievements import ACHIEVEMENTS
from games.models import Achievement, Rating, RulesetTotals, Totals
from games.services.totals.measures import MEASURES, Facts
from games.services.totals.tally import FEATS, Played

#: What is simply added up of every match's tally.
ADDED = ("rounds", "rounds_won", "points", "cards_laid", "cards_drawn", "calls", "false_calls", "catches", "missed")

type RulesetKey = tuple[str, str]


def fields_of(model: type[Model]) -> list[str]:
    """Return the names of a model's columns but for its key and its person."""
    columns = (field for field in model._meta.concrete_fields if not field.primary_key)
    return [field.attname for field in columns if field.name != "person"]


@dataclass(slots=True)
class Account:
    """What is known of one person: the totals, those by ruleset (all, or those that matter now), what was earned."""

    totals: Totals
    rulesets: dict[RulesetKey, RulesetTotals] = field(default_factory=dict)
    earned: dict[str, Achievement] = field(default_factory=dict)

    @property
    def person(self) -> int:
        """The row number of the person."""
        return self.totals.person_id

    def count(self, played: Played) -> bool:
        """Add a match; return whether it was one more: those up to the last that was counted have been counted."""
        totals = self.totals
        if totals.last_match_at is not None and (played.at, played.match) <= (
            totals.last_match_at,
            totals.last_match_id or 0,
        ):
            return False
        _add(totals, played)
        _add_to_ruleset(self._ruleset(played), played)
        return True

    def earn(self, at: datetime, match: int | None = None, ratings: Sequence[Rating] = ()) -> list[Achievement]:
        """Note what has been earned by now; return what is new (not stored)."""
        facts = Facts(self.totals, self.rulesets.values(), ratings)
        new = [
            Achievement(person_id=self.person, key=one.key, match_id=match, earned_at=at)
            for one in ACHIEVEMENTS
            if one.key not in self.earned and MEASURES[one.measure](facts) >= one.goal
        ]
        self.earned |= {one.key: one for one in new}
        return new

    def _ruleset(self, played: Played) -> RulesetTotals:
        key = (played.family, played.rules_title)
        if key not in self.rulesets:
            self.rulesets[key] = RulesetTotals(
                person_id=self.person, family=played.family, rules_title=played.rules_title, last_match_at=played.at
            )
        return self.rulesets[key]

    def differences(self, kept: "Account") -> Iterator[str]:
        """Say field by field where what is kept differs from this account; achievements only where they are missing."""
        yield from _differing(self.totals, kept.totals, "")
        for key in sorted(self.rulesets.keys() | kept.rulesets.keys()):
            title = f"{key[0]}/{key[1]} "
            right, wrong = self.rulesets.get(key), kept.rulesets.get(key)
            if right and wrong:
                yield from _differing(right, wrong, title)
            else:
                yield f"{title}is missing" if right else f"{title}should not be there"
        for name in sorted(self.earned.keys() - kept.earned.keys()):
            yield f"achievement {name} is missing"


def _differing[Row: (Totals, RulesetTotals)](right: Row, kept: Row, prefix: str) -> Iterator[str]:
    for name in fields_of(type(right)):
        if getattr(kept, name) != getattr(right, name):
            yield f"{prefix}{name} is {getattr(kept, name)}, should be {getattr(right, name)}"


def _add(totals: Totals, played: Played) -> None:
    tally = played.tally
    totals.matches += 1
    totals.stayed += played.stayed
    totals.wins += played.won
    for name in ADDED:
        setattr(totals, name, getattr(totals, name) + getattr(tally, name))
    totals.best_round = max(totals.best_round, tally.best_round)
    totals.streak = totals.streak + 1 if played.won else 0
    totals.longest_streak = max(totals.longest_streak, totals.streak)
    if played.among_people:
        totals.matches_with_people += 1
        totals.wins_with_people += played.won
        totals.streak_with_people = totals.streak_with_people + 1 if played.won else 0
        totals.longest_streak_with_people = max(totals.longest_streak_with_people, totals.streak_with_people)
    for name, feat in FEATS.items():
        if times := int(feat(played)):
            totals.feats[name] = totals.feats.get(name, 0) + times
    totals.last_match_id, totals.last_match_at = played.match, played.at


def _add_to_ruleset(row: RulesetTotals, played: Played) -> None:
    row.matches += 1
    row.stayed += played.stayed
    row.wins += played.won
    row.last_match_at = played.at
