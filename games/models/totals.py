"""What people have done in all their finished matches together, and what they have earned by it.

All of it follows from the moves: `manage.py recount` makes it anew and tells any difference.
"""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Totals(models.Model):
    """A person's sums over their finished matches, void ones left out; AI players may have sat at any of them.

    A match that the person left for good counts as played, not as won. What an AI did for them is not theirs.
    `..._with_people`: of matches at which no AI player had a seat.
    """

    person = models.OneToOneField(
        settings.AUTH_USER_MODEL, primary_key=True, on_delete=models.CASCADE, related_name="totals"
    )
    matches = models.PositiveIntegerField(default=0)
    # those that the person did not leave before the end
    stayed = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    matches_with_people = models.PositiveIntegerField(default=0)
    wins_with_people = models.PositiveIntegerField(default=0)
    rounds = models.PositiveIntegerField(default=0)
    rounds_won = models.PositiveIntegerField(default=0)
    # collected from the other hands in the rounds won, whatever the ruleset makes of them
    points = models.PositiveBigIntegerField(default=0)
    best_round = models.PositiveIntegerField(default=0)
    cards_laid = models.PositiveIntegerField(default=0)
    cards_drawn = models.PositiveIntegerField(default=0)
    calls = models.PositiveIntegerField(default=0)
    false_calls = models.PositiveIntegerField(default=0)
    # others caught without their call; the same of oneself
    catches = models.PositiveIntegerField(default=0)
    missed = models.PositiveIntegerField(default=0)
    # matches won one after another: the present run, and the longest there was
    streak = models.PositiveIntegerField(default=0)
    longest_streak = models.PositiveIntegerField(default=0)
    streak_with_people = models.PositiveIntegerField(default=0)
    longest_streak_with_people = models.PositiveIntegerField(default=0)
    # how often the person did what has a name (games.services.totals.tally.FEATS)
    feats = models.JSONField(default=dict)
    # the last match that is counted here; the next one ends later
    last_match = models.ForeignKey(
        "games.Match", null=True, on_delete=models.SET_NULL, related_name="+", db_index=False
    )
    last_match_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("totals")
        verbose_name_plural = _("totals")

    def __str__(self) -> str:
        return f"{self.person}: {self.matches}"


class RulesetTotals(models.Model):
    """How a person did by one ruleset, told from others by its title at the time: the base of favourite rulesets."""

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="ruleset_totals", db_index=False
    )
    family = models.CharField(max_length=20)
    rules_title = models.CharField(max_length=60)
    matches = models.PositiveIntegerField(default=0)
    stayed = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    last_match_at = models.DateTimeField()

    class Meta:
        verbose_name = _("totals by ruleset")
        verbose_name_plural = _("totals by ruleset")
        constraints = [
            models.UniqueConstraint(fields=["person", "family", "rules_title"], name="one_total_per_person_and_ruleset")
        ]

    def __str__(self) -> str:
        return f"{self.person}, {self.rules_title}: {self.matches}"


class Achievement(models.Model):
    """Something a person has earned: `key` names it among games.services.totals.achievements.ACHIEVEMENTS.

    What was earned stays earned. `match`: the one that brought it, if it was one.
    """

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="achievements", db_index=False
    )
    key = models.SlugField(db_index=False)
    match = models.ForeignKey("games.Match", null=True, on_delete=models.SET_NULL, related_name="+", db_index=False)
    earned_at = models.DateTimeField()

    class Meta:
        verbose_name = _("achievement")
        verbose_name_plural = _("achievements")
        constraints = [models.UniqueConstraint(fields=["person", "key"], name="an_achievement_once_per_person")]

    def __str__(self) -> str:
        return f"{self.person}: {self.key}"
