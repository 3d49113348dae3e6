"""VIPs: who is one, from when to when, why and by whom; codes that make one."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


class VipCode(models.Model):
    """A code that people redeem: so many days each, for so many people, until a date."""

    code = models.CharField(_("code"), max_length=24, unique=True)
    days = models.PositiveIntegerField(_("days"))
    most_uses = models.PositiveIntegerField(_("for how many people"), default=1)
    uses = models.PositiveIntegerField(_("redeemed by"), default=0, editable=False)
    expires_at = models.DateTimeField(_("to be redeemed until"), null=True, blank=True)
    note = models.CharField(_("reason"), max_length=200)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        editable=False,
        on_delete=models.SET_NULL,
        related_name="+",
        verbose_name=_("made by"),
    )
    made_at = models.DateTimeField(_("when"), auto_now_add=True)

    class Meta:
        verbose_name = _("VIP code")
        verbose_name_plural = _("VIP codes")
        ordering = ["-pk"]
        constraints = [models.CheckConstraint(condition=Q(uses__lte=F("most_uses")), name="code_not_used_too_often")]

    def __str__(self) -> str:
        return self.code


class VipGrant(models.Model):
    """VIP for one person, from `begins_at` to `ends_at`; `revoked_at` ends it sooner."""

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="vip_grants", verbose_name=_("person")
    )
    begins_at = models.DateTimeField(_("from"))
    ends_at = models.DateTimeField(_("to"))
    reason = models.CharField(_("reason"), max_length=200)
    granted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        editable=False,
        on_delete=models.SET_NULL,
        related_name="+",
        verbose_name=_("granted by"),
    )
    granted_at = models.DateTimeField(_("granted on"), auto_now_add=True)
    code = models.ForeignKey(
        VipCode,
        null=True,
        blank=True,
        editable=False,
        on_delete=models.SET_NULL,
        related_name="grants",
        verbose_name=_("code"),
    )
    revoked_at = models.DateTimeField(_("taken back"), null=True, blank=True, editable=False)
    # the person was told that it has ended
    told_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("VIP grant")
        verbose_name_plural = _("VIP grants")
        ordering = ["-ends_at"]
        constraints = [
            models.CheckConstraint(condition=Q(begins_at__lt=F("ends_at")), name="grant_begins_before_it_ends"),
            models.UniqueConstraint(fields=["person", "code"], name="one_grant_per_person_and_code"),
        ]
        indexes = [models.Index(fields=["ends_at"], condition=Q(told_at=None), name="grant_to_be_ended")]

    def __str__(self) -> str:
        return f"{self.person}: {self.begins_at:%Y-%m-%d} – {self.ends_at:%Y-%m-%d}"
