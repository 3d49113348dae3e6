from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.phrases import words

LONGEST_LINE = 200


class ChatLine(models.Model):
    """One line that somebody said at a table: to those who play (`room` "seats"), or a watcher to the watchers.

    Either `text` as it was written, or `phrase`: the key of a quick phrase or a reaction, which each reads in their own
    language. `number` counts the lines of a table. Where the rules punish advice on play, another player may call a
    line out; the others then vote (`AdviceVote`), and `verdict` keeps what came of it.
    """

    class Room(models.TextChoices):
        SEATS = "seats", _("players")
        WATCHERS = "watchers", _("watchers")

    class Verdict(models.TextChoices):
        NONE = "", _("not called out")
        OPEN = "open", _("being voted on")
        ADVICE = "advice", _("advice")
        FINE = "fine", _("no advice")

    table = models.ForeignKey("games.Table", on_delete=models.CASCADE, related_name="chat_lines")
    number = models.PositiveIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="chat_lines")
    match = models.ForeignKey("games.Match", null=True, on_delete=models.CASCADE, related_name="chat_lines")
    place = models.PositiveSmallIntegerField(null=True)
    room = models.CharField(max_length=10, choices=Room, default=Room.SEATS)
    phrase = models.CharField(max_length=20, blank=True, default="")
    text = models.CharField(max_length=LONGEST_LINE, blank=True)
    verdict = models.CharField(max_length=8, choices=Verdict, default=Verdict.NONE, blank=True)
    said_at = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        verbose_name = _("chat line")
        verbose_name_plural = _("chat lines")
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["table", "number"], name="one_chat_line_per_number")]

    def __str__(self) -> str:
        return f"{self.table} #{self.number}"

    @property
    def words(self) -> str:
        """What the line says; a quick phrase or a reaction in the active language."""
        return words(self.phrase) if self.phrase else self.text


class AdviceVote(models.Model):
    """What one player says of a line that was called out: advice on play, or not."""

    line = models.ForeignKey(ChatLine, on_delete=models.CASCADE, related_name="votes")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    is_advice = models.BooleanField()

    class Meta:
        verbose_name = _("vote on advice")
        verbose_name_plural = _("votes on advice")
        constraints = [models.UniqueConstraint(fields=["line", "user"], name="one_vote_per_line_and_person")]

    def __str__(self) -> str:
        return f"{self.line}: {self.is_advice}"
