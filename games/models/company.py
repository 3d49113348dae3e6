"""Who is asked to a table, what people are told, and what they complain about."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Invitation(models.Model):
    """Somebody was asked to a table by name: they may see and join it, private or not."""

    table = models.ForeignKey("games.Table", on_delete=models.CASCADE, related_name="invitations")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="invitations")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        constraints = [models.UniqueConstraint(fields=["table", "person"], name="one_invitation_per_table_and_person")]

    def __str__(self) -> str:
        return f"{self.person} to {self.table}"


class Notice(models.Model):
    """Something that a person should hear of wherever on the site they are. Old ones are deleted by a task."""

    class Kind(models.TextChoices):
        YOUR_TURN = "your_turn", _("it is your turn")
        TURN_MISSED = "turn_missed", _("you missed a turn")
        PLAYED_FOR = "played_for", _("an AI player plays for you")
        INVITED = "invited", _("you are invited")
        FRIENDS_TABLE = "friends_table", _("a friend opened a table")
        MATCH_OVER = "match_over", _("a match is over")
        FRIEND_ASKED = "friend_asked", _("somebody wants to be your friend")
        FRIEND_ACCEPTED = "friend_accepted", _("somebody is your friend now")
        ACHIEVED = "achieved", _("you have earned an achievement")
        SEASON_OVER = "season_over", _("a season is over, and you are among its first")
        MODERATED = "moderated", _("those who look after the site did something that concerns you")
        APPEAL_ANSWERED = "appeal_answered", _("your appeal is answered")
        VIP_GIVEN = "vip_given", _("you are a VIP")
        VIP_OVER = "vip_over", _("your time as a VIP is over")

    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=20, choices=Kind)
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="+")
    table = models.ForeignKey("games.Table", null=True, on_delete=models.CASCADE, related_name="+")
    match = models.ForeignKey("games.Match", null=True, on_delete=models.CASCADE, related_name="+")
    achievement = models.ForeignKey("games.Achievement", null=True, on_delete=models.CASCADE, related_name="+")
    # where the person stood when the season ended; the place is read from it
    rating = models.ForeignKey("games.Rating", null=True, on_delete=models.CASCADE, related_name="+")
    # what those who look after the site did; the log is never deleted
    action = models.ForeignKey("games.Action", null=True, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True, db_index=True)
    read_at = models.DateTimeField(null=True, blank=True)
    # set before the mail leaves, so that no turn is mailed twice
    mailed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        ordering = ["-pk"]
        indexes = [
            models.Index(fields=["person", "-made_at"], name="notice_of_person"),
            # every page counts them, and a process those of all who are here
            models.Index(fields=["person"], condition=Q(read_at=None), name="notice_unread"),
        ]
        constraints = [
            # a turn that is still to be made is one notice, however often the match is looked at
            models.UniqueConstraint(
                fields=["person", "table"],
                condition=Q(kind="your_turn", read_at=None),
                name="one_unread_turn_per_person_and_table",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} for {self.person}"


class Report(models.Model):
    """Something that somebody reported: a line of chat, a person, or a match at one of its moves.

    Keeps the words of a line: the line itself is deleted in time.
    """

    class Kind(models.TextChoices):
        LINE = "line", _("a line of chat")
        PERSON = "person", _("a person")
        MATCH = "match", _("a match")

    class Reason(models.TextChoices):
        INSULT = "insult", _("insults or threatens")
        CHEATING = "cheating", _("tells cards or cheats")
        NAME = "name", _("has an improper name")
        LEAVING = "leaving", _("leaves or plays slowly on purpose")
        SPAM = "spam", _("advertises or floods")
        OTHER = "other", _("something else")

    kind = models.CharField(_("about"), max_length=8, choices=Kind, default=Kind.LINE, db_default=Kind.LINE)
    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="reports_made",
        verbose_name=_("reported by"),
    )
    about = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="reports_about", verbose_name=_("person")
    )
    table = models.ForeignKey("games.Table", null=True, on_delete=models.SET_NULL, related_name="+")
    match = models.ForeignKey("games.Match", null=True, on_delete=models.SET_NULL, related_name="+")
    line = models.ForeignKey("games.ChatLine", null=True, on_delete=models.SET_NULL, related_name="+")
    # the move of the match that it is about
    move = models.PositiveIntegerField(null=True, blank=True)
    text = models.CharField(_("words"), max_length=200, blank=True)
    reason = models.CharField(_("reason"), max_length=10, choices=Reason)
    note = models.CharField(max_length=300, blank=True)
    made_at = models.DateTimeField(_("when"), auto_now_add=True, db_index=True)
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        ordering = ["-pk"]
        constraints = [models.UniqueConstraint(fields=["reporter", "line"], name="one_report_per_line_and_person")]

    def __str__(self) -> str:
        return f"{self.reporter} about {self.about}: {self.text}"
