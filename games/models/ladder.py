"""Ladders, their seasons, who stands where, and what each rated match did to it."""

from datetime import timedelta

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _


class Season(models.Model):
    """A span of rated play. An admin ends it, and with that begins the next; its standings stay as they were."""

    number = models.PositiveSmallIntegerField(unique=True)
    # empty: called by its number
    name = models.CharField(max_length=60, blank=True)
    began_at = models.DateTimeField()
    # when it is meant to end, for people to read; an admin ends it
    ends_at = models.DateTimeField(_("meant to end"), null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("season")
        verbose_name_plural = _("seasons")
        ordering = ["-number"]
        constraints = [
            models.UniqueConstraint(
                models.ExpressionWrapper(Q(ended_at=None), models.BooleanField()),
                condition=Q(ended_at=None),
                name="one_season_at_a_time",
            )
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def title(self) -> str:
        """What the season is called, in the active language."""
        return self.name or gettext("Season %(number)s") % {"number": self.number}

    @property
    def days_left(self) -> int | None:
        """In how many days it is meant to end, begun ones counted; None where it is over or nobody has said."""
        if self.ended_at is not None or self.ends_at is None:
            return None
        return max(0, -((timezone.now() - self.ends_at) // timedelta(days=1)))


class Ladder(models.Model):
    """A kind of game in which people are ranked against each other. Those that the site ships are in the catalogue."""

    key = models.SlugField(unique=True)
    title = models.CharField(max_length=60)
    explanation = models.CharField(max_length=300, blank=True)
    is_open = models.BooleanField(_("open"), default=True)
    is_shipped = models.BooleanField(default=False, editable=False)
    order = models.PositiveSmallIntegerField(default=0)

    class Meta:
        verbose_name = _("ladder")
        verbose_name_plural = _("ladders")
        ordering = ["order", "pk"]

    def __str__(self) -> str:
        return self.local_title

    @property
    def local_title(self) -> str:
        """The title in the reader's language where it is the site's own, else as written."""
        return gettext(self.title) if self.is_shipped else self.title

    @property
    def local_explanation(self) -> str:
        """The explanation in the reader's language, likewise."""
        return gettext(self.explanation) if self.is_shipped and self.explanation else self.explanation


class LadderRuleset(models.Model):
    """A ruleset whose matches, with so many seats, count for a ladder: an admin's to say."""

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="rulesets")
    ruleset = models.ForeignKey("games.SavedRuleset", on_delete=models.CASCADE, related_name="ladders")
    fewest = models.PositiveSmallIntegerField(_("fewest seats"), default=2)
    most = models.PositiveSmallIntegerField(_("most seats"), default=10)

    class Meta:
        verbose_name = _("ruleset of a ladder")
        verbose_name_plural = _("rulesets of a ladder")
        constraints = [
            models.UniqueConstraint(fields=["ladder", "ruleset"], name="one_entry_per_ladder_and_ruleset"),
            models.CheckConstraint(condition=Q(fewest__lte=models.F("most")), name="fewest_seats_before_most"),
        ]

    def __str__(self) -> str:
        return f"{self.ruleset} ({self.fewest}-{self.most}): {self.ladder}"


class Rating(models.Model):
    """Where a person stands on a ladder in a season: skill `mu`, its uncertainty `sigma` (Weng and Lin 2011).

    These two are as the last match left them. What is shown follows from them and from the days of absence since
    (games.services.ladders.skill): `number`, its `spread` after the ±, and what the ladder is ordered by, `rank_value`,
    the number less twice the spread. Whole numbers, so that who is shown alike shares a place.
    """

    # both begin the indexes below
    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="ratings", db_index=False)
    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="ratings", db_index=False)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="ratings")
    # what it began the season with
    first_mu = models.FloatField()
    first_sigma = models.FloatField()
    mu = models.FloatField()
    sigma = models.FloatField()
    number = models.IntegerField()
    spread = models.PositiveIntegerField()
    rank_value = models.IntegerField()
    # those that counted, and of these the first places
    matches = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    last_match_at = models.DateTimeField(null=True, blank=True)
    # the place in the final standings; none while the season is on, or where too few matches were played
    final_place = models.PositiveIntegerField(null=True, blank=True)
    # not once the account is removed: the row stays, for what was won from it and lost to it follows from it. Nor while
    # no result of it stands (all were taken back)
    is_listed = models.BooleanField(default=True, db_default=True, editable=False)

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        constraints = [
            models.UniqueConstraint(fields=["ladder", "season", "person"], name="one_rating_per_ladder_season_person")
        ]
        # the order of a ladder, of a season that is on (no final places yet) and of one that is over
        indexes = [
            models.Index(
                fields=["ladder", "season", "final_place", "-rank_value", "person"],
                condition=Q(is_listed=True),
                name="rating_order",
            )
        ]

    def __str__(self) -> str:
        return f"{self.person}, {self.ladder}, {self.season}"


class RatingStep(models.Model):
    """How many listed people stand alike on a ladder in a season: with this rank value, and final place (0: none).

    The database keeps it up itself with every change of a rating (games.services.ladders.steps), so that nobody need
    count a hundred thousand of them for a place. Nothing else writes it.
    """

    # both begin the index of the constraint
    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="+", db_index=False)
    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="+", db_index=False)
    final_place = models.IntegerField()
    rank_value = models.IntegerField()
    people = models.IntegerField()

    class Meta:
        verbose_name = _("step of a ladder")
        verbose_name_plural = _("steps of a ladder")
        constraints = [
            models.UniqueConstraint(
                fields=["ladder", "season", "final_place", "rank_value"], name="one_row_per_step_of_a_ladder"
            )
        ]

    def __str__(self) -> str:
        return f"{self.ladder}, {self.season}: {self.rank_value}"


class RatedResult(models.Model):
    """What one rated match did to one person's rating: written with the result itself.

    Only where an earlier match was annulled is it worked out again (games.services.ladders.reckoning).
    `sigma_before` has the days of absence in it.
    """

    # both are the first column of an index below
    rating = models.ForeignKey(Rating, on_delete=models.CASCADE, related_name="results", db_index=False)
    match = models.ForeignKey("games.Match", on_delete=models.CASCADE, related_name="rated_results", db_index=False)
    place = models.PositiveSmallIntegerField()
    #: How much the match counted: 1, a half or nothing for matches of the same people again and again.
    weight = models.FloatField(default=1.0)
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    mu_after = models.FloatField()
    sigma_after = models.FloatField()
    made_at = models.DateTimeField()
    # a moderator took it back: the rating is worked out as if this person had not been in the match
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("rated result")
        verbose_name_plural = _("rated results")
        constraints = [models.UniqueConstraint(fields=["match", "rating"], name="one_result_per_match_and_rating")]
        # with what a drawing of them all needs, so that thousands of results are read from the index alone
        indexes = [
            models.Index(
                fields=["rating", "-made_at", "-id", "mu_after", "sigma_after", "undone_at"], name="result_history"
            )
        ]

    def __str__(self) -> str:
        return f"{self.rating}: {self.match}"
