"""How far somebody has come: what achievements are measured by, each a function of what is known of a person."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from games.models import Rating, RulesetTotals, Totals
from games.rules.families import FAMILIES
from games.services.totals.tally import FEATS

#: The rulesets that the site ships, as totals know them.
SHIPPED = frozenset((key, preset.title) for key, family in FAMILIES.items() for preset in family.presets.values())


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of a person. `ratings` may be left out where no rated match has changed them."""

    totals: Totals
    rulesets: Collection[RulesetTotals] = ()
    ratings: Sequence[Rating] = ()


type Measure = Callable[[Facts], int]


def _field(name: str) -> Measure:
    return lambda facts: getattr(facts.totals, name)


def _feat(name: str) -> Measure:
    return lambda facts: facts.totals.feats.get(name, 0)


def _rulesets_won(facts: Facts) -> int:
    return sum(row.wins > 0 and (row.family, row.rules_title) in SHIPPED for row in facts.rulesets)


#: Fields of the totals, feats by their names, and what is measured by other rows.
MEASURES: Mapping[str, Measure] = {
    **{
        name: _field(name)
        for name in ("matches", "stayed", "wins", "wins_with_people", "best_round", "points", "cards_laid", "calls")
    },
    "catches": _field("catches"),
    "streak": _field("longest_streak_with_people"),
    **{name: _feat(name) for name in FEATS},
    "rulesets_won": _rulesets_won,
    # the most rated matches on one ladder in one season
    "settled": lambda facts: max((rating.matches for rating in facts.ratings), default=0),
    "seasons": lambda facts: len({rating.season_id for rating in facts.ratings if rating.matches}),
    "first_places": lambda facts: sum(rating.final_place == 1 for rating in facts.ratings),
}
