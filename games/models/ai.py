from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class AiPlayer(models.Model):
    """An AI character that can take a free seat: a user of kind "ai" and the level it plays at."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="ai_player")
    level = models.CharField(max_length=20)

    class Meta:
        verbose_name = _("AI player")
        verbose_name_plural = _("AI players")
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.user} ({self.level})"
