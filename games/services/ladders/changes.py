"""What a finished match did to the ratings, as its players are shown it."""

from typing import Any

from games.models import Match
from games.screens import RatingChange
from games.services.ladders.results import results_of
from games.services.ladders.skill import SETTLED_AFTER, Skill


def changes_of(match: Match) -> dict[int, RatingChange]:
    """Return each player's change, by seat; empty where the match was not rated."""
    return {seat: _change(row) for seat, row in results_of(match).items()}


def _change(row: Any) -> RatingChange:
    before, after = Skill(row.mu_before, row.sigma_before), Skill(row.mu_after, row.sigma_after)
    return RatingChange(
        before=before.number,
        spread_before=before.spread,
        after=after.number,
        spread_after=after.spread,
        weight=row.weight,
        provisional=row.counted < SETTLED_AFTER,
    )
