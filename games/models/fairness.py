"""Signals for moderators that something may not be fair: they accuse nobody, and nothing follows by itself."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Signal(models.Model):
    """Something that a moderator should look at, with its evidence."""

    class Kind(models.TextChoices):
        FEEDING = "feeding", _("seats that keep meeting and feeding each other")
        ONE_DEVICE = "one_device", _("several accounts behind one device or address at a table")
        LEAVES_BEHIND = "leaves_behind", _("leaves when behind")
        LOSES = "loses", _("loses on purpose")
        PACE = "pace", _("move times that no person has")

    kind = models.CharField(_("kind"), max_length=16, choices=Kind)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="signals")
    other = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    # what it is computed from: matches by their public ids, counts, times
    evidence = models.JSONField(default=dict)
    weight = models.FloatField(_("weight"), default=0.0)
    first_seen_at = models.DateTimeField(auto_now_add=True)
    last_seen_at = models.DateTimeField(auto_now=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        verbose_name = _("signal")
        verbose_name_plural = _("signals")
        ordering = ["-weight", "-last_seen_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["kind", "person"],
                condition=models.Q(closed_at=None, other=None),
                name="one_open_signal_per_person",
            ),
            models.UniqueConstraint(
                fields=["kind", "person", "other"],
                condition=models.Q(closed_at=None, other__isnull=False),
                name="one_open_signal_per_pair",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.person}"


class Trace(models.Model):
    """Where somebody sat down from: keyed hashes of address and device, kept 30 days."""

    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="traces")
    table = models.ForeignKey("games.Table", on_delete=models.CASCADE, related_name="traces")
    address = models.CharField(max_length=64)
    device = models.CharField(max_length=64, blank=True)
    made_at = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        verbose_name = _("trace")
        verbose_name_plural = _("traces")
        constraints = [models.UniqueConstraint(fields=["person", "table", "address", "device"], name="one_trace")]
        indexes = [models.Index(fields=["table"], name="trace_table")]

    def __str__(self) -> str:
        return f"{self.person} at {self.table}"
