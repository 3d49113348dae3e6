from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _


class SavedRuleset(models.Model):
    """A named ruleset that a table can be opened with; the presets are loaded by `load_presets`.

    `options` is what the family's `ruleset()` takes. A table keeps its own copy, so a later change here does not
    reach games that are going on.
    """

    family = models.CharField(max_length=20, default="uno")
    key = models.SlugField(unique=True)
    title = models.CharField(max_length=80)
    explanation = models.TextField(blank=True)
    options = models.JSONField()
    is_preset = models.BooleanField(default=False)
    is_published = models.BooleanField(default=True)
    order = models.PositiveSmallIntegerField(default=0)

    class Meta:
        verbose_name = _("ruleset")
        verbose_name_plural = _("rulesets")
        ordering = ["order", "pk"]

    def __str__(self) -> str:
        return self.local_title

    @property
    def local_title(self) -> str:
        """The title in the reader's language: a preset's is in the catalogue, anybody else's stands as written."""
        return gettext(self.title) if self.is_preset else self.title

    @property
    def local_explanation(self) -> str:
        """The explanation in the reader's language, likewise."""
        return gettext(self.explanation) if self.is_preset and self.explanation else self.explanation
