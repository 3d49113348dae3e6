"""People, and what else may sit at a table."""

from datetime import datetime
from typing import Any

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import PermissionsMixin
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.db.models.functions import Greatest, Least
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from .characters import AI, default_character
from .ids import new_public_id
from .managers import UserManager
from .names import display_key, display_shape


class Kind(models.TextChoices):
    """Who sits behind a name."""

    PERSON = "person", gettext_lazy("Person")
    GUEST = "guest", gettext_lazy("Guest")
    AI = "ai", gettext_lazy("AI player")
    BOT = "bot", gettext_lazy("Bot account")


class Audience(models.TextChoices):
    """To whom somebody shows something of themselves."""

    EVERYBODY = "everybody", gettext_lazy("Everybody")
    FRIENDS = "friends", gettext_lazy("Friends")
    NOBODY = "nobody", gettext_lazy("Only me")


def _shown_to(label: Any, audience: Audience = Audience.EVERYBODY) -> models.CharField:
    """A field for one of the settings that accounts.privacy reads; the database knows its default as well."""
    return models.CharField(label, max_length=9, choices=Audience, default=audience, db_default=audience.value)


class User(AbstractBaseUser, PermissionsMixin):
    """Somebody who can sit at a table.

    A removed account keeps its row (matches point at it) but no name, address or password; `name` says what
    others read in its place.
    """

    public_id = models.CharField(max_length=24, unique=True, default=new_public_id, editable=False)
    kind = models.CharField(max_length=8, choices=Kind, default=Kind.PERSON)
    display_name = models.CharField(
        gettext_lazy("display name"), max_length=40, unique=True, null=True, blank=True, default=None
    )
    # two names that share either key cannot be told apart at a glance: see names.py
    display_key = models.CharField(max_length=400, unique=True, null=True, default=None, editable=False)
    display_shape = models.CharField(max_length=400, unique=True, null=True, default=None, editable=False)
    # not unique here: an address belongs to whoever verified it (allauth's EmailAddress), and a second sign-up with
    # it must look the same from outside as a first
    email = models.EmailField(gettext_lazy("e-mail"), null=True, blank=True, default=None, db_index=True)
    character = models.CharField(gettext_lazy("character"), max_length=16, blank=True, default="")
    language = models.CharField(gettext_lazy("language"), max_length=10, blank=True, default="")
    time_zone = models.CharField(gettext_lazy("time zone"), max_length=64, blank=True, default="")
    mails_turns = models.BooleanField(
        gettext_lazy("mail me when it is my turn at a table that plays by correspondence"), default=False
    )
    # who may see what: read by accounts.privacy alone
    ratings_shown_to = _shown_to(gettext_lazy("Rating history and graph"))
    totals_shown_to = _shown_to(gettext_lazy("Totals and achievements"))
    matches_shown_to = _shown_to(gettext_lazy("Matches"))
    presence_shown_to = _shown_to(gettext_lazy("Whether I am here, and at which table"), Audience.FRIENDS)
    is_found_by_name = models.BooleanField(gettext_lazy("others find me by my name"), default=True, db_default=True)
    is_vip_until = models.DateTimeField(null=True, blank=True, default=None)
    is_active = models.BooleanField(default=True)
    is_staff = models.BooleanField(default=False)
    joined_at = models.DateTimeField(default=timezone.now, editable=False)
    terms_agreed_at = models.DateTimeField(null=True, blank=True, default=None, editable=False)
    deletion_due_at = models.DateTimeField(null=True, blank=True, default=None, db_index=True)
    removed_number = models.PositiveIntegerField(null=True, unique=True, default=None, editable=False)

    objects = UserManager()

    USERNAME_FIELD = "display_name"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS = ["email"]

    class Meta:
        verbose_name = gettext_lazy("user")
        verbose_name_plural = gettext_lazy("users")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(display_name__isnull=True, display_key__isnull=True, display_shape__isnull=True)
                | models.Q(display_name__isnull=False, display_key__isnull=False, display_shape__isnull=False),
                name="user_name_has_key",
            ),
            models.CheckConstraint(
                condition=models.Q(removed_number__isnull=False) | models.Q(display_name__isnull=False),
                name="user_named_or_removed",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def save(self, *args, **kwargs) -> None:
        """Store, with the key of the name and a character if none was chosen."""
        self.display_name = self.display_name or None
        self.display_key = display_key(self.display_name) if self.display_name else None
        self.display_shape = display_shape(self.display_name) if self.display_name else None
        self.email = self.email.lower() if self.email else None
        made = set()
        if not self.character:
            self.character = AI if self.kind == Kind.AI else default_character(self.display_name or "")
            made.add("character")
        if (fields := kwargs.get("update_fields")) is not None:
            # no more than what follows from these: another page may have stored a new name meanwhile
            keys = {"display_key", "display_shape"} if "display_name" in fields else set()
            kwargs["update_fields"] = {*fields, *keys, *made}
        super().save(*args, **kwargs)

    @property
    def name(self) -> str:
        """What others read, in the active language."""
        if self.display_name:
            return self.display_name
        return _("former player %(number)s") % {"number": self.removed_number}

    @property
    def is_removed(self) -> bool:
        """Whether the account's deletion has been carried out."""
        return self.removed_number is not None

    @property
    def may_visit(self) -> bool:
        """Whether a browser may be this user's: a person's or a guest's, active and not removed."""
        return self.kind in (Kind.PERSON, Kind.GUEST) and self.is_active and not self.is_removed

    @property
    def may_sign_in(self) -> bool:
        """Whether this is somebody who signs in by password: a person, active and not removed."""
        return self.kind == Kind.PERSON and self.may_visit


class Friendship(models.Model):
    """One person asked another to be friends; they are once `accepted_at` is set. One row for a pair, whoever asked."""

    asker = models.ForeignKey(User, on_delete=models.CASCADE, related_name="friendships_asked")
    asked = models.ForeignKey(User, on_delete=models.CASCADE, related_name="friendships_offered")
    asked_at = models.DateTimeField(auto_now_add=True)
    accepted_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = gettext_lazy("friendship")
        verbose_name_plural = gettext_lazy("friendships")
        constraints = [
            models.UniqueConstraint(
                Least("asker", "asked"), Greatest("asker", "asked"), name="one_friendship_per_pair"
            ),
            models.CheckConstraint(condition=~models.Q(asker=models.F("asked")), name="no_friendship_with_oneself"),
        ]

    def __str__(self) -> str:
        return f"{self.asker} and {self.asked}"


class Tie(models.Model):
    """What one person decided about another, who need not know: to follow, to block or not to hear them."""

    class Kind(models.TextChoices):
        FOLLOW = "follow", gettext_lazy("follows")
        BLOCK = "block", gettext_lazy("blocks")
        MUTE = "mute", gettext_lazy("does not hear")

    person = models.ForeignKey(User, on_delete=models.CASCADE, related_name="ties")
    other = models.ForeignKey(User, on_delete=models.CASCADE, related_name="ties_from_others")
    kind = models.CharField(max_length=8, choices=Kind)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = gettext_lazy("tie")
        verbose_name_plural = gettext_lazy("ties")
        constraints = [
            models.UniqueConstraint(fields=["person", "other", "kind"], name="one_tie_of_a_kind"),
            models.CheckConstraint(condition=~models.Q(person=models.F("other")), name="no_tie_to_oneself"),
        ]

    def __str__(self) -> str:
        return f"{self.person} {self.get_kind_display()} {self.other}"


class Sanction(models.Model):
    """What a person may not do for a time, or for good (no `until`): a moderator's measure. `lifted_at` ends it."""

    class Kind(models.TextChoices):
        MUTE = "mute", gettext_lazy("may not talk")
        UNRATED = "unrated", gettext_lazy("may not play rated matches")
        SUSPEND = "suspend", gettext_lazy("is suspended")
        BAN = "ban", gettext_lazy("is banned")

    person = models.ForeignKey(User, on_delete=models.CASCADE, related_name="sanctions")
    kind = models.CharField(max_length=8, choices=Kind)
    reason = models.CharField(max_length=500)
    begins_at = models.DateTimeField(default=timezone.now)
    until = models.DateTimeField(null=True, blank=True)
    lifted_at = models.DateTimeField(null=True, blank=True)
    # the row of the log (games.Action) that it was taken by
    action_number = models.BigIntegerField(null=True, blank=True)

    class Meta:
        verbose_name = gettext_lazy("sanction")
        verbose_name_plural = gettext_lazy("sanctions")
        ordering = ["-pk"]
        indexes = [models.Index(fields=["person"], condition=models.Q(lifted_at=None), name="sanction_in_force")]

    def __str__(self) -> str:
        return f"{self.person} {self.get_kind_display()}"


class Session(AbstractBaseSession):
    """A signed-in (or passing) browser; knows whose it is, so that one person's can be ended."""

    user_id = models.BigIntegerField(null=True, default=None, db_index=True)

    @classmethod
    def get_session_store_class(cls):
        from .sessions import SessionStore

        return SessionStore


class TextPage(models.Model):
    """One of the site's editable texts (privacy, terms, contact, age) in one language.

    The body is plain text: blank lines part paragraphs, "## " begins a heading, "- " a point of a list.
    """

    slug = models.SlugField(max_length=40)
    language = models.CharField(max_length=10)
    title = models.CharField(max_length=120)
    body = models.TextField()
    # digest of the shipped text this row came from; a row that no longer matches it was edited and is left
    shipped_digest = models.CharField(max_length=64, blank=True, default="", editable=False)

    class Meta:
        verbose_name = gettext_lazy("text page")
        verbose_name_plural = gettext_lazy("text pages")
        constraints = [models.UniqueConstraint(fields=["slug", "language"], name="one_text_a_language")]

    def __str__(self) -> str:
        return f"{self.slug} ({self.language})"


def name_of(user: User) -> str:
    """What others read; allauth asks for it by `ACCOUNT_USER_DISPLAY`."""
    return user.name


def is_vip(user: User, now: datetime) -> bool:
    """Whether `user` is a VIP at `now`: the one reader of `is_vip_until`."""
    return user.is_vip_until is not None and now < user.is_vip_until
