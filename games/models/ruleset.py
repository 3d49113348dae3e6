from django.conf import settings
from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.ids import new_public_id


class SavedRuleset(models.Model):
    """A named ruleset that a table can be opened with.

    The presets are loaded by `load_presets`; those with an owner were made by that person and are found by whoever
    has their link. `options` is what the family's `ruleset()` takes. A table keeps its own copy, so a later change
    here does not reach games that are going on.
    """

    family = models.CharField(max_length=20, default="uno")
    key = models.SlugField(unique=True, default=new_public_id)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="rulesets"
    )
    title = models.CharField(max_length=60)
    explanation = models.CharField(max_length=400, blank=True)
    options = models.JSONField()
    is_preset = models.BooleanField(default=False)
    is_published = models.BooleanField(default=True)
    order = models.PositiveSmallIntegerField(default=0)
    changed_at = models.DateTimeField(auto_now=True)

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
