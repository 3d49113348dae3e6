"""Two camps that sit alternately and share their score. Positions and scores know camps by Ruleset.teams."""

from collections.abc import Mapping
from typing import Any

from games.rules.core.options import Choice
from games.rules.core.text import N_
from games.rules.uno.hooks import Hooks, HouseRule

OPTIONS = (
    Choice(
        key="teams",
        default="none",
        group="score",
        title=N_("Teams"),
        text=N_("Two camps sit alternately, an even number of players from four up; a camp shares its score."),
        labels={"none": N_("No teams"), "two_camps": N_("Two camps")},
    ),
)


def hooks(options: Mapping[str, Any]) -> Hooks | None:
    """Change nothing of the play itself."""
    return None


RULE = HouseRule("teams", OPTIONS, hooks)
