"""What is to be worked out anew because a match was annulled: rows that wait until a task is done with them."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Reckoning(models.Model):
    """A ladder in a season whose ratings are, or were, worked out anew: one row, used again each time.

    `asked` counts how often it was asked for: a worker that finds another number than it began with begins again.
    """

    ladder = models.ForeignKey(
        "games.Ladder", on_delete=models.CASCADE, related_name="+", db_index=False, verbose_name=_("ladder")
    )
    season = models.ForeignKey("games.Season", on_delete=models.CASCADE, related_name="+", verbose_name=_("season"))
    asked = models.PositiveIntegerField(default=0)
    # results: so many of so many
    done = models.PositiveIntegerField(_("done"), default=0)
    total = models.PositiveIntegerField(_("of"), default=0)
    # the worker that is at it, and when it was last heard of
    holder = models.CharField(max_length=32, blank=True, editable=False)
    worked_at = models.DateTimeField(_("last worked on"), null=True, blank=True)
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True)

    class Meta:
        verbose_name = _("reckoning")
        verbose_name_plural = _("reckonings")
        constraints = [models.UniqueConstraint(fields=["ladder", "season"], name="one_reckoning_per_ladder_and_season")]

    def __str__(self) -> str:
        return f"{self.ladder}, {self.season}: {self.done}/{self.total}"

    @property
    def percent(self) -> int:
        """How far it has come, in whole per cent."""
        return 100 * min(self.done, self.total) // self.total if self.total else 0


class Recount(models.Model):
    """A person whose totals are, or were, to be counted anew from their moves: until `counted` is what was `asked`."""

    person = models.OneToOneField(
        settings.AUTH_USER_MODEL, primary_key=True, on_delete=models.CASCADE, related_name="+"
    )
    asked = models.PositiveIntegerField(default=0)
    counted = models.PositiveIntegerField(default=0)
    queued_at = models.DateTimeField()

    class Meta:
        verbose_name = _("recount")
        verbose_name_plural = _("recounts")

    def __str__(self) -> str:
        return str(self.person)
