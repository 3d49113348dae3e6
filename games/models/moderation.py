"""What those who look after the site do, each with its reason: the log of it, and what people say against it."""

from typing import Any, NoReturn

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Unchangeable(models.QuerySet[Any]):
    """Rows that are written once."""

    def update(self, **_kwargs: Any) -> NoReturn:
        """Refuse: nobody edits the log."""
        raise TypeError("the log of actions is written once")

    def delete(self) -> NoReturn:
        """Refuse, likewise."""
        raise TypeError("the log of actions is written once")

    def bulk_update(self, *_args: Any, **_kwargs: Any) -> NoReturn:
        """Refuse, likewise."""
        raise TypeError("the log of actions is written once")


class Action(models.Model):
    """One act of a moderator, an editor or an admin. Written once: the database itself refuses a change or deletion.

    Whom it was about and who did it are kept as row numbers and names of then, so that the log outlives both.
    """

    class Kind(models.TextChoices):
        WARN = "warn", _("warned")
        MUTE = "mute", _("muted")
        UNRATED = "unrated", _("removed from rated play")
        SUSPEND = "suspend", _("suspended")
        BAN = "ban", _("banned")
        RENAME = "rename", _("renamed")
        LIFT = "lift", _("lifted a measure")
        UNDO_RATING = "undo_rating", _("undid a change of rating")
        ANNUL = "annul", _("annulled a match")
        CLOSE_TABLE = "close_table", _("closed a table")
        WATCH_OPEN = "watch_open", _("watched with open cards")
        PAUSE = "pause", _("paused a table")
        RESUME = "resume", _("let a table go on")
        REPLACE = "replace", _("gave a seat to an AI player")
        END_MATCH = "end_match", _("ended a match")
        DISMISS = "dismiss", _("found nothing wrong")
        GRANT_VIP = "grant_vip", _("granted VIP")
        REVOKE_VIP = "revoke_vip", _("took VIP back")
        ANSWER_APPEAL = "answer_appeal", _("answered an appeal")

    kind = models.CharField(_("what was done"), max_length=16, choices=Kind)
    actor_number = models.BigIntegerField(null=True)
    actor_name = models.CharField(_("who did it"), max_length=60)
    person_number = models.BigIntegerField(null=True, db_index=True)
    person_name = models.CharField(_("to whom"), max_length=60, blank=True)
    reason = models.CharField(_("reason"), max_length=500)
    until = models.DateTimeField(_("until"), null=True, blank=True)
    report_number = models.BigIntegerField(null=True)
    table_id_public = models.CharField(max_length=16, blank=True)
    match_id_public = models.CharField(max_length=16, blank=True)
    # what else belongs to it: the old name, the measure that was lifted, the seat
    details = models.JSONField(default=dict, blank=True)
    made_at = models.DateTimeField(_("when"), auto_now_add=True, db_index=True)

    objects = Unchangeable.as_manager()

    class Meta:
        verbose_name = _("action")
        verbose_name_plural = _("actions")
        ordering = ["-pk"]
        # what the roles may do that is no change of one row: games.services.moderation.roles says who
        permissions = [
            ("measure_people", "Can warn, mute, suspend, ban and rename people, and lift it"),
            ("annul_matches", "Can annul matches and undo changes of rating"),
            ("look_after_tables", "Can pause, resume, end and close tables and replace seats"),
            ("watch_open", "Can watch tables with open cards"),
            ("view_dashboard", "Can read the figures of the site"),
        ]

    def __str__(self) -> str:
        return f"{self.made_at:%Y-%m-%d %H:%M} {self.actor_name}: {self.get_kind_display()} {self.person_name}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Write it once; raise TypeError for a row that is there."""
        if not self._state.adding:
            raise TypeError("the log of actions is written once")
        super().save(*args, **kwargs)

    def delete(self, *_args: Any, **_kwargs: Any) -> NoReturn:
        """Refuse: nobody edits the log."""
        raise TypeError("the log of actions is written once")


class Appeal(models.Model):
    """What a person says against an action that was taken against them: once."""

    action = models.OneToOneField(Action, on_delete=models.PROTECT, related_name="appeal")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="appeals", verbose_name=_("person")
    )
    text = models.CharField(_("what they say"), max_length=1000)
    made_at = models.DateTimeField(_("when"), auto_now_add=True)
    answered_at = models.DateTimeField(_("answered"), null=True, blank=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    # granted: what was done is lifted or taken back
    is_granted = models.BooleanField(_("granted"), null=True, blank=True)
    answer = models.CharField(_("answer"), max_length=1000, blank=True)

    class Meta:
        verbose_name = _("appeal")
        verbose_name_plural = _("appeals")
        ordering = ["answered_at", "pk"]

    def __str__(self) -> str:
        return f"{self.person}: {self.text[:40]}"
