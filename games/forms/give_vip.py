"""What an admin fills in to make people VIPs, to take it back, and to make codes for it."""

from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.contrib.admin.widgets import AdminSplitDateTime
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.names import display_key
from games.services.vip.grants import LONGEST_REASON

#: So many people at once, and so many codes.
MOST = 500
LONGEST_DAYS = 3660


class Moment(forms.SplitDateTimeField):
    """A date and a time, as the administration asks for them everywhere."""

    widget = AdminSplitDateTime


def _latest() -> datetime:
    """How far ahead an end may lie: days are still to be added to it, and the calendar has a last year."""
    return timezone.now() + timedelta(days=10 * LONGEST_DAYS)


def _find(line: str) -> User:
    """Return who is called so, has this ID or this address. Raises `ValidationError` for nobody and for several."""
    who = Q(public_id=line) | Q(display_key=display_key(line)) | Q(email=line.lower())
    found = list(User.objects.filter(who, removed_number=None)[:2])
    if not found:
        raise ValidationError(_("Nobody here is called “%(line)s”."), params={"line": line})
    if len(found) > 1:
        raise ValidationError(_("“%(line)s” may be several people: use an ID."), params={"line": line})
    return found[0]


class GiveForm(forms.Form):
    """Who becomes a VIP, from when to when and why; valid, it has `people`, their row numbers."""

    names = forms.CharField(
        label=gettext_lazy("People"),
        help_text=gettext_lazy("One a line: the name, the ID that stands in the address of their page, or the e-mail."),
        max_length=40 * MOST,
        widget=forms.Textarea({"rows": 6}),
    )
    begins_at = Moment(label=gettext_lazy("From"), required=False, help_text=gettext_lazy("Empty: from now."))
    ends_at = Moment(label=gettext_lazy("To"), validators=[MaxValueValidator(_latest)])
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=LONGEST_REASON,
        help_text=gettext_lazy("It is kept in the log, and the person reads it."),
    )

    def clean_names(self) -> str:
        """Find everybody, and name all who are not found."""
        lines = list(dict.fromkeys(filter(None, map(str.strip, self.cleaned_data["names"].splitlines()))))
        if len(lines) > MOST:
            raise ValidationError(_("These are too many: at most %(most)s at once.") % {"most": MOST})
        errors: list[ValidationError] = []
        people = set()
        for line in lines:
            try:
                people.add(_find(line).pk)
            except ValidationError as error:
                errors.append(error)
        if errors:
            raise ValidationError(errors)
        self.people = people
        return self.cleaned_data["names"]


class RevokeForm(forms.Form):
    """Why grants are taken back."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=LONGEST_REASON,
        help_text=gettext_lazy("It is kept in the log, and the person reads it."),
    )


class MakeCodesForm(forms.Form):
    """How many codes, what each gives to how many people, until when, and why."""

    count = forms.IntegerField(label=gettext_lazy("How many codes"), min_value=1, max_value=MOST, initial=1)
    days = forms.IntegerField(label=gettext_lazy("Days as a VIP"), min_value=1, max_value=LONGEST_DAYS, initial=30)
    most_uses = forms.IntegerField(
        label=gettext_lazy("Each for how many people"), min_value=1, max_value=1_000_000, initial=1
    )
    expires_at = Moment(
        label=gettext_lazy("To be redeemed until"), required=False, help_text=gettext_lazy("Empty: for good.")
    )
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=LONGEST_REASON,
        help_text=gettext_lazy("It is kept in the log, and the person reads it."),
    )

    def clean_expires_at(self) -> datetime | None:
        """The end lies ahead."""
        expires_at: datetime | None = self.cleaned_data["expires_at"]
        if expires_at is not None and expires_at <= timezone.now():
            raise ValidationError(_("That is over already."))
        return expires_at


def as_told(form: forms.Form) -> dict[str, Any]:
    """What a valid form says, without what is only there to be looked up."""
    return {key: value for key, value in form.cleaned_data.items() if key != "names"}
