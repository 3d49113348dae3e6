"""The numbers of the page that explains ratings: taken from the code and the settings, so that the two never differ."""

from dataclasses import dataclass

from games.models import Ladder, LadderRuleset
from games.services.ladders.results import DAY, SAME_PEOPLE, weight_of
from games.services.ladders.skill import MIDDLE, MU, SCALE, SETTLED_AFTER, SIGMA, Skill, rate, soft_reset
from games.services.state import setting

# the examples of the page: somebody whom the ladder knows well, and a strong player at a season's end
SETTLED = Skill(MU, 2.0)
STRONG = Skill(MU + 10, 2.0)
YEAR = 365


@dataclass(frozen=True, slots=True)
class LadderTold:
    """A ladder, and the rulesets that count for it, each with how many seats."""

    ladder: Ladder
    rulesets: tuple[LadderRuleset, ...]


@dataclass(frozen=True, slots=True)
class Told:
    """Everything that the page says in numbers; skills as they are shown."""

    ladders: tuple[LadderTold, ...]
    newcomer: Skill
    winner: Skill
    loser: Skill
    settled: Skill
    after_a_year: Skill
    strong: Skill
    next_season: Skill
    settled_after: int
    same_people_hours: int
    half_from: int
    none_from: int
    range: int
    range_seconds: int
    middle: int = MIDDLE
    scale: int = SCALE
    mu: float = MU
    sigma: float = SIGMA


def explained() -> Told:
    """Return what the page says, with the ladders that are open now."""
    ladders: dict[Ladder, list[LadderRuleset]] = {}
    rows = LadderRuleset.objects.filter(ladder__is_open=True).select_related("ladder", "ruleset")
    for row in rows.order_by("ladder__order", "ladder", "ruleset__order", "pk"):
        ladders.setdefault(row.ladder, []).append(row)
    newcomer = Skill()
    (winner,), (loser,) = rate([[newcomer], [newcomer]], [1, 2])
    return Told(
        ladders=tuple(LadderTold(ladder, tuple(counted)) for ladder, counted in ladders.items()),
        newcomer=newcomer,
        winner=winner,
        loser=loser,
        settled=SETTLED,
        after_a_year=SETTLED.after_days(YEAR),
        strong=STRONG,
        next_season=soft_reset(STRONG),
        settled_after=SETTLED_AFTER,
        same_people_hours=round(SAME_PEOPLE / DAY * 24),
        half_from=_first(1.0),
        none_from=_first(0.5),
        range=setting("RATED_RANGE"),
        range_seconds=setting("RATED_RANGE_SECONDS"),
    )


def _first(weight: float) -> int:
    """The number of the first match of the same people that counts less than `weight`."""
    return next(number for number in range(1, 100) if weight_of(number - 1) < weight)
