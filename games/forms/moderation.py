"""What a moderator fills in: what to do about somebody and why, and the answer to an appeal."""

from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy

from accounts.names import LONGEST
from games.models import Action
from games.services.moderation.log import LONGEST_REASON
from games.services.moderation.measures import MEASURES

LENGTHS = (
    ("", gettext_lazy("for good")),
    ("1", gettext_lazy("1 hour")),
    ("24", gettext_lazy("1 day")),
    ("72", gettext_lazy("3 days")),
    ("168", gettext_lazy("1 week")),
    ("720", gettext_lazy("30 days")),
    ("4320", gettext_lazy("180 days")),
)
KINDS = {
    Action.Kind.WARN: gettext_lazy("Warn"),
    Action.Kind.RENAME: gettext_lazy("Rename"),
    Action.Kind.MUTE: gettext_lazy("Mute: no talk at tables"),
    Action.Kind.UNRATED: gettext_lazy("Remove from rated play"),
    Action.Kind.SUSPEND: gettext_lazy("Suspend until"),
    Action.Kind.BAN: gettext_lazy("Ban for good"),
    Action.Kind.DISMISS: gettext_lazy("Nothing wrong: close the report"),
}


class ReasonForm(forms.Form):
    """Why: kept in the log for good, and told to whom it concerns."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        help_text=gettext_lazy("Kept in the log for good, and told to the person as you write it."),
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 3, "cols": 60}),
    )


class MeasureForm(ReasonForm):
    """What to do about a person; with a report, also to find nothing wrong."""

    kind = forms.ChoiceField(label=gettext_lazy("What to do"))
    length = forms.ChoiceField(
        label=gettext_lazy("For how long"),
        help_text=gettext_lazy("For a mute, rated play and a suspension."),
        choices=LENGTHS,
        required=False,
    )
    name = forms.CharField(
        label=gettext_lazy("New name"),
        help_text=gettext_lazy("For a renaming; empty: a plain name of the site's own making."),
        max_length=LONGEST,
        required=False,
    )
    field_order = ("kind", "length", "name", "reason")

    def __init__(self, *args: Any, has_report: bool = False, **kwargs: Any) -> None:
        """`has_report`: it answers one."""
        super().__init__(*args, **kwargs)
        kind = self.fields["kind"]
        assert isinstance(kind, forms.ChoiceField)
        kinds = [*MEASURES, Action.Kind.DISMISS] if has_report else list(MEASURES)
        kind.choices = [("", "–"), *((one, KINDS[one]) for one in kinds)]

    def until(self) -> datetime | None:
        """Return when it ends, once the form is valid; None: it does not."""
        if self.cleaned_data["kind"] not in (Action.Kind.MUTE, Action.Kind.UNRATED, Action.Kind.SUSPEND):
            return None
        hours = self.cleaned_data["length"]
        return timezone.now() + timedelta(hours=int(hours)) if hours else None


class AnswerForm(forms.Form):
    """The answer to an appeal."""

    granted = forms.TypedChoiceField(
        label=gettext_lazy("Decision"),
        choices=(
            ("", "–"),
            ("yes", gettext_lazy("Granted: take it back")),
            ("no", gettext_lazy("Turned down: it stays")),
        ),
        coerce=lambda value: value == "yes",
    )
    text = forms.CharField(
        label=gettext_lazy("Answer"),
        help_text=gettext_lazy("Told to the person as you write it."),
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 4, "cols": 60}),
    )
