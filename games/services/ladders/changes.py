"""What a finished match did to the ratings, as its players are shown it."""

from typing import Any

from games.models import Match, RatedResult
from games.screens import RatingChange
from games.services.ladders.results import results_of
from games.services.ladders.skill import SETTLED_AFTER, Skill


def changes_of(match: Match) -> dict[int, RatingChange]:
    """Return each player's change, by seat; empty where the match was not rated."""
    rows: dict[int, Any] = results_of(match)
    return {seat: change_of(row, provisional=row.counted < SETTLED_AFTER) for seat, row in rows.items()}


def change_of(row: RatedResult, *, provisional: bool = False) -> RatingChange:
    """Return a result as the change that its player is shown."""
    before = Skill(row.mu_before, row.sigma_before)
    after = before if row.undone_at else Skill(row.mu_after, row.sigma_after)
    return RatingChange(
        before=before.number,
        spread_before=before.spread,
        after=after.number,
        spread_after=after.spread,
        weight=row.weight,
        provisional=provisional,
        undone=row.undone_at is not None,
    )
