from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.ids import new_public_id

# seconds that a turn may last
SHORTEST_TURN = 10
LONGEST_TURN = 7 * 86_400
# turns of an hour and more are played by correspondence: one does not sit at the table for them
CORRESPONDENCE_SECONDS = 3600


class Table(models.Model):
    """A place where people sit and play one match after another by one ruleset.

    `version` grows with every change that a reader of the table could see and never goes back, rematches included.
    Whoever changes a table, its seats or its match holds the lock on this row.
    """

    class State(models.TextChoices):
        OPEN = "open", _("waiting for players")
        PLAYING = "playing", _("playing")
        OVER = "over", _("match over")
        CLOSED = "closed", _("closed")

    class Visibility(models.TextChoices):
        PUBLIC = "public", _("public")
        PRIVATE = "private", _("private, by link")

    public_id = models.CharField(max_length=16, unique=True, default=new_public_id, editable=False)
    invite = models.CharField(max_length=24, default=new_public_id, editable=False)
    # empty: called after its owner
    name = models.CharField(max_length=40, blank=True)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    family = models.CharField(max_length=20, default="uno")
    # what the rules are called: a preset's title is in the catalogue, anybody else's stands as written
    rules_title = models.CharField(max_length=60, default="Official")
    ruleset = models.JSONField()
    custom_title = models.CharField(max_length=40, blank=True)
    custom_text = models.CharField(max_length=160, blank=True)
    visibility = models.CharField(max_length=10, choices=Visibility, default=Visibility.PUBLIC)
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    turn_seconds = models.PositiveIntegerField(default=30)
    # what each player may use beyond their turns, once a match; none at correspondence tables
    reserve_seconds = models.PositiveIntegerField(default=0)
    # its matches are meant to count for a ladder; each does if nothing speaks against it (games.services.ladders)
    is_rated = models.BooleanField(_("rated"), default=False)
    # the ruleset that it was opened with, which may have changed since
    opened_with = models.ForeignKey(
        "games.SavedRuleset", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    # opened by "Play now": it begins by itself when it is full
    is_quick = models.BooleanField(default=False)
    # when its people were told that AI players could take the free seats
    ai_offered_at = models.DateTimeField(null=True, blank=True)
    is_open_to_watchers = models.BooleanField(_("open to watchers"), default=True)
    # people (their row numbers) whom the owner sent away: they do not sit down here again
    sent_away = models.JSONField(default=list, blank=True)
    version = models.PositiveIntegerField(default=1)
    match = models.ForeignKey(
        "games.Match",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
        verbose_name=_("current match"),
    )
    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        indexes = [
            models.Index(fields=["state", "visibility", "-created_at"], name="table_lobby"),
            models.Index(fields=["state", "changed_at"], name="table_idle"),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def title(self) -> str:
        """What the table is called, in the active language."""
        if self.name:
            return self.name
        return gettext("%(name)s's table") % {"name": self.owner.name} if self.owner else gettext("A table")

    @property
    def is_correspondence(self) -> bool:
        """Whether a turn may take so long that nobody sits and waits for it."""
        return self.turn_seconds >= CORRESPONDENCE_SECONDS

    @property
    def is_live(self) -> bool:
        """Whether people can still sit or play here."""
        return self.state in LIVE

    @property
    def is_between(self) -> bool:
        """Whether no match is going on, so that people may sit down."""
        return self.state in BETWEEN


# people can still sit or play there; of these, where no match is going on
LIVE = (Table.State.OPEN, Table.State.PLAYING, Table.State.OVER)
BETWEEN = (Table.State.OPEN, Table.State.OVER)


class Seat(models.Model):
    """One place at a table, 0 to n-1 clockwise.

    `live` says that the person in it sits here now: the constraint over it keeps a person at one live table, those of
    correspondence (`correspondence`, the table's, copied here) not counted.
    `place` is the seat's number in the match that is going on (free places are left out of the count).
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    index = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="seats"
    )
    is_ai = models.BooleanField(default=False)
    level = models.CharField(max_length=20, blank=True)
    live = models.BooleanField(default=False)
    correspondence = models.BooleanField(default=False)
    ready = models.BooleanField(default=False)
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    # an AI plays for this person: after missed turns, or for good when the person has left
    away = models.BooleanField(default=False)
    missed_turns = models.PositiveSmallIntegerField(default=0)
    # month and day, where the rules ask everybody for a date
    day = models.CharField(max_length=5, blank=True)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["index"]
        constraints = [
            models.UniqueConstraint(fields=["table", "index"], name="one_seat_per_index"),
            models.UniqueConstraint(
                fields=["user"], condition=Q(live=True, correspondence=False), name="one_live_table_per_person"
            ),
            models.UniqueConstraint(
                fields=["table", "user"], condition=Q(live=True), name="one_live_seat_per_table_and_person"
            ),
            models.CheckConstraint(
                condition=Q(live=False) | Q(user__isnull=False, is_ai=False), name="only_people_sit_live"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table} #{self.index}"

    @property
    def taken(self) -> bool:
        """Whether somebody, a person or an AI, has this seat."""
        return self.user_id is not None

    def vacate(self) -> None:
        """Free the seat: nobody has it any more. Stores it."""
        self.user, self.place = None, None
        self.live = self.ready = self.away = self.is_ai = False
        self.missed_turns = 0
        self.level = self.day = ""
        self.save()

    @property
    def has_left(self) -> bool:
        """Whether the person left the present match for good: an AI plays their cards to its end."""
        return self.place is not None and self.user_id is not None and not self.live and not self.is_ai

    @property
    def played_by_ai(self) -> bool:
        """Whether an AI makes this seat's moves now."""
        return self.is_ai or self.away
