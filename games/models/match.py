from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.ids import new_public_id


class Match(models.Model):
    """One match: rounds until the ruleset's end.

    The moves are the truth; `position` is a cache of them (with the schema number of its family) that saves replaying.
    `number` is the number of the last move row: 0 is the first deal. Deadlines are compared by the database's clock.
    """

    class State(models.TextChoices):
        PLAYING = "playing", _("playing")
        OVER = "over", _("over")
        VOID = "void", _("void")

    class Why(models.TextChoices):
        """Why a match was annulled, as everybody may read it; the moderator's own words are told to its people."""

        CHEATING = "cheating", _("unfair play")
        COLLUSION = "collusion", _("players who helped each other")
        FAULT = "fault", _("a fault of the site")
        OTHER = "other", _("another reason")

    public_id = models.CharField(_("ID"), max_length=16, unique=True, default=new_public_id, editable=False)
    table = models.ForeignKey(
        "games.Table", null=True, on_delete=models.SET_NULL, related_name="matches", verbose_name=_("table")
    )
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.PLAYING)
    family = models.CharField(max_length=20)
    rules_version = models.PositiveSmallIntegerField()
    rules_title = models.CharField(_("rules"), max_length=60, default="Official")
    ruleset = models.JSONField()
    seed = models.BinaryField(max_length=32)
    commitment = models.CharField(max_length=64)
    strings = models.JSONField(default=list)
    vip = models.JSONField(default=list)
    days = models.JSONField(default=list)
    position = models.JSONField()
    number = models.PositiveIntegerField(default=0)
    round = models.PositiveSmallIntegerField(default=1)
    # the end of the present turn with its player's reserve; `turn_ends_at`: without it
    deadline = models.DateTimeField(null=True, blank=True)
    turn_ends_at = models.DateTimeField(null=True, blank=True)
    # the seconds of reserve that each seat has left, by place; empty where there is none
    reserves = models.JSONField(default=list, blank=True)
    # since when an AI has played for everybody who has not left for good; empty while somebody is there
    unattended_since = models.DateTimeField(null=True, blank=True)
    # what the match counts for; none: it is not rated. Both are fixed when it begins
    ladder = models.ForeignKey(
        "games.Ladder",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="matches",
        verbose_name=_("ladder"),
    )
    season = models.ForeignKey(
        "games.Season",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="matches",
        verbose_name=_("season"),
    )
    # the same for all rated matches of exactly the same people
    people_key = models.CharField(max_length=64, blank=True, default="", db_default="", editable=False)
    # when an AI seat wants to act next; the sweep looks here for tasks that got lost
    ai_due = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(_("began"), auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    # the match stays and can be read, but counts for nothing: no rating, no totals, no published record
    annulled_at = models.DateTimeField(_("annulled"), null=True, blank=True)
    annulled_why = models.CharField(max_length=10, choices=Why, blank=True, default="", db_default="")

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        indexes = [
            models.Index(fields=["deadline"], condition=Q(state="playing"), name="match_deadline"),
            models.Index(fields=["ai_due"], condition=Q(state="playing"), name="match_ai_due"),
            models.Index(
                fields=["unattended_since"],
                condition=Q(state="playing", unattended_since__isnull=False),
                name="match_unattended",
            ),
            models.Index(fields=["-finished_at"], name="match_finished"),
            models.Index(fields=["people_key", "-finished_at"], condition=~Q(people_key=""), name="match_same_people"),
        ]

    def __str__(self) -> str:
        return self.public_id


class MatchSeat(models.Model):
    """Who played which seat of a match, and where it left them."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="match_seats")
    is_ai = models.BooleanField(default=False)
    level = models.CharField(max_length=20, blank=True)
    score = models.IntegerField(null=True)
    place = models.PositiveSmallIntegerField(null=True)
    # the player left for good before the end: placed behind all who stayed, whoever played the cards on
    left_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("seat of a match")
        verbose_name_plural = _("seats of a match")
        ordering = ["seat"]
        constraints = [models.UniqueConstraint(fields=["match", "seat"], name="one_player_per_match_seat")]
        indexes = [models.Index(fields=["user", "-match"], name="matchseat_history")]

    def __str__(self) -> str:
        return f"{self.match} seat {self.seat}"


class Move(models.Model):
    """One accepted move (or a deal, with no seat) as text, and the events that followed from it.

    `version` is the table's version once the move had been made: a page that saw version v has seen the moves up to v.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="moves")
    number = models.PositiveIntegerField()
    round = models.PositiveSmallIntegerField()
    seat = models.PositiveSmallIntegerField(null=True)
    text = models.CharField(max_length=200)
    events = models.JSONField()
    version = models.PositiveIntegerField()
    by_ai = models.BooleanField(default=False)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("move")
        verbose_name_plural = _("moves")
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["match", "number"], name="one_move_per_number")]

    def __str__(self) -> str:
        return f"{self.number}. {self.seat}: {self.text}"
